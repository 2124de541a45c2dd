"""A walk through the desk with nothing but the handbook: an operator governs, and each press and entry is counted."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.replies import ok
from tests.service.moderation.kit import granted, unique
from tests.service.moderation.test_games import rated_game
from tests.service.server import Server, serving
from tests.structure.documents import ROOT
from tests.web.accessibility import assert_accessible
from tests.web.browser import opened
from tests.web.test_sign_in import signed_up, with_authenticator

HANDBOOK = (ROOT / "deploy/moderation.md").read_text()

MOST = 30
"""Clicks, choices and entries of the whole walk: at five seconds each, two and a half minutes; reading has the rest of
five minutes."""


@pytest.fixture(name="own", scope="module")
def _own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site of its own: its operator has no colleague, and answers appeals alone."""
    with serving(tmp_path_factory.mktemp("walk") / "web.db") as server:
        yield server


class Operator:
    """An operator at the desk. Only names that the handbook has are pressed, and each press is counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.done = 0
        self.steps: dict[str, int] = {}

    def press(self, name: str, *, role: Any = "button") -> None:
        """Press a control that the handbook names."""
        assert f"`{name}`" in HANDBOOK, name
        self._press(self.page.get_by_role(role, name=name, exact=True).first)

    def press_own(self, found: Locator) -> None:
        """Press what the page itself offers, such as the name of a player that was found."""
        self._press(found)

    def fill(self, label: str, text: str) -> None:
        self.page.get_by_label(label).first.fill(text)
        self.done += 1

    def choose(self, label: str, option: str) -> None:
        self.page.get_by_label(label, exact=True).select_option(label=option)
        self.done += 1

    def step(self, name: str) -> None:
        """Note how many presses and entries there were since the last step."""
        self.steps[name] = self.done - sum(self.steps.values())

    def _press(self, found: Locator) -> None:
        found.click()
        self.done += 1


def first_operator(own: Server, page: Page) -> None:
    """Sign up, add a passkey, run the command, and sign in again, as the chapter "The first operator" says."""
    with_authenticator(page)
    operator, _ = signed_up(page, "Olga")
    granted(own, "grant", operator, "operator")
    # the answer comes before the session ends
    with page.expect_response("**/v1/me/games?*"):
        page.goto("/account")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Play as a guest")).to_be_visible()
    page.goto("/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()


def act(walk: Operator, what: str, reason: str, **fields: str) -> None:
    """Do an act on the page of a player or a game."""
    assert f"`{what}`" in HANDBOOK, what
    walk.choose("What", what)
    for label, value in fields.items():
        if label == "For":
            walk.choose(label, value)
        else:
            walk.fill(label.replace("_", " "), value)
    walk.fill("Reason", reason)
    walk.press_own(walk.page.get_by_role("button", name="Do it"))


def test_an_operator_governs_with_the_handbook_alone(browser: Browser, own: Server) -> None:
    rude, other = own.player(unique("Rude")), own.player(unique("Other"))
    name, new = ok(rude.get("/v1/me")).json()["name"], unique("Nice")
    game = rated_game(rude, other)
    with opened(browser, own.base.replace("127.0.0.1", "localhost"), refused=("/v1/sessions",)) as page:
        first_operator(own, page)
        walk, heading = Operator(page), page.get_by_role("heading", level=1)

        walk.press("Desk", role="link")
        walk.fill("Name, former name or id", name)
        walk.press_own(page.get_by_role("button", name="Search"))
        walk.press_own(page.get_by_role("main").get_by_role("link", name=name))
        expect(heading).to_contain_text(name)
        walk.step("find")

        act(walk, "Suspend", "insults in three games", For="7 days")
        expect(heading).to_contain_text("suspended until")
        walk.step("suspend")

        act(walk, "Give another name", "an insult as a name", New_name=new)
        expect(heading).to_contain_text(new)
        assert_accessible(page)
        walk.step("rename")

        # the page of the player leads to the game: nobody has to know its address
        walk.press_own(page.locator("main li a[href^='/desk/games/']"))
        expect(page).to_have_url(re.compile(f"/desk/games/{game}$"))
        act(walk, "Void the result", "a fixed game")
        expect(heading).to_contain_text("result void")
        walk.step("void")

        told = ok(rude.get("/v1/me/acts")).json()["items"]
        (suspended,) = [each["number"] for each in told if each["action"] == "player.suspended"]
        ok(rude.post(f"/v1/me/acts/{suspended}/appeals", json={"text": "It was a joke between friends."}), 201)
        answer_appeal(walk, page.locator("li.case", has_text="It was a joke between friends."), new)
        walk.step("appeal")

    assert ok(rude.get("/v1/me/standing")).json()["suspension"] is None
    (answered,) = [each["appeal"] for each in ok(rude.get("/v1/me/acts")).json()["items"] if each["appeal"]]
    assert answered["state"] == "granted"
    counted = ", ".join(f"{step} {number}" for step, number in walk.steps.items())
    print(f"presses and entries: {counted}; {walk.done} in all")  # noqa: T201 - the figure is what the walk is for
    assert walk.done <= MOST


def answer_appeal(walk: Operator, appeal: Locator, name: str) -> None:
    """Undo what the appeal is against, and grant it, as the chapter "Appeals" says."""
    walk.press("Reports and appeals", role="link")
    # the name leads to where the act is undone
    walk.press_own(appeal.get_by_role("link", name=name))
    act(walk, "Lift the suspension", "the appeal is right")
    expect(walk.page.get_by_role("heading", level=1)).not_to_contain_text("suspended")
    walk.press("Reports and appeals", role="link")
    walk.press_own(appeal.get_by_text("Answer", exact=True))
    walk.press_own(appeal.get_by_label("Grant it"))
    walk.fill("Answer to the player", "You are right. The suspension has ended.")
    walk.fill("Reason for the log", "a joke between friends")
    assert_accessible(walk.page)
    walk.press_own(appeal.get_by_role("button", name="Answer the appeal"))
    expect(appeal).to_have_count(0)
