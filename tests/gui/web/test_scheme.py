"""The scheme seen from a page: same host, GET, and nothing of the outside."""

import pytest
from PySide6.QtCore import QUrl

from workbench.gui.web.monaco_view import MonacoView
from workbench.gui.web.scheme import page_url, refusal

from .helpers import evaluate


@pytest.fixture
def view(qtbot, context):
    view = MonacoView(context)
    qtbot.addWidget(view)
    with qtbot.waitSignal(view.ready, timeout=60_000):
        view.show()
    return view


@pytest.mark.parametrize(
    ("method", "path", "initiator", "reason"),
    [
        ("GET", "/index.html", "", ""),
        ("GET", "/vs/loader.js", "op-workbench://monaco", ""),
        ("GET", "/vs/loader.js", "", "no page asked for it"),
        ("POST", "/index.html", "op-workbench://monaco", "only GET is served"),
        ("HEAD", "/index.html", "op-workbench://monaco", "only GET is served"),
        ("GET", "/vs/loader.js", "op-workbench://netron", "asked for by op-workbench://netron"),
        ("GET", "/vs/loader.js", "https://example.com", "asked for by https://example.com"),
        ("GET", "/vs/loader.js", "null", "asked for by null"),
    ],
)
def test_who_may_ask_for_what(method, path, initiator, reason):
    assert refusal(method, page_url("monaco", path), QUrl(initiator)) == reason


def fetched(qtbot, view, url: str, options: str = "{}") -> bool:
    """Whether the page got an answer."""
    return evaluate(qtbot, view, f"fetch('{url}', {options}).then((r) => r.ok).catch(() => false)")


def test_a_page_gets_its_own_files(qtbot, view):
    assert fetched(qtbot, view, "/vs/loader.js")


def test_post_is_refused(qtbot, view, context):
    assert not fetched(qtbot, view, "/vs/loader.js", "{method: 'POST', body: 'x'}")
    assert context.handler.refused[-1][0] == "POST"


@pytest.mark.parametrize(
    "path",
    ["/vs/%2e%2e/%2e%2e/%2e%2e/__init__.py", "/vs/..%2f..%2findex.js", "/vs/%5c..%5cindex.js"],
)
def test_traversal_is_refused(qtbot, view, context, path):
    assert not fetched(qtbot, view, path)
    assert context.handler.refused


def test_another_host_of_ours_is_refused(qtbot, view):
    assert not fetched(qtbot, view, "op-workbench://netron/view.js")
    assert not fetched(qtbot, view, "op-workbench://nowhere/view.js")


def test_no_request_leaves_by_fetch(qtbot, view, context):
    for url in ("https://example.com/", "http://127.0.0.1:9/", "file:///etc/passwd"):
        assert not fetched(qtbot, view, url)
    assert context.interceptor.passed <= {"op-workbench", "blob", "data"}


def test_the_interceptor_stands_without_the_pages_policy(qtbot, context):
    page = context.new_page()
    with qtbot.waitSignal(page.loadFinished, timeout=60_000):
        page.setHtml("<p>no policy here", page_url("monaco"))
    page.runJavaScript(
        "fetch('https://example.com/a').catch(() => 0);"
        "navigator.sendBeacon('https://example.com/b', 'x');"
        "new Image().src = 'http://127.0.0.1:9/c.png';"
        "new WebSocket('ws://127.0.0.1:9/d');"
    )
    wanted = {
        "https://example.com/a",
        "https://example.com/b",
        "http://127.0.0.1:9/c.png",
        "ws://127.0.0.1:9/d",
    }
    qtbot.waitUntil(lambda: wanted <= set(context.interceptor.blocked), timeout=60_000)
    assert context.interceptor.passed <= {"op-workbench", "blob", "data"}


def test_a_page_cannot_go_elsewhere(qtbot, view, context):
    home = view.page().url()
    evaluate(qtbot, view, "(window.open('https://example.com/'), 1)")
    evaluate(qtbot, view, "(window.location = 'https://example.com/', 1)")
    assert evaluate(qtbot, view, "window.location.href") == home.toString()
    assert view.page().url() == home


def test_nothing_is_kept_on_disk(context, view):
    profile = view.page().profile()
    assert profile.isOffTheRecord()
    assert profile.httpCacheType() == profile.HttpCacheType.NoCache
