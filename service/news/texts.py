"""The texts of pings, in the language of the player, and their bodies by format."""

from functools import cache
from typing import Any, Literal, TypeAlias
from urllib.parse import urlsplit

import msgspec

from projections.sentences.messages import Message, load_translations
from service.news.queue.receivers import Disabled, PingTerms, PushTerms

DOMAIN = "notifications"

MOST_CHARACTERS = 200
"""The maximum length of the text of a ping."""

YOUR_TURN = Message("Your turn in {game}: {url}")
YOUR_TURN_HERE = Message("Your turn in {game}")
MESSAGES_IN = Message("New messages in {game}: {url}")
MESSAGES_HERE = Message("New messages in {game}")
TEST_HERE = Message("This is a test. Notifications arrive in this browser.")
TEST = Message("This is a test. Your pings arrive: {url}")
GONE = Message("Your webhook to {host} answered 410 and is disabled: {url}")
FAILING = Message("Your webhook to {host} has failed for five days and is disabled: {url}")

REPORT_ANSWERED = Message("A moderator has answered your report: {url}")
ACT_ABOUT_YOU = Message("A moderator has decided something about you: {url}")
APPEAL_ANSWERED = Message("A moderator has answered your appeal: {url}")

CHALLENGED = Message("You are challenged to a game: {url}")
ACCEPTED = Message("All players have accepted, and the game begins: {url}")
DECLINED = Message("A player has declined a game that you had agreed to: {url}")
REMATCH = Message("You are asked for a rematch: {url}")
PAIRED = Message("Players for your game are found, and it begins: {url}")
ORDER_ACTED = Message("Your standing order has decided: {url}")
ORDER_ENDED = Message("Your standing order has ended: {url}")

MESSAGES = (
    *(YOUR_TURN, YOUR_TURN_HERE, MESSAGES_IN, MESSAGES_HERE, TEST, TEST_HERE, GONE, FAILING),
    *(REPORT_ANSWERED, ACT_ABOUT_YOU, APPEAL_ANSWERED),
    *(CHALLENGED, ACCEPTED, DECLINED, REMATCH, PAIRED, ORDER_ACTED, ORDER_ENDED),
)
"""All messages of pings."""

Notice: TypeAlias = Literal[
    "report.answered", "act.done", "appeal.answered",
    "challenge.received", "challenge.accepted", "challenge.declined", "rematch.asked", "pool.paired",
    "order.acted", "order.ended",
]  # fmt: skip
"""What a player is told that is no event of a game."""

_NOTICES: dict[Notice, Message] = {
    "report.answered": REPORT_ANSWERED,
    "act.done": ACT_ABOUT_YOU,
    "appeal.answered": APPEAL_ANSWERED,
    "challenge.received": CHALLENGED,
    "challenge.accepted": ACCEPTED,
    "challenge.declined": DECLINED,
    "rematch.asked": REMATCH,
    "pool.paired": PAIRED,
    "order.acted": ORDER_ACTED,
    "order.ended": ORDER_ENDED,
}

_DISABLED: dict[Disabled, Message] = {"gone": GONE, "failing": FAILING}


def turn_text(terms: PingTerms, game: str, url: str) -> str:
    """Return the text that it is a player's turn in a game, whose name is shortened if necessary."""
    message = YOUR_TURN_HERE if isinstance(terms, PushTerms) else YOUR_TURN
    return _text(terms, message, url, "game", _inert(game))


def messages_text(terms: PingTerms, place: str, url: str) -> str:
    """Return the text that something was written in a game or tournament, without what was written."""
    message = MESSAGES_HERE if isinstance(terms, PushTerms) else MESSAGES_IN
    return _text(terms, message, url, "game", _inert(place))


def test_text(terms: PingTerms, url: str) -> str:
    """Return the text of a test."""
    return _text(terms, TEST_HERE if isinstance(terms, PushTerms) else TEST, url, "", "")


def disabled_text(terms: PingTerms, because: Disabled, webhook: str, url: str) -> str:
    """Return the text that a webhook was disabled."""
    return _text(terms, _DISABLED[because], url, "host", urlsplit(webhook).hostname or "")


def notice_text(terms: PingTerms, notice: Notice, url: str) -> str:
    """Return the text of a notice, which leads to a page."""
    return _text(terms, _NOTICES[notice], url, "", "")


def body_of(terms: PingTerms, text: str, **more: Any) -> bytes:
    """Return the body of a ping. Only the format `json` has further members."""
    match terms.form:
        case "discord":
            return msgspec.json.encode({"content": text})
        case "slack":
            return msgspec.json.encode({"text": text})
        case "json":
            return msgspec.json.encode({"text": text, **more})
        case "text":
            return text.encode()


def media_type_of(terms: PingTerms) -> str:
    """Return the media type of the body of a ping."""
    return "text/plain; charset=utf-8" if terms.form == "text" else "application/json"


def _inert(name: str) -> str:
    """Return a name that another player has chosen so that Discord and Slack find no mention in it."""
    return name.replace("@", "@\u200b").replace("<", "\u2039").replace(">", "\u203a")


def _text(terms: PingTerms, message: Message, url: str, name: str, value: str) -> str:
    translated = load(terms.language).gettext(message.text)
    prefix = f"{terms.mention} " if terms.mention else ""

    def filled(shown: str) -> str:
        return prefix + translated.format_map({"url": url, **({name: shown} if name else {})})

    whole = filled(value)
    excess = len(whole) - MOST_CHARACTERS
    return whole if excess <= 0 else filled(f"{value[: max(0, len(value) - excess - 1)]}\N{HORIZONTAL ELLIPSIS}")


@cache
def load(language: str) -> Any:
    """Return the translations of a language. English has no catalogue: its texts are the keys."""
    return load_translations("service.news", language, DOMAIN)
