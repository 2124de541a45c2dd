"""Reports in the browser: a message is reported, a moderator answers, and the player who was warned appeals."""

from playwright.sync_api import Browser, expect

from tests.replies import ok
from tests.service.kit import identity
from tests.service.moderation.kit import with_role
from tests.service.server import Server
from tests.waiting import until
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened
from tests.web.test_talk import signed_up, table_of


def test_a_message_is_reported_and_a_moderator_answers(browser: Browser, site: Server) -> None:
    (_, ada), (bea_token, bea) = (signed_up(site, name) for name in ("Ada", "Bea"))
    mona = with_role(site, "moderator", "Mona")
    mona_token = mona.headers["Authorization"].removeprefix("Bearer ")
    game = table_of(ada, bea)
    ok(ada.post(f"/v1/games/{game}/messages", json={"text": "you fool"}), 201)
    with (
        opened(browser, site.base, token=bea_token, viewport=PHONE) as phone,
        opened(browser, site.base, token=mona_token) as desk,
    ):
        phone.goto(f"/games/{game}")
        phone.get_by_role("button", name="Talk").click()
        phone.get_by_role("button", name="Report the message of").click()
        phone.get_by_label("What is wrong?").select_option("insult")
        phone.get_by_label("In your own words").fill("He says so in every game.")
        assert_accessible(phone)
        phone.get_by_role("button", name="Send the report").click()
        phone.get_by_role("link", name="Your reports and the answers").click()
        expect(phone.get_by_role("heading", name="Message: Insult")).to_contain_text("waits")

        desk.goto("/desk/reports")
        desk.get_by_role("button", name="Message: Ada").click()
        expect(desk.get_by_text("you fool")).to_be_visible()
        expect(desk.get_by_text("He says so in every game.")).to_be_visible()
        desk.get_by_role("button", name="Take this case").click()
        desk.get_by_label("The reports are right").check()
        desk.get_by_label("Answer to who reported it").fill("Thank you, we have warned Ada.")
        desk.get_by_label("Reason for the log").fill("Rule 2 of the house.")
        assert_accessible(desk)
        desk.get_by_role("button", name="Answer and close").click()
        expect(desk.get_by_text("No report waits.")).to_be_visible()

        phone.reload()
        expect(phone.get_by_text("Thank you, we have warned Ada.")).to_be_visible()
        assert_accessible(phone)
        assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_a_warned_player_appeals_and_all_read_the_numbers(browser: Browser, site: Server) -> None:
    ada_token, ada = signed_up(site, "Ada")
    mona, max_ = (with_role(site, "moderator", name) for name in ("Mona", "Max"))
    warning = {"type": "warn", "reason": "Be polite."}
    ok(mona.post(f"/v1/moderation/players/{identity(ada)}/acts", json=warning), 201)
    max_token = max_.headers["Authorization"].removeprefix("Bearer ")
    with opened(browser, site.base, token=ada_token) as page, opened(browser, site.base, token=max_token) as desk:
        page.goto("/account/reports")
        expect(page.get_by_text("Be polite.", exact=True)).to_be_visible()
        page.get_by_text("Appeal", exact=True).click()
        page.get_by_label("Why is it wrong?").fill("I was polite.")
        assert_accessible(page)
        page.get_by_role("button", name="Send the appeal").click()
        expect(page.get_by_text("Your appeal")).to_be_visible()

        desk.goto("/desk/reports")
        case = desk.locator("li.case", has_text="I was polite.")
        case.get_by_text("Answer", exact=True).click()
        case.get_by_label("Refuse it").check()
        case.get_by_label("Answer to the player").fill("You were not.")
        case.get_by_label("Reason for the log").fill("Rule 2 of the house.")
        assert_accessible(desk)
        case.get_by_role("button", name="Answer the appeal").click()
        expect(case).to_have_count(0)

        page.reload()
        expect(page.get_by_text("You were not.")).to_be_visible()
        until(lambda: "refused" in site.client().get("/v1/transparency").text, 60)
        page.goto("/transparency")
        expect(page.get_by_role("table", name="Appeals")).to_contain_text("refused")
        expect(page.get_by_role("table", name="What moderators have done")).to_contain_text("Warning")
        assert_accessible(page)


def test_an_operator_computes_and_reads_a_report_about_unfair_play(browser: Browser, site: Server) -> None:
    operator = with_role(site, "operator", "Olga")
    token = operator.headers["Authorization"].removeprefix("Bearer ")
    with opened(browser, site.base, token=token) as page:
        page.goto("/desk/fair-play")
        page.get_by_role("button", name="Compute a report").click()
        page.get_by_role("button", name="Read the report of").first.click()
        expect(page.get_by_role("heading", name="Choices of a bot")).to_be_visible()
        assert_accessible(page)


def test_a_name_is_reported_from_the_profile_after_signing_in(browser: Browser, site: Server) -> None:
    (_, ada), (bea_token, _) = (signed_up(site, name) for name in ("Ada", "Bea"))
    path = f"/players/{identity(ada)}"
    with (
        opened(browser, site.base) as visitor,
        opened(browser, site.base, token=bea_token, refused=("/v1/reports",)) as page,
    ):
        visitor.goto(path)
        visitor.get_by_role("button", name="Report the name").click()
        expect(visitor.get_by_role("link", name="Sign in to report something.")).to_be_visible()
        page.goto(path)
        page.get_by_role("button", name="Report the name").click()
        page.get_by_label("What is wrong?").select_option("other")
        page.get_by_role("button", name="Send the report").click()
        # the form stays, with what is missing
        expect(page.get_by_role("alert")).to_contain_text("in your own words")
        page.get_by_label("In your own words").fill("it is mine")
        page.get_by_role("button", name="Send the report").click()
        expect(page.get_by_text("A moderator will look at it.")).to_be_visible()


def test_news_of_moderators_come_to_the_page_where_the_player_is(browser: Browser, site: Server) -> None:
    (ada_token, ada), (bea_token, bea) = (signed_up(site, name) for name in ("Ada", "Bea"))
    mona, max_ = (with_role(site, "moderator", name) for name in ("Mona", "Max"))
    subject = {"type": "name", "player": identity(ada)}
    made = ok(bea.post("/v1/reports", json={"about": subject, "reason": "insult", "text": "rude"}), 201).json()
    with (
        opened(browser, site.base, token=ada_token, viewport=PHONE) as phone,
        opened(browser, site.base, token=bea_token) as page,
    ):
        for each in (phone, page):
            # the stream is open once its first answer has come
            with each.expect_response(lambda reply: "/v1/challenges" in reply.url):
                each.goto("/rules")
        warning = {"type": "warn", "reason": "Be polite."}
        ok(mona.post(f"/v1/moderation/players/{identity(ada)}/acts", json=warning), 201)
        news = phone.get_by_role("region", name="News of moderators")
        expect(news).to_contain_text("Moderators have decided something about you.")
        # a warning stands above the page without a reload
        expect(phone.get_by_role("button", name="I have read it")).to_be_visible()
        assert_accessible(phone)
        assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        news.get_by_role("link", name="Read it").press("Enter")
        expect(phone.get_by_role("heading", name="Warning")).to_be_visible()

        cases = ok(mona.get("/v1/moderation/reports", params={"status": "waiting", "limit": "200"})).json()["items"]
        (case,) = [each["id"] for each in cases if each["account"] == identity(ada)]
        ok(mona.put(f"/v1/moderation/reports/{case}/taker", json={"takes_over": False}))
        answer = {"state": "answered", "text": "Ada has another name now.", "reason": "a rule"}
        ok(mona.post(f"/v1/moderation/reports/{case}/answers", json=answer), 201)
        told = page.get_by_role("region", name="News of moderators")
        expect(told).to_contain_text("Moderators have answered a report of yours.")
        told.get_by_role("button", name="Hide").press("Enter")
        expect(told).to_have_count(0)
        assert ok(bea.get("/v1/me/reports")).json()["items"][0]["id"] == made["id"]

        # the page of reports shows it at once
        phone.get_by_text("Appeal", exact=True).click()
        phone.get_by_label("Why is it wrong?").fill("I was polite.")
        phone.get_by_role("button", name="Send the appeal").click()
        expect(phone.get_by_text("Your appeal")).to_be_visible()
        (act,) = ok(ada.get("/v1/me/acts")).json()["items"]
        refused = {"outcome": "refused", "text": "You were not.", "reason": "a rule"}
        ok(max_.post(f"/v1/moderation/appeals/{act['number']}/answers", json=refused), 201)
        expect(phone.get_by_text("You were not.")).to_be_visible()
        expect(phone.get_by_role("region", name="News of moderators")).to_have_count(0)
