"""What we ask, and what our GitHub answers, held against GitHub's own descriptions of its interfaces.

The scenarios of the other files run through Prism, too: `bench` sees to that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import requests
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    build_schema,
    parse,
    validate,
)

from bot.github.branches import MOVE_MUTATION
from bot.github.client import repository_path
from bot.github.issues import ISSUES_QUERY, OPENED_ISSUE_QUERY, OPENED_ISSUES_QUERY
from bot.github.open_pulls import open_pulls_query, texts_query
from bot.github.pulls import PULLS_QUERY
from bot.github.reviews import CONVERSATION_QUERY, PRESENT_QUERY, minimize_mutation
from tests.github import graphql
from tests.github.scenarios import LIST, pull
from tests.github.server import FakeGitHub

if TYPE_CHECKING:
    from pathlib import Path

    from tests.github.conftest import Between

pytestmark = pytest.mark.conformance

DOCUMENTS = {
    "conversation": CONVERSATION_QUERY,
    "present": PRESENT_QUERY,
    "issues": ISSUES_QUERY,
    "an issue": OPENED_ISSUE_QUERY,
    "open issues": OPENED_ISSUES_QUERY,
    "pull requests of a branch": PULLS_QUERY,
    "open pull requests": open_pulls_query(2),
    "their texts": texts_query(3),
    "move a branch": MOVE_MUTATION,
    "minimize one": minimize_mutation(1),
    "minimize twenty": minimize_mutation(20),
}


@pytest.fixture(scope="module")
def theirs(modules: Path) -> GraphQLSchema:
    """GitHub's schema."""
    text = (modules / "@octokit/graphql-schema/schema.graphql").read_text(encoding="utf-8")
    return build_schema(text, assume_valid=True)


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS)
def test_documents_are_valid(theirs: GraphQLSchema, document: str) -> None:
    assert validate(theirs, parse(document)) == []


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS)
def test_nothing_is_asked_that_is_to_go(theirs: GraphQLSchema, document: str) -> None:
    from graphql import NoDeprecatedCustomRule

    assert validate(theirs, parse(document), [NoDeprecatedCustomRule]) == []


def test_our_schema_is_a_part_of_theirs(theirs: GraphQLSchema) -> None:
    """Types, fields, their arguments and their types; so that our GitHub does not teach us what is not so."""
    wrong: list[str] = []
    for name, ours in graphql.schema().type_map.items():
        if name.startswith("__"):
            continue
        other = theirs.type_map.get(name)
        if type(other) is not type(ours):
            wrong.append(name)
        elif isinstance(ours, GraphQLEnumType) and isinstance(other, GraphQLEnumType):
            wrong += [f"{name}.{value}" for value in ours.values.keys() - other.values.keys()]
        elif isinstance(ours, GraphQLInputObjectType) and isinstance(other, GraphQLInputObjectType):
            mine, yours = ({key: str(each.type) for key, each in one.fields.items()} for one in (ours, other))
            wrong += [f"{name}.{key}" for key in mine.keys() | yours.keys() if mine.get(key) != yours.get(key)]
        elif isinstance(ours, GraphQLObjectType | GraphQLInterfaceType):
            assert isinstance(other, GraphQLObjectType | GraphQLInterfaceType)
            wrong += _fields_apart(ours, other)
    assert wrong == []


def _fields_apart(
    ours: GraphQLObjectType | GraphQLInterfaceType, theirs: GraphQLObjectType | GraphQLInterfaceType
) -> list[str]:
    wrong = []
    for key, field in ours.fields.items():
        other = theirs.fields.get(key)
        if other is None or str(other.type) != str(field.type):
            wrong.append(f"{ours.name}.{key}")
            continue
        arguments = {name: str(each.type) for name, each in other.args.items()}
        wrong += [
            f"{ours.name}.{key}({name})" for name, each in field.args.items() if arguments.get(name) != str(each.type)
        ]
    return wrong


WRONG: dict[str, tuple[str, str, dict[str, object]]] = {
    "event": ("POST", "pulls/1/reviews", {"event": "COMENT", "body": "x"}),
    "type": ("POST", "pulls/1/reviews", {"event": "COMMENT", "comments": [{"path": "a", "body": "b", "line": "4"}]}),
    "missing": ("POST", "issues/1/comments", {}),
    "route": ("POST", "pulls/1/review", {}),
    "query": ("GET", "pulls?state=opened", {}),
}


@pytest.mark.parametrize(("verb", "path", "body"), WRONG.values(), ids=WRONG)
def test_prism_lets_nothing_wrong_pass(prism: Between, verb: str, path: str, body: dict[str, object]) -> None:
    """Else the scenarios would prove nothing."""
    with FakeGitHub(pull(), port=prism.upstream, shown=prism.url) as fake:
        headers = {"Authorization": "Bearer review-token"}
        url = f"{prism.url}{repository_path(LIST)}/{path}"
        answer = requests.request(verb, url, json=body or None, headers=headers, timeout=20)
        assert answer.status_code in {404, 422}
        assert fake.visits == []
