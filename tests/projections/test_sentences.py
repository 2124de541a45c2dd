"""The sentences of events: every event type has one, in all languages, and it uses only fields of the event."""

import gzip
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.game.events import LOBBY_EVENTS
from domain.kernel.codec import canonical, type_name
from domain.kernel.values import Event
from domain.ledger.records import Record
from domain.rulesets import RELEASED
from projections.history import SeenEvent
from projections.languages import LANGUAGES
from projections.sentences import lobby, texts
from projections.sentences.forms import Kind, Sentence, When, placeholders, texts_of
from projections.sentences.seating import NO_SEATS, Seating, Seats
from projections.sentences.texts import Wording, text_of
from projections.sentences.titles import vocabulary_of
from tests.games.golden_games import FOLDER, unpacked

NAMES = {"player:0": "Anna", "player:1": "Bob", "player:2": "Cid", "player:3": "Dora", "owner": "Olga"}
SEATED = Seats({0: "player:0", 1: "player:1", 2: "bot:careful"}, {0: "player:0", 1: "player:1", 2: "player:2"})
EVERY_TYPE = [(lobby.SENTENCES, lobby.KINDS, event) for event in LOBBY_EVENTS] + [
    (vocabulary_of(ruleset.name).sentences, vocabulary_of(ruleset.name).kinds, event)
    for ruleset in RELEASED
    for event in ruleset.events
]


def wording(language: str = "en", title: str = "minos") -> Wording:
    data_set = {"minos": "reconstruction-1", "siberia": "reconstruction-1", "giganten": "kosmos-1999"}.get(title, "")
    return Wording(language, title, data_set, NAMES.get)


def event_of(kind: str, data: Mapping[str, Any], secret: Mapping[str, Any] | None = None) -> SeenEvent:
    """Return an event as a viewer sees it."""
    sealed = None if secret is None else "00" * 32
    record = Record("game", 9, "2026-11-22T12:00:00.000000Z", kind, 1, 0, 9, msgspec.Raw(canonical(data)), sealed, ())
    return SeenEvent(record, "00" * 32, msgspec.UNSET if secret is None else msgspec.Raw(canonical(secret)))


def said(kind: str, data: Mapping[str, Any], secret: Mapping[str, Any] | None = None) -> list[str]:
    """Return the text of an event in all languages."""
    title = kind.partition(".")[0]
    return [text_of(event_of(kind, data, secret), SEATED, wording(language, title)) for language in LANGUAGES]


def _deciding(sentence: Sentence) -> Iterator[str]:
    """Yield the fields by which a sentence is chosen."""
    if isinstance(sentence, When):
        yield sentence.by
        for case in sentence.cases.values():
            yield from _deciding(case)


def _fields_of(event: type[Event]) -> set[str]:
    """Return the public and secret fields of an event type."""
    types = {field.name: field.type for field in msgspec.structs.fields(event)}
    secret = types.pop("secret", None)
    return {*types, *(field.name for field in msgspec.structs.fields(secret))} if secret else {*types}


@pytest.mark.parametrize(
    ("sentences", "kinds", "event"), EVERY_TYPE, ids=[type_name(event) for _, _, event in EVERY_TYPE]
)
def test_every_event_type_has_a_sentence_about_its_fields(
    sentences: Mapping[str, Sentence], kinds: Mapping[str, Kind], event: type[Event]
) -> None:
    sentence, fields = sentences[type_name(event)], _fields_of(event)

    assert set(_deciding(sentence)) <= fields
    for text in texts_of(sentence):
        for name in placeholders(text.text):
            used = text.uses[name].field if name in text.uses else name
            assert used in fields or not used, (text.text, name)
            assert name in text.uses or name in kinds, (text.text, name)


def test_no_sentence_is_left_over() -> None:
    types = {type_name(event) for _, _, event in EVERY_TYPE}

    for sentences in (lobby.SENTENCES, *(vocabulary_of(ruleset.name).sentences for ruleset in RELEASED)):
        assert set(sentences) <= types


@pytest.mark.parametrize("title", [ruleset.name for ruleset in RELEASED])
def test_every_event_of_the_golden_games_has_its_sentence_for_all_viewers(
    title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    general: list[str] = []

    def noted(kind: str, *_: object) -> str:
        general.append(kind)
        return kind

    monkeypatch.setattr(texts, "generic", noted)
    for file in sorted(FOLDER.glob(f"{title}-*.gz"))[::5]:
        lines = unpacked(gzip.decompress(file.read_bytes()))[1:-1]
        events = [msgspec.json.decode(line, type=SeenEvent) for line in lines]
        opened = msgspec.json.decode(events[0].record.data)
        seating = Seating()
        seating.advance(event.record for event in events)
        wordings = [Wording(language, title, opened["data_set"], NAMES.get) for language in LANGUAGES]
        for event in events:
            seats = seating.before(event.record.version)
            public = SeenEvent(event.record, event.head)
            for seen in (public,) if event.secret is msgspec.UNSET else (public, event):
                found = {text_of(seen, seats, each) for each in wordings}
                # the sentence of a ruling ends with its reason, which is text of the owner
                end = (".", ")", msgspec.json.decode(seen.record.data).get("reason") or ".")
                assert all(len(text) > 5 and text.endswith(end) and "{" not in text for text in found), found
                assert len(found) > 1, found

    assert general == []


def test_a_building_in_three_languages() -> None:
    built = {"seat": 0, "field": "athenai", "building": "port", "rights": 1, "cost": 5, "income": 1, "soldier": False}

    assert said("minos.building_built", built) == [
        "Anna builds a port in Athenai for 5 talents. The income is 1 talent.",
        "Anna baut einen Hafen auf dem Feld Athen für 5 Talente. Die Einkünfte sind 1 Talent.",
        "Anna costruisce un porto sul campo Atene per 5 talenti. La rendita è di 1 talento.",
    ]


def test_a_sale_in_three_languages() -> None:
    sold = {"seat": 1, "company": "jet", "markers": 3, "price": 4500, "proceeds": 13500}

    assert said("giganten.oil_sold", sold) == [
        "Bob sells 3 oil markers to Jet Oil Inc. at $4,500 each and gets $13,500.",
        "Bob verkauft 3 Ölsteine zu je 4.500 $ an Jet Oil Inc. und erhält 13.500 $.",
        "Bob vende 3 Indicatori di Greggio a Jet Oil Inc. a 4.500 $ l'uno e riceve 13.500 $.",
    ]


def test_oil_by_an_opponents_train_and_what_it_costs() -> None:
    shipped: dict[str, Any] = {"seat": 0, "site": "H7", "company": "hudson", "to_bank": 0, "carrier": "opponent"}

    assert said("giganten.oil_shipped", {**shipped, "payments": [{"seat": 1, "amount": 3000}], "opponent": 1})[0] == (
        "Anna ships oil from H7 to Hudson Oil Industries by an opponent's train and pays $3,000 to Bob."
    )
    shared = [{"seat": 1, "amount": 1000}, {"seat": 2, "amount": 1000}]
    assert said("giganten.oil_shipped", {**shipped, "to_bank": 1000, "payments": shared})[1] == (
        "Anna transportiert Öl von H7 mit der Lok eines Mitspielers zu Hudson Oil Industries und zahlt 1.000 $ an die "
        "Bank und 1.000 $ an Bob und 1.000 $ an Bot careful."
    )


def test_a_roll_names_the_actual_change_of_the_price_only_where_the_event_records_it() -> None:
    rolled = {"company": "hudson", "colour": "blue", "steps": 4, "price": 9000}

    assert [said("giganten.price_rolled", {**rolled, **more})[0].partition(". ")[2] for more in (
        {}, {"actual_steps": 0}, {"actual_steps": 2}, {"actual_steps": -1},
    )] == [
        "The price is now $9,000.",
        "The price stays at $9,000.",
        "The price moves by +2 to $9,000.",
        "The price moves by -1 to $9,000.",
    ]  # fmt: skip


def test_a_secret_is_said_only_to_viewers_who_know_it() -> None:
    changed = {"token": "worker_gas", "spot": "gas", "taken_back": True}

    assert said("siberia.placing_changed", {"seat": 0}) == [
        "Anna places a token face down or takes one back.",
        "Anna legt eine Marke verdeckt oder nimmt eine zurück.",
        "Anna piazza un segnalino coperto o ne riprende uno.",
    ]
    assert said("siberia.placing_changed", {"seat": 0}, changed) == [
        "Anna takes the token Worker/Gas back from Gas.",
        "Anna nimmt die Marke Arbeiter/Gas von Gas zurück.",
        "Anna riprende il segnalino Lavoratore/Gas da Gas.",
    ]
    assert said("giganten.licences_dealt", {"seat": 1, "cards": 2}, {"values": [1, 2]})[0] == (
        "Bob is dealt 2 licences, of value 1 and 2."
    )


def test_dice_are_counted_by_symbol() -> None:
    used = {"seat": 0, "symbol": "gull", "dice": 2, "joker": True, "star": False, "gain": 15}

    assert said("minos.dice_used", used) == [
        "Anna uses 2\N{MULTIPLICATION SIGN} Gull and 1\N{MULTIPLICATION SIGN} Joker and gets 15 movement points.",
        "Anna nutzt 2\N{MULTIPLICATION SIGN} Möwe und 1\N{MULTIPLICATION SIGN} Joker und erhält 15 Bewegungspunkte.",
        "Anna usa 2\N{MULTIPLICATION SIGN} Gabbiano e 1\N{MULTIPLICATION SIGN} Jolly e riceve 15 punti movimento.",
    ]


@pytest.mark.parametrize(("attacker", "defender", "winner"), [(4, 8, 1), (8, 4, 0)])
def test_the_winner_of_a_duel_has_the_first_number(attacker: int, defender: int, winner: int) -> None:
    fields = {"attacker": attacker, "defender": defender, "winner": winner, "loser": 1 - winner, "lost": "soldier"}
    names = ["Anna", "Bob"]
    won, lost = names[winner], names[1 - winner]
    assert said("minos.duel_fought", fields) == [
        f"{won} wins the duel, 8 against 4. {lost} loses a piece.",
        f"{won} gewinnt das Duell, 8 gegen 4. {lost} verliert eine Figur.",
        f"{won} vince il duello, 8 contro 4. {lost} perde un pezzo.",
    ]


def test_clocks_and_rulings() -> None:
    assert said("clock.vacation_taken", {"seat": 0, "seconds": 93_600})[1] == "Anna nimmt Urlaub: 1 Tag und 2 Stunden."
    assert said("clock.switched", {"seats": [0, 1]})[0] == "To decide: Anna and Bob."
    assert said("clock.ran_out", {"seat": 1, "decision": "1.4", "strike": 2})[0] == (
        "Bob runs out of time (strike 2). A bot answers this decision."
    )
    assert said("game.seat_returned", {"seat": 2})[2] == "Cid ritorna e continua a giocare."
    ruling = {"reason": "The player is ill.", "author": "owner"}
    assert said("game.adjudicated", {**ruling, "ranks": [2, 1, 3]})[0] == (
        "Ruling (Olga): the game ends with the ranking 1. Bob, 2. Anna and 3. Bot careful. Reason: The player is ill."
    )
    assert said("game.paused", {**ruling, "until": "2026-11-23T08:30:00.000000Z", "author": "unknown"})[1] == (
        "Entscheidung (Spielleitung): Die Partie pausiert bis 23.11.2026, 08:30 UTC. Grund: The player is ill."
    )


def test_a_seat_has_the_name_of_its_player_at_the_time_of_the_event() -> None:
    seating = Seating()
    events = [
        ("game.seat_taken", {"seat": 0, "player": "player:0"}),
        ("game.seat_taken", {"seat": 1, "player": "bot:careful"}),
        ("game.seat_resigned", {"seat": 0, "player": "bot:careful"}),
        ("minos.dice_kept", {"seat": 0}),
        ("game.player_replaced", {"seat": 0, "player": "player:3", "reason": "ill", "author": "owner"}),
        ("minos.dice_kept", {"seat": 0}),
    ]
    seen = [
        replace(event_of(*event), record=replace(event_of(*event).record, version=version))
        for version, event in enumerate(events, 2)
    ]
    seating.advance(event.record for event in seen)

    assert [text_of(event, seating.before(event.record.version), wording()) for event in seen] == [
        "Anna takes seat 0.",
        "Bot careful takes seat 1.",
        "Anna resigns. Bot careful plays on.",
        "Bot careful (0) keeps the dice.",
        "Ruling (Olga): Dora replaces Anna. Reason: ill",
        "Dora keeps the dice.",
    ]
    assert seating.players == ["player:0", "player:3"]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([], "The game is over: 1. Anna (30), 2. Bob (20) and 3. Cid (10)."),
        (
            [("game.seat_resigned", {"seat": 0, "player": "bot:careful"})],
            "The game is over: 1. Bob (20), 2. Cid (10) and 3. Anna (30, resigned).",
        ),
        (
            [("clock.seat_taken_over", {"seat": 0, "player": "bot:careful"}), ("game.seat_returned", {"seat": 0})],
            "The game is over: 1. Anna (30), 2. Bob (20) and 3. Cid (10).",
        ),
        (
            [
                ("game.seat_given_up", {"seat": 1, "player": "bot:careful", "reason": "ill", "author": "owner"}),
                ("game.player_replaced", {"seat": 1, "player": "player:3", "reason": "ill", "author": "owner"}),
            ],
            "The game is over: 1. Anna (30), 2. Dora (20) and 3. Cid (10).",
        ),
        (
            [
                ("game.seat_resigned", {"seat": 0, "player": "bot:careful"}),
                ("game.adjudicated", {"ranks": [1, 2, 3], "reason": "late", "author": "owner"}),
            ],
            "The game is over: 1. Anna (30, resigned), 2. Bob (20) and 3. Cid (10).",
        ),
    ],
)
def test_the_end_ranks_resigned_players_as_the_result_does(
    events: list[tuple[str, dict[str, Any]]], expected: str
) -> None:
    taken = [("game.seat_taken", {"seat": seat, "player": f"player:{seat}"}) for seat in range(3)]
    places: list[dict[str, Any]] = [
        {"seat": seat, "rank": seat + 1, "score": 30 - 10 * seat, "parts": []} for seat in range(3)
    ]
    seating = Seating()
    seating.advance(
        replace(event_of(*event).record, version=version) for version, event in enumerate([*taken, *events], 2)
    )
    assert text_of(event_of("game.ended", {"places": places}), seating.before(9), wording()) == expected


def test_a_seat_without_a_known_player_has_its_number() -> None:
    event = event_of("minos.dice_kept", {"seat": 1})

    assert text_of(event, NO_SEATS, wording("de")) == "Platz 1 behält die Würfel."
    assert (
        text_of(event_of("game.seat_taken", {"seat": 1, "player": "x"}), NO_SEATS, wording())
        == "A player takes seat 1."
    )


@pytest.mark.parametrize("value", [None, True, -1, 10**30, "", "{seat}", [], {}, [{}], [None], {"seat": 0}], ids=repr)
def test_an_event_with_other_fields_still_has_a_text(value: Any) -> None:
    for _, _, event in EVERY_TYPE:
        kind = type_name(event)
        title, strange = kind.partition(".")[0], dict.fromkeys(_fields_of(event), value)
        for fields in (strange, {}, {"seat": 7, "unknown": value}):
            assert text_of(event_of(kind, fields), SEATED, wording("de", title))
        assert text_of(event_of(f"{title}.not_known", strange), SEATED, wording("it", title))


def test_a_title_that_is_not_known_here_has_general_sentences() -> None:
    found = text_of(event_of("chess.piece_moved", {"seat": 0, "to": "e4"}), SEATED, wording("de", "../chess"))

    assert found == "Piece moved: seat Anna, to e4."
