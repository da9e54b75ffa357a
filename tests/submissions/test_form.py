"""The form: what is read from an issue, and what the template offers."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bot.additions.given import PARTS
from bot.papers.identity import read_paper
from bot.submissions.form import Form, find_linked, find_papers, read_form, render_template, renew_template

ID = "2401.00123"
HEAD = "### Link or identifier"
OPTIONAL = ["title", "authors", "date", "venue", "code"]


def form(paper: str, section: str = "_No response_", why: str = "_No response_") -> str:
    return f"{HEAD}\n\n{paper}\n\n### Section\n\n{section}\n\n### Why it belongs in the list\n\n{why}"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (form(ID), Form((ID,))),
        (form(ID).replace("\n", "\r\n"), Form((ID,))),
        (f"\n\n{form(ID)}", Form((ID,))),
        (form(ID, "Planning"), Form((ID,), "Planning")),
        (form(ID, "None"), Form((ID,))),
        (form(ID, "Not sure: the bot proposes one"), Form((ID,))),
        (form(ID, "Planning\nMemory"), Form((ID,), "Planning")),
        (form("_No response_"), Form(())),
        (form(""), Form(())),
        (f"{HEAD}\n\n{ID}", Form((ID,))),
        (HEAD, Form(())),
        (form(ID, why=f"{HEAD}\n\n2401.00500\n\n### Section\n\nMemory"), Form((ID,))),
        (form(ID, "Planning", "### Section\n\nMemory"), Form((ID,), "Planning")),
        (
            form(f"<!-- paperlist-bot:v1 submission -->\n{ID}"),
            Form(("<!--", "paperlist-bot:v1", "submission", "-->", ID)),
        ),
        (
            f"{HEAD}\n\n{ID}\n\n### Title\n\nA\u202e Post\n\n### Date\n\n_No response_",
            Form((ID,), "", (("title", "A Post"),)),
        ),
        (form(ID, why="### Title\n\nAnother"), Form((ID,))),
        (f"<!--\n{form(ID)}\n-->", None),
        (f"Please add this.\n\n{form(ID)}", None),
        (f"> {HEAD}\n\n{ID}", None),
        ("Please add https://arxiv.org/abs/2401.00123", None),
        ("", None),
    ],
    ids=[
        *("plain", "line ends", "blank lines above", "section", "no section, as GitHub once wrote it"),
        *("no section, by our own choice", "two lines", "not filled in", "empty", "nothing else", "heading alone"),
        *("headings in the last field", "section in the last field", "markers", "title", "title in the last field"),
        *("hidden", "words above", "quoted", "no form", "nothing"),
    ],
)
def test_what_is_read(body: str, expected: Form | None) -> None:
    found = read_form(body)
    assert (found and found._replace(names=found.names[:5])) == expected


@pytest.mark.parametrize(
    ("paper", "expected"),
    [
        (ID, [f"arXiv:{ID}"]),
        (f"arXiv:{ID}v2", [f"arXiv:{ID}"]),
        (f"arXiv: {ID}", [f"arXiv:{ID}"]),
        (f"<https://arxiv.org/abs/{ID}>", [f"arXiv:{ID}"]),
        (f"[Title](https://arxiv.org/pdf/{ID})", [f"arXiv:{ID}"]),
        (f"https://arxiv.org/abs/{ID}, please.", [f"arXiv:{ID}"]),
        (f"https://arxiv.org/abs/{ID} https://arxiv.org/pdf/{ID}", [f"arXiv:{ID}"]),
        (f"{ID} 2401.00500", [f"arXiv:{ID}", "arXiv:2401.00500"]),
        ("10.1016/S0140-6736(20)30183-5", ["doi:10.1016/s0140-6736(20)30183-5"]),
        ("https://openreview.net/forum?id=abc", ["openreview:abc"]),
        ("https://github.com/octo/list", []),
        ("other/list#7 #1 @octo/team GH-3", []),
        ("$(touch pwned) `touch pwned` ; rm -rf /", []),
        ("<script>alert(1)</script>", []),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)
def test_which_papers_it_names(paper: str, expected: list[str]) -> None:
    found = read_form(form(paper))
    assert found is not None
    assert [paper.name for paper in find_papers(found.names, read_paper)] == expected


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_text_is_read(paper: str, section: str) -> None:
    found = read_form(form(paper, section))
    assert found is not None
    assert len(found.section) <= 200
    assert all(not set(name) & set(" \n\r\t") for name in found.names)


@pytest.mark.parametrize("shape", ["a", "### ", "[", "https://arxiv.org/abs/", "2401.00123 ", "\n", "### Section\n"])
def test_of_large_bodies_little_is_read(shape: str) -> None:
    text = shape * (65_536 // len(shape))
    found = read_form(form(text, text, text))
    assert found is not None
    assert (len(found.names) <= 20, sum(map(len, found.names)) <= 2_000, len(found.section) <= 200) == (True,) * 3
    assert len(find_linked(f" {text}" * 3)) <= 20


@pytest.mark.parametrize(
    ("sections", "kind", "options"),
    [
        ((), None, None),
        (("Planning",), "dropdown", ["Not sure: the bot proposes one", "Planning"]),
        (
            ("Yes", "1.0", '"a": <title> \\ #'),
            "dropdown",
            ["Not sure: the bot proposes one", "Yes", "1.0", '"a": <title> \\ #'],
        ),
        (tuple(map(str, range(101))), "input", None),
    ],
    ids=["none", "one", "what YAML would read as something else", "many"],
)
def test_the_template(sections: tuple[str, ...], kind: str | None, options: list[str] | None) -> None:
    value = yaml.safe_load(render_template(sections))
    fields = {each["id"]: each for each in value["body"] if each["type"] != "markdown"}
    assert [fields[each]["attributes"]["label"] for each in ("paper", "why")] == [
        "Link or identifier",
        "Why it belongs in the list",
    ]
    assert (value["title"], value["labels"]) == ("Paper: ", ["paper-submission"])
    assert list(fields) == ["paper", *(["section"] if kind else []), *OPTIONAL, "why"]
    assert [name for name, each in fields.items() if each.get("validations", {}).get("required")] == ["paper"]
    if kind:
        assert (fields["section"]["type"], fields["section"]["attributes"].get("options")) == (kind, options)


def test_the_template_makes_what_is_read() -> None:
    """Both know the fields by the same labels."""
    body = yaml.safe_load(render_template(["Planning"]))["body"]
    said = {"title": "A Post", "authors": "Ann Lee", "date": "2024", "venue": "ICLR", "code": "https://a.org/b"}
    answers = {"paper": ID, "section": "Planning", "why": "Because.", **said}
    made = "\n\n".join(f"### {each['attributes']['label']}\n\n{answers[each['id']]}" for each in body if "id" in each)
    assert read_form(made) == Form((ID,), "Planning", tuple(said.items()))
    assert set(OPTIONAL) == set(PARTS) - {"url"}


EDITED = render_template(["Planning", "Memory"]).replace("One paper per form.", "Eines je Formular.")


@pytest.mark.parametrize(
    ("content", "sections", "expected"),
    [
        (EDITED, ("Planning", "Memory"), EDITED),
        (EDITED, ("Tools",), render_template(["Tools"]).replace("One paper per form.", "Eines je Formular.")),
        (EDITED, (), None),
        (EDITED, tuple(map(str, range(101))), None),
        (render_template(list(map(str, range(101)))), tuple(map(str, range(102))), "the same"),
        (render_template(list(map(str, range(101)))), ("Tools",), None),
        ("mine\n", ("Tools",), None),
        (EDITED * 2, ("Tools",), None),
    ],
    ids=["same", "other sections", "none left", "too many", "still too many", "few again", "of a person", "two"],
)
def test_the_menu_is_renewed(content: str, sections: tuple[str, ...], expected: str | None) -> None:
    """What somebody edited stays; None where the form has to be written anew."""
    assert renew_template(content, sections) == (content if expected == "the same" else expected)
