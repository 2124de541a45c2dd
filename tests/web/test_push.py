"""Notifications of a browser: the button, the worker that shows them, and the app on a phone.

Without a window, Chromium has neither a push service nor the permission to show notifications. A script gives it both:
a subscription whose endpoint is a receiver of the test, and what the worker's scope would do with a message.
"""

import json
import struct
from typing import Any

from playwright.sync_api import Browser, expect

from service.core.keys.base64url import decoded
from tests.notifications.push.browsers import PushBrowser, claims_in
from tests.notifications.receiver import Receiver
from tests.replies import ok
from tests.service.server import Server
from tests.web.accessibility import assert_accessible
from tests.web.browser import opened
from tests.web.test_table import signed_up

SUBSCRIBED = """(() => {
  Object.defineProperty(Notification, 'permission', {get: () => 'granted'});
  Notification.requestPermission = async () => 'granted';
  let current = null;
  const json = JSON.parse(%s);
  PushManager.prototype.getSubscription = async () => current;
  PushManager.prototype.subscribe = async (options) => {
    window.subscribedWith = options;
    current = {endpoint: json.endpoint, toJSON: () => json, unsubscribe: async () => { current = null; return true; }};
    return current;
  };
})()"""


def test_a_browser_is_enabled_tested_and_disabled(browser: Browser, near: Server, found: Receiver) -> None:
    token, client = signed_up(near, "Pushka")
    keys = PushBrowser()
    body = json.dumps(json.dumps(keys.subscription(found.url())))
    with opened(browser, near.base, token=token) as page:
        page.add_init_script(SUBSCRIBED % body)
        page.goto("/account/notifications")
        part = page.get_by_role("region", name="Browsers")
        part.get_by_role("button", name="Enable for this browser").click()
        expect(part.get_by_text("this browser", exact=True)).to_be_visible()
        assert_accessible(page)
        (shown,) = ok(client.get("/v1/me/push")).json()["items"]
        assert shown["endpoint"] == found.url()
        asked = page.evaluate("window.subscribedWith")
        key = ok(client.get("/v1/me/push")).json()["public_key"]
        assert asked == {"userVisibleOnly": True, "applicationServerKey": key}
        assert len(decoded(key)) == 65

        part.get_by_role("button", name="Test").click()
        expect(part.get_by_text("The test is on its way")).to_be_visible()
        expect(page.locator("#live")).to_contain_text("The test is on its way")
        (sent,) = found.received
        assert keys.read(sent.body)["type"] == "test"
        assert claims_in(sent.headers)[1] == key

        part.get_by_role("button", name="Disable for this browser").click()
        expect(part.get_by_role("button", name="Enable for this browser")).to_be_visible()
        assert ok(client.get("/v1/me/push")).json()["items"] == []


def test_a_refused_permission_is_explained(browser: Browser, near: Server) -> None:
    token, _ = signed_up(near, "Nora")
    with opened(browser, near.base, token=token) as page:
        page.add_init_script("Object.defineProperty(Notification, 'permission', {get: () => 'denied'})")
        page.goto("/account/notifications")
        part = page.get_by_role("region", name="Browsers")
        expect(part.get_by_text("refuses notifications")).to_be_visible()
        expect(part.get_by_role("button")).to_have_count(0)
        assert_accessible(page)


def test_an_iphone_is_sent_to_the_home_screen(browser: Browser, near: Server) -> None:
    token, _ = signed_up(near, "Ivo")
    agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"
    with opened(browser, near.base, token=token, user_agent=agent) as page:
        page.add_init_script("delete window.PushManager")
        page.goto("/account/notifications")
        expect(page.get_by_text("first add this site to the home screen")).to_be_visible()


WORKER_SCOPE = """async ([message, url]) => {
  const done = {shown: [], opened: [], focused: []};
  const listeners = {};
  const self = {
    location: new URL(location.href),
    addEventListener: (type, listener) => { listeners[type] = listener; },
    skipWaiting: () => {},
    registration: {showNotification: async (title, options) => { done.shown.push({title, ...options}); }},
    clients: {
      matchAll: async () => [{url: `${location.origin}/games/g2#now`, focus: async () => { done.focused.push('g2'); }}],
      openWindow: async (url) => { done.opened.push(url); },
    },
  };
  %s
  const waited = [];
  const waitUntil = (work) => waited.push(work);
  listeners.push({waitUntil, data: message === null ? null : {json: () => JSON.parse(message)}});
  const notification = {close: () => {}, data: url === null ? done.shown[0].data : {url}};
  listeners.notificationclick({waitUntil, notification});
  await Promise.all(waited);
  return done;
}"""


def test_the_worker_shows_messages_and_opens_only_pages_of_the_site(browser: Browser, near: Server) -> None:
    code = near.client().get("/push-worker.js").text

    with opened(browser, near.base) as page:
        page.goto("/about")

        def done(message: str | None, url: str | None = None) -> Any:
            return page.evaluate(WORKER_SCOPE % code, [message, url])

        message = {"text": "Your turn in Friday", "game": "g1", "url": f"{near.base}/games/g1"}
        first = done(json.dumps(message))
        assert first["shown"] == [
            {
                "title": "Ludolog",
                "body": "Your turn in Friday",
                "icon": "/icons/192.png",
                "tag": "g1",
                # without it, a browser replaces a notification in silence
                "renotify": True,
                "data": {"url": f"{near.base}/games/g1"},
            }
        ]
        assert first["opened"] == [f"{near.base}/games/g1"]
        assert done(json.dumps(message), "https://elsewhere.example/games/g3")["opened"] == [f"{near.base}/games/g3"]
        assert done(json.dumps(message), f"{near.base}/games/g2") | {"shown": 0} == {
            "shown": 0, "opened": [], "focused": ["g2"],
        }  # fmt: skip
        for unreadable in (None, "this is no JSON"):
            assert [each["tag"] for each in done(unreadable)["shown"]] == ["ludolog"]


def test_the_worker_is_active_for_the_whole_site(browser: Browser, near: Server) -> None:
    with opened(browser, near.base) as page:
        page.goto("/about")
        scope = page.evaluate(
            """async () => {
              const policy = trustedTypes.createPolicy('ludolog-worker', {createScriptURL: (url) => url});
              await navigator.serviceWorker.register(policy.createScriptURL('/push-worker.js'));
              return (await navigator.serviceWorker.ready).scope;
            }"""
        )
        assert scope == f"{near.base}/"


def test_the_site_can_be_installed(near: Server) -> None:
    client = near.client()
    page = client.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    assert '<link rel="apple-touch-icon" href="/icons/180.png">' in page
    manifest = ok(client.get("/manifest.webmanifest"))
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    paths = [*(icon["src"] for icon in manifest.json()["icons"]), "/icons/180.png"]
    for path in paths:
        icon = client.get(path)
        size = int(path.removeprefix("/icons/").removesuffix(".png"))
        assert (icon.status_code, icon.headers["content-type"]) == (200, "image/png")
        assert struct.unpack("!II", icon.content[16:24]) == (size, size)
    assert client.get("/icons/7.png").status_code == 404
    worker = client.get("/push-worker.js")
    assert (worker.headers["cache-control"], worker.headers["content-type"].partition(";")[0]) == (
        "no-cache",
        "text/javascript",
    )
    assert "worker-src 'self'" in client.get("/account").headers["content-security-policy"]
