"""No form of a URL, no name and no redirect leads to an address that is not public: 0 connections."""

from __future__ import annotations

import socket
from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest

from bot.links import LinkState, LinkStatus
from bot.links.address_guard import Guard, NotAllowedError
from bot.links.checker import LinkOptions, check_links
from bot.links.transport import open_context
from bot.links.verdict import LinkLimits
from tests.web.forms import DISGUISED, LITERALS, LOCAL_NAMES, NEIGHBOURS, STRANGERS, Listener, resolve
from tests.web.server import Visit, Web, page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.links.address_guard import Network

OPENED = "127.9.9.9"
ALLOW = (ip_network(f"{OPENED}/32"),)
QUICK = LinkLimits(link=3.0, request=1.0, waits=(), confirm=0.1)
FORMS = (*LITERALS, *NEIGHBOURS, *LOCAL_NAMES, *STRANGERS)
NOT_PUBLIC = "its IP address is not public"


@pytest.fixture(scope="module")
def listener() -> Iterator[Listener]:
    """What must never be asked."""
    with Listener() as listener:
        yield listener


@pytest.fixture(scope="module")
def opened() -> Iterator[Web]:
    """A host that may be asked, and redirects to what the path says."""

    def redirect(visit: Visit) -> bytes:
        return page(302, b"", f"Location: {visit.path.removeprefix('/to/')}")

    with Web(redirect, OPENED) as web:
        yield web


CONTEXT = open_context()


def check(url: str, allow: tuple[Network, ...] = ()) -> LinkStatus:
    options = LinkOptions(allow, limits=QUICK)
    (status,) = check_links([url], options=options, resolver=resolve, context=CONTEXT).values()
    return status


def test_the_listener_hears_of_connections() -> None:
    """Else the tests below prove nothing."""
    with Listener() as ears:
        for host in ("127.0.0.1", "0.0.0.0", "2130706433", "127.1"):
            socket.create_connection((host, ears.port), 2).close()
        allowed = LinkOptions((ip_network("127.0.0.0/8"),), limits=QUICK)
        check_links([f"http://evil.test:{ears.port}/"], options=allowed, resolver=resolve)
        assert ears.connections == 5


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("allow", [(), ALLOW], ids=["nothing-opened", "another-opened"])
def test_no_form_is_asked(listener: Listener, form: str, allow: tuple[Network, ...]) -> None:
    url = f"http://{form}:{listener.port}/"
    assert check(url, allow) == LinkStatus(url, LinkState.SKIPPED, NOT_PUBLIC)
    assert listener.connections == 0


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("port", [80, 443])
def test_no_form_is_asked_on_the_ports_of_the_web(form: str, port: int) -> None:
    with pytest.raises(NotAllowedError, match=NOT_PUBLIC):
        Guard(ALLOW, resolve).addresses(form.strip("[]"), port)


@pytest.mark.parametrize("form", DISGUISED.values(), ids=DISGUISED)
def test_no_disguise_helps(listener: Listener, form: str) -> None:
    status = check(form.format(port=listener.port))
    assert (status.state, status.evidence) == (LinkState.SKIPPED, ())
    assert listener.connections == 0


TARGETS = [f"http://{form}:{{port}}/" for form in FORMS]
TARGETS += [form for form in DISGUISED.values() if not set(form) & set(" \r\x00")]


@pytest.mark.parametrize("target", TARGETS)
def test_no_redirect_leads_there(listener: Listener, opened: Web, target: str) -> None:
    url = opened.url(f"/to/{target.format(port=listener.port)}")
    status = check(url, ALLOW)
    assert status.state is not LinkState.DEAD
    assert listener.connections == 0
    assert all(item.url.startswith(opened.url("/")) for item in status.evidence), "no private address is shown"
    assert status.target is None


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_kind_of_redirect_leads_there(listener: Listener, status: int) -> None:
    with Web(lambda _: page(status, b"", f"Location: http://127.0.0.1:{listener.port}/"), OPENED) as web:
        found = check(web.url("/"), ALLOW)
    assert (found.state, found.reason) == (
        LinkState.UNCERTAIN,
        f"redirects to a URL that is not checked: {NOT_PUBLIC}",
    )
    assert listener.connections == 0


def test_a_name_that_changes_its_mind_is_believed_once(listener: Listener) -> None:
    """Rebinding: the first answer is judged, and is where all connections go."""
    with Web(lambda visit: page() if visit.number > 1 else page(503), OPENED) as web:
        answers = iter([(OPENED,), *[("127.0.0.1",)] * 50])
        urls = [f"http://rebinding.test:{web.port}/{number}" for number in range(5)]
        limits = LinkLimits(link=5.0, request=1.0, waits=(0.1,), confirm=0.1)
        found = check_links(urls, options=LinkOptions(ALLOW, limits=limits), resolver=lambda _: next(answers))
        assert {status.state for status in found.values()} == {LinkState.OK}
        assert {visit.headers["host"] for visit in web.visits} == {f"rebinding.test:{web.port}"}
    assert listener.connections == 0


def test_a_redirect_back_to_a_name_is_not_a_second_chance(listener: Listener) -> None:
    """Rebinding by redirect: every hop goes to an address that was judged."""
    with Web(lambda visit: page(302, b"", f"Location: http://second.test:{listener.port}/"), OPENED) as web:
        answers = {"first.test": [(OPENED,)], "second.test": [("127.0.0.1",), (OPENED,)]}
        found = check_links(
            [f"http://first.test:{web.port}/"],
            options=LinkOptions(ALLOW, limits=QUICK),
            resolver=lambda host: answers[host].pop(0),
        )
    assert [status.state for status in found.values()] == [LinkState.UNCERTAIN]
    assert listener.connections == 0
