"""The rules about what visits found behind links: `dead-link`, `moved-link` and those of repositories."""

from __future__ import annotations

import re

from bot.facts.model import Absent, Facts, Repository
from bot.links import LinkState, LinkStatus
from bot.listing import Link, Listing
from bot.papers.identifiers import Identifier, Scheme, identify
from bot.papers.urls import is_same_site, split_url
from bot.rules.api import Bad, Context, Findings, Good, Rule, Safety, Severity
from bot.rules.link_targets import find_status, follow_move, quoted_url, target_span, write_url
from bot.rules.works import linked_repositories
from bot.text import lazy_pattern

_PAGE = "https://fireact-agent.github.io/"
_ENTRY = f"* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) [[page]({_PAGE})]\n"


def _status(state: LinkState, reason: str) -> Facts:
    return Facts(links={_PAGE: LinkStatus(_PAGE, state, reason)})


class DeadLink(Rule):
    """A link is dead: the page, the DOI or the repository does not exist.

    `bot lint --online` asks twice. A page is dead if both answers are 404 or 410, or if its host name does not exist; a
    DOI, if it is not registered; a repository, if GitHub does not have it. `bot sweep` is stricter.

    Find the new URL, or link an archived copy.

    Not reported: pages that block bots, server errors and timeouts; papers that arXiv does not have, which
    `unknown-paper` reports.
    """

    severity = Severity.ERROR
    reason = "its server says that there is no such page"
    examples = (
        Bad(_ENTRY, facts=_status(LinkState.DEAD, "404 (not found) twice")),
        Good(_ENTRY, facts=_status(LinkState.BLOCKED, "403 (forbidden)")),
        Good(_ENTRY, facts=_status(LinkState.UNCERTAIN, "no answer in time")),
    )

    def check_link(self, link: Link, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per link."""
        status = find_status(link, context, LinkState.DEAD)
        if status is not None and is_to_check(link) and not _is_unknown_paper(link.href, context.known):
            reason = f": {status.reason}" if status.reason else ""
            yield self.at(listing, target_span(link), f"`{link.href}` is dead{reason}")


def is_to_check(link: Link) -> bool:
    """Whether the rule reports a link if it is dead; badges are left out, as they repeat the link next to them."""
    parts = split_url(link.href)
    return parts is None or parts.host != "img.shields.io"


def _is_unknown_paper(url: str, facts: Facts) -> bool:
    """Whether `unknown-paper` reports the link."""
    paper = identify(url).identifier
    return paper is not None and isinstance(facts.papers.get(paper), Absent)


_OLD = "http://fireact-agent.github.io/paper.html"
_NEW = "https://fireact-agent.github.io/paper/"
_LINE = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) [[page]({})]\n"
_MOVING, _FIXED = _LINE.format(_OLD), _LINE.format(_NEW)


class MovedLink(Rule):
    """A page has moved permanently.

    The old URL works only while somebody keeps the redirect. `bot lint --online` visits a page twice. It has moved if
    both visits are redirected permanently (301 or 308) to the same page, and this exists. `bot sweep` is
    stricter.

    The fix writes the new URL. It is safe on the same site, and unsafe on another one.

    Not reported: DOIs and short links, which are meant to redirect; repositories, which `moved-repository` reports.
    """

    severity = Severity.WARNING
    reason = "its server says that the page moved for good"
    examples = (
        Bad(_MOVING, _FIXED, Facts(links={_OLD: LinkStatus(_OLD, LinkState.MOVED, "301 twice", target=_NEW)})),
        Good(_MOVING, Facts(links={_OLD: LinkStatus(_OLD, LinkState.OK, "302", target=_NEW)})),
    )

    def check_link(self, link: Link, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per link."""
        status = find_status(link, context, LinkState.MOVED)
        target = follow_move(link.href, status.target) if status is not None and status.target else None
        if target is not None:
            safety = Safety.SAFE if is_same_site(link.href, target) else Safety.UNSAFE
            fix = write_url(link, target, safety)
            yield self.at(listing, target_span(link), f"the page has moved to {quoted_url(target)}", fix=fix)


_REPOSITORY = Identifier(Scheme.GITHUB, "ysymyth/react")
_CODE = (
    "* [ReAct: Synergizing Reasoning and Acting](https://arxiv.org/abs/2210.03629) [[code](https://github.com/{})]\n"
)


def _repository(name: str, *, archived: bool = False, moved_to: str | None = None) -> Facts:
    return Facts(repositories={_REPOSITORY: Repository(_REPOSITORY, name, archived, moved_to)})


class ArchivedRepository(Rule):
    """A linked repository on GitHub is archived: it is read-only.

    Nobody can open an issue or a pull request there. If somebody maintains a fork, link the fork.
    """

    severity = Severity.NOTE
    examples = (
        Bad(_CODE.format("ysymyth/ReAct"), facts=_repository("ysymyth/ReAct", archived=True)),
        Good(_CODE.format("ysymyth/ReAct"), facts=_repository("ysymyth/ReAct")),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per repository and line."""
        for link, repository in linked_repositories(listing, context):
            if repository.archived:
                yield self.at(listing, target_span(link), f"{repository.name} is archived: it is read-only")


_NAME = lazy_pattern(r"(https?://(?:www\.)?github\.com/)([^/?#]+/[^/?#]+?)((?:\.git)?(?:[/?#].*)?)", re.IGNORECASE)


class MovedRepository(Rule):
    """A repository on GitHub was renamed, or has a new owner.

    GitHub redirects the old name only until somebody else takes it. The fix writes the current name.
    """

    severity = Severity.NOTE
    examples = (
        Bad(
            _CODE.format("ysymyth/ReAct/tree/master/prompts"),
            _CODE.format("princeton-nlp/ReAct/tree/master/prompts"),
            _repository("princeton-nlp/ReAct", moved_to="princeton-nlp/ReAct"),
        ),
        Good(_CODE.format("ysymyth/ReAct"), _repository("ysymyth/ReAct")),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per repository and line."""
        for link, repository in linked_repositories(listing, context):
            if repository.moved_to is None:
                continue
            match = _NAME.fullmatch(link.href)
            url = f"{match[1]}{repository.moved_to}{match[3]}" if match else None
            fix = write_url(link, url) if url is not None else None
            yield self.at(listing, target_span(link), f"the repository is now {repository.moved_to}", fix=fix)
