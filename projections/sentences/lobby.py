"""Sentences about the events that all titles share: seats, start and end, clocks, rulings and take-back."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.game.events import BOT
from domain.rulesets import RULESETS
from projections.ranking import ranks_after
from projections.sentences.forms import ABSENT, EMPTY, OTHER, Context, Kind, Sentence, Template, Use, When
from projections.sentences.kinds import Duration, Fields, Listed, Moment, Number, SeatName, joined
from projections.sentences.messages import Message

BOT_NAME = Message("Bot {name}")
SEAT_NAME = Message("Seat {number}")
TWICE = Message("{name} ({number})")
A_PLAYER = Message("A player")
AN_ORGANISER = Message("organiser")
DECIDES = Message("{seat} decides: {rule}.")
"""The question of a title without questions of its own."""
DECIDE = Message("Decide: {rule}.")
"""The same question to the player."""


class PlayerName(Kind, frozen=True):
    """The name of a player by id."""

    unknown: Message = A_PLAYER

    def render(self, value: Any, context: Context) -> str:
        """Return the name, or a general word if the player has none."""
        if value and value.startswith(BOT):
            return context.catalogue.render(Message(BOT_NAME.text, parts={"name": value.removeprefix(BOT)}))
        return (value and context.player(value)) or context.catalogue.render(self.unknown)


class Person(PlayerName, frozen=True):
    """The name of the player of a seat, also while a bot plays for the player."""

    def render(self, value: Any, context: Context) -> str:
        """Return the name."""
        return super().render(context.person(value), context)


class TitleName(Kind, frozen=True):
    """The title of a game."""

    def render(self, value: Any, context: Context) -> str:  # noqa: ARG002 - a title has one name in all languages
        """Return the title, or its id if it is unknown."""
        return RULESETS[value].title if value in RULESETS else str(value)


class Ranks(Kind, frozen=True):
    """The ranks of all seats, in the order of seats."""

    def render(self, value: Any, context: Context) -> str:
        """Return the seats by rank."""
        ranks: list[int] = list(value)
        ranked = sorted((rank, seat) for seat, rank in enumerate(ranks))
        names = [f"{rank}. {context.resigned(seat) or context.seat(seat)}" for rank, seat in ranked]
        return joined(names, context.catalogue)


_PLACE = Fields(Template("{rank}. {seat} ({score})"))
_RESIGNED = Fields(Template("{rank}. {name} ({score}, resigned)"))


class Places(Kind, frozen=True):
    """The places of a finished game. The log has them by the rules; the sentence ranks them as the result does."""

    def render(self, value: Any, context: Context) -> str:
        """Return the seats by rank, each with the score."""
        names = {place["seat"]: context.resigned(place["seat"]) for place in value}
        ranks: Mapping[int, int] = {place["seat"]: place["rank"] for place in value}
        if not context.is_adjudicated:
            ranks = ranks_after(ranks, [seat for seat, name in names.items() if name])
        ranked: list[dict[str, Any]] = [
            {**place, "rank": ranks[place["seat"]], "name": names[place["seat"]]} for place in value
        ]
        ranked.sort(key=lambda place: place["rank"])
        parts = [(_RESIGNED if place["name"] else _PLACE).render(place, context) for place in ranked]
        return joined(parts, context.catalogue)

    def messages(self) -> Iterator[Message]:
        """Yield the forms of a place."""
        yield from _PLACE.messages()
        yield from _RESIGNED.messages()


_PLAYER, _PERSON = PlayerName(), Person()

KINDS: Mapping[str, Kind] = {
    "seat": SeatName(),
    "number": Number(),
    "player": _PLAYER,
    "owner": _PLAYER,
    "author": PlayerName(AN_ORGANISER),
    "ruleset": TitleName(),
    "seats": Number(),
    "strike": Number(),
    "rank": Number(),
    "score": Number(),
    "seconds": Duration(),
    "until": Moment(),
    "reason": Kind(),
    "name": Kind(),
    "places": Places(),
    "ranks": Ranks(),
    "version": Number(),
}

_NUMBERED = {"number": Use("seat", Number()), "who": Use("seat", _PERSON)}

SENTENCES: Mapping[str, Sentence] = {
    "game.opened": When(
        "name",
        {
            ABSENT: "{owner} opens a game of {ruleset} for {seats} players.",
            OTHER: "{owner} opens the game “{name}” of {ruleset} for {seats} players.",
        },
    ),
    "game.seat_taken": Template("{player} takes seat {number}.", _NUMBERED),
    "game.seat_left": Template("{who} leaves. Seat {number} is free again.", _NUMBERED),
    "game.started": "The game starts.",
    "game.seat_resigned": "{seat} resigns. {player} plays on.",
    "game.others_left": "All other players have left. {seat} wins.",
    "game.abandoned": "The game is cancelled.",
    "game.seats_released": "The start time has come. Substitutes may take the reserved seats that are still free.",
    "game.seat_declined": Template("{player} declines seat {number}.", _NUMBERED),
    "game.ended": When("places", {EMPTY: "The game is over.", OTHER: "The game is over: {places}."}),
    "game.seat_returned": Template("{who} returns and plays on.", _NUMBERED),
    "game.replacement_offered": Template(
        "Ruling ({author}): {player} is asked to replace {who}. Reason: {reason}", _NUMBERED
    ),
    "game.player_replaced": Template("Ruling ({author}): {player} replaces {who}. Reason: {reason}", _NUMBERED),
    "game.seat_given_up": Template(
        "Ruling ({author}): the seat of {who} is given up. {player} plays on. Reason: {reason}", _NUMBERED
    ),
    "game.adjudicated": "Ruling ({author}): the game ends with the ranking {ranks}. Reason: {reason}",
    "game.clock_extended": "Ruling ({author}): {seat} gets {seconds} more. Reason: {reason}",
    "game.paused": "Ruling ({author}): the game pauses until {until}. Reason: {reason}",
    "game.resumed": When(
        "author",
        {None: "The game goes on.", OTHER: "Ruling ({author}): the game goes on. Reason: {reason}"},
    ),
    "game.decision_taken_back": "{seat} takes back the last decision.",
    "game.hint_taken": "{seat} takes a hint of the engine.",
    "clock.switched": When(
        "seats",
        {
            EMPTY: "No clock runs.",
            OTHER: Template("To decide: {running}.", {"running": Use("seats", Listed(SeatName()))}),
        },
    ),
    "clock.ran_out": "{seat} runs out of time (strike {strike}). A bot answers this decision.",
    "clock.vacation_taken": "{seat} takes a vacation of {seconds}.",
    "clock.seat_taken_over": "{player} takes over from {seat}.",
}

SPOKEN: Mapping[str, str] = {
    "{seat} resigns. {player} plays on.": "You resign. {player} plays on.",
    "All other players have left. {seat} wins.": "All other players have left. You win.",
    "{seat} takes back the last decision.": "You take back your last decision.",
    "{seat} takes a hint of the engine.": "You take a hint of the engine.",
    "{seat} runs out of time (strike {strike}). A bot answers this decision.": (
        "You run out of time (strike {strike}). A bot answers this decision."
    ),
    "{seat} takes a vacation of {seconds}.": "You take a vacation of {seconds}.",
    "{player} takes over from {seat}.": "{player} takes over from you.",
}
"""The sentences to the player of `seat`, by the sentences about this player."""
