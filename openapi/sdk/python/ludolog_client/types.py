# Generated from openapi/openapi.json by `uv run python -m tests.contract.sdk`.
"""The types of requests and replies: what is JSON stays as it is."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class Absence(TypedDict):
    """Until when you are away."""
    until: str | None
    """The time until which the player is away; null: not away."""


class Acceptance(TypedDict):
    """The acceptance of the terms."""
    version: str
    """The version: the beginning of the digest of the texts."""


class Accepted(TypedDict):
    """An accepted command: its receipt, its events as you see them, and your next decision."""
    decisions: list[DecisionReply]
    """The next decision of your seat; empty while other seats decide."""
    events: list[SeenEvent]
    """The events of the command as your seat sees them."""
    receipt: Receipt
    """The signed receipt of the command."""
    take_back: NotRequired[str | None]
    """The id of the decision that your seat can take back at this version; null if there is none."""


class ActDone(TypedDict):
    """An act that was done: its receipt, and its events."""
    events: list[TournamentEvent]
    """The events of the act."""
    receipt: TournamentReceipt
    """The signed receipt of the act."""


class ActReply(TypedDict):
    """An act in the log of moderation."""
    about: str
    """The id of what the act is about; empty for the site."""
    action: str
    """What was done, such as `role.granted`. More actions may be added."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    by: str | None
    """The id of who did it; null: the command line of the operator."""
    by_name: str | None
    """The name of `by` at that time; null after the account was deleted."""
    details: dict[str, Any]
    """More of the act."""
    kind: Literal['player', 'game', 'tournament', 'message', 'period', 'report', 'site']
    """The kind of what the act is about."""
    name: str | None
    """The name of `player` at that time; null after the account was deleted."""
    number: int
    """The place of the act in the log, from 1, without gaps."""
    player: str | None
    """The id of the player whom the act concerns; null: none."""
    reason: str
    """Why."""
    until: str | None
    """Until when it holds; null: without an end, or not lasting."""


class ActiveDay(TypedDict):
    """The games of a player that ended on a day."""
    day: str
    """A day in UTC, such as `2026-11-20`."""
    games: int
    """The games that ended on this day."""
    titles: dict[str, int]
    """The games by title."""
    wins: int
    """The won ones, including shared first ranks."""


class ActsInMonth(TypedDict):
    """Acts of moderators in a month."""
    action: str
    """What was done, such as `player.suspended`."""
    month: str
    """A month in UTC, such as 2026-11."""
    number: int
    """How many."""


class ActsReply(TypedDict):
    """A page of the log of moderation."""
    items: list[ActReply]
    """The acts, newest first."""
    next: str | None
    """The `cursor` of the next page, with older ones; null: no more."""


class Adjudicate(TypedDict):
    """End the game with these ranks. The scores are what the rules give at this moment."""
    ranks: list[int]
    """The rank of each seat, from seat 0. Equal seats share a rank."""
    reason: str
    """The reason, which all viewers of the game can read. The log keeps it for ever: do not name persons."""
    type: Literal['adjudicate']
    """Always `adjudicate`."""


class Adjudicated(TypedDict):
    """The game was ended with these ranks, by seat. `game.ended` follows in the same batch."""
    author: str
    """The id of the player who ruled; null if the game continues automatically."""
    ranks: list[int]
    """The rank of each seat, by seat. Equal seats share a rank."""
    reason: str
    """The reason of the ruling; null if the game continues automatically."""


AdjudicatedRecord: TypeAlias = "Any"
"""The game was ended with these ranks, by seat. `game.ended` follows in the same batch."""


class AdjustPointsAct(TypedDict):
    """Add points for a round, or take them away (rule 9.4). Knock-out rounds have no points."""
    player: str
    """The id of a player."""
    points: str
    """Points as a fraction in lowest terms, such as `1`, `-1/2` or `3/2`."""
    reason: str
    """The reason, which all viewers can read. The log keeps it for ever: do not name persons."""
    round: int
    """The number of the round, from 1."""
    type: Literal['adjust_points']
    """Always `adjust_points`."""


class AdjustmentReply(TypedDict):
    """Points that a ruling added for a round, or took away."""
    kind: Literal['adjustment', 'penalty']
    """Whether it is a penalty."""
    name: str | None
    """The current name of the player; null for a deleted player or a bot."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    points: str
    """The points as a fraction; negative if they were taken away."""
    reason: str
    """The reason."""
    round: int
    """The number of a round, from 1."""


class Advice(TypedDict):
    """The secret of a hint: at most three choices, the best one first."""
    choices: list[Advised]
    """One to three choices of the engine, the best one first."""


class Advised(TypedDict):
    """A choice that the engine would make."""
    chance: int
    """The winning chance of the seat after it, in thousandths, by what the seat knows."""
    command: dict[str, Any]
    """The command."""
    error: int
    """The standard error of the chance, in thousandths."""


class AgainstReply(TypedDict):
    """An act of a moderator that concerns you."""
    about: str
    """The id of what it is about."""
    action: str
    """What was done, such as `player.warned`. More actions may be added."""
    appeal: AppealReply | None
    """Your appeal; null: you may appeal once."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    kind: str
    """The kind of what it is about, such as `player` or `message`."""
    number: int
    """The number of the act, which an appeal names."""
    reason: str
    """Why, in the words of the moderator."""
    until: str | None
    """Until when it holds; null: without an end, or not lasting."""


class Algorithm(TypedDict):
    """An accepted signature algorithm."""
    alg: int
    """The number of the algorithm (RFC 9053)."""
    type: Literal['public-key']
    """Always `public-key`."""


class Alike(TypedDict):
    """A player whose choices are those of a published bot."""
    bot: str
    """The name of the bot."""
    by_chance: float
    """The share that a random choice would have in common with the bot."""
    decisions: int
    """The decisions that count."""
    player: str
    """The id of the player."""
    ruleset: str
    """The title."""
    same: int
    """Those that the bot would have made, too."""


class AllowPairAct(TypedDict):
    """Let two players meet again (rule 2.8)."""
    players: list[str]
    """The ids of the two players."""
    type: Literal['allow_pair']
    """Always `allow_pair`."""


class Amount(TypedDict):
    """An amount in returns."""
    amount: str
    """The name of the amount."""
    is_score: bool
    """Whether it is in the unit of the score."""


class AnalysisWords(TypedDict):
    """The names in the analysis of a finished game."""
    amounts: dict[str, str]
    """The amounts that are paid and returned, and the facts."""
    kinds: dict[str, str]
    """The kinds of returns."""
    measures: dict[str, str]
    """The measures of what is drawn."""
    outcomes: dict[str, str]
    """The outcomes of returns."""


AnyCommand: TypeAlias = "GigantenPlaceTruck | GigantenTakeActionCard | GigantenDriveTruck | GigantenInspectSite | GigantenAdvanceTrain | GigantenEndMovement | GigantenShiftPrice | GigantenStoreFreeOil | GigantenPushTrainsBack | GigantenDeclineSpecial | GigantenBuildDerrick | GigantenDeclineDrilling | GigantenShipOil | GigantenDiscardOil | GigantenBid | GigantenPassBid | GigantenPayLicences | GigantenForfeitLicences | GigantenSellOil | SiberiaChooseSides | SiberiaPlaceToken | SiberiaTakeBack | SiberiaEndPlacing | SiberiaPass | SiberiaVoidAction | SiberiaPlaceResource | SiberiaPlayJoker | SiberiaUseLogistics | SiberiaMoveWorker | SiberiaEndLogistics | SiberiaPlaceSalesman | SiberiaPlaceWorker | SiberiaTakeInvestment | SiberiaSellCubes | SiberiaReturnToken | MinosShowTalents | MinosHideTalents | MinosRollAgain | MinosKeepDice | MinosUseDice | MinosBuyRings | MinosMoveShip | MinosAttackShip | MinosMoveSoldier | MinosCarrySoldier | MinosBuild | MinosRecruit | MinosPlaceSoldier | MinosDeclineSoldier | MinosRerollInConflict | MinosStandInConflict | MinosEndTurn"
"""A command of any title, discriminated by `type`."""


AnyView: TypeAlias = "GigantenView | SiberiaView | MinosView"
"""The view of any title, discriminated by `type`."""


class AppDecision(TypedDict):
    """What the person has decided about the request of an app."""
    consent: str
    """The one-time value of a consent."""
    decision: Literal['allow', 'deny']
    """What the person has decided."""
    duration: NotRequired[Literal['hour', 'month', 'year']]
    """For how long: an hour, 30 days or 365 days."""
    query: str
    """The query of the address of the page /oauth/authorize, with the parameters of RFC 6749 4.1.1."""
    type: Literal['app']
    """Always `app`."""


class AppRequest(TypedDict):
    """The request of an app that sent the person to the page /oauth/authorize."""
    query: str
    """The query of the address of the page /oauth/authorize, with the parameters of RFC 6749 4.1.1."""
    type: Literal['app']
    """Always `app`."""


class AppealReply(TypedDict):
    """Your appeal against an act."""
    act: int
    """The number of the act."""
    answer: str | None
    """The answer; null: there is none."""
    answered_at: str | None
    """When it was answered; null: it was not."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    state: Literal['open', 'granted', 'refused', 'withdrawn']
    """`open`: it waits; `granted`, `refused`: a moderator has answered."""
    text: str | None
    """What you wrote."""


class AppealsInMonth(TypedDict):
    """Appeals that were made in a month."""
    month: str
    """A month in UTC, such as 2026-11."""
    number: int
    """How many."""
    state: Literal['open', 'granted', 'refused', 'withdrawn']
    """What came of them until now."""


class AppointAct(TypedDict):
    """Give a role to a player (rule 1.3). Only the owner may."""
    player: str
    """The id of a player."""
    role: Literal['director', 'helper']
    """A helper acts for players; a director also publishes rounds and rules."""
    type: Literal['appoint']
    """Always `appoint`."""


class AskedReply(TypedDict):
    """A report that was asked for."""
    asked_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    asked_by: str | None
    """The id of the operator; null: the account was deleted."""
    done_at: str | None
    """When it was done; null: it is not."""
    games: int
    """The rated games that were read so far."""
    id: str
    """The id of the report, a UUID."""
    since: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    state: Literal['waiting', 'running', 'done', 'failed']
    """`failed`: the log of the service says why; ask again."""
    until: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""


class AskedReports(TypedDict):
    """The latest 20 reports."""
    items: list[AskedReply]
    """The reports, the latest first."""


class Assertion(TypedDict):
    """The answer of an authenticator with a signature. Further fields are ignored."""
    authenticatorData: str
    """Bytes in base64url."""
    clientDataJSON: str
    """Bytes in base64url."""
    signature: str
    """Bytes in base64url."""
    userHandle: NotRequired[str | None]
    """The id of the player, in base64url."""


class Attestation(TypedDict):
    """The answer of an authenticator with a new credential. Further fields are ignored."""
    attestationObject: str
    """Bytes in base64url."""
    clientDataJSON: str
    """Bytes in base64url."""


class AwaitedSeat(TypedDict):
    """A seat that must act."""
    decision: str
    """The id of the open decision."""
    due: str | None
    """The time at which the clock runs out; null without a clock."""
    name: str | None
    """The current name of the player; null for a bot or a deleted player."""
    player: str
    """The id of the player."""
    seat: int
    """The number of a seat, from 0."""
    since: str
    """The time since which the decision is open."""


class Awaiting(TypedDict):
    """The open decisions after a batch of events."""
    decisions: list[OpenDecision]
    """The open decisions, by seat."""
    own: DecisionReply | None
    """The open decision of your seat with its choices, or null."""
    seats: list[int]
    """The seats that must act."""
    version: int
    """The version of a game: the number of its events."""


class AwaitingLine(TypedDict):
    """The open decisions as a line of JSON, among lines that are events."""
    awaiting: Awaiting
    """The open decisions after a batch of events."""


class AwayReply(TypedDict):
    """A player at the table or of the tournament who is away."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    until: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""


class BlockReply(TypedDict):
    """Whether you have blocked a player."""
    blocked: bool
    """Whether you have blocked the player."""
    name: str | None
    """The current name of the player."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    since: str | None
    """Since when; null: you have not."""


class BlockedPlayer(TypedDict):
    """A player whom you have blocked."""
    name: str | None
    """The current name of the player."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    since: str
    """Since when you have blocked the player."""


class BlockedPlayers(TypedDict):
    """A page of the players whom you have blocked."""
    items: list[BlockedPlayer]
    """The players of this page, the last one first."""
    next: str | None
    """The cursor of the next page; null on the last page."""


class BotLadder(TypedDict):
    """How the bots of a title play against each other."""
    command: str
    """The command that plays these games."""
    items: list[BotStanding]
    """The measured pairings."""


class BotStanding(TypedDict):
    """A bot in games against one kind of opponent."""
    bot: str
    """The name of the bot."""
    games: int
    """The number of games."""
    high: float
    """The upper end of the interval."""
    low: float
    """The lower end of the 95 % confidence interval of the share (Wilson)."""
    mean_score: float
    """The mean of the final scores of the bot."""
    opponent: str
    """The name of the bot in all other seats."""
    opponents: int
    """The number of opponents."""
    par: float
    """The share of a bot that is as good as its opponents."""
    share: float
    """The share of wins, from 0 to 1."""
    weights: str
    """The first 16 hex digits of the SHA-256 of the weights that the strong bots of the title had at the time; empty if it has none."""
    wins: float
    """The number of wins. A shared win counts in part."""


class Budget(TypedDict):
    """A level in the steps of a title: decisions of playouts."""
    candidates: int
    """The commands that are searched in addition to the chosen one."""
    confirm: int
    """Steps to compare both again, if the choice seems to cost much."""
    measure: int
    """Steps to compare both in new worlds."""
    point: int
    """Steps for a point of the winning chance over time."""
    rounds: int
    """The rounds that this last comparison plays further."""
    screen: int
    """Steps to choose the candidate that the chosen command is compared with."""


class ByeEdit(TypedDict):
    """A player leaves his or her table and has a bye."""
    player: str
    """The id of the player."""
    type: Literal['bye']
    """Always `bye`."""


class ByeReply(TypedDict):
    """A player with a bye."""
    name: str | None
    """The current name of the player; null for a deleted player or a bot."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""


class CalendarLinkList(TypedDict):
    """The calendar links in force."""
    items: list[CalendarLinkReply]
    """The links, oldest first."""


class CalendarLinkMade(TypedDict):
    """A new calendar link, whose address is shown only once."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    expires_at: str | None
    """The time from which it is invalid; null: it does not expire."""
    id: str
    """The id of the link, used to revoke it."""
    label: str
    """The purpose in your own words, without control characters."""
    last_used_at: str | None
    """The last use, to the hour; null: not used yet."""
    url: str
    """The address to subscribe to. It is a secret that reads your calendar only."""


class CalendarLinkReply(TypedDict):
    """A calendar link without its secret."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    expires_at: str | None
    """The time from which it is invalid; null: it does not expire."""
    id: str
    """The id of the link, used to revoke it."""
    label: str
    """The purpose in your own words, without control characters."""
    last_used_at: str | None
    """The last use, to the hour; null: not used yet."""


class CancelAct(TypedDict):
    """End the tournament without a ranking (rule 8.2). Only the owner may."""
    reason: str
    """The reason, which all viewers can read. The log keeps it for ever: do not name persons."""
    type: Literal['cancel']
    """Always `cancel`."""


class Cap(TypedDict):
    """The maximum and current number of something that an account has."""
    most: int
    """The maximum; 0 if unlimited."""
    used: int
    """The current number."""


class CaseReply(TypedDict):
    """A case in the queue: one subject, with all reports about it."""
    account: str | None
    """The account that answers for the player: of a guest, that of the host."""
    answer: str | None
    """The answer to who reported it."""
    answered_at: str | None
    """When it was closed."""
    answered_by: str | None
    """The id of the moderator who answered."""
    evidence: str | None
    """The text or name as it was at the first report, even if it was removed since."""
    game: str | None
    """The id of the game that it is about; null: none."""
    id: str
    """The id of the case, a UUID."""
    is_erased: bool
    """Whether it was closed because the reported account was deleted."""
    message: str | None
    """The id of the message; null: it is not about one."""
    name: str | None
    """The current name of the reported player."""
    named: str | None
    """The name at the first report."""
    opened_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    player: str | None
    """The id of who is reported; null: the account was deleted."""
    reports: int
    """How many players have reported it."""
    state: Literal['open', 'taken', 'answered', 'dismissed']
    """`open`: it waits; `taken`: a moderator looks at it; `answered`: a moderator agreed and has acted; `dismissed`: nothing follows."""
    taken_at: str | None
    """Since when."""
    taken_by: str | None
    """The id of the moderator who looks at it; null: no one."""
    taken_by_name: str | None
    """The name of this moderator."""
    tournament: str | None
    """The id of the tournament that it is about; null: none."""
    type: Literal['message', 'name', 'play']
    """`message`: a text; `name`: of a player, game or tournament; `play`: how a player plays a game."""
    version: int | None
    """Of play: the version of the game when it was first reported."""


class Cases(TypedDict):
    """A page of the queue."""
    items: list[CaseReply]
    """Cases that wait, the oldest first; closed ones, the newest first."""
    next: str | None
    """The `cursor` of the next page; null: no more."""


class Certificate(TypedDict):
    """A signed result: Ed25519 over the canonical JSON (RFC 8785) of the statement."""
    public_key: str
    """The public key: 64 hexadecimal digits. `/.well-known/jwks.json` also has it."""
    signature: str
    """The Ed25519 signature: 128 hexadecimal digits."""
    statement: CertificateStatement
    """The signed statement."""


class CertificateStatement(TypedDict):
    """The result of a game with the head at its end. The earliest certificates have no `winners`."""
    adjudicated: NotRequired[Literal[True]]
    """Present if the owner of the game gave the ranks."""
    at: str
    """The time of the last event."""
    game: str
    """The id of the game."""
    head: str
    """The head of the hash chain at the end: 64 hexadecimal digits."""
    key_id: str
    """The id of the signing key."""
    places: list[Place]
    """The ranking, best first, with resigned seats last unless the game was adjudicated."""
    players: list[str | None]
    """The player ids of the seats at the end."""
    resigned: list[int]
    """The seats whose players resigned; a bot played them to the end."""
    ruleset: str
    """The title."""
    ruleset_version: int
    """The version of the rules."""
    status: Literal['ended', 'abandoned']
    """`ended` if the game was played to its end."""
    version: int
    """The version of the last event."""
    winners: NotRequired[list[int]]
    """The seats that won; empty if nobody won. Older certificates lack this field."""


class ChallengeLine(TypedDict):
    """A challenge in a stream of lines."""
    challenge: ChallengeReply
    """The challenge as it is now."""


class ChallengeReply(TypedDict):
    """A challenge, a rematch, or the pairing of a pool."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    before: str | None
    """The game that was played before; null for no rematch."""
    by: str | None
    """The id of the player who asked; null for a pool and a deleted player."""
    declined_by: str | None
    """The id of the player who declined; null if none did."""
    ended_at: str | None
    """When the game began, or the challenge ended without one; null before."""
    expires_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    game: str | None
    """The id of the game; null before its start."""
    id: str
    """The id of the challenge, a UUID."""
    kind: Literal['challenge', 'rematch', 'pool']
    """`rematch`: the players of a game play again; `pool`: the service has paired players of a pool."""
    players: list[ChallengedPlayer]
    """Who plays, the one who asked first."""
    reason: Literal['not_now', 'clock', 'rules', 'rating', 'no', None]
    """Why it was declined; null if it was not."""
    seat: int | None
    """The seat of the one who asked; null: by lot, or by the last game."""
    state: Literal['open', 'accepted', 'started', 'declined', 'cancelled', 'expired', 'failed']
    """`open`: answers are missing. `accepted`: all have accepted, and the game is about to start. `started`: `game` runs, or has run. `cancelled`: who asked took it back, or a player has left this site. `failed`: the game could not be opened."""
    terms: ChallengeTerms
    """What is played."""


class ChallengeTerms(TypedDict):
    """What is played."""
    bots: list[str]
    """The names of the bots that play, too."""
    clock: ClockReply | None
    """The clock of the game; null for a game without one."""
    data_set: str
    """The name of the data set, such as `kosmos-1999`."""
    hints: bool
    """Whether a seat can take hints of the engine."""
    options: dict[str, Any]
    """The options in the first event of the game."""
    others_left: Literal['end', 'play_on']
    """What happens when one player is left in a game that at least two players started, because the others have resigned or lost their seats to bots. `end`: the game ends at once, and this player is first. `play_on`: bots play on."""
    profile: str | None
    """The profile of the options; null for other options."""
    rated: bool
    """Whether the result can be rated."""
    ruleset: str
    """The title, such as `giganten`."""
    seats: int
    """The number of seats."""
    spectators: Literal['open', 'none']
    """Who may watch: with `open` everyone, with `none` only the owner and the seated players until the game is over."""
    take_back: bool
    """Whether a seat may take back its last decision."""
    visibility: Literal['public', 'private']
    """Only players with a seat or an invitation can see a private game."""


class ChallengedPlayer(TypedDict):
    """A player of a challenge."""
    has_agreed: bool
    """Whether the player has accepted, or has asked."""
    name: str | None
    """The current name of the player; null for a bot, a deleted player, or an imported game."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""


class Challenges(TypedDict):
    """A page of challenges."""
    items: list[ChallengeReply]
    """The challenges, the last changed first."""
    next: str | None
    """The `cursor` of the next page; null: no more."""


class Chances(TypedDict):
    """The winning chances of all seats at a version, given the whole table; draws to come are unknown."""
    chances: list[int]
    """The chance of each seat in thousandths, with the sum 1000. It is 0 while its player has left, and another has not. At the end of an adjudicated game it follows the ruling."""
    version: int
    """The version."""


class ChangeTermsAct(TypedDict):
    """Replace the terms before the first round (rule 1.4). Only the owner may."""
    terms: NewTournament
    """The new terms, all of them."""
    type: Literal['change_terms']
    """Always `change_terms`."""


class CheckInAct(TypedDict):
    """Be present in a round (rule 3.2)."""
    player: NotRequired[str | None]
    """The player for whom an organiser acts; null: you."""
    round: int
    """The number of the round, from 1."""
    type: Literal['check_in']
    """Always `check_in`."""


class CheckInReply(TypedDict):
    """The open check-in."""
    players: list[str]
    """The ids of the players who have checked in."""
    round: int
    """The number of a round, from 1."""


class CheckReply(TypedDict):
    """The outcome of one check."""
    check: str
    """`form`, `chain`, `seals`, `draws`, `clocks`, `replay`, `result`, `signature`, `receipts` or `log`."""
    line: int | None
    """The number of the first bad line, from 1."""
    reason: str | None
    """The reason of a failed or skipped check."""
    verdict: Literal['passed', 'failed', 'skipped']
    """`passed`, `failed`, or `skipped` if the check does not apply to the bundle."""


class ChoiceReply(TypedDict):
    """A legal command. With a range, the field that it names may have any number of the range.

    `cost`, `effect` and `each` say what the command itself changes for your seat, whatever is drawn or disclosed. A
    preview says what else follows.
    """
    anchors: NotRequired[list[str]]
    """The ids of the places and pieces on the board that the command refers to, such as `site:D11`. They depend on the title and its data set alone."""
    command: AnyCommand
    """The command, ready to send."""
    cost: NotRequired[int]
    """The money that your seat pays for the listed command. Absent if it pays none."""
    each: NotRequired[dict[str, int]]
    """What each further number of the range adds, `money` included. A name is absent where the numbers of the range differ in what they add."""
    effect: NotRequired[dict[str, int]]
    """What your seat has more by the listed command, or less where negative, by name: such as `money`, `income`, pieces by their kind. The cost is not included."""
    held: NotRequired[dict[str, int]]
    """What your seat has of what the number of the range counts, such as `licence_value` for a bid. Absent where the range itself ends at what you have."""
    range: NotRequired[Range | None]
    """The field that may vary, and its bounds."""
    text: NotRequired[str]
    """The choice in a few words, such as a button shows, in the language of the request. No other choice of the decision has the same text. Present only if the request has a language."""


class Clock(TypedDict):
    """The clock of a game. All durations are in seconds."""
    allowance: int
    """The seconds for each decision that do not reduce the bank."""
    bank: int
    """The seconds that a seat may use beyond the allowances in the whole game."""
    on_empty: Literal['bot', 'resign']
    """The effect of too many strikes: with `bot`, a bot plays until the player returns; with `resign`, the seat resigns. A seat to which the player has not returned at the end counts as resigned."""
    strikes: int
    """The number of decisions by the clock after which `on_empty` applies."""
    vacation: NotRequired[int]
    """The seconds in the whole game for which a seat may stop its clock."""


class ClockExtended(TypedDict):
    """The bank of a seat grew by a number of seconds."""
    author: str
    """The id of the player who ruled; null if the game continues automatically."""
    reason: str
    """The reason of the ruling; null if the game continues automatically."""
    seat: int
    """The number of a seat, from 0."""
    seconds: int
    """The seconds that the bank of the seat grows by."""


ClockExtendedRecord: TypeAlias = "Any"
"""The bank of a seat grew by a number of seconds."""


class ClockPreset(TypedDict):
    """A preset: the clock, its name, and when to use it."""
    allowance: str
    """The time for each decision that costs no bank, in ISO 8601."""
    bank: str
    """The bank of each seat at the start, in ISO 8601."""
    meaning: str
    """When to use it."""
    name: str
    """The name of the preset."""
    on_empty: Literal['bot', 'resign']
    """What becomes of a seat after too many strikes: with `bot` a bot plays until the player returns, with `resign` the seat resigns. A seat to which the player has not returned at the end counts as resigned."""
    strikes: int
    """The number of decisions by the clock after which the player loses the seat."""
    title: str
    """The name for people."""
    vacation: str
    """The time for which a seat may stop its clock in the game, in ISO 8601."""


class ClockPresets(TypedDict):
    """The presets of clocks."""
    items: list[ClockPreset]
    """The presets, fastest first."""
    public: str | None
    """The preset of public games and tournaments that are opened without `clock`; null: they have none."""


class ClockRanOut(TypedDict):
    """The time for an open decision is used up: the service's bot answers this decision. `strike` counts from 1."""
    decision: str
    """The id of the decision that the bot of the service answers."""
    seat: int
    """The number of a seat, from 0."""
    strike: int
    """How often the clock of the seat has run out, from 1."""


ClockRanOutRecord: TypeAlias = "Any"
"""The time for an open decision is used up: the service's bot answers this decision. `strike` counts from 1."""


class ClockReply(TypedDict):
    """The clock of a game."""
    allowance: str
    """The time for each decision that costs no bank, in ISO 8601."""
    bank: str
    """The bank of each seat at the start, in ISO 8601."""
    on_empty: Literal['bot', 'resign']
    """What becomes of a seat after too many strikes: with `bot` a bot plays until the player returns, with `resign` the seat resigns. A seat to which the player has not returned at the end counts as resigned."""
    strikes: int
    """The number of decisions by the clock after which the player loses the seat."""
    vacation: str
    """The time for which a seat may stop its clock in the game, in ISO 8601."""


class ClockRequest(TypedDict):
    """The clock of a new game. Fields change the preset; without a preset, `allowance` is needed."""
    allowance: NotRequired[str | None]
    """The time for each decision that costs no bank: at least 10 seconds (`PT10S`), at most 366 days."""
    bank: NotRequired[str | None]
    """The time that a seat may use beyond the allowances; `PT0S` by default, at most 366 days."""
    on_empty: NotRequired[Literal['bot', 'resign', None]]
    """What becomes of a seat after too many strikes: with `bot` a bot plays until the player returns, with `resign` the seat resigns. A seat to which the player has not returned at the end counts as resigned."""
    preset: NotRequired[str | None]
    """The name of a preset: see `GET /v1/clocks`."""
    strikes: NotRequired[int | None]
    """The number of decisions by the clock after which the player loses the seat."""
    vacation: NotRequired[str | None]
    """The time for which a seat may stop its clock in the game; `PT0S` by default, at most 366 days."""


class ClockSwitched(TypedDict):
    """The open decisions changed: `seats` are all seats that have to decide, ascending."""
    seats: list[int]
    """The seats that have to decide now, ascending."""


ClockSwitchedRecord: TypeAlias = "Any"
"""The open decisions changed: `seats` are all seats that have to decide, ascending."""


class Clockwork(TypedDict):
    """A player whose decisions take nearly the same time, or hardly any."""
    decisions: int
    """The decisions that count."""
    median: float
    """The median of their times, in seconds."""
    nine_of_ten: float
    """The seconds within which nine of ten are made."""
    player: str
    """The id of the player."""
    spread: float
    """The interquartile range divided by the median."""


class CloseRegistrationAct(TypedDict):
    """Take no further registrations (rule 2.2)."""
    type: Literal['close_registration']
    """Always `close_registration`."""


class CloseRoundAct(TypedDict):
    """Close a round that has all its results (rule 4.6)."""
    round: int
    """The number of the round, from 1."""
    type: Literal['close_round']
    """Always `close_round`."""


class Closing(TypedDict):
    """The last line: a signed statement about the tip of the log. In an unsigned file, key and signature are null."""
    public_key: str | None
    """The public key that signed, 64 hexadecimal digits; null without a signature."""
    signature: str | None
    """The Ed25519 signature of the canonical JSON (RFC 8785) of `statement`, 128 hexadecimal digits; null in an unsigned file."""
    statement: HeadStatement
    """What is signed: the tip of the log."""


class CodeReply(TypedDict):
    """A code to sign up with, without its secret."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    created_by: str | None
    """The operator; null: the command line."""
    expires_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    id: str
    """The id of the code, a UUID, by which it is withdrawn."""
    label: str
    """For whom or what."""
    player: str | None
    """Who signed up with it; null: no one, or a deleted account."""
    used_at: str | None
    """When a person signed up with it; null: not yet."""


class CodesReply(TypedDict):
    """A page of codes."""
    items: list[CodeReply]
    """The codes, newest first."""
    next: str | None
    """The `cursor` of the next page; null: no more."""


class ColumnReply(TypedDict):
    """The value of a tie-break."""
    name: str
    """The name of the tie-break."""
    value: str
    """The value as a fraction in lowest terms."""


class CompletionReply(TypedDict):
    """How many of the last games that a player started with others the player has finished."""
    finished: int
    """Those that the player finished: neither the clock nor a ruling gave the seat up without a return, and no other player got it. A game that the player resigned counts as finished."""
    percent: int | None
    """The percentage of finished games, rounded down; null: the player has none yet."""
    started: int
    """The last games of the player that have ended, at most 100: those of `results` with two people or more."""


class ConditionBody(TypedDict):
    """A comparison of a value in your view. A value that is not there fulfils no condition."""
    path: str
    """A JSON pointer (RFC 6901) into your view, such as `/players/0/money`."""
    test: Literal['below', 'above', 'equal', 'different']
    """How the value is compared. `below` and `above` compare whole numbers."""
    value: int | bool | str | list[int] | dict[str, int] | None
    """What it is compared with. A list has whole numbers: words in a list are compared one by one."""


class Confirmation(TypedDict):
    """The token of the link in the first e-mail."""
    token: str
    """The text after `confirm=` in the link."""


class ConsentReply(TypedDict):
    """What an app asks for, and the one-time value with which the person decides."""
    client: str
    """The `client_id` of the app: a name or address of its choice."""
    consent: str
    """The one-time value of a consent."""
    durations: list[Literal['hour', 'month', 'year']]
    """The durations between which the person chooses."""
    expires_at: str
    """When the one-time value expires."""
    game: str | None
    """The only game to which the app is limited, its id; null: none."""
    host: str | None
    """The host of the redirect URI, or its private scheme, to which the app gets its answers; null for a device."""
    missing: list[Literal['games:read', 'games:play', 'games:create', 'games:organise', 'tournaments', 'webhooks', 'profile:read', 'account']]
    """Those of `scopes` that the session lacks: it cannot allow the request."""
    name: str
    """The name of the player who decides."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    redirect_uri: str | None
    """The redirect URI; null for a device."""
    scopes: list[Literal['games:read', 'games:play', 'games:create', 'games:organise', 'tournaments', 'webhooks', 'profile:read', 'account'] | Literal['read', 'play', 'organise']]
    """What the app may do."""
    tournament: str | None
    """The only tournament to which, with its games, the app is limited, its id; null: none."""


class ContestedPage(TypedDict):
    """A page of appeals."""
    items: list[ContestedReply]
    """The appeals, in the order of their acts."""
    next: str | None
    """The `cursor` of the next page; null: no more."""


class ContestedReply(TypedDict):
    """An appeal, with the act that it is against."""
    act: int
    """The number of the act in the log of moderation."""
    action: str
    """What was done, such as `player.warned`."""
    answer: str | None
    """The answer; null: there is none."""
    answered_at: str | None
    """When it was answered."""
    answered_by: str | None
    """The id of the moderator who answered."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    by: str | None
    """The id of who did it; null: the command line of the operator."""
    by_name: str | None
    """The current name of this moderator."""
    done_at: str
    """When it was done."""
    name: str | None
    """The current name of this player."""
    player: str | None
    """The id of who appeals; null: the account was deleted."""
    reason: str
    """Why it was done."""
    state: Literal['open', 'granted', 'refused', 'withdrawn']
    """`withdrawn`: the account was deleted before an answer."""
    text: str | None
    """What the player wrote."""
    until: str | None
    """Until when it holds."""


class CreationOptions(TypedDict):
    """The options of `navigator.credentials.create` (PublicKeyCredentialCreationOptionsJSON)."""
    attestation: str
    """`none`: the model of the authenticator is not of interest."""
    authenticatorSelection: Selection
    """What the authenticator has to offer."""
    challenge: str
    """The challenge that the authenticator signs, in base64url."""
    excludeCredentials: list[Descriptor]
    """The passkeys that exist already."""
    pubKeyCredParams: list[Algorithm]
    """The accepted algorithms."""
    rp: RelyingParty
    """The site."""
    timeout: int
    """The time for the person to react, in milliseconds."""
    user: User
    """The player."""


class CurrentSession(TypedDict):
    """The session of the cookie."""
    session: SessionReply | None
    """The session; null without one."""


class DamagedPart(TypedDict):
    """A damaged part of the database."""
    found_at: str
    """When it was found."""
    id: str
    """The id of the game or tournament, or the positions."""
    kind: Literal['game', 'tournament', 'table', 'log']
    """`game` or `tournament`: its log; `table`: rows of lists about a game, which differ from its log; `log`: positions of the log."""
    reason: str
    """What is damaged, for people."""


class DataSetInfo(TypedDict):
    """A data set of a title: its name, the digest of its content, and the printed tables themselves."""
    digest: str
    """The SHA-256 of its content, 64 hexadecimal digits."""
    name: str
    """The name of the data set."""
    tables: dict[str, Any]
    """The printed tables by name. They depend on the title."""
    title: str
    """The title of the data set."""


class DataSetReply(TypedDict):
    """A data set. The first event of every game with it contains the digest."""
    board_url: str | None
    """The path of the picture of its board; null if the title has no board."""
    digest: str
    """The SHA-256 of the data set: 64 hexadecimal digits."""
    name: str
    """The name of the data set, such as `kosmos-1999`."""
    options: dict[str, Any]
    """The option values that the data set prints. They are the defaults of games with the data set, unless the profile has other values."""
    title: str
    """The title of the data set."""
    url: str
    """The path of its tables."""


class DearDecision(TypedDict):
    """A decision with a better candidate, however little it cost."""
    about: list[str]
    """What the better command is about: anchors on the board."""
    best: int
    """The chance after the better command."""
    better: dict[str, Any]
    """A command."""
    chance: int
    """A winning chance in thousandths."""
    chosen: dict[str, Any]
    """A command."""
    decision: str
    """The id of the decision."""
    error: int
    """The standard error of the difference."""
    kind: Literal['mistake', 'blunder', None]
    """Whether it is a mistake or a blunder; null: neither."""
    phase: str
    """The chapter of the rule."""
    rule: str
    """The rule under which the seat was asked."""
    seat: int
    """The seat that decided."""
    version: int
    """The version of the decision event."""
    worlds: int
    """The number of worlds."""


class Decided(TypedDict):
    """Where the person goes after the decision."""
    location: str | None
    """The redirect URI with the answer for the app; null for a device, which polls."""


class DecisionReply(TypedDict):
    """An open decision. `choices` is present for your own seat, and with `as=full` after the end."""
    bank: NotRequired[int]
    """The seconds that are left in the bank of the seat."""
    choices: NotRequired[list[ChoiceReply]]
    """The legal commands: for your own seat, or with `as=full` for all seats."""
    due: NotRequired[str | None]
    """The time at which the clock of the seat runs out; null while it is stopped. Absent in a game without a clock."""
    id: str
    """The id of the decision. The command that answers it must have this id."""
    rule: str
    """The rule under which the seat is asked, such as `giganten/4.1`."""
    rule_url: str
    """The path of the text of the rule."""
    seat: int
    """The number of a seat, from 0."""
    text: NotRequired[str]
    """The question in words, in the language of the request, the same for all viewers. Present only if the request has a language."""
    to_you: NotRequired[str]
    """The question as it is put to you, such as `Roll again, or keep your dice.`, if your own seat is asked. Present only with `text`, and without `as`."""


class DecisionTakenBack(TypedDict):
    """A seat took back its last decision: the state is that of version `to` again."""
    seat: int
    """The number of a seat, from 0."""
    to: int
    """The version whose state the game has again."""


DecisionTakenBackRecord: TypeAlias = "Any"
"""A seat took back its last decision: the state is that of version `to` again."""


class Decisions(TypedDict):
    """The open decisions at a version."""
    items: list[DecisionReply]
    """The open decisions, by seat."""
    take_back: NotRequired[str | None]
    """The id of the decision that your seat can take back at this version; null if there is none."""
    version: int
    """The version of a game: the number of its events."""


class DeclineInvitationAct(TypedDict):
    """Decline an invitation; an organiser takes it back (rule 2.9)."""
    player: NotRequired[str | None]
    """The player for whom an organiser acts; null: you."""
    type: Literal['decline_invitation']
    """Always `decline_invitation`."""


class Deliveries(TypedDict):
    """Deliveries, newest first."""
    items: list[DeliveryReply]
    """Deliveries, newest first."""
    next: str | None
    """The cursor of the next page; null on the last one."""


class DeliveryReply(TypedDict):
    """A delivery, with its last attempt."""
    attempted_at: str | None
    """The time of the last attempt, or null."""
    attempts: int
    """The number of attempts."""
    body: Any
    """The body that is sent: JSON, or a text for a ping with `format` `text`."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    error: str | None
    """Why the last attempt had no reply, or null. It begins with `refused`, `connect`, `tls`, `timeout`, `http`, `disabled` or `dropped`."""
    game: str | None
    """The id of a game, a UUID."""
    id: str
    """The id, also in the header `webhook-id`. It is the same in every attempt."""
    next_at: str | None
    """The time of the next attempt, or null."""
    reply: str | None
    """The start of the last reply, at most 2 kB, or null."""
    state: Literal['waiting', 'delivered', 'failed']
    """`waiting`: an attempt follows; `delivered`: answered 2xx; `failed`: no attempt follows."""
    status: int | None
    """The status of the last reply, or null."""
    type: str
    """The type of the event; `message.written` of a ping about messages; `challenge.received`, `challenge.accepted`, `challenge.declined`, `rematch.asked` and `pool.paired` about challenges; `order.acted` and `order.ended` about standing orders; `test` and `webhook.disabled` are about no game."""


class Descriptor(TypedDict):
    """A credential."""
    id: str
    """The id of the credential, in base64url."""
    type: Literal['public-key']
    """Always `public-key`."""


class DeviceDecision(TypedDict):
    """What the person has decided about the request of a device."""
    consent: str
    """The one-time value of a consent."""
    decision: Literal['allow', 'deny']
    """What the person has decided."""
    duration: NotRequired[Literal['hour', 'month', 'year']]
    """For how long: an hour, 30 days or 365 days."""
    type: Literal['device']
    """Always `device`."""
    user_code: str
    """The code that the device shows."""


class DeviceRequest(TypedDict):
    """The request of a device, by the code that it shows."""
    type: Literal['device']
    """Always `device`."""
    user_code: str
    """The code that the device shows."""


class DigestReply(TypedDict):
    """Your daily e-mail, if you have one."""
    address: NotRequired[str | None]
    """The address, or null."""
    available: bool
    """Whether this server sends e-mails."""
    expires_at: NotRequired[str | None]
    """When this expires: with the token that made or last changed it, or with what started its session; null: never."""
    failed_at: NotRequired[str | None]
    """The last failure since the last success, or null."""
    hour: NotRequired[int | None]
    """The local hour, or null."""
    language: NotRequired[str | None]
    """The language of the texts, from Accept-Language."""
    messages: NotRequired[bool]
    """Whether it also names your tables and tournaments with messages that you have not read."""
    next_at: NotRequired[str | None]
    """When the next e-mail is due if something waits; or null."""
    sent_at: NotRequired[str | None]
    """When the last e-mail was accepted, or null."""
    state: NotRequired[Literal['off', 'unconfirmed', 'confirmed']]
    """`unconfirmed`: the link in the first e-mail was not used yet; it is valid for a day."""
    time_zone: NotRequired[str | None]
    """The time zone, or null."""


class Disabling(TypedDict):
    """Since when, and why, nothing is sent."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    because: Literal['owner', 'gone', 'failing']
    """`owner`: you disabled it; `gone`: the receiver answered 410; `failing`: for five days, all requests failed."""


class DismissAct(TypedDict):
    """Take the role of a player away (rule 1.3). Only the owner may."""
    player: str
    """The id of a player."""
    type: Literal['dismiss']
    """Always `dismiss`."""


class DisqualifyAct(TypedDict):
    """Exclude a player (rule 9.6)."""
    player: str
    """The id of a player."""
    reason: str
    """The reason, which all viewers can read. The log keeps it for ever: do not name persons."""
    type: Literal['disqualify']
    """Always `disqualify`."""


class DraftReply(TypedDict):
    """The next round as it would be published now. Only directors see it."""
    attempt: int
    """Which of the draws it is, from 0."""
    byes: list[ByeReply]
    """The players with a bye."""
    cost: dict[str, str]
    """The parts of the cost by name, and their `total`."""
    drawn_cost: dict[str, str]
    """The cost before the edits."""
    edits: list[SwapEdit | ByeEdit | SeatsEdit]
    """The edits."""
    round: int
    """The number of a round, from 1."""
    stage: Literal['round', 'knockout', 'semi_final', 'final']
    """The stage of the tournament."""
    tables: list[list[TableSeat]]
    """The tables with their players in the order of seats."""


class DraftRequest(TypedDict):
    """Which draw of the next round to show, with which edits."""
    attempt: NotRequired[int]
    """Which of the draws to show, from 0."""
    edits: NotRequired[list[SwapEdit | ByeEdit | SeatsEdit]]
    """Changes of the drawn tables, in their order."""


class DueReply(TypedDict):
    """The next automatic step of the service."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    round: int
    """The round of the step; 0: it concerns no round."""
    step: Literal['close_registration', 'open_check_in', 'publish', 'close_round', 'finish']
    """The step."""


class DueWork(TypedDict):
    """The steps that the service takes without a request: clocks run out, pauses end, games start."""
    behind_since: str | None
    """The time of the oldest known step that is more than two seconds late; null: none is late."""
    failing: int
    """The number of games whose step failed and is tried again."""
    read_at: str | None
    """When the table of due games was last read; null: not since the start."""
    unreadable: int
    """The number of games whose data set is missing."""


class EndReason(TypedDict):
    """Why a game is over, or what decided between equal scores."""
    reason: str
    """The name of the reason; its sentence is in `ends` of `words`."""
    rule: str
    """The number of the rule, such as `10.1`."""


class Engine(TypedDict):
    """What the analysis was made with."""
    budget: Budget
    """The steps that the level spends."""
    digest: str
    """The digest of its sources, rules, weights and calibration."""
    level: str
    """The level."""
    name: str
    """The name and version of the engine."""
    seeds: str
    """How the seed of each version is computed."""


class EngineAnalysis(TypedDict):
    """The analysis of a finished game by the engine. It follows from the log and the level."""
    chances: list[Chances]
    """At the start, at the rounds and at the end."""
    dearest: NotRequired[list[DearDecision]]
    """At most ten decisions that cost the most, the dearest first: those with the largest cost less its standard error."""
    decisions: list[ExaminedDecision]
    """The decisions that were examined."""
    engine: Engine
    """What the analysis was made with."""
    format: Literal['ludolog-engine-analysis/1']
    """The form of this document."""
    game: str
    """The id of a game, a UUID."""
    head: str
    """The head of the log at this version."""
    mistakes: list[Mistake]
    """In the order of the versions."""
    omitted: int
    """Decisions left out, evenly spread: at most 2000 are examined."""
    players: NotRequired[list[PlayerLoss]]
    """The sums by seat. A document of an earlier release has none until it is asked for again."""
    ruleset: str
    """The title."""
    ruleset_version: int
    """The version of its rules."""
    seats: int
    """The number of seats."""
    version: int
    """The last version of the log."""


class EngineProgress(TypedDict):
    """How far the engine is."""
    done: int
    """The positions that were examined."""
    level: str
    """The level."""
    state: Literal['waiting', 'running', 'done']
    """`waiting` for other games."""
    total: int
    """All positions; 0 while it waits."""


class EntrantReply(TypedDict):
    """A player of the tournament."""
    checked_in: bool
    """Whether the player is present in the next round."""
    division: int | None
    """The division in the present season of a league; or null."""
    name: str | None
    """The current name of the player; null for a deleted player or a bot."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    since: int
    """The first round of the player."""
    status: Literal['active', 'withdrawn', 'dropped', 'disqualified', 'substitute']
    """`substitute`: has only taken over seats."""


class Erasure(TypedDict):
    """The confirmation that an account is to be deleted."""
    confirm: str
    """The name of the account that is deleted."""


class EventConditionBody(TypedDict):
    """An event after which an order ends."""
    by: NotRequired[int | None]
    """The seat whose decision led to it; null: any seat but yours. Events of clocks and rulings follow from no decision: it is the seat that they are about; null: any."""
    type: str
    """The type of the event, such as `giganten.bid_placed`."""


class Events(TypedDict):
    """The events after a version as the viewer sees them. `next` is the value of `cursor` for the next request."""
    is_over: bool
    """Whether the game is over, so that no event follows."""
    items: list[SeenEvent]
    """The events in order."""
    next: int
    """The version of a game: the number of its events."""


class ExaminedDecision(TypedDict):
    """A decision with more than one legal command, given what its seat knew."""
    best: int
    """The chance after the best candidate, in new worlds; `chosen` again if none looked better."""
    chosen: int
    """A winning chance in thousandths."""
    error: int
    """The standard error of the difference, not of a chance; 0 if no candidate looked better."""
    seat: int
    """The seat that decided."""
    version: int
    """The version of the decision event."""
    worlds: int
    """The number of worlds."""


class Explained(TypedDict):
    """What a thing is called, what it does, and by which rule."""
    effect: str
    """What it does."""
    name: str
    """The name of the thing; empty if what shows it names it, as with choices."""
    rule: str
    """The number of the rule."""


class ExtendClock(TypedDict):
    """Add time to the bank of a seat."""
    duration: str
    """The time to add, such as `PT6H` (ISO 8601 with days, hours, minutes and seconds)."""
    reason: str
    """The reason, which all viewers of the game can read. The log keeps it for ever: do not name persons."""
    seat: int
    """The number of a seat, from 0."""
    type: Literal['extend_clock']
    """Always `extend_clock`."""


class FairPlayReport(TypedDict):
    """What the report finds, each list ordered by the strength of the finding, then by ids."""
    alike: list[Alike]
    """Players whose choices are those of a bot."""
    clockwork: list[Clockwork]
    """Players with regular or very short times."""
    games: int
    """Rated games of the period that it has read."""
    leavers: list[Leaver]
    """Players who resign early in many rated games."""
    method: int
    """The number of the method, which changes with a threshold."""
    pairs: list[Pair]
    """Pairs whose games with each other look agreed."""
    shared: list[Shared]
    """Accounts of one network that play with each other."""
    since: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    switched: list[Switched]
    """Accounts that followed one another in a browser."""
    until: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""


class FieldError(TypedDict):
    """An error in one field of a body, one parameter or one header."""
    detail: str
    """The error, for people."""
    parameter: NotRequired[str]
    """The name of the parameter or header, if the error is not in the body."""
    pointer: str
    """A JSON pointer (RFC 6901) into the body, such as `/command/card`; empty for the whole body. With `parameter`: `/` and its name."""


class FinalPlaceReply(TypedDict):
    """The final rank of a player."""
    division: int
    """The division; 1 in all formats but a league."""
    name: str | None
    """The current name of the player; null for a deleted player or a bot."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    rank: int
    """The rank. Equal players share one."""


class FinishAct(TypedDict):
    """End the tournament with its final ranking (rule 8.1)."""
    early: NotRequired[bool]
    """Whether to end it although rounds are left."""
    type: Literal['finish']
    """Always `finish`."""


class FinishedGame(TypedDict):
    """The result of a public game, or of a private rated one."""
    adjudicated: bool
    """Whether the owner of the game ended it by a ruling that gave the ranks."""
    cursor: str
    """The cursor of this row. Send it as `cursor` to continue after this row at any later time."""
    data_set: str
    """The name of the data set, such as `kosmos-1999`."""
    ended_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    ending: Literal['rules', 'adjudicated', 'others_left', None]
    """Why the game has ended: by its rules, by a ruling of its owner, or because all players but one had left it; null for a game that has not ended."""
    game: str
    """The id of a game, a UUID."""
    opened_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    options: dict[str, Any]
    """The options in the first event of the game."""
    owner: str
    """The id of the player who opened the game; `service` for one that players have agreed on, or were paired for, and in which nobody rules."""
    owner_name: str | None
    """The current name of the player; null for a bot, a deleted player, or an imported game."""
    profile: str | None
    """The profile of the options; null for other options."""
    rated: bool
    """Whether the game counts for ratings."""
    ruleset: str
    """The title, such as `giganten`."""
    ruleset_version: int
    """The version of the rules of the game, from 1."""
    seats: list[FinishedSeat]
    """The seats, best first; resigned seats are last, unless the game was adjudicated."""
    started_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    unit: str
    """The unit of the scores, such as `dollars`."""
    version: int
    """The version of a game: the number of its events."""
    voided: bool
    """Whether the operator of the site has voided the result, so that the game counts for no rating."""


class FinishedSeat(TypedDict):
    """The result of a seat."""
    bot: str | None
    """The bot that played the seat at the end; null if there was none."""
    former: list[str]
    """The players of the seat whom rulings have replaced, in order."""
    name: str | None
    """The current name of the player; null for a bot or a deleted player."""
    player: str
    """The last player of the seat, also if a bot plays on: a player id; `bot:<name>` for a bot from the start."""
    rank: int
    """The rank, from 1. Equal seats share a rank. Resigned seats share the last rank, at best 2, unless the game was adjudicated."""
    resigned: bool
    """Whether a bot played the seat of the player to the end: the player resigned, did not return after the clock gave the seat to the bot, or lost it by a ruling."""
    score: int
    """The score in the unit of the title."""
    seat: int
    """The number of a seat, from 0."""
    won: bool
    """Whether the seat won: rank 1, unless every human player has resigned."""


class ForbidPairAct(TypedDict):
    """Keep two players apart (rule 2.8)."""
    players: list[str]
    """The ids of the two players."""
    type: Literal['forbid_pair']
    """Always `forbid_pair`."""


class ForeseenEvent(TypedDict):
    """An event that would happen, as the seat would see it."""
    data: Any
    """The public fields of the event: those of `data` in a record of this type."""
    secret: NotRequired[Any]
    """The secret fields of the event. Present only if your seat would know them."""
    text: NotRequired[str]
    """The event in words, in the language of the request. Present only if the request has a language. No part of a bundle."""
    to_you: NotRequired[str]
    """The same as it is said to you, such as `You roll 2× Gull.`, if it is about your own seat. Present only with `text`, and without `as`."""
    type: str
    """The type of the event, such as `giganten.oil_sold`."""


class ForfeitSeatAct(TypedDict):
    """Take the points of a table from a player (rule 9.7)."""
    player: str
    """The id of a player."""
    reason: str
    """The reason, which all viewers can read. The log keeps it for ever: do not name persons."""
    round: int
    """The number of the round, from 1."""
    table: int
    """The number of the table, from 1."""
    type: Literal['forfeit_seat']
    """Always `forfeit_seat`."""


class FormerNameReply(TypedDict):
    """A name that the player gave up for another one."""
    name: str
    """The name of the player, 1 to 40 characters."""
    until: str
    """When the player gave it up."""


class FoundPlayerReply(TypedDict):
    """A player in a search."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    erased_at: str | None
    """When the account was deleted; null: it was not."""
    id: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    name: str
    """The name; empty after the account was deleted."""
    roles: list[Literal['operator', 'moderator']]
    """The roles of the player."""
    suspension: SuspensionReply | None
    """The suspension in force; null: none."""


class FoundPlayers(TypedDict):
    """A page of a search."""
    items: list[FoundPlayerReply]
    """The players, newest first."""
    next: str | None
    """The `cursor` of the next page; null: no more."""


GameAbandoned: TypeAlias = "dict[str, Any]"
"""The game was cancelled before its start."""


GameAbandonedRecord: TypeAlias = "Any"
"""The game was cancelled before its start."""


class GameActRequest(TypedDict):
    """An act about a game."""
    reason: str
    """Why, in a line for the log of moderation, which is never deleted: quote no names and no texts."""
    type: Literal['close', 'withhold', 'show', 'void_result', 'restore_result']
    """`close`: cancel a game that has not started. Operators only: `withhold` a game from public view, and `show` it again; let its result count for no rating (`void_result`), or again (`restore_result`)."""


class GameAnalysis(TypedDict):
    """The analysis of a finished game. It follows from the log alone, so that anyone can compute it again."""
    data_set: str
    """The printed tables."""
    format: Literal['ludolog-analysis/1']
    """The form of this document."""
    game: str
    """The id of the game."""
    head: str
    """The head of the log at this version, which covers all its events."""
    luck: Luck
    """The draws against their expectation."""
    measures: list[Measure]
    """The measures of luck of the title."""
    returns: Returns
    """What was paid, and what it returned."""
    ruleset: str
    """The title."""
    ruleset_version: int
    """The version of its rules."""
    scores: list[Scores]
    """The scores at the start, and at each version that changed one."""
    seats: int
    """The number of seats."""
    times: Times
    """The time used."""
    version: int
    """The last version of the log."""


class GameEnded(TypedDict):
    """The game is over: every seat with its rank, its score and the parts of it, best first."""
    places: list[Place]
    """The final ranking, best first."""


GameEndedRecord: TypeAlias = "Any"
"""The game is over: every seat with its rank, its score and the parts of it, best first."""


class GameNote(TypedDict):
    """A note of yours about a game at a version."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    seat: int | None
    """The number of a seat, from 0."""
    text: str
    """The text."""
    version: int
    """The version of a game: the number of its events."""


class GameNotes(TypedDict):
    """Your notes about a game."""
    items: list[GameNote]
    """The notes, in the order of the versions."""


class GameOpened(TypedDict):
    """A game was opened: what is played, by how many, under which options and terms, who may watch; the commitment."""
    clock: NotRequired[Clock]
    """The clock; absent in a game without one."""
    data_digest: str
    """The SHA-256 of the data set, 64 hexadecimal digits."""
    data_set: str
    """The name of the data set."""
    grace: NotRequired[int]
    """The seconds after the start time in which substitutes may take free seats."""
    hints: NotRequired[bool]
    """True: a seat can take hints of the engine. Absent: there are none."""
    max_rating: NotRequired[int]
    """The highest rating for a seat that is not reserved. Absent: any."""
    min_completion: NotRequired[int]
    """The percentage of finished games that a player needs for a seat that is not reserved. Absent: any."""
    min_rating: NotRequired[int]
    """The lowest rating for a seat that is not reserved. Absent: any."""
    name: NotRequired[str]
    """The name of the game; absent if it has none."""
    no_show: NotRequired[Literal['bot', 'cancel', 'wait']]
    """What happens at the start time while seats are free. Absent: the game waits."""
    options: dict[str, Any]
    """The value of every option of the title."""
    others_left: NotRequired[Literal['end', 'play_on']]
    """What happens when one player is left in a game that at least two players started. Absent: bots play on."""
    owner: str
    """The id of the player who opened the game."""
    rated: NotRequired[bool]
    """Whether the game counts for ratings. Absent: a public game of registered players does, unless it has take-backs or hints, or a ruling adjudicates it, replaces a player or gives up a seat."""
    reserved: NotRequired[list[str | None]]
    """By seat: the id of the player who may take it, `invitation`, or null for a seat that is not reserved. Absent: no seat is reserved."""
    ruleset: str
    """The title, such as `giganten`."""
    ruleset_version: int
    """The version of the rules under which the game is played, from 1."""
    seats: int
    """The number of seats."""
    seed_commitment: str
    """The commitment to the secret seed, 64 hexadecimal digits."""
    spectators: NotRequired[Literal['none', 'open']]
    """Who may watch before the game is over."""
    starts_at: NotRequired[str]
    """The time at which the game starts; absent: its owner starts it."""
    substitutes: NotRequired[list[str]]
    """The players who may take a reserved seat that is free after the start time."""
    tags: NotRequired[list[str]]
    """The tags of the game; absent if it has none."""
    take_back: NotRequired[bool]
    """True: a seat can take back its last decision. Absent: decisions are final."""
    visibility: Literal['private', 'public']
    """Whether the game is public or private."""


GameOpenedRecord: TypeAlias = "Any"
"""A game was opened: what is played, by how many, under which options and terms, who may watch; the commitment."""


class GamePaused(TypedDict):
    """All clocks are stopped and no decision is accepted until the game is resumed, at the latest at `until`."""
    author: str
    """The id of the player who ruled; null if the game continues automatically."""
    reason: str
    """The reason of the ruling; null if the game continues automatically."""
    until: str
    """The latest time at which the game continues."""


GamePausedRecord: TypeAlias = "Any"
"""All clocks are stopped and no decision is accepted until the game is resumed, at the latest at `until`."""


class GameReply(TypedDict):
    """The summary of a game."""
    adjudicated: bool
    """Whether the owner of the game ended it by a ruling that gave the ranks."""
    awaiting: list[int]
    """The seats that must act."""
    clock: ClockReply | None
    """The clock of the game; null for a game without one."""
    clocks: list[SeatClockView] | None
    """The clocks by seat; null before the start and in a game without a clock."""
    data_digest: str
    """The SHA-256 of the data set: 64 hexadecimal digits."""
    data_set: str
    """The name of the data set, such as `kosmos-1999`."""
    ending: Literal['rules', 'adjudicated', 'others_left', None]
    """Why the game has ended: by its rules, by a ruling of its owner, or because all players but one had left it; null for a game that has not ended."""
    foreign: bool
    """Whether the game was imported from a file."""
    grace: str | None
    """The time after `starts_at` until `no_show` applies (ISO 8601); null without `starts_at`."""
    head: str
    """The head of the hash chain at this version: 64 hexadecimal digits."""
    hints: bool
    """Whether a seat can take hints of the engine (`takeHint`). Such a game is never rated."""
    id: str
    """The id of a game, a UUID."""
    invitations: NotRequired[list[SeatInvitation]]
    """In the reply to the opening: the invitations to seats that were reserved for one."""
    max_rating: int | None
    """The highest rating that such a seat allows; null: any."""
    min_completion: int | None
    """The percentage of finished games that a seat needs that is not reserved; null: any."""
    min_rating: int | None
    """The lowest rating that such a seat needs; null: any. Without games it is 0."""
    name: str | None
    """The name that the opener gave the game; null without one."""
    no_show: Literal['wait', 'bot', 'cancel', None]
    """What happens `grace` after `starts_at` while seats are free; null without `starts_at`."""
    opened_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    options: dict[str, Any]
    """The options in the first event of the game."""
    others_left: Literal['end', 'play_on']
    """What happens when one player is left in a game that at least two players started, because the others have resigned or lost their seats to bots. `end`: the game ends at once, and this player is first. `play_on`: bots play on."""
    owner: str
    """The id of the player who opened the game; `service` for one that players have agreed on, or were paired for, and in which nobody rules."""
    owner_name: str | None
    """The current name of the player; null for a bot, a deleted player, or an imported game."""
    paused_until: str | None
    """The time at which the pause of the game ends; null if it is not paused."""
    profile: str | None
    """The profile of the options; null for other options."""
    rated: bool | None
    """Whether the game was opened as a rated one; false also with take-backs or hints; null: a public game is rated if players who have signed up have all seats at the start, unless a ruling adjudicates it, replaces a player or gives up a seat."""
    reserved: list[str | None]
    """For whom the seats are reserved, from seat 0: a player id, `invitation`, or null. Empty if no seat is reserved. A seat that its player has declined is reserved for an invitation."""
    ruleset: str
    """The title, such as `giganten`."""
    ruleset_version: int
    """The version of the rules of the game, from 1."""
    seats: list[SeatReply]
    """The seats, from 0."""
    seed_commitment: str
    """The commitment to the secret seed: 64 hexadecimal digits."""
    spectators: Literal['open', 'none']
    """Who may watch: with `open` everyone, with `none` only the owner and the seated players until the game is over."""
    starts_at: str | None
    """The time at which the service starts the game; null without one."""
    status: Literal['open', 'running', 'ended', 'abandoned']
    """`open` before the start, `running`, `ended`, or `abandoned` if cancelled before the start."""
    substitutes: list[str]
    """The players who may take reserved seats that are free at `starts_at`."""
    tags: list[str]
    """The tags of the game."""
    take_back: bool
    """Whether a seat may take back its last decision."""
    version: int
    """The version of a game: the number of its events."""
    visibility: Literal['public', 'private']
    """Only players with a seat or an invitation can see a private game."""
    voided: bool
    """Whether the operator of the site has voided the result, so that the game counts for no rating."""


class GameResumed(TypedDict):
    """A paused game continues: by a ruling, or without reason and author at the end of the pause."""
    author: str | None
    """The id of the player who ruled; null if the game continues automatically."""
    reason: str | None
    """The reason of the ruling; null if the game continues automatically."""


GameResumedRecord: TypeAlias = "Any"
"""A paused game continues: by a ruling, or without reason and author at the end of the pause."""


class GameRow(TypedDict):
    """A game in a list."""
    adjudicated: bool
    """Whether the owner of the game ended it by a ruling that gave the ranks."""
    clock: ClockReply | None
    """The clock of the game; null for a game without one."""
    data_set: str
    """The name of the data set, such as `kosmos-1999`."""
    ended_at: str | None
    """The time of the end or the cancellation; null before."""
    ending: Literal['rules', 'adjudicated', 'others_left', None]
    """Why the game has ended: by its rules, by a ruling of its owner, or because all players but one had left it; null for a game that has not ended."""
    foreign: bool
    """Whether the game was imported from a file."""
    grace: str | None
    """The time after `starts_at` until `no_show` applies (ISO 8601); null without `starts_at`."""
    hints: bool
    """Whether a seat can take hints of the engine (`takeHint`). Such a game is never rated."""
    id: str
    """The id of a game, a UUID."""
    max_rating: int | None
    """The highest rating that such a seat allows; null: any."""
    min_completion: int | None
    """The percentage of finished games that a seat needs that is not reserved; null: any."""
    min_rating: int | None
    """The lowest rating that such a seat needs; null: any. Without games it is 0."""
    name: str | None
    """The name that the opener gave the game; null without one."""
    names: list[str | None]
    """The names of `players` in the same order; null for a bot, a free seat or a deleted player."""
    no_show: Literal['wait', 'bot', 'cancel', None]
    """What happens `grace` after `starts_at` while seats are free; null without `starts_at`."""
    opened_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    options: dict[str, Any]
    """The options in the first event of the game."""
    owner: str
    """The id of the player who opened the game; `service` for one that players have agreed on, or were paired for, and in which nobody rules."""
    owner_name: str | None
    """The current name of the player; null for a bot, a deleted player, or an imported game."""
    paused_until: str | None
    """The time at which the pause of the game ends; null if it is not paused."""
    players: list[str | None]
    """The player ids of the seats, from seat 0: a player, `bot:<name>`, or null."""
    profile: str | None
    """The profile of the options; null for other options."""
    rated: bool | None
    """Whether the game was opened as a rated one; false also with take-backs or hints; null: a public game is rated if players who have signed up have all seats at the start, unless a ruling adjudicates it, replaces a player or gives up a seat."""
    reserved: list[str | None]
    """For whom the seats are reserved, from seat 0: a player id, `invitation`, or null. Empty if no seat is reserved. A seat that its player has declined is reserved for an invitation."""
    ruleset: str
    """The title, such as `giganten`."""
    started_at: str | None
    """The time of the start; null before the start."""
    starts_at: str | None
    """The time at which the service starts the game; null without one."""
    status: Literal['open', 'running', 'ended', 'abandoned']
    """`open` before the start, `running`, `ended`, or `abandoned` if cancelled before the start."""
    substitutes: list[str]
    """The players who may take reserved seats that are free at `starts_at`."""
    tags: list[str]
    """The tags of the game."""
    visibility: Literal['public', 'private']
    """Only players with a seat or an invitation can see a private game."""
    voided: bool
    """Whether the operator of the site has voided the result, so that the game counts for no rating."""


GameStarted: TypeAlias = "dict[str, Any]"
"""All seats are taken and play begins."""


GameStartedRecord: TypeAlias = "Any"
"""All seats are taken and play begins."""


GameStreamEvent: TypeAlias = "SeenEvent | Awaiting | Closing | MessageReply | OrderReply | Heartbeat"
"""The events of a game. The `data` of a server-sent event are one of these. Ignore others.
SeenEvent: `event` is absent, `id` the version.
Awaiting: `event` is `awaiting`, `id` absent.
Closing: `event` is `statement`, `id` the last version.
MessageReply: `event` is `talk`, `id` absent.
OrderReply: `event` is `order`, `id` absent.
Heartbeat: `event` is `heartbeat`, `id` absent.
"""


GameStreamLine: TypeAlias = "SeenEvent | AwaitingLine | Closing | TalkLine | OrderLine"
"""The events of a game. A line is one of these. Ignore others."""


class Games(TypedDict):
    """A page of games."""
    items: list[GameRow]
    """The games of this page in the requested order."""
    next: str | None
    """The cursor of the next page; null on the last page."""


class GigantenActionCardDiscarded(TypedDict):
    """A player's card went to its discards (4e.1)."""
    card: str
    """The id of an action card, as the data set names it."""
    seat: int
    """The seat of the player, from 0."""


GigantenActionCardDiscardedRecord: TypeAlias = "Any"
"""A player's card went to its discards (4e.1)."""


class GigantenActionCardLeft(TypedDict):
    """The card that no player took was discarded (2c.3)."""
    card: str
    """The id of an action card, as the data set names it."""


GigantenActionCardLeftRecord: TypeAlias = "Any"
"""The card that no player took was discarded (2c.3)."""


class GigantenActionCardTaken(TypedDict):
    """A player chose an open card (2c.1)."""
    card: str
    """The id of an action card, as the data set names it."""
    seat: int
    """The seat of the player, from 0."""


GigantenActionCardTakenRecord: TypeAlias = "Any"
"""A player chose an open card (2c.1)."""


class GigantenAdvanceTrain(TypedDict):
    """Advance your train (4c.1)."""
    spaces: int
    """Spaces of the railway track."""
    type: Literal['giganten.advance_train']
    """Always `giganten.advance_train`."""


class GigantenAuctionFailed(TypedDict):
    """The auction has no winner: no player sells to this company in this round (7a.12)."""
    company: Literal['hudson', 'jet', 'standard']
    """The company, one of three buyers of oil."""


GigantenAuctionFailedRecord: TypeAlias = "Any"
"""The auction has no winner: no player sells to this company in this round (7a.12)."""


class GigantenAuctionOpened(TypedDict):
    """The right to sell to a company is up: who may bid, in their order; attempt 2 and on follow a bluff (7a.10)."""
    attempt: int
    """1, and one more after each bluff."""
    bidders: list[int]
    """The seats that may bid, the first one first."""
    company: Literal['hudson', 'jet', 'standard']
    """The company, one of three buyers of oil."""


GigantenAuctionOpenedRecord: TypeAlias = "Any"
"""The right to sell to a company is up: who may bid, in their order; attempt 2 and on follow a bluff (7a.10)."""


class GigantenAuctionView(TypedDict):
    """The auction of a company: the highest bid, and who has not passed, the next to bid first."""
    attempt: int
    """1, and one more after each bluff."""
    bid: int | None
    """The highest bid: the total value of its licences; null before one."""
    bluffers: list[int]
    """The seats that have bid more than they held."""
    company: Literal['hudson', 'jet', 'standard']
    """The company, one of three buyers of oil."""
    forfeit: int
    """Licences that the bluffer has to give up."""
    leader: int | None
    """The seat that has bid it; null before a bid."""
    live: list[int]
    """The seats that have not passed, the next to bid first."""
    step: Literal['opening', 'bidding', 'forfeiting', 'paying', 'selling']
    """What is asked now: `opening` is the first bid of an attempt (7a.2), `bidding` a higher one (7a.4), `forfeiting` the licences that a bluff costs, `paying` those of the bid, `selling` the markers."""


class GigantenAuctionWon(TypedDict):
    """All other bidders have passed, and this one can pay its bid (7a.7)."""
    bid: int
    """The total value of the licences that are bid."""
    company: Literal['hudson', 'jet', 'standard']
    """The company, one of three buyers of oil."""
    seat: int
    """The seat of the player, from 0."""


GigantenAuctionWonRecord: TypeAlias = "Any"
"""All other bidders have passed, and this one can pay its bid (7a.7)."""


class GigantenBeigeCardRevealed(TypedDict):
    """One of the beige cards of the round (2b.1)."""
    card: str
    """The id of an action card, as the data set names it."""
    draws: list[list[int]]
    """Draws of chance: how many outcomes were possible, and which it was, from 0; in their order."""


GigantenBeigeCardRevealedRecord: TypeAlias = "Any"
"""One of the beige cards of the round (2b.1)."""


class GigantenBid(TypedDict):
    """Bid licences of this total value for the right to sell (7a.4)."""
    type: Literal['giganten.bid']
    """Always `giganten.bid`."""
    value: int
    """The total value of the licences that are bid."""


class GigantenBidPassed(TypedDict):
    """A player is out of this auction (7a.5)."""
    company: Literal['hudson', 'jet', 'standard']
    """The company, one of three buyers of oil."""
    seat: int
    """The seat of the player, from 0."""


GigantenBidPassedRecord: TypeAlias = "Any"
"""A player is out of this auction (7a.5)."""


class GigantenBidPlaced(TypedDict):
    """A player bid licences of this total value (7a.4)."""
    company: Literal['hudson', 'jet', 'standard']
    """The company, one of three buyers of oil."""
    seat: int
    """The seat of the player, from 0."""
    value: int
    """The total value of the licences that are bid."""


GigantenBidPlacedRecord: TypeAlias = "Any"
"""A player bid licences of this total value (7a.4)."""


class GigantenBlackTrainAdvanced(TypedDict):
    """The black train went on to this space, its last one at the most (2a.1, 2a.2)."""
    spaces: int
    """Spaces of the railway track."""
    to: int
    """A space of a railway track, from 1; space k lies under column k of the map."""


GigantenBlackTrainAdvancedRecord: TypeAlias = "Any"
"""The black train went on to this space, its last one at the most (2a.1, 2a.2)."""


class GigantenBluffCalled(TypedDict):
    """The highest bidder cannot pay and must give up this many licences (7a.8)."""
    bid: int
    """The total value of the licences that are bid."""
    cards: int
    """How many licences, of either value."""
    company: Literal['hudson', 'jet', 'standard']
    """The company, one of three buyers of oil."""
    seat: int
    """The seat of the player, from 0."""


GigantenBluffCalledRecord: TypeAlias = "Any"
"""The highest bidder cannot pay and must give up this many licences (7a.8)."""


class GigantenBuildDerrick(TypedDict):
    """Pay for a derrick on a tile beside your truck (5.1)."""
    site: str
    """The square of a site, such as `D11`."""
    type: Literal['giganten.build_derrick']
    """Always `giganten.build_derrick`."""


class GigantenCardView(TypedDict):
    """An action card: licences, movement points, and its special (price change, free oil, trains back), 0 if none."""
    back: int
    """Spaces of the special that pushes trains back."""
    black_steps: int
    """Steps of the black train; red cards only."""
    id: str
    """The id of an action card, as the data set names it."""
    licences: int
    """How many licences it brings."""
    oil: int
    """Markers of the free oil special."""
    points: int
    """Movement points."""
    price: int
    """Steps of the price special."""
    red: bool
    """Whether it is a red card, which moves the black train."""


class GigantenDealtLicences(TypedDict):
    """The values of licences in the order of dealing, 1 or 2 each."""
    values: list[int]
    """Values of licences, 1 or 2 each."""


class GigantenDeckReshuffled(TypedDict):
    """The discards of a deck became its new face-down deck (2a.3, 2b.2, 3.3)."""
    cards: int
    """How many cards."""
    deck: Literal['beige', 'licences', 'red']
    """Which deck."""


GigantenDeckReshuffledRecord: TypeAlias = "Any"
"""The discards of a deck became its new face-down deck (2a.3, 2b.2, 3.3)."""


class GigantenDeckView(TypedDict):
    """A deck of action cards: how many are left, and the discards by id."""
    discards: dict[str, int]
    """How many discards there are of each card, by id."""
    left: int
    """How many cards."""


class GigantenDeclineDrilling(TypedDict):
    """Build no derrick this round (5.1)."""
    type: Literal['giganten.decline_drilling']
    """Always `giganten.decline_drilling`."""


class GigantenDeclineSpecial(TypedDict):
    """Do without your card's special (4d.1)."""
    type: Literal['giganten.decline_special']
    """Always `giganten.decline_special`."""


class GigantenDerrickBuilt(TypedDict):
    """A player paid the bank and built (5.3): the tile's value, and the markers that the supply had for it (5.6)."""
    cost: int
    """Dollars."""
    markers: int
    """Markers of oil."""
    seat: int
    """The seat of the player, from 0."""
    site: str
    """The square of a site, such as `D11`."""
    value: int
    """The value of a tile: how many markers of oil lie under it."""


GigantenDerrickBuiltRecord: TypeAlias = "Any"
"""A player paid the bank and built (5.3): the tile's value, and the markers that the supply had for it (5.6)."""


class GigantenDerrickExhausted(TypedDict):
    """The last marker is gone and the derrick is back with its owner (6.11)."""
    seat: int
    """The seat of the player, from 0."""
    site: str
    """The square of a site, such as `D11`."""


GigantenDerrickExhaustedRecord: TypeAlias = "Any"
"""The last marker is gone and the derrick is back with its owner (6.11)."""


class GigantenDerrickView(TypedDict):
    """A derrick and the oil markers under it."""
    markers: int
    """Markers of oil under it."""
    site: str
    """The square of a site, such as `D11`."""


class GigantenDiscardOil(TypedDict):
    """Discard the marker from one of your derricks (6.2)."""
    site: str
    """The square of a site, such as `D11`."""
    type: Literal['giganten.discard_oil']
    """Always `giganten.discard_oil`."""


class GigantenDrawn(TypedDict):
    """Draws from hidden cards or tiles. Together with their outcome they would show what is hidden."""
    draws: list[list[int]]
    """Draws of chance: how many outcomes were possible, and which it was, from 0; in their order."""


GigantenDrawsSealed: TypeAlias = "dict[str, Any]"
"""The draws of the deal or inspection before it (3.2, 4b.4). No seat sees them before the end of the game."""


GigantenDrawsSealedRecord: TypeAlias = "Any"
"""The draws of the deal or inspection before it (3.2, 4b.4). No seat sees them before the end of the game."""


class GigantenDrillingDeclined(TypedDict):
    """A player builds no derrick this round, by choice or because none can be built."""
    seat: int
    """The seat of the player, from 0."""


GigantenDrillingDeclinedRecord: TypeAlias = "Any"
"""A player builds no derrick this round, by choice or because none can be built."""


class GigantenDriveTruck(TypedDict):
    """Drive your truck to a square along the cheapest way (4a.4)."""
    to: str
    """A square: the letter of its row, A on top, and its column from 1: `D11`."""
    type: Literal['giganten.drive_truck']
    """Always `giganten.drive_truck`."""


class GigantenEndMovement(TypedDict):
    """End your movement; points left are lost (4.3)."""
    type: Literal['giganten.end_movement']
    """Always `giganten.end_movement`."""


class GigantenExcessReturned(TypedDict):
    """A depot held more than it may: the excess went back to the supply for a refund by the bank (8.1)."""
    company: Literal['hudson', 'jet', 'standard']
    """The company, one of three buyers of oil."""
    markers: int
    """Markers of oil."""
    refund: int
    """Dollars."""
    seat: int
    """The seat of the player, from 0."""


GigantenExcessReturnedRecord: TypeAlias = "Any"
"""A depot held more than it may: the excess went back to the supply for a refund by the bank (8.1)."""


class GigantenFirstPlayerDrawn(TypedDict):
    """The first player is known (0.11). There is no draw if the options name the seat."""
    draws: list[list[int]]
    """Draws of chance: how many outcomes were possible, and which it was, from 0; in their order."""
    seat: int
    """The seat of the player, from 0."""


GigantenFirstPlayerDrawnRecord: TypeAlias = "Any"
"""The first player is known (0.11). There is no draw if the options name the seat."""


class GigantenForfeitLicences(TypedDict):
    """Choose the licences that your bluff costs you, under the option bluff_pick=owner (7a.9)."""
    ones: int
    """How many licences of value 1."""
    twos: int
    """How many licences of value 2."""
    type: Literal['giganten.forfeit_licences']
    """Always `giganten.forfeit_licences`."""


class GigantenFreeOilStored(TypedDict):
    """A player took a marker from the supply into a depot (4d.3)."""
    company: Literal['hudson', 'jet', 'standard']
    """The company, one of three buyers of oil."""
    seat: int
    """The seat of the player, from 0."""


GigantenFreeOilStoredRecord: TypeAlias = "Any"
"""A player took a marker from the supply into a depot (4d.3)."""


class GigantenInspectSite(TypedDict):
    """Look at the value of a tile beside your truck (4b.1)."""
    site: str
    """The square of a site, such as `D11`."""
    type: Literal['giganten.inspect_site']
    """Always `giganten.inspect_site`."""


class GigantenInspectedTile(TypedDict):
    """The value of a tile."""
    value: int
    """The value of a tile: how many markers of oil lie under it."""


class GigantenLicenceDeckView(TypedDict):
    """The licence deck: how many are left, and the discards by value."""
    discards: GigantenLicencesView
    """The discarded licences."""
    left: int
    """How many licences, of either value."""


class GigantenLicencesDealt(TypedDict):
    """A player was dealt licences (3.1); their values are the player's secret (3.2)."""
    cards: int
    """How many licences, of either value."""
    seat: int
    """The seat of the player, from 0."""


GigantenLicencesDealtRecord: TypeAlias = "Any"
"""A player was dealt licences (3.1); their values are the player's secret (3.2)."""


class GigantenLicencesForfeited(TypedDict):
    """The licences of a bluffer that were discarded (7a.9); the draws count through the hand and stay secret."""
    ones: int
    """How many licences of value 1."""
    seat: int
    """The seat of the player, from 0."""
    twos: int
    """How many licences of value 2."""


GigantenLicencesForfeitedRecord: TypeAlias = "Any"
"""The licences of a bluffer that were discarded (7a.9); the draws count through the hand and stay secret."""


class GigantenLicencesPaid(TypedDict):
    """The licences that a winner discarded (7a.7)."""
    company: Literal['hudson', 'jet', 'standard']
    """The company, one of three buyers of oil."""
    ones: int
    """How many licences of value 1."""
    seat: int
    """The seat of the player, from 0."""
    twos: int
    """How many licences of value 2."""


GigantenLicencesPaidRecord: TypeAlias = "Any"
"""The licences that a winner discarded (7a.7)."""


class GigantenLicencesShort(TypedDict):
    """Deck and discards are empty: the rest of a player's deal is forfeited (3.4)."""
    cards: int
    """How many licences, of either value."""
    seat: int
    """The seat of the player, from 0."""


GigantenLicencesShortRecord: TypeAlias = "Any"
"""Deck and discards are empty: the rest of a player's deal is forfeited (3.4)."""


class GigantenLicencesView(TypedDict):
    """Licences by their value."""
    ones: int
    """How many licences of value 1."""
    twos: int
    """How many licences of value 2."""


class GigantenMovementEnded(TypedDict):
    """A player's movement is over; these movement points are lost (4.3)."""
    points_lost: int
    """Movement points."""
    seat: int
    """The seat of the player, from 0."""


GigantenMovementEndedRecord: TypeAlias = "Any"
"""A player's movement is over; these movement points are lost (4.3)."""


class GigantenMovementView(TypedDict):
    """Whose truck and train move, and the movement points left."""
    inspected: list[str]
    """The sites that were inspected in this turn."""
    points: int
    """Movement points left."""
    seat: int
    """A seat, from 0."""
    step: Literal['place', 'move', 'special', 'discard']
    """What is to be done next."""


class GigantenOilDiscarded(TypedDict):
    """A marker from a derrick went back to the supply: no train, no money, or by choice (6.2, 6.9, 6.10)."""
    reason: Literal['no_money', 'no_train', 'waived']
    """Why it was not shipped."""
    seat: int
    """The seat of the player, from 0."""
    site: str
    """The square of a site, such as `D11`."""


GigantenOilDiscardedRecord: TypeAlias = "Any"
"""A marker from a derrick went back to the supply: no train, no money, or by choice (6.2, 6.9, 6.10)."""


class GigantenOilShipped(TypedDict):
    """A train carried a marker from a derrick to a depot. The owner paid the bank, or owners of trains."""
    carrier: Literal['black', 'opponent', 'own']
    """Whose train carried it."""
    company: Literal['hudson', 'jet', 'standard']
    """The company, one of three buyers of oil."""
    opponent: NotRequired[int | None]
    """The seat of the opponent whose train carries, with the carrier `opponent` under the option `opponent_train` = `any_ahead`. Absent otherwise."""
    payments: list[GigantenPayment]
    """What owners of trains were paid."""
    seat: int
    """The seat of the player, from 0."""
    site: str
    """The square of a site, such as `D11`."""
    to_bank: int
    """Dollars."""


GigantenOilShippedRecord: TypeAlias = "Any"
"""A train carried a marker from a derrick to a depot. The owner paid the bank, or owners of trains."""


class GigantenOilSold(TypedDict):
    """The winner sold markers at the price; the bank paid the proceeds in dollars (7b.1)."""
    company: Literal['hudson', 'jet', 'standard']
    """The company, one of three buyers of oil."""
    markers: int
    """Markers of oil."""
    price: int
    """The price of the company, in dollars a marker of oil."""
    proceeds: int
    """Dollars."""
    seat: int
    """The seat of the player, from 0."""


GigantenOilSoldRecord: TypeAlias = "Any"
"""The winner sold markers at the price; the bank paid the proceeds in dollars (7b.1)."""


class GigantenPassBid(TypedDict):
    """Leave this auction (7a.5)."""
    type: Literal['giganten.pass_bid']
    """Always `giganten.pass_bid`."""


class GigantenPayLicences(TypedDict):
    """Pay your bid with licences of value 1 and of value 2 (7a.7)."""
    ones: int
    """How many licences of value 1."""
    twos: int
    """How many licences of value 2."""
    type: Literal['giganten.pay_licences']
    """Always `giganten.pay_licences`."""


class GigantenPayment(TypedDict):
    """What one owner of a train is paid, in dollars."""
    amount: int
    """Dollars."""
    seat: int
    """The seat of the player, from 0."""


class GigantenPhaseStarted(TypedDict):
    """The phase of this number begins."""
    phase: Literal['2', '3', '4', '5', '6', '7', '8']
    """The number of the phase in the rules."""


GigantenPhaseStartedRecord: TypeAlias = "Any"
"""The phase of this number begins."""


class GigantenPlaceTruck(TypedDict):
    """Enter the board with your truck on a free square of column 1 (4a.1)."""
    square: str
    """A square: the letter of its row, A on top, and its column from 1: `D11`."""
    type: Literal['giganten.place_truck']
    """Always `giganten.place_truck`."""


class GigantenPlayerView(TypedDict):
    """What a viewer may know of a player."""
    card: GigantenCardView | None
    """The action card of the round; null while there is none."""
    depots: dict[str, int]
    """Oil markers stored at each company."""
    derricks: list[GigantenDerrickView]
    """The derricks on the map."""
    derricks_left: int
    """How many derricks are left to build."""
    licence_cards: int
    """How many licences are in the hand."""
    licences: GigantenLicencesView | None
    """The hand; null unless it is yours."""
    money: int | None
    """Dollars; null where the options hide others' money."""
    seat: int
    """A seat, from 0."""
    train: int
    """A space of a railway track, from 1; space k lies under column k of the map."""
    train_rank: int | None
    """The rank of the train (10.3), 1 is best; once the game is over."""
    truck: str | None
    """The square of the truck; null before it enters."""


class GigantenPriceInflated(TypedDict):
    """The inflation variant moved a price after an auction (7c.1)."""
    company: Literal['hudson', 'jet', 'standard']
    """The company, one of three buyers of oil."""
    price: int
    """The price of the company, in dollars a marker of oil."""
    steps: int
    """Steps of the price on its track: up, or down where negative."""


GigantenPriceInflatedRecord: TypeAlias = "Any"
"""The inflation variant moved a price after an auction (7c.1)."""


class GigantenPriceRolled(TypedDict):
    """The die was rolled for a company (1.1): its face, the price after it, and how far the price has moved."""
    actual_steps: NotRequired[int | None]
    """The steps that the price has moved on its track: up, or down where negative; 0 if it stayed. Absent in games without the option `actual_price_steps`."""
    colour: Literal['blue', 'red']
    """The colour of the face that was rolled."""
    company: Literal['hudson', 'jet', 'standard']
    """The company, one of three buyers of oil."""
    draws: list[list[int]]
    """Draws of chance: how many outcomes were possible, and which it was, from 0; in their order."""
    price: int
    """The price of the company, in dollars a marker of oil."""
    steps: int
    """The number on the face that was rolled, without a sign. The bands give the direction (1.2 to 1.4)."""


GigantenPriceRolledRecord: TypeAlias = "Any"
"""The die was rolled for a company (1.1): its face, the price after it, and how far the price has moved."""


class GigantenPriceShifted(TypedDict):
    """A player moved a price by the special of the card (4d.2): the steps chosen, and how far the price has moved."""
    actual_steps: NotRequired[int | None]
    """The steps that the price has moved on its track: up, or down where negative; 0 if it stayed. Absent in games without the option `actual_price_steps`."""
    company: Literal['hudson', 'jet', 'standard']
    """The company, one of three buyers of oil."""
    price: int
    """The price of the company, in dollars a marker of oil."""
    seat: int
    """The seat of the player, from 0."""
    steps: int
    """The steps that the player chose: up, or down where negative. The price moves fewer steps where its track ends (1.6)."""


GigantenPriceShiftedRecord: TypeAlias = "Any"
"""A player moved a price by the special of the card (4d.2): the steps chosen, and how far the price has moved."""


class GigantenPushTrainsBack(TypedDict):
    """Push all opponents' trains back, as your card's special (4d.4)."""
    type: Literal['giganten.push_trains_back']
    """Always `giganten.push_trains_back`."""


class GigantenRedCardRevealed(TypedDict):
    """The red card of the round (2a.1)."""
    card: str
    """The id of an action card, as the data set names it."""
    draws: list[list[int]]
    """Draws of chance: how many outcomes were possible, and which it was, from 0; in their order."""


GigantenRedCardRevealedRecord: TypeAlias = "Any"
"""The red card of the round (2a.1)."""


class GigantenRoundStarted(TypedDict):
    """A round begins with this first player (9.1)."""
    first_player: int
    """A seat, from 0."""
    round: int
    """The number of the round, from 1."""


GigantenRoundStartedRecord: TypeAlias = "Any"
"""A round begins with this first player (9.1)."""


class GigantenSellOil(TypedDict):
    """Sell markers of your depot at the price, or none (7b.1)."""
    markers: int
    """Markers of oil."""
    type: Literal['giganten.sell_oil']
    """Always `giganten.sell_oil`."""


class GigantenShiftPrice(TypedDict):
    """Use the special of your card: move the price of a company up (1) or down (-1) (4d.2)."""
    company: Literal['hudson', 'jet', 'standard']
    """The company, one of three buyers of oil."""
    direction: int
    """1 for up, -1 for down."""
    steps: int
    """Steps of the price on its track, without a sign."""
    type: Literal['giganten.shift_price']
    """Always `giganten.shift_price`."""


class GigantenShipOil(TypedDict):
    """Ship the marker from one of your derricks to your depot at a company, by this train (6.2)."""
    carrier: Literal['own', 'black', 'opponent']
    """Whose train is to carry it."""
    company: Literal['hudson', 'jet', 'standard']
    """The company, one of three buyers of oil."""
    opponent: NotRequired[int | None]
    """The seat of the opponent whose train carries, with the carrier `opponent` under the option `opponent_train` = `any_ahead`. Absent otherwise."""
    site: str
    """The square of a site, such as `D11`."""
    type: Literal['giganten.ship_oil']
    """Always `giganten.ship_oil`."""


class GigantenSiteInspected(TypedDict):
    """A player looked at the value of a tile (4b.1), which only that player knows (4b.4)."""
    seat: int
    """The seat of the player, from 0."""
    site: str
    """The square of a site, such as `D11`."""


GigantenSiteInspectedRecord: TypeAlias = "Any"
"""A player looked at the value of a tile (4b.1), which only that player knows (4b.4)."""


class GigantenSiteView(TypedDict):
    """A site of the map: with its tile still on it, with a derrick, or empty."""
    kind: int
    """How many derricks are printed on it: 1, 2 (red) or 3."""
    owner: int | None
    """The seat whose derrick it is; null without a derrick."""
    square: str
    """A square: the letter of its row, A on top, and its column from 1: `D11`."""
    status: Literal['tile', 'derrick', 'empty']
    """What stands there."""
    value: int | None
    """The value of the tile, where you have inspected it."""


class GigantenSpecialDeclined(TypedDict):
    """The special of a card was not carried out, by choice or because it could not be (4d.1, 4d.3)."""
    seat: int
    """The seat of the player, from 0."""


GigantenSpecialDeclinedRecord: TypeAlias = "Any"
"""The special of a card was not carried out, by choice or because it could not be (4d.1, 4d.3)."""


class GigantenStoreFreeOil(TypedDict):
    """Take a marker from the supply into your depot at a company, as your card's special (4d.3)."""
    company: Literal['hudson', 'jet', 'standard']
    """The company, one of three buyers of oil."""
    type: Literal['giganten.store_free_oil']
    """Always `giganten.store_free_oil`."""


class GigantenTakeActionCard(TypedDict):
    """Take an open action card, named by its id (2c.1)."""
    card: str
    """The id of an action card, as the data set names it."""
    type: Literal['giganten.take_action_card']
    """Always `giganten.take_action_card`."""


class GigantenTrainAdvanced(TypedDict):
    """The train of a player advanced to this space (4c.1)."""
    points: int
    """Movement points."""
    seat: int
    """The seat of the player, from 0."""
    spaces: int
    """Spaces of the railway track."""
    to: int
    """A space of a railway track, from 1; space k lies under column k of the map."""


GigantenTrainAdvancedRecord: TypeAlias = "Any"
"""The train of a player advanced to this space (4c.1)."""


class GigantenTrainPosition(TypedDict):
    """The space on which a player's train stands."""
    seat: int
    """The seat of the player, from 0."""
    space: int
    """A space of a railway track, from 1; space k lies under column k of the map."""


class GigantenTrainsPushedBack(TypedDict):
    """A player pushed all opponents' trains back (4d.4): where each stands now."""
    seat: int
    """The seat of the player, from 0."""
    spaces: int
    """Spaces of the railway track."""
    trains: list[GigantenTrainPosition]
    """The opponents' trains."""


GigantenTrainsPushedBackRecord: TypeAlias = "Any"
"""A player pushed all opponents' trains back (4d.4): where each stands now."""


class GigantenTransportView(TypedDict):
    """Who ships, and the sites whose derricks have not yielded yet."""
    seat: int
    """A seat, from 0."""
    sites: list[str]
    """Sites whose derricks have not yielded yet."""


class GigantenTruckDriven(TypedDict):
    """A truck drove along the squares of `way` to the last one (4a.4)."""
    points: int
    """Movement points."""
    seat: int
    """The seat of the player, from 0."""
    way: list[str]
    """The squares in the order of driving, such as `D11`."""


GigantenTruckDrivenRecord: TypeAlias = "Any"
"""A truck drove along the squares of `way` to the last one (4a.4)."""


class GigantenTruckPlaced(TypedDict):
    """A truck entered the board (4a.1)."""
    seat: int
    """The seat of the player, from 0."""
    square: str
    """A square: the letter of its row, A on top, and its column from 1: `D11`."""


GigantenTruckPlacedRecord: TypeAlias = "Any"
"""A truck entered the board (4a.1)."""


class GigantenView(TypedDict):
    """A table of Giganten as a viewer may see it at a version of the game."""
    auction: GigantenAuctionView | None
    """The current auction; null if there is none."""
    awaiting: list[int]
    """The seats that have to act."""
    beige_deck: GigantenDeckView
    """The beige action cards."""
    black_train: int
    """A space of a railway track, from 1; space k lies under column k of the map."""
    black_train_end: int
    """A space of a railway track, from 1; space k lies under column k of the map."""
    clocks: NotRequired[list[SeatClockView]]
    """The clocks by seat, if the game has a clock."""
    data_set: str
    """The name of the printed tables: the map, tracks, prices and cards."""
    first_player: int
    """The seat that begins the round."""
    game: str
    """The id of the game, a UUID."""
    licence_deck: GigantenLicenceDeckView
    """The licences that no player holds."""
    movement: GigantenMovementView | None
    """The movement phase; null outside of it."""
    open_cards: list[GigantenCardView]
    """The action cards that can be taken."""
    paused_until: NotRequired[str]
    """The latest time (UTC) at which a paused game continues; absent unless it is paused."""
    phase: str
    """The number of the phase in the rules."""
    phase_name: Literal['set_up', 'prices', 'cards', 'licences', 'movement', 'drilling', 'transport', 'auctions', 'storage', 'over']
    """The name of the phase."""
    pieces: NotRequired[Pieces]
    """What stands on the board. Present only with `pieces=true`."""
    places: list[Place]
    """The final ranking, best first; empty before the end."""
    players: list[GigantenPlayerView]
    """The players, by seat."""
    prices: dict[str, int]
    """Prices of the companies, in dollars a marker of oil."""
    red_deck: GigantenDeckView
    """The red action cards."""
    round: int
    """The number of the round, from 1."""
    sites: list[GigantenSiteView]
    """The sites of the map."""
    supply: int
    """Oil markers left."""
    transport: GigantenTransportView | None
    """The transport phase; null outside of it."""
    type: Literal['giganten.view']
    """Always `giganten.view`."""
    version: int
    """The version of the game that is shown."""
    viewer: str
    """`public`, `seat:N` or `full`."""


class GiveByeAct(TypedDict):
    """Give a bye in a published round to a player who has no table (rule 9.3)."""
    player: str
    """The id of a player."""
    reason: str
    """The reason, which all viewers can read. The log keeps it for ever: do not name persons."""
    round: int
    """The number of the round, from 1."""
    type: Literal['give_bye']
    """Always `give_bye`."""


class GiveUpSeat(TypedDict):
    """Give the seat of an absent player to a bot, which plays it to the end. The seat ranks last."""
    reason: str
    """The reason, which all viewers of the game can read. The log keeps it for ever: do not name persons."""
    seat: int
    """The number of a seat, from 0."""
    type: Literal['give_up_seat']
    """Always `give_up_seat`."""


class GrantReply(TypedDict):
    """What you allow to an app."""
    client: str
    """The `client_id` of the app: a name or address of its choice."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    ends_with: str | None
    """The id of the token or passkey that started the session which allowed it; null: none."""
    expires_at: str
    """When the grant and its tokens expire."""
    game: str | None
    """The only game to which the app is limited, its id; null: none."""
    host: str | None
    """The host of the redirect URI, or its private scheme, to which the app gets its answers; null for a device."""
    id: str
    """The id of the grant, used to revoke it."""
    last_used_at: str | None
    """The time of the last known use."""
    redirect_uri: str | None
    """The redirect URI; null for a device."""
    scopes: list[Literal['games:read', 'games:play', 'games:create', 'games:organise', 'tournaments', 'webhooks', 'profile:read', 'account'] | Literal['read', 'play', 'organise']]
    """What the app may do."""
    tournament: str | None
    """The only tournament to which, with its games, the app is limited, its id; null: none."""


class Grants(TypedDict):
    """The apps that you allow something, oldest first."""
    items: list[GrantReply]
    """Your grants, oldest first, at most 100."""


class GuideReply(TypedDict):
    """What a table of a title explains, and its first game."""
    choices: dict[str, Explained]
    """Choices, by the type of their command."""
    facts: dict[str, Explained]
    """Fields of views, by their names."""
    first_game: LessonWords | None
    """A first game with steps that explain it; null if the title has none."""
    language: str
    """The language of the texts, as a tag of RFC 5646."""
    symbols: dict[str, Explained]
    """Pieces and places of the board. A key is a kind of piece, or the `data-kind` of a place, or a part of the id of a place, such as `arrow` of `die:arrow`; kind and part, such as `token:manager`, are more specific than the kind, and the kind more than the part."""


class HeadStatement(TypedDict):
    """States the version, head and time of a game's log. `key_id` is null for an unsigned statement."""
    at: str
    """The time of the last event in UTC."""
    game: str
    """The id of the game, a UUID."""
    head: str
    """The head of the hash chain after this event: 64 hexadecimal digits (SHA-256)."""
    key_id: str | None
    """The id of the signing key; null without a signature."""
    version: int
    """The number of events of the game."""


class HeadToHead(TypedDict):
    """The results of a player against another one, in all and by title."""
    draws: int
    """Those in which both have the same rank."""
    games: int
    """The games in which both had a seat at the end."""
    last: LastMeeting | None
    """The game that ended last; null without a game."""
    losses: int
    """Those in which `opponent` has the better rank."""
    name: str | None
    """The current name of the player; null for a bot or a deleted player."""
    opponent: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    opponent_name: str | None
    """The current name of the player; null for a bot or a deleted player."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    results: str
    """The path of the list of these games, newest first: `results` with both players."""
    titles: list[MeetingsInTitle]
    """The same by title, without those without games."""
    wins: int
    """Those in which `player` has the better rank."""


class Health(TypedDict):
    """The state of the service. Clients outside of the operator's networks get only `status`."""
    clock_doubt: NotRequired[str | None]
    """Why the time since the boot may be wrong. Until it is known, no clock runs out, no game starts automatically, and games with clocks accept no commands. null: the time is not in doubt."""
    clock_jump: NotRequired[float | None]
    """The seconds by which the system clock is ahead of the time of the service, which does not jump; null if the time is injected."""
    damaged: NotRequired[list[DamagedPart]]
    """What is damaged, at most 100 parts, in the order in which it was found."""
    due_work: NotRequired[DueWork | None]
    """The steps that are due without a request; null if the time is injected."""
    lag: NotRequired[dict[str, int] | None]
    """The number of events by which each read model (`activity`, `departures`, `ends`, `lobby`, `ratings`, `results`, `schedule`, `seats`) lags behind the log; null in `/health/live`, which does not query the store."""
    log_problem: NotRequired[str | None]
    """Why the transparency log is not continued and no checkpoint is signed, or which witness has cosigned a log that this one does not continue, for people; null: neither."""
    partitions_away: NotRequired[list[str]]
    """The partitions of a sequenced log that do not answer: their games wait, and lists lack their news."""
    sqlite: NotRequired[str]
    """The version of SQLite."""
    status: Literal['ok', 'degraded']
    """`degraded`: something is damaged, as `damaged` or `log_problem` names it, or partitions of the log do not answer; everything else is served. Otherwise `ok`. A failed check returns a problem document."""
    store: NotRequired[str]
    """The event store library and its version."""
    streams: NotRequired[int]
    """The number of open streams."""
    version: NotRequired[str]
    """The version of the service."""


Heartbeat: TypeAlias = "dict[str, Any]"
"""The empty object that a stream sends to show that the connection lives."""


class HeatsFormat(TypedDict):
    """Preliminary rounds, then knock-out rounds up to one final table."""
    knockouts: NotRequired[int]
    """The number of knock-out rounds; 2 means semi-finals and a final."""
    rounds: int
    """The number of preliminary rounds."""
    type: Literal['heats']
    """Always `heats`."""


class HintChoice(TypedDict):
    """A choice of the engine."""
    chance: int
    """The winning chance of your seat after it, in thousandths, by what your seat knows."""
    command: dict[str, Any]
    """The command, as the decision lists it."""
    error: int
    """The standard error of the chance, in thousandths."""


class HintReply(TypedDict):
    """A hint: the best choices of the engine, and the event that says that you took it."""
    choices: list[HintChoice]
    """One to three choices of the engine, the best one first."""
    events: list[SeenEvent]
    """The event `game.hint_taken` as your seat sees it."""
    receipt: Receipt
    """The signed receipt of the event."""


class HintTaken(TypedDict):
    """A seat took a hint of the engine for its open decision. All see this; what the engine said is secret."""
    decision: str
    """The id of the open decision of the seat."""
    seat: int
    """The number of a seat, from 0."""


HintTakenRecord: TypeAlias = "Any"
"""A seat took a hint of the engine for its open decision. All see this; what the engine said is secret."""


class HoldAct(TypedDict):
    """Stop the automatic steps of the service (rule 1.5)."""
    reason: str
    """The reason, which all viewers can read. The log keeps it for ever: do not name persons."""
    type: Literal['hold']
    """Always `hold`."""


class Index(TypedDict):
    """Where everything is."""
    documents: dict[str, str]
    """The paths of the documents, by name."""
    name: str
    """The name of the software: `Ludolog`."""
    release: str
    """The number of its release, such as `0.3.0`."""
    resources: dict[str, str]
    """The paths with which a client begins, by name. The others have an id."""


class InvitationMade(TypedDict):
    """A new invitation, which is shown only once."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    expires_at: str | None
    """The expiry time (RFC 3339); null if it does not expire."""
    game: str
    """The id of a game, a UUID."""
    id: str
    """The id of the invitation, used to withdraw it. It is not the invitation itself."""
    invitation: str
    """The invitation. Send it as `Ludolog-Invitation` together with your own token."""
    label: str
    """The purpose in your own words, without control characters."""
    last_used_at: str | None
    """The time of the last known use."""
    seat: int | None
    """The reserved seat that the invitation is for; null for seats without reservation."""


class InvitationReply(TypedDict):
    """An invitation to a game, without its secret."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    expires_at: str | None
    """The expiry time (RFC 3339); null if it does not expire."""
    game: str
    """The id of a game, a UUID."""
    id: str
    """The id of the invitation, used to withdraw it. It is not the invitation itself."""
    label: str
    """The purpose in your own words, without control characters."""
    last_used_at: str | None
    """The time of the last known use."""
    seat: int | None
    """The reserved seat that the invitation is for; null for seats without reservation."""


class Invitations(TypedDict):
    """A page of the valid invitations to a game, oldest first."""
    items: list[InvitationReply]
    """The invitations, oldest first."""
    next: str | None
    """The cursor of the next page; null on the last page."""


class InviteAct(TypedDict):
    """Invite a player, who then registers or joins the substitutes, or declines (rule 2.9)."""
    as_substitute: NotRequired[bool]
    """Whether the player is invited to join the substitutes."""
    player: str
    """The id of a player."""
    type: Literal['invite']
    """Always `invite`."""


class InvitedReply(TypedDict):
    """A player who has not answered an invitation."""
    as_substitute: bool
    """Whether the player is invited to join the substitutes."""
    name: str | None
    """The current name of the player; null for a deleted player or a bot."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""


class JoinPool(TypedDict):
    """The pool to wait in."""
    clock: str
    """The name of a preset, such as `live`."""
    ruleset: str
    """The title, such as `giganten`."""


class JoinSubstitutesAct(TypedDict):
    """Be on the list of substitutes (rule 2.6). With another `player`, it is an `invite`."""
    player: NotRequired[str | None]
    """The player for whom an organiser acts; null: you."""
    type: Literal['join_substitutes']
    """Always `join_substitutes`."""


class Jwk(TypedDict):
    """A key (RFC 7517). Only the current key in the key file has a private part."""
    alg: NotRequired[str]
    """The algorithm: `EdDSA`."""
    crv: str
    """The curve: `Ed25519`."""
    d: NotRequired[str | None]
    """The private key; never published."""
    iat: NotRequired[int]
    """The creation time as a Unix timestamp in seconds."""
    kid: NotRequired[str]
    """The key id: the first 16 hex digits of the SHA-256 of the public key."""
    kty: str
    """The key type: `OKP` (RFC 8037)."""
    use: NotRequired[str]
    """The intended use: `sig`, signatures."""
    x: str
    """The public key: 32 bytes in base64url."""


class JwkSet(TypedDict):
    """A set of keys, the current one first."""
    keys: list[Jwk]
    """The current key, followed by all past keys."""


class KeptApart(TypedDict):
    """Two players of whom one wishes not to play with the other."""
    names: list[str | None]
    """Their current names."""
    players: list[str]
    """The players, in the order of their ids."""


class Kind(TypedDict):
    """A kind of returns."""
    in_score: bool
    """Whether its amounts in the unit of the score make up the score: what is returned less what is paid, over all kinds for which this is true, is the score of the seat."""
    kind: str
    """The name of the kind."""
    rules: list[str]
    """The rules that say what is paid and returned."""


class LastMeeting(TypedDict):
    """A game of two players."""
    ended_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    game: str
    """The id of a game, a UUID."""
    ruleset: str
    """The title, such as `giganten`."""


class LawDocument(TypedDict):
    """A document of the operator."""
    languages: list[str]
    """The languages in which it exists, as far as it says so."""
    name: str
    """`imprint`, `privacy` or `terms`."""
    page: str
    """The path of its page."""
    since: str
    """Since when this version is in force."""
    version: str
    """The version: the beginning of the digest of the texts."""


class LawDocuments(TypedDict):
    """The documents of the operator."""
    accepted: bool | None
    """Whether you have accepted it, or do not have to; null without a token."""
    items: list[LawDocument]
    """The documents that there are."""
    terms: str | None
    """The version of the terms that players have to accept; null: they are not asked."""


class Leaderboard(TypedDict):
    """A page of a leaderboard, best first."""
    items: list[RankedPlayer]
    """The players of this page, best first."""
    next: str | None
    """The cursor of the next page; null on the last page."""


class LeagueFormat(TypedDict):
    """Divisions that play among themselves. After a season, the first players move up and the last ones down."""
    divisions: NotRequired[int]
    """The number of divisions."""
    moving: NotRequired[int]
    """The number of players who move between two divisions after a season."""
    rounds: int
    """The number of rounds of a season."""
    seasons: NotRequired[int]
    """The number of seasons."""
    type: Literal['league']
    """Always `league`."""


class LeaveAct(TypedDict):
    """Withdraw before the first round, or drop out after it (rule 2.4)."""
    player: NotRequired[str | None]
    """The player for whom an organiser acts; null: you."""
    type: Literal['leave']
    """Always `leave`."""


class LeaveSubstitutesAct(TypedDict):
    """Be no longer on the list of substitutes (rule 2.6)."""
    player: NotRequired[str | None]
    """The player for whom an organiser acts; null: you."""
    type: Literal['leave_substitutes']
    """Always `leave_substitutes`."""


class Leaver(TypedDict):
    """A player who resigns early in many rated games."""
    early: int
    """Those that the player left early."""
    gained: int
    """How many of them this player won."""
    gained_by: str | None
    """The id of who won most of them, if it is half or more; null: no one."""
    games: int
    """All rated games of the player in the period."""
    ids: list[str]
    """The ids of these games, in the order of their ends."""
    player: str
    """The id of the player."""


class LessonWords(TypedDict):
    """The first game of a title: how to open it, and its steps."""
    options: dict[str, int | str | bool]
    """The options of the game."""
    seats: int
    """The number of seats: the first one for the player, bots in the others."""
    steps: list[StepWords]
    """The steps, in order."""


class LiftHoldAct(TypedDict):
    """Let the service take the next steps again (rule 1.5)."""
    type: Literal['lift_hold']
    """Always `lift_hold`."""


class LiftRequest(TypedDict):
    """End a suspension early."""
    reason: str
    """Why, in a line for the log of moderation, which is never deleted: quote no names and no texts."""
    type: Literal['lift_suspension']
    """Always `lift_suspension`."""


class LimitsReply(TypedDict):
    """The request limits, and the caps of your account."""
    account: RequestLimit
    """The limit for all tokens of your account together."""
    address: RequestLimit
    """The limit for your address, with and without tokens."""
    guests: Cap
    """Guests in games that are not over."""
    invitations: Cap
    """Valid invitations to all your games."""
    left: int
    """The remaining requests of this window, if limited."""
    limit: int
    """The maximum number of requests of the token per window; 0 if unlimited."""
    open_games: Cap
    """Games that have not started."""
    seconds: int
    """The seconds until the next window, if limited."""
    tokens: Cap
    """Valid tokens, including seat tokens."""
    tournaments: Cap
    """Your tournaments that are not over."""
    uploads: int
    """The maximum number of concurrent uploads of a token."""
    window: int
    """The length of a window in seconds."""


class Links(TypedDict):
    """The addresses of the resources of the API that an event is about."""
    game: NotRequired[str]
    """The game."""
    result: NotRequired[str]
    """The result of the game."""
    tournament: NotRequired[str]
    """The tournament."""


class LobbyEvent(TypedDict):
    """A change of a game in the list of games."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    cursor: str
    """The cursor of this event. Send it as `cursor` to continue after it."""
    event: Literal['cancelled', 'ended', 'opened', 'seat_declined', 'seat_left', 'seat_taken', 'started']
    """What has happened. `seat_declined`: the player of a reserved seat does not want it."""
    game: GameRow
    """The game as the list shows it now, which may be later than the event."""
    name: str | None
    """The current name of the player; null for a bot, a deleted player, or an imported game."""
    player: str | None
    """The id of the player who took, left or declined the seat, or null."""
    seat: int | None
    """The seat that was taken, left or declined, or null."""
    version: int
    """The version of a game: the number of its events."""


LobbyStreamEvent: TypeAlias = "LobbyEvent | Ready | Heartbeat"
"""The changes of a list of games. The `data` of a server-sent event are one of these. Ignore others.
LobbyEvent: `event` is the field `event` of the data, `id` the cursor.
Ready: `event` is `ready`, `id` the cursor.
Heartbeat: `event` is `heartbeat`, `id` absent.
"""


LobbyStreamLine: TypeAlias = "LobbyEvent | Ready"
"""The changes of a list of games. A line is one of these. Ignore others."""


class LogPlace(TypedDict):
    """The place of an entry in the log of the site, counted from 0, and its proof (RFC 6962 2.1.1)."""
    hashes: list[str]
    """The hashes of the proof, the lowest first: 64 hexadecimal digits each."""
    index: int
    """The position of the entry, from 0."""


class LogProofs(TypedDict):
    """The proofs that the transparency log has a game. SPEC.md 12 defines the entries."""
    checkpoint: str
    """The first checkpoint that covers both entries, a signed note (C2SP tlog-checkpoint)."""
    ended: LogPlace
    """The entry of the end, whose `result` is the digest of the result."""
    opened: LogPlace
    """The entry of the opening."""


class LoggedGame(TypedDict):
    """Where the transparency log has a game. Positions count from 0."""
    checkpoint: int | None
    """The size of the first checkpoint that covers these positions; null: none does yet."""
    ended: int | None
    """The position of the end; null: the game is not over, or its end is not in the log yet."""
    opened: int | None
    """The position of the opening; null: it is not in the log yet."""
    origin: str | None
    """The name of the log; null: the log is still empty."""


class Luck(TypedDict):
    """The draws of a game against their expectation."""
    events: list[LuckEvent]
    """All draws that are measured."""
    totals: list[LuckTotal]
    """The sums by seat and measure."""


class LuckEvent(TypedDict):
    """What an event drew for a seat, and the expectation at the table before it."""
    actual: int
    """What was drawn."""
    deviation: float
    """The standard deviation of what is drawn, rounded to 3 places: how far a usual draw is off."""
    expected: str
    """An exact fraction in lowest terms, such as `7/3` or `2`."""
    measure: str
    """The name of a measure."""
    seat: int
    """A seat, from 0."""
    version: int
    """The version of the event."""


class LuckTotal(TypedDict):
    """The draws of a seat in one measure: their sum, and the sum of their expectations."""
    actual: int
    """What was drawn in all."""
    deviation: float
    """The standard deviation of what is drawn, rounded to 3 places: how far a usual draw is off."""
    events: int
    """The number of events that drew."""
    excess: float
    """`actual` less `expected`, rounded to 3 places."""
    expected: str
    """An exact fraction in lowest terms, such as `7/3` or `2`."""
    measure: str
    """The name of a measure."""
    seat: int
    """A seat, from 0."""


class MadeCode(TypedDict):
    """A new code."""
    code: str
    """The code. No other request returns it."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    created_by: str | None
    """The operator; null: the command line."""
    expires_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    id: str
    """The id of the code, a UUID, by which it is withdrawn."""
    label: str
    """For whom or what."""
    player: str | None
    """Who signed up with it; null: no one, or a deleted account."""
    used_at: str | None
    """When a person signed up with it; null: not yet."""


class MaintenanceReply(TypedDict):
    """A maintenance: everything can be read, changes get 503 `maintenance`, and no clock runs out."""
    reason: str
    """Why."""
    since: str
    """Since when."""
    until: str | None
    """When it will probably end; null: unknown."""


class Mark(TypedDict):
    """What begins with an event."""
    begins: Literal['phase', 'round', 'turn']
    """What begins with the event."""
    phase: NotRequired[str]
    """The phase that begins, by its number in the rules of the title."""
    round: NotRequired[int]
    """The number of the round that begins, from 1."""
    seat: NotRequired[int]
    """The seat whose turn begins."""


class MarkReply(TypedDict):
    """What you have set for yourself."""
    muted: bool
    """Whether you have muted these messages for yourself."""
    read_at: str | None
    """`at` of the last message that you have read; null: none."""


class MarkedDecision(TypedDict):
    """A decision that the service made by a standing order of the seat."""
    by: Literal['order']
    """Always `order`."""
    decision: str
    """The id of the decision."""
    order: str
    """The id of the order, a UUID."""
    seat: int
    """The number of a seat, from 0."""
    version: int
    """The version of a game: the number of its events."""


class MarkedDecisions(TypedDict):
    """The decisions of a game that were made by standing orders."""
    is_over: bool
    """Whether the game is over. Before, `items` and `orders` are empty."""
    items: list[MarkedDecision]
    """The decisions, in the order of the log."""
    orders: list[PublishedOrder]
    """The orders that have made them."""


class Measure(TypedDict):
    """A measure of what is drawn."""
    measure: str
    """The name of a measure."""
    rule: str
    """The rule under which it is drawn."""


class MeetingsInTitle(TypedDict):
    """The games of two players in a title."""
    draws: int
    """Those in which both have the same rank."""
    games: int
    """The games in which both had a seat at the end."""
    last: LastMeeting
    """The game that ended last."""
    losses: int
    """Those in which `opponent` has the better rank."""
    ruleset: str
    """The title, such as `giganten`."""
    wins: int
    """Those in which `player` has the better rank."""


class MessageReply(TypedDict):
    """A message, or a line that says who changed `talk`."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    id: str
    """The id of the message, a UUID."""
    is_removed: bool
    """Whether the author removed the text, or deleted the account."""
    name: str | None
    """The current name of the author."""
    player: str | None
    """The id of the author; null if the account was deleted."""
    room: Literal['table', 'spectators']
    """`table`: the room of the players; `spectators`: of everyone else."""
    seat: int | None
    """The seat of the author when it was written; null for others."""
    talk: Literal['off', 'players', 'all', None]
    """To what the author has changed `talk`; null for a message."""
    text: str | None
    """The text in NFC; null if it was removed, and for a change of `talk`."""


class MessageSubject(TypedDict):
    """A message at a game or at a tournament, which you can read. Name one of the two."""
    game: NotRequired[str]
    """The id of its game."""
    message: str
    """The id of the message."""
    tournament: NotRequired[str]
    """The id of its tournament."""
    type: Literal['message']
    """Always `message`."""


class Messages(TypedDict):
    """A page of messages."""
    items: list[MessageReply]
    """The messages, newest first."""
    next: str | None
    """The `cursor` of the next page, with older ones; null: no more."""


class MinosAttackRepelled(TypedDict):
    """No attacker is left; whether the attacker's turn continues is an option (8.3)."""
    place: str
    """A place for pieces: a field (`gades`), its harbour (`harbour-gades`), a sea space (`sea-gades`, `mare-medium`), or a red dot (`dot-gades-carthago-nova-1`, counted from the field that is named first)."""
    seat: int
    """A seat, from 0."""


MinosAttackRepelledRecord: TypeAlias = "Any"
"""No attacker is left; whether the attacker's turn continues is an option (8.3)."""


class MinosAttackShip(TypedDict):
    """Attack a ship of this seat at the fish, where ships of several players can lie (4.6, 8.1)."""
    defender: int
    """The seat whose ship is attacked."""
    origin: str
    """Where the piece stands."""
    to: str
    """A place for pieces: a field (`gades`), its harbour (`harbour-gades`), a sea space (`sea-gades`, `mare-medium`), or a red dot (`dot-gades-carthago-nova-1`, counted from the field that is named first)."""
    type: Literal['minos.attack_ship']
    """Always `minos.attack_ship`."""


class MinosAttackWon(TypedDict):
    """No defender is left: the attackers enter the place (9.1)."""
    place: str
    """A place for pieces: a field (`gades`), its harbour (`harbour-gades`), a sea space (`sea-gades`, `mare-medium`), or a red dot (`dot-gades-carthago-nova-1`, counted from the field that is named first)."""
    seat: int
    """A seat, from 0."""


MinosAttackWonRecord: TypeAlias = "Any"
"""No defender is left: the attackers enter the place (9.1)."""


class MinosBuild(TypedDict):
    """Build on a field where you have a piece (5.1)."""
    building: Literal['port', 'house', 'warehouse', 'walls']
    """A kind of building: income 1, 1 or 2; walls double that of their settlement."""
    field: str
    """A settlement field, such as `gades`."""
    type: Literal['minos.build']
    """Always `minos.build`."""


class MinosBuildingBuilt(TypedDict):
    """A player built: what it cost, the income after it, and whether a soldier came with it (5.9, 6.3)."""
    building: Literal['house', 'port', 'walls', 'warehouse']
    """A kind of building: income 1, 1 or 2; walls double that of their settlement."""
    cost: int
    """Talents."""
    field: str
    """A settlement field, such as `gades`."""
    income: int
    """The income of this seat after it, in talents."""
    rights: int
    """Building rights."""
    seat: int
    """A seat, from 0."""
    soldier: bool
    """Whether a soldier came with it."""


MinosBuildingBuiltRecord: TypeAlias = "Any"
"""A player built: what it cost, the income after it, and whether a soldier came with it (5.9, 6.3)."""


class MinosBuyRings(TypedDict):
    """Buy rings together with your Arrow (3.6)."""
    rings: int
    """Rings, each for rolling dice again once in a conflict."""
    type: Literal['minos.buy_rings']
    """Always `minos.buy_rings`."""


class MinosCarrySoldier(TypedDict):
    """Carry a soldier by the ship in the harbour of his field to another field, in the advanced game (12.1)."""
    origin: str
    """The field of ship and soldier."""
    to: str
    """A settlement field, such as `gades`."""
    type: Literal['minos.carry_soldier']
    """Always `minos.carry_soldier`."""


class MinosConflictDiceRerolled(TypedDict):
    """One side gave up a ring and rolled the dice that showed `rolled` again (8.6)."""
    dice: MinosDice
    """What all dice show now."""
    draws: list[list[int]]
    """The draws in their order: of how many outcomes, and which of them, from 0."""
    rolled: MinosDice
    """What the dice showed that were rolled again."""
    seat: int
    """A seat, from 0."""
    value: int
    """What the dice are worth in the conflict."""


MinosConflictDiceRerolledRecord: TypeAlias = "Any"
"""One side gave up a ring and rolled the dice that showed `rolled` again (8.6)."""


class MinosConflictDiceRolled(TypedDict):
    """The free roll of one side in a duel: what its dice show, and what they are worth (8.4)."""
    dice: MinosDice
    """What all dice show now."""
    draws: list[list[int]]
    """The draws in their order: of how many outcomes, and which of them, from 0."""
    seat: int
    """A seat, from 0."""
    value: int
    """What the dice are worth in the conflict."""


MinosConflictDiceRolledRecord: TypeAlias = "Any"
"""The free roll of one side in a duel: what its dice show, and what they are worth (8.4)."""


class MinosConflictDiceStood(TypedDict):
    """One side leaves its dice as they are, by choice or because it cannot reroll (8.6)."""
    seat: int
    """A seat, from 0."""
    value: int
    """What the dice are worth in the conflict."""


MinosConflictDiceStoodRecord: TypeAlias = "Any"
"""One side leaves its dice as they are, by choice or because it cannot reroll (8.6)."""


class MinosConflictOpened(TypedDict):
    """Pieces attack a field, dot or sea space (8.1, 8.3)."""
    attackers: list[MinosPiece]
    """The pieces that attack, in the order of their duels."""
    defender: int
    """The seat that is attacked."""
    place: str
    """A place for pieces: a field (`gades`), its harbour (`harbour-gades`), a sea space (`sea-gades`, `mare-medium`), or a red dot (`dot-gades-carthago-nova-1`, counted from the field that is named first)."""
    points: int
    """Movement points."""
    seat: int
    """A seat, from 0."""


MinosConflictOpenedRecord: TypeAlias = "Any"
"""Pieces attack a field, dot or sea space (8.1, 8.3)."""


class MinosConflictView(TypedDict):
    """A conflict: who attacks what, and the duel that is fought now."""
    attack: int | None
    """The attacker's value, when it is fixed; otherwise null."""
    attacker: int
    """A seat, from 0."""
    attackers: list[MinosPieceView]
    """The pieces that still attack, the first one now."""
    defender: int
    """A seat, from 0."""
    dice: MinosDiceView | None
    """The dice of the side that is rolling."""
    place: str
    """A place for pieces: a field (`gades`), its harbour (`harbour-gades`), a sea space (`sea-gades`, `mare-medium`), or a red dot (`dot-gades-carthago-nova-1`, counted from the field that is named first)."""
    step: Literal['attack', 'defend', 'settle']
    """Which side rolls; then the duel is settled."""
    value: int | None
    """What these dice are worth."""


class MinosDeclineSoldier(TypedDict):
    """Do without the free soldier (9.4)."""
    type: Literal['minos.decline_soldier']
    """Always `minos.decline_soldier`."""


class MinosDice(TypedDict):
    """How many dice show each symbol."""
    arrow: NotRequired[int]
    """How many dice show this symbol."""
    building: NotRequired[int]
    """How many dice show this symbol."""
    gull: NotRequired[int]
    """How many dice show this symbol."""
    joker: NotRequired[int]
    """How many dice show this symbol."""
    scales: NotRequired[int]
    """How many dice show this symbol."""
    star: NotRequired[int]
    """How many dice show this symbol."""


class MinosDiceKept(TypedDict):
    """A player rolls no more (3.1)."""
    seat: int
    """A seat, from 0."""


MinosDiceKeptRecord: TypeAlias = "Any"
"""A player rolls no more (3.1)."""


class MinosDiceRolled(TypedDict):
    """The first roll of a turn: what all dice show (3.1)."""
    dice: MinosDice
    """What all dice show now."""
    draws: list[list[int]]
    """The draws in their order: of how many outcomes, and which of them, from 0."""
    seat: int
    """A seat, from 0."""


class MinosDiceRolledAgain(TypedDict):
    """The dice that showed `rolled` were rolled again; what all dice show now (3.2)."""
    dice: MinosDice
    """What all dice show now."""
    draws: list[list[int]]
    """The draws in their order: of how many outcomes, and which of them, from 0."""
    rolled: MinosDice
    """What the dice showed that were rolled again."""
    seat: int
    """A seat, from 0."""


MinosDiceRolledAgainRecord: TypeAlias = "Any"
"""The dice that showed `rolled` were rolled again; what all dice show now (3.2)."""


MinosDiceRolledRecord: TypeAlias = "Any"
"""The first roll of a turn: what all dice show (3.1)."""


class MinosDiceUsed(TypedDict):
    """Dice were used; `gain` is in talents, rings, movement points or building rights, after the symbol (3.3)."""
    dice: int
    """Dice that showed the symbol itself."""
    gain: int
    """What they brought, in the unit of the symbol."""
    joker: bool
    """Whether a Joker was one more of them."""
    seat: int
    """A seat, from 0."""
    star: bool
    """Whether a Star added one."""
    symbol: Literal['arrow', 'building', 'gull', 'scales']
    """A symbol that dice are used for: income, rings, movement points or building rights."""


MinosDiceUsedRecord: TypeAlias = "Any"
"""Dice were used; `gain` is in talents, rings, movement points or building rights, after the symbol (3.3)."""


class MinosDiceView(TypedDict):
    """How many dice show each symbol."""
    arrow: int
    """How many dice show this symbol."""
    building: int
    """How many dice show this symbol."""
    gull: int
    """How many dice show this symbol."""
    joker: int
    """How many dice show this symbol."""
    scales: int
    """How many dice show this symbol."""
    star: int
    """How many dice show this symbol."""


class MinosDuelFought(TypedDict):
    """A duel is decided (8.8): both values, who won, and the piece that the loser put back (8.9)."""
    attacker: int
    """What the dice of the attacker were worth."""
    defender: int
    """What the dice of the defender were worth."""
    loser: int
    """A seat, from 0."""
    lost: MinosPiece
    """The piece that the loser put back."""
    winner: int
    """A seat, from 0."""


MinosDuelFoughtRecord: TypeAlias = "Any"
"""A duel is decided (8.8): both values, who won, and the piece that the loser put back (8.9)."""


class MinosEndTurn(TypedDict):
    """End your turn; dice, points and rights left are lost (3.12)."""
    type: Literal['minos.end_turn']
    """Always `minos.end_turn`."""


class MinosEntryBarred(TypedDict):
    """The attack at the fish was won, but other ships lie there: the attacker stays where it was (4.6)."""
    place: str
    """A place for pieces: a field (`gades`), its harbour (`harbour-gades`), a sea space (`sea-gades`, `mare-medium`), or a red dot (`dot-gades-carthago-nova-1`, counted from the field that is named first)."""
    seat: int
    """A seat, from 0."""


MinosEntryBarredRecord: TypeAlias = "Any"
"""The attack at the fish was won, but other ships lie there: the attacker stays where it was (4.6)."""


class MinosFieldView(TypedDict):
    """A settlement field with what is built on it."""
    buildings: list[Literal['port', 'house', 'warehouse', 'walls']]
    """In the order of building."""
    covered: bool
    """Whether it is out of the game."""
    field: str
    """A settlement field, such as `gades`."""
    harbour: str
    """A place for pieces: a field (`gades`), its harbour (`harbour-gades`), a sea space (`sea-gades`, `mare-medium`), or a red dot (`dot-gades-carthago-nova-1`, counted from the field that is named first)."""
    left_by: int | None
    """The seat that left the settlement, if it is abandoned."""
    name: str
    """The printed name."""
    owner: int | None
    """A seat; null where nothing is built, or the settlement is abandoned."""
    value: int
    """The income from it, in talents."""


class MinosFieldsCovered(TypedDict):
    """These fields are out of the game (11.4)."""
    draws: list[list[int]]
    """The draws in their order: of how many outcomes, and which of them, from 0."""
    fields: list[str]
    """The covered fields."""


MinosFieldsCoveredRecord: TypeAlias = "Any"
"""These fields are out of the game (11.4)."""


class MinosFirstPlayerDrawn(TypedDict):
    """The first player is known (2.7). There is no draw if the options name the seat."""
    draws: list[list[int]]
    """The draws in their order: of how many outcomes, and which of them, from 0."""
    seat: int
    """A seat, from 0."""


MinosFirstPlayerDrawnRecord: TypeAlias = "Any"
"""The first player is known (2.7). There is no draw if the options name the seat."""


class MinosFreeSoldierDeclined(TypedDict):
    """A player did without the free soldier, by choice (9.4)."""
    field: str
    """A settlement field, such as `gades`."""
    seat: int
    """A seat, from 0."""


MinosFreeSoldierDeclinedRecord: TypeAlias = "Any"
"""A player did without the free soldier, by choice (9.4)."""


class MinosFreeSoldierPlaced(TypedDict):
    """A ship's conquest brought a soldier (9.4)."""
    field: str
    """A settlement field, such as `gades`."""
    seat: int
    """A seat, from 0."""


MinosFreeSoldierPlacedRecord: TypeAlias = "Any"
"""A ship's conquest brought a soldier (9.4)."""


class MinosHideTalents(TypedDict):
    """Keep your talents hidden until your next turn (2.8)."""
    type: Literal['minos.hide_talents']
    """Always `minos.hide_talents`."""


class MinosKeepDice(TypedDict):
    """Roll no more and begin your actions (3.1)."""
    type: Literal['minos.keep_dice']
    """Always `minos.keep_dice`."""


class MinosMoveShip(TypedDict):
    """Move a ship one step to a sea space or harbour; where an enemy is, attack (4.4, 8.1)."""
    origin: str
    """Where the piece stands."""
    to: str
    """A place for pieces: a field (`gades`), its harbour (`harbour-gades`), a sea space (`sea-gades`, `mare-medium`), or a red dot (`dot-gades-carthago-nova-1`, counted from the field that is named first)."""
    type: Literal['minos.move_ship']
    """Always `minos.move_ship`."""


class MinosMoveSoldier(TypedDict):
    """Move a soldier one step to a dot or field; where an enemy is, attack (4.2, 8.1)."""
    origin: str
    """Where the piece stands."""
    to: str
    """A place for pieces: a field (`gades`), its harbour (`harbour-gades`), a sea space (`sea-gades`, `mare-medium`), or a red dot (`dot-gades-carthago-nova-1`, counted from the field that is named first)."""
    type: Literal['minos.move_soldier']
    """Always `minos.move_soldier`."""


class MinosPiece(TypedDict):
    """A ship or a soldier, named by where it stands."""
    kind: Literal['ship', 'soldier']
    """A kind of piece."""
    space: str
    """A place for pieces: a field (`gades`), its harbour (`harbour-gades`), a sea space (`sea-gades`, `mare-medium`), or a red dot (`dot-gades-carthago-nova-1`, counted from the field that is named first)."""


class MinosPieceRecruited(TypedDict):
    """A player recruited a soldier or a ship in a settlement (7.1, 7.2)."""
    cost: int
    """Talents."""
    field: str
    """A settlement field, such as `gades`."""
    piece: Literal['ship', 'soldier']
    """A kind of piece."""
    seat: int
    """A seat, from 0."""


MinosPieceRecruitedRecord: TypeAlias = "Any"
"""A player recruited a soldier or a ship in a settlement (7.1, 7.2)."""


class MinosPieceView(TypedDict):
    """A ship or a soldier, by where it stands."""
    kind: Literal['ship', 'soldier']
    """A kind of piece."""
    space: str
    """A place for pieces: a field (`gades`), its harbour (`harbour-gades`), a sea space (`sea-gades`, `mare-medium`), or a red dot (`dot-gades-carthago-nova-1`, counted from the field that is named first)."""


class MinosPlaceSoldier(TypedDict):
    """Place the free soldier in the settlement that your ship has taken (9.4)."""
    type: Literal['minos.place_soldier']
    """Always `minos.place_soldier`."""


class MinosPlayEnded(TypedDict):
    """The game is over (10.1, 10.4, 10.5)."""
    reason: Literal['all_built', 'idle', 'last_standing']
    """Why the game is over: all is built, one player is left, or no player has built for several rounds."""


MinosPlayEndedRecord: TypeAlias = "Any"
"""The game is over (10.1, 10.4, 10.5)."""


class MinosPlayerEliminated(TypedDict):
    """A player has no piece on the board and is out; all talents and these rings leave the game (8.10)."""
    rings: int
    """Rings, each for rolling dice again once in a conflict."""
    seat: int
    """A seat, from 0."""


MinosPlayerEliminatedRecord: TypeAlias = "Any"
"""A player has no piece on the board and is out; all talents and these rings leave the game (8.10)."""


class MinosPlayerView(TypedDict):
    """What a viewer may know of a player."""
    eliminated: bool
    """Whether the player is out, without any piece."""
    income: int
    """Talents for each Scales."""
    money: int | None
    """Talents; null where the options, or the choice of the player, hide them."""
    rings: int
    """Rings, each for rolling dice again once in a conflict."""
    seat: int
    """A seat, from 0."""
    ships: list[str]
    """Where the ships lie, one entry a ship."""
    ships_left: int
    """Ships in reserve."""
    soldiers: list[str]
    """The places of the soldiers, one entry for each soldier."""
    soldiers_left: int
    """Soldiers in reserve."""
    talents_shown: bool | None
    """Whether the player shows the talents; null where players do not decide that."""


class MinosRecruit(TypedDict):
    """Recruit a soldier or a ship in your settlement (7.1, 7.2)."""
    field: str
    """A settlement field, such as `gades`."""
    piece: Literal['ship', 'soldier']
    """A kind of piece."""
    type: Literal['minos.recruit']
    """Always `minos.recruit`."""


class MinosRerollInConflict(TypedDict):
    """Give up a ring and roll these dice again, named by the symbols that they show (8.6)."""
    dice: MinosDice
    """The dice to roll again, at least one."""
    type: Literal['minos.reroll_in_conflict']
    """Always `minos.reroll_in_conflict`."""


class MinosRingsBought(TypedDict):
    """A player bought rings with the Arrow (3.6)."""
    cost: int
    """Talents."""
    rings: int
    """Rings, each for rolling dice again once in a conflict."""
    seat: int
    """A seat, from 0."""


MinosRingsBoughtRecord: TypeAlias = "Any"
"""A player bought rings with the Arrow (3.6)."""


class MinosRollAgain(TypedDict):
    """Roll these dice again, named by the symbols that they show (3.2)."""
    dice: MinosDice
    """The dice to roll again, at least one."""
    type: Literal['minos.roll_again']
    """Always `minos.roll_again`."""


class MinosRoundStarted(TypedDict):
    """A round begins (3.12)."""
    round: int
    """The number of a round, from 1."""


MinosRoundStartedRecord: TypeAlias = "Any"
"""A round begins (3.12)."""


class MinosSettlementAbandoned(TypedDict):
    """The last piece has left a settlement, which has no owner now (9.3). The income is that of the former owner."""
    field: str
    """A settlement field, such as `gades`."""
    income: int
    """The income of this seat after it, in talents."""
    seat: int
    """A seat, from 0."""


MinosSettlementAbandonedRecord: TypeAlias = "Any"
"""The last piece has left a settlement, which has no owner now (9.3). The income is that of the former owner."""


class MinosSettlementTaken(TypedDict):
    """A settlement has a new owner (9.2)."""
    field: str
    """A settlement field, such as `gades`."""
    income: int
    """The income of this seat after it, in talents."""
    loser_income: int | None
    """The income that is left to that seat, in talents."""
    seat: int
    """A seat, from 0."""
    soldier_due: bool
    """Whether a free soldier can be placed next."""
    taken_from: int | None
    """The seat that owned it; null where it was abandoned."""


MinosSettlementTakenRecord: TypeAlias = "Any"
"""A settlement has a new owner (9.2)."""


class MinosShipMoved(TypedDict):
    """A ship moved one step for a movement point (4.1)."""
    origin: str
    """A place for pieces: a field (`gades`), its harbour (`harbour-gades`), a sea space (`sea-gades`, `mare-medium`), or a red dot (`dot-gades-carthago-nova-1`, counted from the field that is named first)."""
    seat: int
    """A seat, from 0."""
    to: str
    """A place for pieces: a field (`gades`), its harbour (`harbour-gades`), a sea space (`sea-gades`, `mare-medium`), or a red dot (`dot-gades-carthago-nova-1`, counted from the field that is named first)."""


MinosShipMovedRecord: TypeAlias = "Any"
"""A ship moved one step for a movement point (4.1)."""


class MinosShowTalents(TypedDict):
    """Lay your talents open until your next turn (2.8)."""
    type: Literal['minos.show_talents']
    """Always `minos.show_talents`."""


class MinosSoldierCarried(TypedDict):
    """A ship carried a soldier from one field to another (12.1)."""
    origin: str
    """A settlement field, such as `gades`."""
    points: int
    """Movement points."""
    seat: int
    """A seat, from 0."""
    to: str
    """A settlement field, such as `gades`."""


MinosSoldierCarriedRecord: TypeAlias = "Any"
"""A ship carried a soldier from one field to another (12.1)."""


class MinosSoldierMoved(TypedDict):
    """A soldier moved one step for a movement point (4.1)."""
    origin: str
    """A place for pieces: a field (`gades`), its harbour (`harbour-gades`), a sea space (`sea-gades`, `mare-medium`), or a red dot (`dot-gades-carthago-nova-1`, counted from the field that is named first)."""
    seat: int
    """A seat, from 0."""
    to: str
    """A place for pieces: a field (`gades`), its harbour (`harbour-gades`), a sea space (`sea-gades`, `mare-medium`), or a red dot (`dot-gades-carthago-nova-1`, counted from the field that is named first)."""


MinosSoldierMovedRecord: TypeAlias = "Any"
"""A soldier moved one step for a movement point (4.1)."""


class MinosStandInConflict(TypedDict):
    """Leave your dice in the conflict as they are (8.6)."""
    type: Literal['minos.stand_in_conflict']
    """Always `minos.stand_in_conflict`."""


class MinosTalentsHidden(TypedDict):
    """A player keeps the talents hidden, until the next own turn at least (2.8)."""
    seat: int
    """A seat, from 0."""


MinosTalentsHiddenRecord: TypeAlias = "Any"
"""A player keeps the talents hidden, until the next own turn at least (2.8)."""


class MinosTalentsShown(TypedDict):
    """A player lays the talents open, until the next own turn at least (2.8)."""
    seat: int
    """A seat, from 0."""
    talents: int
    """Talents."""


MinosTalentsShownRecord: TypeAlias = "Any"
"""A player lays the talents open, until the next own turn at least (2.8)."""


class MinosTurnEnded(TypedDict):
    """A seat's turn is over; dice, points and rights left are lost (3.12)."""
    seat: int
    """A seat, from 0."""


MinosTurnEndedRecord: TypeAlias = "Any"
"""A seat's turn is over; dice, points and rights left are lost (3.12)."""


class MinosTurnStarted(TypedDict):
    """A seat's turn begins (3.12)."""
    seat: int
    """A seat, from 0."""


MinosTurnStartedRecord: TypeAlias = "Any"
"""A seat's turn begins (3.12)."""


class MinosTurnView(TypedDict):
    """The turn: the unused dice, and the remaining points and rights."""
    dice: MinosDiceView
    """What the dice show that are not used yet."""
    income_open: bool
    """Whether Scales can still be used."""
    jokered: list[Literal['scales', 'arrow', 'gull', 'building', 'joker', 'star']]
    """Symbols that have had their Joker."""
    points: int
    """Movement points."""
    recruited: list[str]
    """Settlements that have brought a piece."""
    rights: int
    """Building rights."""
    rings_open: bool
    """Whether rings can be bought in this turn, by who has the talents for them."""
    rolls_left: int
    """How often dice can be rolled again."""
    seat: int
    """A seat, from 0."""
    starred: list[Literal['scales', 'arrow', 'gull', 'building', 'joker', 'star']]
    """Symbols that have had their Star."""


class MinosUseDice(TypedDict):
    """Use dice of a symbol, with a Joker as one more of them, and with a Star (3.3, 3.9, 3.10)."""
    dice: int
    """Dice that show the symbol itself."""
    joker: bool
    """Whether a Joker is used as one more of them."""
    star: bool
    """Whether a Star adds one."""
    symbol: Literal['scales', 'arrow', 'gull', 'building']
    """A symbol that dice are used for: income, rings, movement points or building rights."""
    type: Literal['minos.use_dice']
    """Always `minos.use_dice`."""


class MinosView(TypedDict):
    """A table of Minos as a viewer may see it at a version of the game."""
    awaiting: list[int]
    """The seat that has to decide, if any."""
    clocks: NotRequired[list[SeatClockView]]
    """The clocks by seat, if the game has a clock."""
    conflict: MinosConflictView | None
    """Null if there is no conflict."""
    data_set: str
    """The name of the printed tables: the map, costs, dice and pieces."""
    ended: Literal['all_built', 'last_standing', 'idle', None]
    """Why the game is over."""
    fields: list[MinosFieldView]
    """All fields, the covered ones, too."""
    first_player: int
    """A seat, from 0."""
    game: str
    """The id of the game, a UUID."""
    idle_rounds_left: int
    """Rounds left until the game ends, unless a player builds."""
    paused_until: NotRequired[str]
    """The latest time (UTC) at which a paused game continues; absent unless it is paused."""
    phase: str
    """The number of the section in the rules."""
    phase_name: Literal['set_up', 'between', 'declaring', 'rolling', 'acting', 'placing', 'conflict', 'over']
    """What is going on."""
    pieces: NotRequired[Pieces]
    """What stands on the board. Present only with `pieces=true`."""
    places: list[Place]
    """The final ranking, best first; empty before the end."""
    placing: str | None
    """The settlement to which a free soldier may come."""
    players: list[MinosPlayerView]
    """In the order of seats."""
    rings_left: int
    """Rings left for all."""
    round: int
    """The round, from 1; 0 before the first."""
    stock: dict[str, int]
    """Buildings left for all."""
    turn: MinosTurnView | None
    """The current turn, also during a conflict in it."""
    type: Literal['minos.view']
    """Always `minos.view`."""
    version: int
    """The number of events so far."""
    viewer: str
    """`public`, `seat:N` or `full`."""


class Mistake(TypedDict):
    """A choice that cost more than 100 (mistake) or 200 (blunder) thousandths, by more than 2 standard errors."""
    about: list[str]
    """What the better command is about: anchors on the board."""
    best: int
    """The chance after the better command."""
    better: dict[str, Any]
    """A command."""
    chance: int
    """A winning chance in thousandths."""
    chosen: dict[str, Any]
    """A command."""
    decision: str
    """The id of the decision."""
    error: int
    """The standard error of the difference."""
    kind: Literal['mistake', 'blunder']
    """How much it cost."""
    phase: str
    """The chapter of the rule."""
    rule: str
    """The rule under which the seat was asked."""
    seat: int
    """The seat that decided."""
    version: int
    """The version of the decision event."""
    worlds: int
    """The number of worlds."""


class ModeratedGame(TypedDict):
    """What moderators have decided about a game."""
    acts: ActsReply
    """The last acts about the game."""
    id: str
    """The id of a game, a UUID."""
    owner: str
    """The id of the owner."""
    ruleset: str
    """The title."""
    status: Literal['open', 'running', 'ended', 'abandoned']
    """The status, as in the game itself."""
    voided: bool
    """Whether its result counts for no rating, by an act about this game."""
    withheld: bool
    """Whether only its players, its owner and operators see the game."""


class ModeratedName(TypedDict):
    """A former name."""
    by_operator: bool
    """Whether a moderator replaced it: profiles do not show it."""
    name: str
    """The name."""
    until: str
    """Until when the player had it."""


class ModeratedPlayer(TypedDict):
    """All that moderators see of a player."""
    acts: ActsReply
    """The last acts that concern the player."""
    apps: int
    """Apps that the player lets in."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    erased_at: str | None
    """When the account was deleted; null: it was not."""
    former_names: list[ModeratedName]
    """Former names, the last one first."""
    id: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    limits: OwnLimitsReply
    """The limits of the account alone."""
    name: str
    """The name; empty after the account was deleted."""
    passkeys: int
    """Passkeys."""
    roles: list[Literal['operator', 'moderator']]
    """The roles of the player."""
    sessions: int
    """Sessions in force."""
    suspension: SuspensionReply | None
    """The suspension in force; null: none."""
    tokens: int
    """Tokens in force."""
    warnings: list[WarningReply]
    """Warnings, the newest first."""


class ModeratedTournament(TypedDict):
    """What moderators have done about a tournament."""
    acts: ActsReply
    """The last acts about the tournament."""
    id: str
    """The id of the tournament, a UUID."""
    name: str
    """Its name."""
    owner: str
    """The id of the owner."""
    ruleset: str
    """The title."""
    status: Literal['registration', 'running', 'ended', 'cancelled']
    """The status, as in the tournament itself."""


class ModerationLine(TypedDict):
    """What moderators have decided, in a stream of lines."""
    moderation: ModerationNews
    """What is decided."""


class ModerationNews(TypedDict):
    """What moderators have decided that concerns you, while your stream is open. The lists have the words."""
    act: int | None
    """The number of the act that was done or appealed against, in GET /v1/me/acts."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    report: str | None
    """The id of your report, as in GET /v1/me/reports; null: it is none."""
    type: Literal['act.done', 'appeal.answered', 'report.answered']
    """A report of yours was answered, something was done about you, or an appeal was answered."""


class NameSubject(TypedDict):
    """The name of a player, of a game or of a tournament. Name one of the three."""
    game: NotRequired[str]
    """The id of the game."""
    player: NotRequired[str]
    """The id of the player."""
    tournament: NotRequired[str]
    """The id of the tournament."""
    type: Literal['name']
    """Always `name`."""


class NamedPlayer(TypedDict):
    """A player whom a report names."""
    name: str
    """The name of the player, 1 to 40 characters."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""


class NamedWords(TypedDict):
    """A readable name, and one sentence about it."""
    meaning: str
    """What it is, in one sentence; empty for a title without such texts."""
    name: str
    """The name."""


class Needs(TypedDict):
    """A condition of an option: it has an effect only where another option has one of these values."""
    option: str
    """The name of the other option."""
    seats: NotRequired[dict[str, list[int]]]
    """Those of these values that suffice with some numbers of seats only, with these numbers."""
    values: list[int | str | bool]
    """The values of the other option under which this one has an effect."""


class NewAbsence(TypedDict):
    """Until when you are away."""
    until: str | None
    """A time in the next year (RFC 3339), or null: you are back."""


class NewAnswer(TypedDict):
    """The answer to a case."""
    acts: NotRequired[list[int]]
    """The numbers of the acts of moderation that followed, from the log."""
    reason: str
    """Why, in a line for the log of moderation, which is never deleted: quote no names and no texts."""
    state: Literal['answered', 'dismissed']
    """`answered`: the reports were right; `dismissed`: nothing follows."""
    text: str
    """The answer, as plain text without control characters."""


class NewAppeal(TypedDict):
    """An appeal."""
    text: str
    """The answer, as plain text without control characters."""


class NewAppealAnswer(TypedDict):
    """The answer to an appeal. It undoes nothing by itself: lift the act first, and name what you did in `acts`."""
    acts: NotRequired[list[int]]
    """The numbers of the acts of moderation that followed, from the log."""
    outcome: Literal['granted', 'refused']
    """Whether the appeal is right."""
    reason: str
    """Why, in a line for the log of moderation, which is never deleted: quote no names and no texts."""
    text: str
    """The answer, as plain text without control characters."""


class NewCalendarLink(TypedDict):
    """A calendar link to create."""
    label: str
    """The purpose in your own words, without control characters."""


class NewChallenge(TypedDict):
    """A challenge: who plays, and what. Omitted options have the values of the profile."""
    bots: NotRequired[list[str]]
    """The names of bots that play, too, such as `careful`."""
    clock: NotRequired[ClockRequest | None]
    """The clock; null: none. Without this field a private game has none, and a public game has the preset that GET /v1/clocks names in `public`."""
    data_set: NotRequired[str | None]
    """The name of a data set."""
    expires_in: NotRequired[str | None]
    """For how long the challenge waits, from `PT1M` to `P14D`. By default `PT10M` if the clock allows an hour or less for a decision, otherwise `P3D`."""
    hints: NotRequired[bool | None]
    """Whether a seat can take hints of the engine (`takeHint`): all see that it took one. Such a game is never rated, and `rated` `true` is refused. By default false."""
    options: NotRequired[dict[str, int | str | bool]]
    """The options by name."""
    players: list[str]
    """Who is challenged: names or ids of players. All have to accept."""
    profile: NotRequired[str | None]
    """The name of a profile, which is a set of options."""
    rated: NotRequired[bool | None]
    """Whether the result is rated. By default a public game without bots is."""
    ruleset: str
    """The title, such as `giganten`."""
    seat: NotRequired[int | None]
    """Your seat; null: by lot."""
    spectators: NotRequired[Literal['open', 'none']]
    """With `none`, only the players see view and history until the game is over."""
    take_back: NotRequired[bool | None]
    """Whether a seat may take back its last decision. By default not in a game that is rated."""
    visibility: NotRequired[Literal['public', 'private']]
    """Only the players can see a private game."""


class NewCode(TypedDict):
    """A code to sign up with."""
    days: NotRequired[int]
    """For how many days it is valid."""
    label: NotRequired[str]
    """For whom or what, for the list of operators."""


class NewCommand(TypedDict):
    """The answer to a decision."""
    command: AnyCommand
    """The chosen command."""
    decision: str
    """The id of the decision to answer."""


class NewCredential(TypedDict):
    """A new credential, as `credential.toJSON()` returns it (RegistrationResponseJSON). Further fields are ignored."""
    id: str
    """The id of the credential, in base64url."""
    rawId: str
    """The id of the credential, in base64url."""
    response: Attestation
    """The answer of the authenticator."""
    type: Literal['public-key']
    """Always `public-key`."""


class NewDigest(TypedDict):
    """A daily e-mail."""
    address: str
    """The e-mail address."""
    hour: int
    """The local hour at which it is sent."""
    messages: NotRequired[bool]
    """Whether it also names your tables and tournaments with messages that you have not read."""
    time_zone: str
    """The time zone, such as `Europe/Berlin` (IANA)."""


class NewFairPlayReport(TypedDict):
    """The period of a report."""
    since: str
    """Games that ended from this time on (RFC 3339)."""
    until: str
    """Games that ended before this time."""


class NewGameNote(TypedDict):
    """A note about a game at a version."""
    text: str
    """Plain text, which may have several lines. An empty one deletes the note."""
    version: int
    """The version of a game: the number of its events."""


class NewHint(TypedDict):
    """The decision for which a hint is taken."""
    decision: str
    """The id of the open decision of your seat."""


class NewInvitation(TypedDict):
    """An invitation to create."""
    expires_at: NotRequired[str | None]
    """The expiry time (RFC 3339, such as 2026-12-24T18:00:00Z); by default that of the token of the request, or none."""
    label: str
    """The purpose in your own words, without control characters."""
    seat: NotRequired[int | None]
    """A seat that is reserved for `invitation`; by default any other seat."""


class NewLevel(TypedDict):
    """Who may write."""
    talk: Literal['off', 'players', 'all']
    """Who may write: no one, only the players, or the spectators in their room, too."""


class NewLevels(TypedDict):
    """Who may write at a tournament, and in its games."""
    games: NotRequired[Literal['off', 'players', 'all']]
    """The most that its games may set. By default `talk`."""
    talk: Literal['off', 'players', 'all']
    """Who may write: no one, only the players, or the spectators in their room, too."""


class NewMaintenance(TypedDict):
    """A maintenance that begins now."""
    reason: str
    """Why; all players see it."""
    until: NotRequired[str | None]
    """When it will probably end."""


class NewMark(TypedDict):
    """What you set for yourself. What is left out stays."""
    muted: NotRequired[bool]
    """Whether you hide these messages on all your devices."""
    read_at: NotRequired[str]
    """`at` of the last message that you have read."""


class NewMessageBody(TypedDict):
    """A message."""
    text: str
    """Plain text without control characters. Links stay text. White space at the ends is removed."""


class NewName(TypedDict):
    """A new name of your account."""
    name: str
    """The new unique name, 1 to 40 characters."""


class NewNotice(TypedDict):
    """A notice that is shown from now on."""
    text: str
    """The text."""
    texts: NotRequired[dict[str, str]]
    """The text in other languages, by their tags."""
    until: str
    """Until when it is shown."""


class NewOrderBody(TypedDict):
    """A standing order. It needs `commands`, or `only_choice`."""
    commands: NotRequired[list[WantedBody]]
    """The first of these commands that is legal then is sent."""
    lasts: NotRequired[Literal['round', 'game']]
    """Until the present round ends, or until you cancel it and at the longest for the game."""
    only_choice: NotRequired[bool]
    """Whether it also answers where exactly one choice is left, so that nothing is to be asked."""
    questions: NotRequired[list[str]]
    """The questions that it answers, by their rules, such as `giganten/7a.4`: `rule` of a decision. Empty: all."""
    times: NotRequired[int | None]
    """The number of decisions after which it ends; null: no number."""
    until: NotRequired[list[ConditionBody]]
    """It ends as soon as one of these holds, also if that is between two of your decisions."""
    until_events: NotRequired[list[EventConditionBody]]
    """It ends after one of these events."""
    when: NotRequired[list[ConditionBody]]
    """It acts only where all of these hold; otherwise it waits."""


class NewPasskey(TypedDict):
    """A passkey to register."""
    credential: NewCredential
    """The new credential, from the browser."""
    label: str
    """The purpose in your own words, without control characters."""


class NewPing(TypedDict):
    """A ping: a message when it is your turn."""
    challenges: NotRequired[bool]
    """Whether it also says that a challenge or a rematch waits for your answer (after `delay`, at most a minute), was accepted or declined, or that a pool has found players for you."""
    delay: NotRequired[str]
    """How long a decision is open before its ping; at most `P7D`."""
    enabled: NotRequired[bool]
    """Whether anything is sent. `true` enables one that was disabled."""
    format: Literal['discord', 'slack', 'text', 'json']
    """The body: `discord` has the text as `content`, `slack` as `text`, `json` as `text` with `game` and `url`; `text` is plain text, for example for ntfy."""
    mention: NotRequired[str]
    """What the text begins with, such as `<@123>` to mention yourself on Discord."""
    messages: NotRequired[bool]
    """Whether it also says that something was written at one of your tables or tournaments, and was not read during `delay`. It never has the text, and comes once until you read."""
    orders: NotRequired[bool]
    """Whether it also says that a standing order of yours has decided, or has ended by itself. It does not say what the order is."""
    url: str
    """The `https` URL to which requests are sent. Its host must have public addresses only."""


class NewPlayerNote(TypedDict):
    """A note about a player."""
    text: str
    """Plain text, which may have several lines. An empty one deletes the note."""


class NewPush(TypedDict):
    """A subscription, as `PushSubscription.toJSON()` gives it, and a name for the browser."""
    challenges: NotRequired[bool]
    """Whether it also says that a challenge or a rematch waits for your answer (after `delay`, at most a minute), was accepted or declined, or that a pool has found players for you."""
    delay: NotRequired[str]
    """How long a decision is open before its notification."""
    endpoint: str
    """The `https` URL to which requests are sent. Its host must have public addresses only."""
    expirationTime: NotRequired[float | None]
    """Ignored."""
    keys: SubscriptionKeys
    """The keys with which messages are encrypted (RFC 8291)."""
    label: NotRequired[str]
    """The purpose in your own words, without control characters."""
    messages: NotRequired[bool]
    """Whether it also says that something was written at one of your tables or tournaments, and was not read during `delay`. It never has the text, and comes once until you read."""
    orders: NotRequired[bool]
    """Whether it also says that a standing order of yours has decided, or has ended by itself. It does not say what the order is."""


class NewReadMark(TypedDict):
    """Up to when you have read answers to reports, acts about you, and answers to appeals."""
    read_at: str
    """A time (RFC 3339), such as that of the last answer."""


class NewReportBody(TypedDict):
    """A report."""
    about: MessageSubject | NameSubject | PlaySubject
    """What you report."""
    reason: Literal['insult', 'threat', 'spam', 'private_data', 'impersonation', 'illegal', 'stalling', 'losing_on_purpose', 'collusion', 'computer_help', 'several_accounts', 'other']
    """What is wrong. Messages: `insult`, `threat`, `spam`, `private_data`, `illegal`; names also `impersonation`; play: `stalling`, `losing_on_purpose`, `collusion`, `computer_help`, `several_accounts`; all: `other`, which needs a `text`."""
    text: NotRequired[str]
    """In your own words, as plain text without control characters."""


class NewSeatToken(TypedDict):
    """A token to create for one seat of a game: for a deputy, a guest, or a bot of your own."""
    expires_at: NotRequired[str | None]
    """The expiry time (RFC 3339, such as 2026-12-24T18:00:00Z); by default that of the token of the request, or none."""
    label: str
    """The purpose in your own words, without control characters."""


class NewTakeBack(TypedDict):
    """The decision to take back."""
    decision: str
    """The id of the last decision of your seat."""


class NewTicket(TypedDict):
    """A stream ticket to create."""
    path: str
    """The path of the stream without a query, such as `/v1/me/stream`."""


class NewToken(TypedDict):
    """A token to create."""
    expires_at: NotRequired[str | None]
    """The expiry time (RFC 3339, such as 2026-12-24T18:00:00Z); by default that of the token of the request, or none."""
    label: str
    """The purpose in your own words, without control characters."""
    scopes: NotRequired[list[Literal['games:read', 'games:play', 'games:create', 'games:organise', 'tournaments', 'webhooks', 'profile:read', 'account'] | Literal['read', 'play', 'organise']] | None]
    """The scopes of the token; by default those of the token of the request."""


class NewTournament(TypedDict):
    """The terms of a tournament. They can be changed until the first round is published."""
    check_in: NotRequired[str]
    """How long before a round its check-in opens, such as `PT15M`; `PT0S`: there is no check-in."""
    clock: NotRequired[ClockRequest | None]
    """The clock of the games; null: none. Without this field the games of a private tournament have none, and those of a public one have the preset that GET /v1/clocks names in `public`, so that an absent player does not stop them."""
    data_set: NotRequired[str | None]
    """The name of a data set."""
    format: SwissFormat | ScheduleFormat | HeatsFormat | LeagueFormat
    """The format."""
    grace: NotRequired[str | None]
    """The time after `starts_at` until `no_show` applies, such as `PT10M` (ISO 8601 with days, hours, minutes and seconds): at most 7 days, by default none."""
    late_until: NotRequired[int]
    """The last round for which players may still enter."""
    max_players: NotRequired[int]
    """The maximum number of active players."""
    name: str
    """The name of the tournament. The log keeps it for ever: do not name persons."""
    no_show: NotRequired[Literal['wait', 'bot', 'cancel', None]]
    """What happens `grace` after `starts_at` while seats are free. `wait`: the game starts when all seats are taken. `bot`: careful bots take the seats, and the game is not rated. `cancel`: the game is cancelled. By default `wait`."""
    options: NotRequired[dict[str, int | str | bool]]
    """The options by name. `first_player` is `seat_0` unless it is given, because only then seats differ and can be balanced."""
    overlap: NotRequired[bool]
    """Whether a round starts at its time although games of earlier rounds still run."""
    pause: NotRequired[str | None]
    """The time from the end of a round to the next one, or to the end of the tournament. Null: an organiser publishes rounds without a start time."""
    preset: NotRequired[Literal['euro_league', 'catan', 'wins', 'score_share']]
    """How tables are scored, and with which tie-breaks: `euro_league` 5, 3, 1, 0 by rank, `catan` and `wins` by wins, `score_share` by shares of the scores (rule 7.7)."""
    profile: NotRequired[str | None]
    """A profile, which is a set of options."""
    rated: NotRequired[bool | None]
    """`rated` of the games: see there."""
    registration_closes: NotRequired[str | None]
    """The time (RFC 3339) at which registration closes automatically."""
    ruleset: str
    """The title, such as `giganten`."""
    scale: NotRequired[list[str] | None]
    """The points of the ranks at a table of the preferred size, as fractions; `euro_league` only. Null: 5, 3, 1, 0."""
    seat_values: NotRequired[dict[str, list[str]] | None]
    """The expected points of the seats by table size, as fractions. Absent: the published table of the title if `first_player` is `seat_0`. Null: all seats are equal."""
    sizes: NotRequired[list[int]]
    """The sizes that a table may have, the preferred one first. Empty: all sizes of the title from 3 on, the largest first."""
    spectators: NotRequired[Literal['open', 'none']]
    """Who may watch the games: see `spectators` of a game."""
    starts: NotRequired[list[str]]
    """The start times (RFC 3339) of the rounds, from the first one on."""
    tie_breaks: NotRequired[list[Literal['wins', 'score', 'score_share', 'opposition', 'head_to_head', 'seat_luck', 'lot']] | None]
    """The tie-breaks in their order; null: those of the preset."""
    visibility: NotRequired[Literal['public', 'private']]
    """Only organisers and players see a private tournament; its games are private too."""


class NewTurn(TypedDict):
    """The answers to several decisions of a seat."""
    commands: list[TurnCommand]
    """The commands in the order in which they are decided."""


class NewVoidPeriod(TypedDict):
    """A time whose games are to count for no rating."""
    reason: str
    """Why, in a line for the log of moderation, which is never deleted: quote no names and no texts."""
    ruleset: NotRequired[str | None]
    """Only games of this title; null: of all."""
    since: str
    """The games that ended from this time on (RFC 3339)."""
    until: str
    """The games that ended before this time (RFC 3339)."""


class NewWebhook(TypedDict):
    """A webhook: signed requests for events."""
    enabled: NotRequired[bool]
    """Whether anything is sent. `true` enables one that was disabled."""
    games: NotRequired[Literal['own', 'organised', None]]
    """Only events of games and tournaments in which you play (`own`) or that you organise (`organised`); null: both, the results of all public games and the rounds of all public tournaments."""
    label: NotRequired[str]
    """The purpose in your own words, without control characters."""
    types: list[Literal['decision.opened', 'deadline.near', 'game.started', 'game.ended', 'game.cancelled', 'result.published', 'seat.abandoned', 'round.paired', 'round.ended']]
    """The types of events. `decision.opened`: a decision of yours is open; `deadline.near`: a quarter of the time for a decision is left, at most 12 hours; `game.started`; `game.ended`; `game.cancelled`: before its start; `result.published`; `seat.abandoned`: a bot plays a seat instead of its player; `round.paired`: the tables of a round of a tournament are published; `round.ended`: they all have results."""
    url: str
    """The `https` URL to which requests are sent. Its host must have public addresses only."""


class Notice(TypedDict):
    """A ping or webhook that the service has disabled."""
    disabled: Disabling
    """Since when, and why, nothing is sent."""
    id: str
    """The id of the ping, webhook or browser."""
    kind: Literal['ping', 'webhook']
    """A ping or a webhook."""


class NoticeReply(TypedDict):
    """A notice to all, which every page shows."""
    text: str
    """The text, in the language of the request if there is one."""
    until: str
    """Until when it is shown."""


class NumberBody(TypedDict):
    """The number of a command, within the range of a legal choice."""
    at_least: NotRequired[int | None]
    """The lowest number that it takes; null: any."""
    at_most: NotRequired[int | None]
    """The highest number that it takes; null: any."""
    field: str
    """The field that has the number, such as `value` of a bid."""
    pick: NotRequired[Literal['lowest', 'highest']]
    """Which of the legal numbers within the bounds is taken."""


class OEmbedReply(TypedDict):
    """An oEmbed document (oEmbed 1.0, section 2.3.4)."""
    cache_age: int
    """The seconds for which the document may be kept."""
    height: int
    """The height of the frame, in pixels."""
    html: str
    """The frame, for the page that shows it."""
    provider_name: str
    """Always `Ludolog`."""
    provider_url: str
    """The address of this site."""
    thumbnail_height: NotRequired[int]
    """Its height, in pixels."""
    thumbnail_url: NotRequired[str]
    """A picture of a game."""
    thumbnail_width: NotRequired[int]
    """Its width, in pixels."""
    title: str
    """The title of the page."""
    type: Literal['rich']
    """Always `rich`."""
    version: Literal['1.0']
    """Always `1.0`."""
    width: int
    """The width of the frame, in pixels."""


class OpenCheckInAct(TypedDict):
    """Let players check in for the next round (rule 3.1)."""
    round: int
    """The number of the round, from 1."""
    type: Literal['open_check_in']
    """Always `open_check_in`."""


class OpenDecision(TypedDict):
    """An open decision without its choices."""
    due: str | None
    """The time at which the clock runs out; null without a clock."""
    id: str
    """The id of the decision."""
    seat: int
    """The number of a seat, from 0."""
    text: NotRequired[str]
    """The question in words, in the language of the request, the same for all viewers. Present only if the request has a language."""


class OpenGame(TypedDict):
    """A game to open. Omitted options have the values of the profile."""
    bots: NotRequired[dict[str, str]]
    """Bots by seat, such as {"1": "careful"}."""
    clock: NotRequired[ClockRequest | None]
    """The clock; null: none. Without this field a private game has none, and a public game has the preset that GET /v1/clocks names in `public`, so that an absent player does not stop it."""
    data_set: NotRequired[str | None]
    """The name of a data set."""
    grace: NotRequired[str | None]
    """The time after `starts_at` until `no_show` applies, such as `PT10M` (ISO 8601 with days, hours, minutes and seconds): at most 7 days, by default none."""
    hints: NotRequired[bool | None]
    """Whether a seat can take hints of the engine (`takeHint`): all see that it took one. Such a game is never rated, and `rated` `true` is refused. By default false."""
    max_rating: NotRequired[int | None]
    """The same, for the highest rating."""
    min_completion: NotRequired[int | None]
    """Only players who have finished at least this percentage of the games that they started may take a seat that is not reserved: see `completion` of a player. A player without such games may."""
    min_rating: NotRequired[int | None]
    """Only players whose rating in the title is at least this may take a seat that is not reserved. A player without rated games has 0."""
    name: NotRequired[str | None]
    """The name of the game, such as that of a round. The log keeps it for ever: do not name persons."""
    no_show: NotRequired[Literal['wait', 'bot', 'cancel', None]]
    """What happens `grace` after `starts_at` while seats are free. `wait`: the game starts when all seats are taken. `bot`: careful bots take the seats, and the game is not rated. `cancel`: the game is cancelled. By default `wait`."""
    options: NotRequired[dict[str, int | str | bool]]
    """The options by name."""
    others_left: NotRequired[Literal['end', 'play_on']]
    """What happens when one player is left in a game that at least two players started, because the others have resigned or lost their seats to bots. `end`: the game ends at once, and this player is first; `play_on`: bots play on. By default `end`."""
    profile: NotRequired[str | None]
    """The name of a profile, which is a set of options."""
    rated: NotRequired[bool | None]
    """`true`: only players who have signed up may play, without bots at the start, and the result is public and rated even if the game is private. `false`: never rated. Absent: a public game is rated if players who have signed up have all seats at the start. It is not rated with take-backs or hints, or if a ruling adjudicates it, replaces a player or gives up a seat."""
    reserved: NotRequired[dict[str, str]]
    """Reserved seats by number: the id of the player who may take the seat, or `invitation`. The reply then has a single-use invitation for this seat. A reserved player can see a private game."""
    ruleset: str
    """The title, such as `giganten`."""
    seats: int
    """The number of seats."""
    spectators: NotRequired[Literal['open', 'none']]
    """With `none`, only you and the seated players see view and history until the game is over."""
    starts_at: NotRequired[str | None]
    """The time (RFC 3339) at which the service starts the game. Reserved seats that are free then are released to the substitutes."""
    substitutes: NotRequired[list[str]]
    """The ids of players who may take reserved seats that are free at `starts_at`."""
    tags: NotRequired[list[str]]
    """Up to 10 different tags, by which lists can be filtered. Each has 1 to 32 lower-case letters, digits and hyphens."""
    take_back: NotRequired[bool | None]
    """Whether a seat may take back its last decision. By default true in games that are not rated: private games, games with bots, and games with hints."""
    visibility: NotRequired[Literal['public', 'private']]
    """Only you, seated players and invited players can see a private game."""


class OpenGames(TypedDict):
    """Games to open together."""
    games: list[OpenGame]
    """The games, 200 at most."""


class OpenedGames(TypedDict):
    """The new games."""
    items: list[GameReply]
    """The games in the order of the request."""


class Option(TypedDict):
    """One option of a title: its values, the default first, what it changes, and the rules that it changes."""
    absent: NotRequired[int | str | bool | None]
    """The value in games that were opened before the option existed, whose `options` lack it; null if every game has it."""
    meaning: str
    """The effect of the option."""
    name: str
    """The name of the option in requests."""
    needs: NotRequired[Needs | None]
    """The condition for the option to have an effect; null if there is none."""
    rules: list[str]
    """The numbers of the rules that it changes."""
    seats: NotRequired[list[int]]
    """The numbers of seats with which the option has an effect; empty: with every number. An option without effect is refused, except where a request repeats the complete options of a game."""
    values: list[int | str | bool]
    """The allowed values, the default first."""


class OptionWords(TypedDict):
    """An option: its name, its meaning, and the names of its values."""
    meaning: str
    """What the option changes."""
    name: str
    """The name of the option."""
    values: list[ValueWords]
    """The values, the default first."""


class OrderAct(TypedDict):
    """A decision that the service has made by an order."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    decision: str
    """The id of the decision."""
    version: int
    """The version of a game: the number of its events."""


class OrderEnd(TypedDict):
    """Why an order has ended."""
    at: str
    """When the service has noticed it."""
    place: int | None
    """Which of `until` or `until_events` it was, from 0; null for other reasons."""
    reason: Literal['cancelled', 'round', 'times', 'condition', 'event', 'taken-back', 'seat', 'token', 'over']
    """`cancelled` by you; the `round` is over; it has decided as many `times` as it should; a `condition` of `until` held; an `event` of `until_events` happened; a decision that it made was `taken-back`; you have left the `seat`, or a bot got it; the `token` or the app that set it has ended; the game is `over`."""
    version: int
    """The version of the game at which the reason held."""


class OrderLine(TypedDict):
    """An order in a stream of lines."""
    order: OrderReply
    """The order."""


class OrderReply(TypedDict):
    """A standing order of your seat."""
    acts: list[OrderAct]
    """What it has decided, in order."""
    end: OrderEnd | None
    """Why it has ended; null: it stands."""
    game: str
    """The id of a game, a UUID."""
    id: str
    """The id of the order, a UUID."""
    round: int | None
    """The round in which it was set; null in a title without rounds."""
    salt: str
    """The salt of the commitment: 64 hexadecimal digits. It is secret."""
    seat: int
    """The number of a seat, from 0."""
    set_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    signed: SignedOrder
    """The signed commitment: store it to prove when it was set."""
    terms: OrderTerms
    """What was ordered, which `commitment` covers."""
    version: int
    """The version of the game when it was set."""


class OrderStatement(TypedDict):
    """What the service has signed about an order: that it was set when the log had this head."""
    at: str
    """The time of the last event before it."""
    game: str
    """The id of a game, a UUID."""
    head: str
    """The head of the hash chain at this version: 64 hexadecimal digits."""
    key_id: str
    """The id of the signing key."""
    order: str
    """The SHA-256 of `ludolog/order/1`, the salt, and the canonical JSON (RFC 8785) of `terms`: 64 hexadecimal digits."""
    seat: int
    """The number of a seat, from 0."""
    version: int
    """The version of a game: the number of its events."""


class OrderTerms(TypedDict):
    """The content of an order, as it was committed to: every member, questions without the title."""
    commands: list[dict[str, Any]]
    """The commands, with every member."""
    lasts: Literal['round', 'game']
    """How long it stands, if nothing else ends it."""
    only_choice: bool
    """Whether it also answers where exactly one choice is left."""
    questions: list[str]
    """The numbers of the rules, such as `7a.4`."""
    times: int | None
    """The number of decisions after which it ends; null: no number."""
    until: list[dict[str, Any]]
    """The conditions that end it."""
    until_events: list[dict[str, Any]]
    """The events that end it."""
    when: list[dict[str, Any]]
    """The conditions under which it acts."""


class OrdersReply(TypedDict):
    """The standing orders of your seat."""
    items: list[OrderReply]
    """The orders, oldest first, with those that have ended."""


class OrganisedGame(TypedDict):
    """A game that you opened, and what it waits for."""
    adjudicated: bool
    """Whether the owner of the game ended it by a ruling that gave the ranks."""
    awaited: list[AwaitedSeat]
    """The players who must act, by seat. Seats of bots are left out."""
    clock: ClockReply | None
    """The clock of the game; null for a game without one."""
    data_set: str
    """The name of the data set, such as `kosmos-1999`."""
    due: str | None
    """The time of the next automatic step of the service: release of seats, no-show rule, start, end of a pause, or a clock that runs out; null if there is none."""
    ended_at: str | None
    """The time of the end or the cancellation; null before."""
    ending: Literal['rules', 'adjudicated', 'others_left', None]
    """Why the game has ended: by its rules, by a ruling of its owner, or because all players but one had left it; null for a game that has not ended."""
    foreign: bool
    """Whether the game was imported from a file."""
    grace: str | None
    """The time after `starts_at` until `no_show` applies (ISO 8601); null without `starts_at`."""
    hints: bool
    """Whether a seat can take hints of the engine (`takeHint`). Such a game is never rated."""
    id: str
    """The id of a game, a UUID."""
    max_rating: int | None
    """The highest rating that such a seat allows; null: any."""
    min_completion: int | None
    """The percentage of finished games that a seat needs that is not reserved; null: any."""
    min_rating: int | None
    """The lowest rating that such a seat needs; null: any. Without games it is 0."""
    missing: int
    """The number of free seats."""
    name: str | None
    """The name that the opener gave the game; null without one."""
    names: list[str | None]
    """The names of `players` in the same order; null for a bot, a free seat or a deleted player."""
    no_show: Literal['wait', 'bot', 'cancel', None]
    """What happens `grace` after `starts_at` while seats are free; null without `starts_at`."""
    opened_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    options: dict[str, Any]
    """The options in the first event of the game."""
    owner: str
    """The id of the player who opened the game; `service` for one that players have agreed on, or were paired for, and in which nobody rules."""
    owner_name: str | None
    """The current name of the player; null for a bot, a deleted player, or an imported game."""
    paused_until: str | None
    """The time at which the pause of the game ends; null if it is not paused."""
    players: list[str | None]
    """The player ids of the seats, from seat 0: a player, `bot:<name>`, or null."""
    profile: str | None
    """The profile of the options; null for other options."""
    rated: bool | None
    """Whether the game was opened as a rated one; false also with take-backs or hints; null: a public game is rated if players who have signed up have all seats at the start, unless a ruling adjudicates it, replaces a player or gives up a seat."""
    reserved: list[str | None]
    """For whom the seats are reserved, from seat 0: a player id, `invitation`, or null. Empty if no seat is reserved. A seat that its player has declined is reserved for an invitation."""
    ruleset: str
    """The title, such as `giganten`."""
    started_at: str | None
    """The time of the start; null before the start."""
    starts_at: str | None
    """The time at which the service starts the game; null without one."""
    status: Literal['open', 'running', 'ended', 'abandoned']
    """`open` before the start, `running`, `ended`, or `abandoned` if cancelled before the start."""
    substitutes: list[str]
    """The players who may take reserved seats that are free at `starts_at`."""
    tags: list[str]
    """The tags of the game."""
    visibility: Literal['public', 'private']
    """Only players with a seat or an invitation can see a private game."""
    voided: bool
    """Whether the operator of the site has voided the result, so that the game counts for no rating."""


class OrganisedGames(TypedDict):
    """A page of the games that you opened, newest first."""
    items: list[OrganisedGame]
    """The games of this page, newest first."""
    next: str | None
    """The cursor of the next page; null on the last page."""


class OrganiserReply(TypedDict):
    """An organiser."""
    name: str | None
    """The current name of the player; null for a deleted player or a bot."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    role: Literal['owner', 'director', 'helper']
    """The role."""


class OthersLeft(TypedDict):
    """All players but that of this seat have left the game: it ends. `game.ended` follows in the same batch."""
    seat: int
    """The seat of the player who is left, and who is first."""


OthersLeftRecord: TypeAlias = "Any"
"""All players but that of this seat have left the game: it ends. `game.ended` follows in the same batch."""


class OwnActs(TypedDict):
    """What moderators have done that concerns you."""
    items: list[AgainstReply]
    """The latest 200 acts, newest first."""
    unread: int
    """How many acts and answers to appeals you have not read."""


class OwnGame(TypedDict):
    """A game in which you have a seat or in which a seat waits for you, and whether it is your turn."""
    adjudicated: bool
    """Whether the owner of the game ended it by a ruling that gave the ranks."""
    awaiting: bool
    """Whether it is your turn."""
    clock: ClockReply | None
    """The clock of the game; null for a game without one."""
    data_set: str
    """The name of the data set, such as `kosmos-1999`."""
    decision: str | None
    """The id of your open decision; null if there is none."""
    due: str | None
    """The time at which your clock runs out; null while it is stopped."""
    ended_at: str | None
    """The time of the end or the cancellation; null before."""
    ending: Literal['rules', 'adjudicated', 'others_left', None]
    """Why the game has ended: by its rules, by a ruling of its owner, or because all players but one had left it; null for a game that has not ended."""
    foreign: bool
    """Whether the game was imported from a file."""
    grace: str | None
    """The time after `starts_at` until `no_show` applies (ISO 8601); null without `starts_at`."""
    hints: bool
    """Whether a seat can take hints of the engine (`takeHint`). Such a game is never rated."""
    id: str
    """The id of a game, a UUID."""
    invited: bool
    """Whether `seat` waits for you: it is reserved for you, released to you as a substitute or offered by a ruling."""
    max_rating: int | None
    """The highest rating that such a seat allows; null: any."""
    may_return: bool
    """Whether a bot plays your seat until you return, because your clock ran out too often; false once the game is over."""
    min_completion: int | None
    """The percentage of finished games that a seat needs that is not reserved; null: any."""
    min_rating: int | None
    """The lowest rating that such a seat needs; null: any. Without games it is 0."""
    name: str | None
    """The name that the opener gave the game; null without one."""
    names: list[str | None]
    """The names of `players` in the same order; null for a bot, a free seat or a deleted player."""
    no_show: Literal['wait', 'bot', 'cancel', None]
    """What happens `grace` after `starts_at` while seats are free; null without `starts_at`."""
    opened_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    options: dict[str, Any]
    """The options in the first event of the game."""
    owner: str
    """The id of the player who opened the game; `service` for one that players have agreed on, or were paired for, and in which nobody rules."""
    owner_name: str | None
    """The current name of the player; null for a bot, a deleted player, or an imported game."""
    paused_until: str | None
    """The time at which the pause of the game ends; null if it is not paused."""
    players: list[str | None]
    """The player ids of the seats, from seat 0: a player, `bot:<name>`, or null."""
    profile: str | None
    """The profile of the options; null for other options."""
    rated: bool | None
    """Whether the game was opened as a rated one; false also with take-backs or hints; null: a public game is rated if players who have signed up have all seats at the start, unless a ruling adjudicates it, replaces a player or gives up a seat."""
    reserved: list[str | None]
    """For whom the seats are reserved, from seat 0: a player id, `invitation`, or null. Empty if no seat is reserved. A seat that its player has declined is reserved for an invitation."""
    ruleset: str
    """The title, such as `giganten`."""
    seat: int
    """The number of a seat, from 0."""
    since: str | None
    """The time since which the decision is open; null if there is none."""
    started_at: str | None
    """The time of the start; null before the start."""
    starts_at: str | None
    """The time at which the service starts the game; null without one."""
    status: Literal['open', 'running', 'ended', 'abandoned']
    """`open` before the start, `running`, `ended`, or `abandoned` if cancelled before the start."""
    substitutes: list[str]
    """The players who may take reserved seats that are free at `starts_at`."""
    tags: list[str]
    """The tags of the game."""
    visibility: Literal['public', 'private']
    """Only players with a seat or an invitation can see a private game."""
    voided: bool
    """Whether the operator of the site has voided the result, so that the game counts for no rating."""


class OwnGames(TypedDict):
    """A page of your games, newest first."""
    items: list[OwnGame]
    """The games of this page, newest first."""
    next: str | None
    """The cursor of the next page; null on the last page."""


class OwnLimitsReply(TypedDict):
    """The limits that an operator has set for an account."""
    messages: int | None
    """Messages a minute; null: as for all accounts."""
    requests: int | None
    """Requests a minute; null: as for all accounts."""


class OwnPool(TypedDict):
    """Your place, if you have one."""
    place: WaitingReply | None
    """Your place; null: you wait in no pool."""


class OwnProfile(TypedDict):
    """Your profile, with what needs your attention."""
    away_until: str | None
    """The time until which the player is away; null: the player has not said so."""
    completion: CompletionReply
    """The completion rate."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    former_names: list[FormerNameReply]
    """The names that the player gave up within 90 days, the last one first."""
    id: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    name: str
    """The name of the player, 1 to 40 characters."""
    notices: list[Notice]
    """Your pings and webhooks that were disabled because they failed; empty for seat tokens."""
    profile_ratings: list[RatingReply]
    """The ratings by profile; empty without rated games."""
    ratings: list[RatingReply]
    """The ratings by title; empty without rated games."""


class OwnReports(TypedDict):
    """A page of your reports."""
    items: list[ReportReply]
    """Your reports, newest first."""
    next: str | None
    """The `cursor` of the next page, with older ones; null: no more."""
    unread: int
    """How many answers you have not read."""


OwnStreamEvent: TypeAlias = "PlayerEvent | Ready | ChallengeReply | ModerationNews | Heartbeat"
"""The events of your own games, your challenges, and what moderators decide that concerns you. The `data` of a server-sent event are one of these. Ignore others.
PlayerEvent: `event` is the field `event` of the data, `id` the cursor.
Ready: `event` is `ready`, `id` the cursor.
ChallengeReply: `event` is `challenge`, `id` absent.
ModerationNews: `event` is `moderation`, `id` absent.
Heartbeat: `event` is `heartbeat`, `id` absent.
"""


OwnStreamLine: TypeAlias = "PlayerEvent | Ready | ChallengeLine | ModerationLine"
"""The events of your own games, your challenges, and what moderators decide that concerns you. A line is one of these. Ignore others."""


class Pair(TypedDict):
    """Two players whose games with each other look agreed."""
    changes: int
    """How often the winner changed from one of these games to the next."""
    games: int
    """Rated games in which one of them won and the other did not."""
    ids: list[str]
    """The ids of these games, in the order of their ends."""
    kind: Literal['in_turns', 'one_sided']
    """`in_turns`: they win in turn; `one_sided`: one wins, and the other leaves early."""
    left_early: int
    """In how many of them the loser resigned early."""
    of_all: list[int]
    """All rated games of each in the period."""
    players: list[str]
    """The ids of the players, in order."""
    wins: list[int]
    """How many of them each has won."""


class PartInfo(TypedDict):
    """A part of a title's score: its name in results, its title for people, and the rule that gives it."""
    part: str
    """The name of the part in results."""
    rule: str
    """The number of its rule."""
    title: str
    """The title of the part."""


class PassageReply(TypedDict):
    """A passage of a source on which a ruling decides."""
    language: str
    """The language of the quotation, as a tag of RFC 5646."""
    quote: str
    """The words of the source, verbatim. `[…]` stands for words that are left out."""
    section: str
    """The section of the source."""
    source: str
    """The key of the source, such as `S0`."""


class PasskeyList(TypedDict):
    """Your passkeys, oldest first."""
    items: list[PasskeyReply]
    """Your passkeys, oldest first."""


class PasskeyOptions(TypedDict):
    """The options of a new passkey."""
    expires_at: str
    """The time from which the challenge is invalid."""
    options: CreationOptions
    """The options of `navigator.credentials.create`."""


class PasskeyReply(TypedDict):
    """A passkey."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    ends_with: str | None
    """The id of the token or passkey that made it, and with which it ends; null: it ends with none."""
    expires_at: str | None
    """The expiry time (RFC 3339); null if it does not expire."""
    id: str
    """The id of the passkey, used to delete it."""
    label: str
    """The purpose in your own words, without control characters."""
    last_used_at: str | None
    """The time of the last sign-in; null if there was none."""
    scopes: list[Literal['games:read', 'games:play', 'games:create', 'games:organise', 'tournaments', 'webhooks', 'profile:read', 'account'] | Literal['read', 'play', 'organise']]
    """The scopes of the sessions that it starts."""
    uncounted_at: str | None
    """The last time when it signed in though its counter of signatures did not increase; null if there was none. That is normal after a change of the program that keeps it. If you made no such change, another person may have a copy: delete it."""


class PasskeySignIn(TypedDict):
    """Sign in with a passkey."""
    credential: SignedCredential
    """The signature, from the browser."""
    label: NotRequired[str]
    """The name of the device in the list of tokens. `Browser` stands for the browser and the system that `User-Agent` names."""
    type: Literal['passkey']
    """Always `passkey`."""


class PatchOperation(TypedDict):
    """An operation of a JSON Patch (RFC 6902)."""
    op: Literal['add', 'remove', 'replace']
    """What the operation does."""
    path: str
    """The place in the view before it, as a JSON Pointer (RFC 6901)."""
    value: NotRequired[Any]
    """The new value; absent for `remove`."""


class Pause(TypedDict):
    """Stop all clocks and refuse decisions for at most 30 days, and 90 in the whole game.

    Give either `until` or `duration`.
    """
    duration: NotRequired[str | None]
    """The time of the pause, such as `PT12H` (ISO 8601 with days, hours, minutes and seconds)."""
    reason: str
    """The reason, which all viewers of the game can read. The log keeps it for ever: do not name persons."""
    type: Literal['pause']
    """Always `pause`."""
    until: NotRequired[str | None]
    """The time (RFC 3339) at which the game continues automatically."""


class PenaliseAct(TypedDict):
    """Take points away for conduct; `0` is a warning, the only penalty for a knock-out round (rule 9.5)."""
    player: str
    """The id of a player."""
    points: str
    """Points as a fraction in lowest terms, such as `1`, `-1/2` or `3/2`."""
    reason: str
    """The reason, which all viewers can read. The log keeps it for ever: do not name persons."""
    round: int
    """The number of the round, from 1."""
    type: Literal['penalise']
    """Always `penalise`."""


class PhaseLoss(TypedDict):
    """What the decisions of a seat cost in a phase."""
    decisions: int
    """The number of decisions that were examined."""
    error: int
    """The standard error of the sum."""
    lost: int
    """The sum of the differences of `best` and `chosen`, in thousandths of a winning chance. A candidate that turned out worse counts with its sign, so that the errors cancel out."""
    phase: str
    """The chapter of the rules of these decisions."""


class Piece(TypedDict):
    """A piece on the board. Lengths are in the units of the picture of the board (`board`)."""
    count: int
    """How many equal pieces it stands for."""
    faces: NotRequired[list[str]]
    """The kinds of the symbols on it, from top to bottom."""
    id: str
    """The id of the piece, which no other piece has. The part before `#` is the id of a target (`choices[].anchors`), if the piece can be one."""
    kind: str
    """The kind, such as `truck`: which symbol it has."""
    offset: list[float]
    """How far right of and below the centre of the place its middle is, in units."""
    place: str
    """The id of its place in the picture, such as `square:B7`."""
    seat: int | None
    """The seat to which it belongs; null for none."""
    size: float
    """The side of the square that it fills, in units."""
    text: str
    """The figure that is written on it; empty: none."""


class Pieces(TypedDict):
    """What stands on the board."""
    closed: list[str]
    """The ids of the places that are not in play, or used up: draw them paler."""
    items: list[Piece]
    """The pieces, in the order in which they are drawn."""


class PiecesReply(TypedDict):
    """What stands on the board of a game at a version, as a viewer sees it."""
    board_url: str | None
    """The path of the picture that has the places; null for a title without a board."""
    closed: list[str]
    """The ids of the places that are not in play, or used up: draw them paler."""
    items: list[Piece]
    """The pieces, in the order in which they are drawn."""
    version: int
    """The version of a game: the number of its events."""
    viewer: str
    """`public`, `seat:N` or `full`."""


class PingReply(TypedDict):
    """A ping."""
    challenges: bool
    """Whether it also says that a challenge or a rematch waits for your answer (after `delay`, at most a minute), was accepted or declined, or that a pool has found players for you."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    delay: str
    """How long a decision is open before its ping, in ISO 8601."""
    disabled: Disabling | None
    """Why it is disabled; null: it is enabled."""
    enabled: bool
    """Whether anything is sent. `true` enables one that was disabled."""
    expires_at: str | None
    """When this expires: with the token that made or last changed it, or with what started its session; null: never."""
    failing_since: str | None
    """The first failure since the last success, or null."""
    format: Literal['discord', 'slack', 'text', 'json']
    """The body: `discord` has the text as `content`, `slack` as `text`, `json` as `text` with `game` and `url`; `text` is plain text, for example for ntfy."""
    id: str
    """The id of the ping, webhook or browser."""
    language: str
    """The language of its text, from Accept-Language of the last change."""
    mention: str
    """What the text begins with, such as `<@123>` to mention yourself on Discord."""
    messages: bool
    """Whether it also says that something was written at one of your tables or tournaments, and was not read during `delay`. It never has the text, and comes once until you read."""
    orders: bool
    """Whether it also says that a standing order of yours has decided, or has ended by itself. It does not say what the order is."""
    url: str
    """The `https` URL to which requests are sent. Its host must have public addresses only."""


class Pings(TypedDict):
    """Your pings, oldest first."""
    items: list[PingReply]
    """Your pings, oldest first."""


class Place(TypedDict):
    """The result of a seat: its rank from 1 (equal seats share it), its score, and the parts of the score."""
    parts: list[ScorePart]
    """The parts of the score."""
    rank: int
    """The rank, from 1. Equal seats share a rank."""
    score: int
    """The score in the unit of the title, such as dollars in Giganten: the sum of the parts."""
    seat: int
    """The number of a seat, from 0."""


class PlaySubject(TypedDict):
    """The play of somebody in a game that you may watch."""
    game: str
    """The id of the game."""
    player: str
    """The id of the player, who has or had a seat in it."""
    type: Literal['play']
    """Always `play`."""


class PlayerActDone(TypedDict):
    """The player after an act."""
    player: ModeratedPlayer
    """The player, as moderators see players."""
    recovery: RecoveryReply | None
    """The link that was made; null: none was."""


class PlayerActivity(TypedDict):
    """The activity of a player by day."""
    days: list[ActiveDay]
    """The days with games, oldest first."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    since: str
    """The first day."""
    until: str
    """The last day."""


class PlayerEvent(TypedDict):
    """An event of your own games."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    cursor: str
    """The cursor of this event. Send it as `cursor` to continue after it."""
    decision: str | None
    """The id of the decision; null for other events than `asked`."""
    due: str | None
    """The time at which your clock runs out; null if it is stopped, or without one."""
    event: Literal['asked', 'cancelled', 'clock', 'ended', 'invited', 'started']
    """`asked`: a decision of yours is open; `invited`: a seat is reserved for you, or offered by a ruling; `started`: the game has started; `ended`: it is over; `cancelled`: it was cancelled before its start; `clock`: your clock has changed."""
    game: str
    """The id of a game, a UUID."""
    ruleset: str
    """The title, such as `giganten`."""
    seat: int | None
    """Your seat."""
    status: Literal['abandoned', 'ended', 'open', 'running']
    """`open` before the start, `running`, `ended`, or `abandoned` if cancelled before the start."""
    version: int
    """The version of a game: the number of its events."""


class PlayerLoss(TypedDict):
    """What the decisions of a seat cost in the whole game, and how accurate they were."""
    accuracy: int | None
    """The mean share of the odds of winning (chance to counter-chance) that a decision kept, compared with the candidate, in thousandths. Decisions of a game that is won or lost, with a chance below 10 or above 990 thousandths, do not count; null if none counts."""
    decided: int
    """The decisions that do not count for the accuracy."""
    decisions: int
    """The number of decisions that were examined."""
    error: int
    """The standard error of the sum."""
    lost: int
    """The sum of the differences of `best` and `chosen`, in thousandths of a winning chance. A candidate that turned out worse counts with its sign, so that the errors cancel out."""
    phases: list[PhaseLoss]
    """By phase, in the order of the rule book."""
    seat: int
    """The seat."""


class PlayerNote(TypedDict):
    """Your note about a player."""
    at: str | None
    """The time of the last change; null without a note."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    text: str
    """The text; empty without a note."""


class PlayerProfile(TypedDict):
    """The public data of a player with the ratings."""
    away_until: str | None
    """The time until which the player is away; null: the player has not said so."""
    completion: CompletionReply
    """The completion rate."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    former_names: list[FormerNameReply]
    """The names that the player gave up within 90 days, the last one first."""
    id: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    name: str
    """The name of the player, 1 to 40 characters."""
    profile_ratings: list[RatingReply]
    """The ratings by profile; empty without rated games."""
    ratings: list[RatingReply]
    """The ratings by title; empty without rated games."""


class PlayerRecord(TypedDict):
    """What a player has played and won, and against whom."""
    games: int
    """The games in which the player had a seat at the end."""
    name: str | None
    """The current name of the player; null for a bot or a deleted player."""
    opponents: list[RecordAgainst]
    """Those against whom the player has played most often, 20 at most."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    tables: list[RecordAtTables]
    """The games by title and number of seats."""
    wins: int
    """The won ones, including shared first ranks."""


class PlayerReplaced(TypedDict):
    """Another player has accepted the seat, with its log, its secrets and a fresh clock.

    Reason and author are those of the offer. The earliest games have no offer.
    """
    author: str
    """The id of the player who ruled; null if the game continues automatically."""
    player: str
    """The id of the player who has the seat from now on."""
    reason: str
    """The reason of the ruling; null if the game continues automatically."""
    seat: int
    """The number of a seat, from 0."""


PlayerReplacedRecord: TypeAlias = "Any"
"""Another player has accepted the seat, with its log, its secrets and a fresh clock.

Reason and author are those of the offer. The earliest games have no offer.
"""


class PlayerReply(TypedDict):
    """The public data of a player."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    id: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    name: str
    """The name of the player, 1 to 40 characters."""


class Players(TypedDict):
    """Players by id or by name."""
    items: list[PlayerReply]
    """The players in the order of `ids`, or by name, without unknown and deleted ones."""
    next: NotRequired[str | None]
    """The cursor of the next page; null on the last page."""


class PoolBot(TypedDict):
    """The bot to play with instead."""
    bot: str
    """The name of a bot, such as `careful`."""


class PoolReply(TypedDict):
    """A pool."""
    clock: str
    """The name of a preset: see `GET /v1/clocks`."""
    ruleset: str
    """The title, such as `giganten`."""
    seats: int
    """How many players are paired: the fewest that the title allows."""
    waiting: int
    """How many players wait in this pool now."""


class PoolsReply(TypedDict):
    """All pools."""
    items: list[PoolReply]
    """One pool for each title and preset of clocks."""


class PresenceReply(TypedDict):
    """How many are here now."""
    games: list[WatchedGame]
    """Those of the games asked for that are watched, in the order of the request."""
    players: int
    """The registered players who follow a stream, such as that of their games."""
    watchers: int
    """How many watch public games that they neither play nor own, in all."""


class PreviewReply(TypedDict):
    """What a command would do, as far as your seat can know it. Nothing of it is stored."""
    awaiting: list[int]
    """The seats that are asked next; empty unless a decision stops the preview."""
    changes: list[SeatChanges]
    """The seats that would have more or less of anything, ascending."""
    decisions: list[DecisionReply]
    """The next decision of your seat; empty if it is not asked next."""
    events: list[ForeseenEvent]
    """The events in order, as your seat would see them, up to where the preview stops. Events of clocks are not among them."""
    game: str
    """The id of a game, a UUID."""
    stopped_by: Literal['draw', 'disclosure', 'decision', 'end']
    """Why the preview stops: before a `draw` of dice, cards or tiles; before a `disclosure`, which shows or depends on what is hidden from your seat; at the next `decision` of any seat; at the `end` of the game."""
    version: int
    """The version of the game that the preview starts from."""


class Problem(TypedDict):
    """A problem document (RFC 9457). `code` is stable. A refused command has `rule` and `legal`, an act `rule`."""
    code: str
    """The stable code of the problem type, such as `refused`, for programs."""
    decision: NotRequired[str | None]
    """The id of the open decision of your seat; null if there is none."""
    detail: str
    """The error in this request, for people. Do not parse it."""
    errors: NotRequired[list[FieldError]]
    """The errors in fields of the request."""
    instance: NotRequired[str]
    """The path of the request as it was sent, a URI reference."""
    legal: NotRequired[list[ChoiceReply]]
    """The legal commands."""
    request_id: NotRequired[str]
    """The id of the request, as in X-Request-ID. It also appears in the log of the service."""
    rule: NotRequired[str]
    """The rule that forbids this, such as `giganten/4b.2`."""
    rule_title: NotRequired[str]
    """The title of the rule, in the language of the request, by default English."""
    rule_url: NotRequired[str]
    """The path of the text of the rule."""
    status: int
    """The HTTP status."""
    title: str
    """The title of the problem type."""
    type: str
    """The path of the page of this problem type, such as `/problems/refused`."""


class PublishRoundAct(TypedDict):
    """Publish the tables of the next round, as its draft shows them (rule 4.1)."""
    attempt: NotRequired[int]
    """Which of the draws to publish, from 0."""
    edits: NotRequired[list[SwapEdit | ByeEdit | SeatsEdit]]
    """Changes of the drawn tables, in their order."""
    round: int
    """The number of the round, from 1."""
    type: Literal['publish_round']
    """Always `publish_round`."""


class PublishedOrder(TypedDict):
    """An order that has decided, as it is published after the end."""
    id: str
    """The id of the order, a UUID."""
    salt: str
    """The salt of the commitment: 64 hexadecimal digits."""
    seat: int
    """The number of a seat, from 0."""
    set_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    signed: SignedOrder
    """The signed commitment."""
    terms: OrderTerms
    """What was ordered, which `commitment` covers."""


class PublishedSeat(TypedDict):
    """The result of a seat. It has no name: players may change and delete theirs."""
    player: str
    """The last player: a player id, or `bot:<name>` for a bot from the start."""
    rank: int
    """The rank from 1, with resigned seats last."""
    resigned: bool
    """Whether the player resigned."""
    score: int
    """The score."""
    seat: int
    """The number of the seat, from 0."""
    won: bool
    """Whether the seat won, alone or with others."""


class PushReplies(TypedDict):
    """Your browsers, and the key with which a browser subscribes."""
    items: list[PushReply]
    """Your browsers, oldest first."""
    public_key: str
    """The `applicationServerKey` (VAPID, RFC 8292) in base64url."""


class PushReply(TypedDict):
    """A browser that shows notifications."""
    challenges: bool
    """Whether it also says that a challenge or a rematch waits for your answer (after `delay`, at most a minute), was accepted or declined, or that a pool has found players for you."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    delay: str
    """How long a decision is open before its notification, in ISO 8601."""
    endpoint: str
    """The URL of the push service for this browser."""
    expires_at: str | None
    """When this expires: with the token that made or last changed it, or with what started its session; null: never."""
    failing_since: str | None
    """The first failure since the last success, or null."""
    id: str
    """The id of the ping, webhook or browser."""
    label: str
    """The purpose in your own words, without control characters."""
    language: str
    """The language of the texts, from Accept-Language."""
    messages: bool
    """Whether it also says that something was written at one of your tables or tournaments, and was not read during `delay`. It never has the text, and comes once until you read."""
    orders: bool
    """Whether it also says that a standing order of yours has decided, or has ended by itself. It does not say what the order is."""


class Range(TypedDict):
    """The values that a numeric field of a listed command may take, bounds included."""
    field: str
    """The name of the field that may vary."""
    max: int
    """The highest value."""
    min: int
    """The lowest value."""


class RankedPlayer(TypedDict):
    """A row of a leaderboard."""
    games: int
    """The rated games of the player in this title."""
    mu: float
    """The estimated skill, to a millionth."""
    name: str | None
    """The current name of the player; null for a bot or a deleted player."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    provisional: bool
    """Whether the rating is uncertain: it is based on few games, or sigma is large."""
    rank: int
    """The rank, from 1. Equal players share a rank. In a list of provisional players: the place in it."""
    rating: float
    """mu - 3 sigma: a lower bound of the skill, by which players are ranked."""
    sigma: float
    """The uncertainty of the skill, to a millionth."""
    wins: int
    """The won games, including shared first ranks."""


class RatedGame(TypedDict):
    """A rated game and the rating of the player after it."""
    cursor: str
    """The cursor of this row. Send it as `cursor` to continue after this row at any later time."""
    ended_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    game: str
    """The id of the game; the nil UUID (only zeros) if the game is withheld."""
    mu: float
    """The estimated skill, to a millionth."""
    rank: int
    """The rank that counts: resigned players are last, unless the game was adjudicated, and equal players share a rank."""
    rating: float
    """mu - 3 sigma: a lower bound of the skill, by which players are ranked."""
    ruleset: str
    """The title, such as `giganten`."""
    sigma: float
    """The uncertainty of the skill, to a millionth."""
    weight: float
    """The share of the change that counts, to a millionth; see `ratingModel`."""
    withheld: bool
    """Whether a court order or the operator has removed the game from public view."""


class RatingHistory(TypedDict):
    """A page of a player's rated games, oldest first."""
    items: list[RatedGame]
    """The games of this page, oldest first."""
    next: str | None
    """The cursor of the next page; null on the last page."""


class RatingModel(TypedDict):
    """The rating model with all parameters needed to recompute the ratings from the results."""
    beta: float
    """The amount of chance in a game."""
    kappa: float
    """The lower bound of the factor of a variance."""
    model: str
    """The name of the model."""
    mu: float
    """The initial skill."""
    provisional_above: float
    """A rating with a larger sigma is provisional."""
    provisional_below: int
    """A rating based on fewer games is provisional."""
    rated: str
    """The games that count, and how."""
    rating: str
    """The formula of the rating."""
    resolution: float
    """The resolution to which mu and sigma are rounded after each game."""
    sigma: float
    """The initial uncertainty."""
    tau: float
    """The change of skill between two games."""
    weight: str
    """The formula of the weight of a game of players who have met shortly before."""
    weight_hours: int
    """The hours within which earlier games lower the weight."""


class RatingReply(TypedDict):
    """A player's rating in a title, or in one profile of it."""
    games: int
    """The rated games of the player in this title."""
    mu: float
    """The estimated skill, to a millionth."""
    profile: str | None
    """The profile whose games count; null for the games of all profiles."""
    provisional: bool
    """Whether the rating is uncertain: it is based on few games, or sigma is large."""
    rating: float
    """mu - 3 sigma: a lower bound of the skill, by which players are ranked."""
    ruleset: str
    """The title, such as `giganten`."""
    sigma: float
    """The uncertainty of the skill, to a millionth."""
    wins: int
    """The won games, including shared first ranks."""


class ReadMark(TypedDict):
    """Up to when you have read."""
    read_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""


class Ready(TypedDict):
    """All earlier events were sent. Events after this cursor follow as they happen."""
    cursor: str
    """The cursor of this event. Send it as `cursor` to continue after it."""
    event: Literal['ready']
    """Always `ready`."""


class ReasonRequest(TypedDict):
    """Why an act is done."""
    reason: str
    """Why, in a line for the log of moderation, which is never deleted: quote no names and no texts."""


class Receipt(TypedDict):
    """A signed statement about the log after the command."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    command: str | None
    """The idempotency key."""
    decision: str
    """The id of the decision that was answered."""
    game: str
    """The id of a game, a UUID."""
    head: str
    """The head of the hash chain at this version: 64 hexadecimal digits."""
    key_id: str
    """The id of the signing key, which `/.well-known/jwks.json` contains."""
    sender: str | None
    """The sender: the id of a player, or `seat-token:<id>`; null for bots of the service."""
    signature: str
    """Ed25519, hex, over the canonical JSON (RFC 8785) of at, command, decision, game, head, key_id and version. Store it: it proves that a log with another head at this version was rewritten."""
    version: int
    """The version of a game: the number of its events."""


Record: TypeAlias = "GameOpenedRecord | SeatTakenRecord | SeatLeftRecord | GameStartedRecord | SeatResignedRecord | OthersLeftRecord | GameAbandonedRecord | SeatsReleasedRecord | SeatDeclinedRecord | DecisionTakenBackRecord | HintTakenRecord | GameEndedRecord | ClockSwitchedRecord | ClockRanOutRecord | SeatTakenOverRecord | SeatReturnedRecord | VacationTakenRecord | ReplacementOfferedRecord | PlayerReplacedRecord | SeatGivenUpRecord | AdjudicatedRecord | ClockExtendedRecord | GamePausedRecord | GameResumedRecord | GigantenFirstPlayerDrawnRecord | GigantenRoundStartedRecord | GigantenPhaseStartedRecord | GigantenPriceRolledRecord | GigantenRedCardRevealedRecord | GigantenBlackTrainAdvancedRecord | GigantenBeigeCardRevealedRecord | GigantenDeckReshuffledRecord | GigantenActionCardTakenRecord | GigantenActionCardLeftRecord | GigantenLicencesDealtRecord | GigantenLicencesShortRecord | GigantenTruckPlacedRecord | GigantenTruckDrivenRecord | GigantenSiteInspectedRecord | GigantenDrawsSealedRecord | GigantenTrainAdvancedRecord | GigantenMovementEndedRecord | GigantenPriceShiftedRecord | GigantenFreeOilStoredRecord | GigantenTrainsPushedBackRecord | GigantenSpecialDeclinedRecord | GigantenActionCardDiscardedRecord | GigantenDerrickBuiltRecord | GigantenDrillingDeclinedRecord | GigantenOilShippedRecord | GigantenOilDiscardedRecord | GigantenDerrickExhaustedRecord | GigantenAuctionOpenedRecord | GigantenBidPlacedRecord | GigantenBidPassedRecord | GigantenAuctionWonRecord | GigantenBluffCalledRecord | GigantenLicencesForfeitedRecord | GigantenLicencesPaidRecord | GigantenAuctionFailedRecord | GigantenOilSoldRecord | GigantenPriceInflatedRecord | GigantenExcessReturnedRecord | SiberiaFirstPlayerDrawnRecord | SiberiaAreaSeededRecord | SiberiaSidesChosenRecord | SiberiaInvestmentRevealedRecord | SiberiaRoundStartedRecord | SiberiaPhaseStartedRecord | SiberiaTokensDrawnRecord | SiberiaDrawingEndedRecord | SiberiaTokenPlacedRecord | SiberiaPlacingChangedRecord | SiberiaPlacingEndedRecord | SiberiaPlacementsRevealedRecord | SiberiaTurnStartedRecord | SiberiaRoundPassedRecord | SiberiaActionVoidedRecord | SiberiaResourcePlacedRecord | SiberiaResearchFailedRecord | SiberiaJokerPlayedRecord | SiberiaLogisticsStartedRecord | SiberiaWorkerMovedRecord | SiberiaLogisticsEndedRecord | SiberiaSalesmanPlacedRecord | SiberiaWorkerPlacedRecord | SiberiaInvestmentTakenRecord | SiberiaCubesSoldRecord | SiberiaAreaExhaustedRecord | SiberiaEndTriggeredRecord | SiberiaTokenReturnedRecord | SiberiaPlayEndedRecord | MinosFieldsCoveredRecord | MinosFirstPlayerDrawnRecord | MinosRoundStartedRecord | MinosTurnStartedRecord | MinosTalentsShownRecord | MinosTalentsHiddenRecord | MinosTurnEndedRecord | MinosDiceRolledRecord | MinosDiceRolledAgainRecord | MinosDiceKeptRecord | MinosDiceUsedRecord | MinosRingsBoughtRecord | MinosShipMovedRecord | MinosSoldierMovedRecord | MinosSoldierCarriedRecord | MinosBuildingBuiltRecord | MinosPieceRecruitedRecord | MinosConflictOpenedRecord | MinosConflictDiceRolledRecord | MinosConflictDiceRerolledRecord | MinosConflictDiceStoodRecord | MinosDuelFoughtRecord | MinosAttackWonRecord | MinosAttackRepelledRecord | MinosEntryBarredRecord | MinosSettlementAbandonedRecord | MinosSettlementTakenRecord | MinosFreeSoldierPlacedRecord | MinosFreeSoldierDeclinedRecord | MinosPlayerEliminatedRecord | MinosPlayEndedRecord"
"""The public record of one event, discriminated by `type`. Ignore unknown types."""


class RecordAgainst(TypedDict):
    """The games of a player against another player or a bot."""
    draws: int
    """Those in which both have the same rank."""
    games: int
    """The games in which both had a seat at the end."""
    losses: int
    """Those in which `opponent` has the better rank."""
    name: str | None
    """The current name of the player; null for a bot or a deleted player."""
    opponent: str
    """The id of the player, or `bot:<name>`."""
    wins: int
    """Those in which `player` has the better rank."""


class RecordAtTables(TypedDict):
    """The games of a player in a title with one number of seats."""
    games: int
    """The games in which the player had a seat at the end."""
    ruleset: str
    """The title, such as `giganten`."""
    seats: int
    """The number of seats."""
    wins: int
    """The won ones, including shared first ranks."""


class RecordBase(TypedDict):
    """What every record has."""
    at: str
    """The time of the decision in UTC, such as 2026-11-20T12:00:00.123456Z."""
    cause: int
    """The version of the decision event that caused this event."""
    game: str
    """The id of the game, a UUID."""
    known_to: list[int]
    """The seats that know the secret at this event, ascending."""
    sealed: str | None
    """The commitment to the secret of the event, 64 hexadecimal digits; null without a secret."""
    seat: int | None
    """The seat that made the decision, on the first event of a batch; null otherwise."""
    shape: int
    """The version of the fields of this event type, from 1."""
    version: int
    """The number of this event in its game, from 1."""


class RecoveredReply(TypedDict):
    """The account, with a new token that has all scopes. Only this reply has it: store it."""
    id: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    name: str
    """The name of the player."""
    token: str
    """The token."""


class RecoveryReply(TypedDict):
    """A link by which a person gets an account back. Only this reply has it."""
    expires_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    path: str
    """What follows the address of this site, such as `/recover#…`."""


class RecoveryRequest(TypedDict):
    """Make a link by which a person gets the account back. Operators only, in a session of a passkey."""
    reason: str
    """Why, in a line for the log of moderation, which is never deleted: quote no names and no texts."""
    type: Literal['make_recovery']
    """Always `make_recovery`."""


class RecoverySecret(TypedDict):
    """The secret of a link."""
    secret: str
    """What follows `/recover#` in the link."""


class RedeliveryReply(TypedDict):
    """What is sent again."""
    complete: bool
    """Whether these are all; otherwise ask again later: 1,000 wait."""
    queued: int
    """Deliveries that were queued again, with the same ids."""


class RedeliveryRequest(TypedDict):
    """What to send again: one delivery by its id, or those of a range of time."""
    delivery: NotRequired[str | None]
    """The id of a delivery."""
    only: NotRequired[Literal['failed', 'all']]
    """In a range: `failed` for failed deliveries, or `all`."""
    since: NotRequired[str | None]
    """The start of the range (RFC 3339)."""
    until: NotRequired[str | None]
    """The end of the range, not included; by default now."""


class Refusal(TypedDict):
    """Why you decline."""
    reason: NotRequired[Literal['not_now', 'clock', 'rules', 'rating', 'no']]
    """Why a player declines. `not_now`: later perhaps; `clock`: another clock; `rules`: another title, other options or other players; `rating`: rated instead of unrated, or the reverse; `no`: without a reason."""


class RegisterAct(TypedDict):
    """Take part, or enter late (rules 2.1 and 2.3). With another `player`, it is an `invite`."""
    player: NotRequired[str | None]
    """The player for whom an organiser acts; null: you."""
    type: Literal['register']
    """Always `register`."""


class RelyingParty(TypedDict):
    """The site to which the passkey belongs."""
    id: str
    """The domain of the site."""
    name: str
    """The name of the site."""


class RematchReply(TypedDict):
    """Whether the players of a game play again."""
    challenge: ChallengeReply | None
    """The rematch; null: nobody has asked."""
    game: str
    """The id of a game, a UUID."""
    may_ask: bool
    """Whether you may ask for a rematch, or join it."""
    seats: list[RematchSeat]
    """Who would have which seat; empty if there can be no rematch."""


class RematchSeat(TypedDict):
    """Who would have a seat."""
    name: str | None
    """The current name of the player; null for a bot, a deleted player, or an imported game."""
    player: str
    """The id of the player, or `bot:<name>`."""
    seat: int
    """The number of a seat, from 0."""


class RenameRequest(TypedDict):
    """Give a player another name. The former one stays reserved for ever, and no profile shows it."""
    name: str
    """The new name."""
    reason: str
    """Why, in a line for the log of moderation, which is never deleted: quote no names and no texts."""
    type: Literal['rename']
    """Always `rename`."""


class ReopenRegistrationAct(TypedDict):
    """Take registrations again (rule 2.2)."""
    type: Literal['reopen_registration']
    """Always `reopen_registration`."""


class ReplacePlayer(TypedDict):
    """Offer a seat to another player, who has never had a seat in the game. It takes effect when the player accepts."""
    player: str
    """The id of the new player, who has signed up."""
    reason: str
    """The reason, which all viewers of the game can read. The log keeps it for ever: do not name persons."""
    seat: int
    """The number of a seat, from 0."""
    type: Literal['replace_player']
    """Always `replace_player`."""


class ReplaceResultAct(TypedDict):
    """Let other places count for a table, before or after its game ends (rule 9.8)."""
    places: list[RuledPlace]
    """The places. Players who are left out have no points."""
    reason: str
    """The reason, which all viewers can read. The log keeps it for ever: do not name persons."""
    round: int
    """The number of the round, from 1."""
    table: int
    """The number of the table, from 1."""
    type: Literal['replace_result']
    """Always `replace_result`."""


class ReplacementOffered(TypedDict):
    """The seat is offered to another player, who has it after accepting."""
    author: str
    """The id of the player who ruled; null if the game continues automatically."""
    player: str
    """The id of the player to whom the seat is offered."""
    reason: str
    """The reason of the ruling; null if the game continues automatically."""
    seat: int
    """The number of a seat, from 0."""


ReplacementOfferedRecord: TypeAlias = "Any"
"""The seat is offered to another player, who has it after accepting."""


class ReplayEvent(TypedDict):
    """An event as the viewer sees it, without what proves it: a record without head, seal and time."""
    cause: int
    """The version of the decision event from which this event follows."""
    data: Any
    """The public fields of the event: those of `data` in a record of this type."""
    seat: int | None
    """The seat that decided; null for an event that follows."""
    secret: NotRequired[Any]
    """The secret fields. Present only if the viewer knows them."""
    shape: int
    """The version of the fields of this type."""
    text: NotRequired[str]
    """The event in words, in the language of the request. Present only if the request has a language."""
    to_you: NotRequired[str]
    """The same as it is said to you, such as `You sell no oil to Jet Oil Inc.`, if it is about your own seat. Present only without `as`."""
    type: str
    """The type of the event, such as `giganten.oil_sold`."""


class ReplayLine(TypedDict):
    """A version of a game: its event, and the view after it, whole or as a patch of the view of the line before."""
    at: str
    """The time (UTC) of the event."""
    event: ReplayEvent
    """The event of this version."""
    mark: NotRequired[Mark]
    """What begins with the event."""
    patch: NotRequired[list[PatchOperation]]
    """The JSON Patch (RFC 6902) from the view of the line before; on all lines but the first."""
    scores: NotRequired[list[int | None]]
    """The score of each seat if the game ended now; null if it depends on what is hidden from the viewer. A title without running scores has them with the final ranking only."""
    version: int
    """The version of the game."""
    view: NotRequired[AnyView]
    """The whole view; on the first line only."""


class ReportInCase(TypedDict):
    """The report of one player about a case."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    id: str
    """The id of the report, a UUID."""
    name: str | None
    """The current name of the reporter."""
    reason: Literal['insult', 'threat', 'spam', 'private_data', 'impersonation', 'illegal', 'stalling', 'losing_on_purpose', 'collusion', 'computer_help', 'several_accounts', 'other']
    """What is wrong. Messages: `insult`, `threat`, `spam`, `private_data`, `illegal`; names also `impersonation`; play: `stalling`, `losing_on_purpose`, `collusion`, `computer_help`, `several_accounts`; all: `other`, which needs a `text`."""
    reporter: str | None
    """The id of the reporter; null: the account was deleted."""
    text: str | None
    """What the reporter wrote."""


class ReportReply(TypedDict):
    """A report of yours."""
    answer: str | None
    """The answer of the moderator; null: there is none."""
    answered_at: str | None
    """When it was closed; null: it is not."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    game: str | None
    """The id of the game that it is about; null: none."""
    id: str
    """The id of the report, a UUID."""
    named: str | None
    """The name of the reported player at the first report."""
    player: str | None
    """The id of who is reported; null after the account was deleted."""
    reason: Literal['insult', 'threat', 'spam', 'private_data', 'impersonation', 'illegal', 'stalling', 'losing_on_purpose', 'collusion', 'computer_help', 'several_accounts', 'other']
    """What is wrong. Messages: `insult`, `threat`, `spam`, `private_data`, `illegal`; names also `impersonation`; play: `stalling`, `losing_on_purpose`, `collusion`, `computer_help`, `several_accounts`; all: `other`, which needs a `text`."""
    reported: str | None
    """The reported text or name; null for play, and after an account was deleted."""
    state: Literal['open', 'taken', 'answered', 'dismissed']
    """`open`: it waits; `taken`: a moderator looks at it; `answered`: a moderator agreed and has acted; `dismissed`: nothing follows."""
    text: str | None
    """What you wrote."""
    tournament: str | None
    """The id of the tournament that it is about; null: none."""
    type: Literal['message', 'name', 'play']
    """`message`: a text; `name`: of a player, game or tournament; `play`: how a player plays a game."""


class ReportsInMonth(TypedDict):
    """Reports that were made in a month."""
    month: str
    """A month in UTC, such as 2026-11."""
    number: int
    """How many."""
    state: Literal['open', 'taken', 'answered', 'dismissed']
    """`open`: it waits; `taken`: a moderator looks at it; `answered`: a moderator agreed and has acted; `dismissed`: nothing follows."""
    type: Literal['message', 'name', 'play']
    """`message`: a text; `name`: of a player, game or tournament; `play`: how a player plays a game."""


class RequestLimit(TypedDict):
    """The maximum number of requests per window, and the remaining ones."""
    left: int
    """The remaining requests of this window, if limited."""
    limit: int
    """The maximum number of requests per window; 0 if unlimited."""


class RequestOptions(TypedDict):
    """The options of `navigator.credentials.get` (PublicKeyCredentialRequestOptionsJSON)."""
    allowCredentials: list[Descriptor]
    """Empty: any passkey of the site."""
    challenge: str
    """The challenge that the authenticator signs, in base64url."""
    rpId: str
    """The domain of the site."""
    timeout: int
    """The time for the person to react, in milliseconds."""
    userVerification: str
    """`preferred`: the authenticator verifies the person if it can."""


class Result(TypedDict):
    """The final ranking, best first."""
    adjudicated: bool
    """Whether the owner of the game ended it by a ruling that gave the ranks."""
    certificate: Certificate | None
    """The signed result, to be stored; null for an imported game."""
    ending: Literal['rules', 'adjudicated', 'others_left', None]
    """Why the game has ended: by its rules, by a ruling of its owner, or because all players but one had left it; null for a game that has not ended."""
    former: list[list[str]]
    """By seat, from 0: the players whom rulings have replaced, in order."""
    game: str
    """The id of a game, a UUID."""
    head: str
    """The head of the hash chain at this version: 64 hexadecimal digits."""
    log: LogProofs | None
    """The proofs that the transparency log of the site has the opening and the end of the game; null for an imported game, and in the seconds until a checkpoint covers the end."""
    places: list[ScoredPlace]
    """The ranking, best first, with resigned seats last unless the game was adjudicated; empty for an abandoned game."""
    rated: bool
    """Whether the game counts for ratings."""
    reason: EndReason | None
    """Why the rules have ended the game; null if it ended otherwise (`ending` says how)."""
    resigned: list[int]
    """The seats of players that bots played to the end: the players resigned, did not return after the clock gave the seat to the bot, or lost it by a ruling."""
    status: Literal['ended', 'abandoned']
    """`ended` if the game was played to its end."""
    tie_break: EndReason | None
    """What decided between the winner and a seat with the same score; null: nothing had to."""
    unit: str
    """The unit of the scores, such as `dollars`."""
    version: int
    """The version of a game: the number of its events."""
    voided: bool
    """Whether the operator of the site has voided the result, so that the game counts for no rating."""
    winners: list[int]
    """The seats that won: those of rank 1, or none if every human player has resigned."""


class ResultEvent(TypedDict):
    """A new result."""
    adjudicated: bool
    """Whether the owner of the game ended it by a ruling that gave the ranks."""
    cursor: str
    """The cursor of this row. Send it as `cursor` to continue after this row at any later time."""
    data_set: str
    """The name of the data set, such as `kosmos-1999`."""
    ended_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    ending: Literal['adjudicated', 'others_left', 'rules'] | None
    """Why the game has ended: by its rules, by a ruling of its owner, or because all players but one had left it; null for a game that has not ended."""
    event: Literal['result']
    """Always `result`."""
    game: str
    """The id of a game, a UUID."""
    opened_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    options: dict[str, Any]
    """The options in the first event of the game."""
    owner: str
    """The id of the player who opened the game; `service` for one that players have agreed on, or were paired for, and in which nobody rules."""
    owner_name: str | None
    """The current name of the player; null for a bot, a deleted player, or an imported game."""
    profile: str | None
    """The profile of the options; null for other options."""
    rated: bool
    """Whether the game counts for ratings."""
    ruleset: str
    """The title, such as `giganten`."""
    ruleset_version: int
    """The version of the rules of the game, from 1."""
    seats: list[FinishedSeat]
    """The seats, best first; resigned seats are last, unless the game was adjudicated."""
    started_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    unit: str
    """The unit of the scores, such as `dollars`."""
    version: int
    """The version of a game: the number of its events."""
    voided: bool
    """Whether the operator of the site has voided the result, so that the game counts for no rating."""


ResultStreamEvent: TypeAlias = "ResultEvent | Ready | Heartbeat"
"""New results. The `data` of a server-sent event are one of these. Ignore others.
ResultEvent: `event` is the field `event` of the data, `id` the cursor.
Ready: `event` is `ready`, `id` the cursor.
Heartbeat: `event` is `heartbeat`, `id` absent.
"""


ResultStreamLine: TypeAlias = "ResultEvent | Ready"
"""New results. A line is one of these. Ignore others."""


class Results(TypedDict):
    """A page of results, oldest first."""
    items: list[FinishedGame]
    """The results of this page, oldest first."""
    next: str | None
    """The cursor of the next page; null on the last page."""


class Resume(TypedDict):
    """Resume a paused game."""
    reason: str
    """The reason, which all viewers of the game can read. The log keeps it for ever: do not name persons."""
    type: Literal['resume']
    """Always `resume`."""


class ReturnAct(TypedDict):
    """Take part again after dropping out (rule 2.5)."""
    player: NotRequired[str | None]
    """The player for whom an organiser acts; null: you."""
    type: Literal['return']
    """Always `return`."""


class ReturnLine(TypedDict):
    """What a seat paid for something, and what this returned by the end of the game."""
    about: list[str]
    """What it is about: anchors on the board."""
    ends: int | None
    """The version at which it ended; null: it lasted to the end."""
    facts: dict[str, int]
    """Further numbers, by their names."""
    kind: str
    """The name of the kind."""
    other: int | None
    """The opponent, or the former or next owner; null: there is none."""
    outcome: str
    """The name of the outcome."""
    paid: dict[str, int]
    """What was paid, by the name of the amount."""
    returned: dict[str, int]
    """What it returned, by the name of the amount."""
    seat: int | None
    """The seat; null: an auction without a bid."""
    version: int
    """The version of the event with which it began."""


class Returns(TypedDict):
    """What auctions, conflicts and investments returned."""
    amounts: list[Amount]
    """The amounts of the title."""
    kinds: list[Kind]
    """The kinds of the title."""
    lines: list[ReturnLine]
    """The returns, in the order of their first events."""


class RoleReply(TypedDict):
    """A role of a player."""
    granted_by: str | None
    """The id of the operator; null: the command line."""
    name: str
    """The name of the player, 1 to 40 characters."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    role: Literal['operator', 'moderator']
    """An operator may do all that a moderator may, and grants roles."""
    since: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""


class RolesReply(TypedDict):
    """All roles."""
    items: list[RoleReply]
    """Operators first, the oldest first."""


class RoundLine(TypedDict):
    """A round that was paired or that is finished."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    cursor: str
    """The cursor of this line. Send it to continue after it."""
    event: Literal['round.paired', 'round.ended']
    """`round.paired`: the tables are published; `round.ended`: all tables have a result."""
    round: int
    """The number of a round, from 1."""
    tournament: str
    """The id of the tournament, a UUID."""
    version: int
    """The version of the tournament: the number of its events."""


class RoundLines(TypedDict):
    """A page of rounds, oldest first."""
    items: list[RoundLine]
    """The rounds, oldest first."""
    next: str | None
    """The cursor of the next page; null on the last one."""


class RoundReply(TypedDict):
    """A published round."""
    attempt: int
    """Which of the draws was published, from 0."""
    byes: list[ByeReply]
    """The players with a bye."""
    closed_at: str | None
    """When the round was closed; null before."""
    cost: dict[str, str]
    """The parts of the cost of the pairing by name, as numbers; empty for a knock-out round."""
    edition: int
    """How often the round was published and withdrawn before."""
    edits: list[SwapEdit | ByeEdit | SeatsEdit]
    """What the organiser changed in the drawn tables."""
    number: int
    """The number of the round, from 1."""
    published_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    seed: str
    """The seed of the pairing, hex. It determines the tables, so that anyone can recompute them."""
    stage: Literal['round', 'knockout', 'semi_final', 'final']
    """The stage of the tournament."""
    status: Literal['published', 'playing', 'closed']
    """`playing` from the opening of the games on, `closed` with all results."""
    tables: list[TableReply]
    """The tables."""


class RuleLink(TypedDict):
    """A rule that cites a ruling."""
    number: str
    """The number of the rule."""
    url: str
    """The path of the rule."""


class RuleReply(TypedDict):
    """A numbered rule of a title."""
    language: str
    """The language of the text, as a tag of RFC 5646: `en` if the text has no translation."""
    number: str
    """The number of the rule, as refusals cite it after the title: `4b.2`."""
    phase: str
    """The chapter of the rule."""
    rulings: list[RulingLink]
    """The rulings among the sources."""
    sources: list[str]
    """The sources of the rule: sections of rule books, and rulings."""
    text: str
    """The text of the rule in Markdown."""
    title: str
    """The title of the rule."""


class RuledPlace(TypedDict):
    """The place of a player by a ruling."""
    player: str
    """The id of a player."""
    rank: int
    """The rank. Equal players share one: 1, 2, 2, 4."""
    score: int
    """The score."""


class Rules(TypedDict):
    """The numbered rules of a title."""
    glossary: str
    """The words of the book with their meanings: a table in Markdown, and what stands below it; empty if the book has none."""
    introduction: str
    """What the game is about and how a round goes, in Markdown; empty if the book has none."""
    items: list[RuleReply]
    """The rules in the order of the rule book."""
    language: str
    """The language that was asked for, as a tag of RFC 5646."""


class RulesetReply(TypedDict):
    """A title with its options, profiles, bots and data sets."""
    bots: list[str]
    """The available bots."""
    data_sets: list[DataSetReply]
    """The available data sets."""
    default_profile: str
    """The default profile."""
    name: str
    """The name of the title in requests."""
    options: list[Option]
    """The options of a game."""
    profiles: dict[str, dict[str, Any]]
    """The profiles: by name, the options that differ from their defaults."""
    rules_url: str
    """The path of the numbered rules."""
    rulings_url: str
    """The path of the rulings that the rules cite."""
    score: ScoreInfo
    """The unit and the parts of scores."""
    seats: list[int]
    """The supported numbers of seats."""
    title: str
    """The full title of the game."""
    version: int
    """The current version of the rules, from 1."""
    words: TermWords
    """The names of options, profiles and data sets, and what they mean, in a language."""


class Rulesets(TypedDict):
    """The available titles."""
    items: list[RulesetReply]
    """The titles."""


class RulingLink(TypedDict):
    """A ruling that a rule cites."""
    id: str
    """The id of the ruling, such as `G85`."""
    url: str
    """The path of the ruling."""


class RulingReply(TypedDict):
    """A decision on a point on which the sources of a title are silent, ambiguous or contradictory."""
    decision: str
    """The decision."""
    departs: list[str]
    """The numbers of the rules that depart, by this ruling, from a passage that they cite."""
    id: str
    """The id of the ruling, such as `G85`, as the rules cite it."""
    language: str
    """The language of question, decision and reason, as a tag of RFC 5646."""
    options: list[str]
    """The names of the options by which a game can be played otherwise."""
    passages: list[PassageReply]
    """The passages on which the ruling decides; empty if the sources are silent."""
    question: str
    """The point that is decided."""
    reason: str
    """The reason for the decision."""
    rules: list[RuleLink]
    """The rules that cite the ruling."""
    url: str
    """The path of the ruling."""


class Rulings(TypedDict):
    """The rulings of a title."""
    items: list[RulingReply]
    """The rulings in the order of their ids."""
    language: str
    """The language of the texts, as a tag of RFC 5646."""
    sources: list[SourceReply]
    """The sources that the rulings quote."""


class ScheduleFormat(TypedDict):
    """Rounds that are all drawn with the first one, for at most 128 players. Points do not matter for the tables."""
    rounds: int
    """The number of rounds."""
    type: Literal['schedule']
    """Always `schedule`."""


class ScoreChange(TypedDict):
    """An event that changed the amount of a part of a score."""
    amount: int
    """The change of the amount of the part in the unit of the score. Costs are negative; 0 does not occur."""
    version: int
    """The version of the event, from 1."""


class ScoreInfo(TypedDict):
    """What a title's score counts: the unit in the plural, such as `dollars`, its symbol, and its parts."""
    parts: list[PartInfo]
    """The parts that add up to a score."""
    symbol: str
    """The symbol of the unit, such as `$`."""
    unit: str
    """The unit of scores in the plural, such as `dollars`."""


class ScorePart(TypedDict):
    """One part of a score: its name, the number of its rule, and the amount."""
    amount: int
    """The amount in the unit of the score. Costs are negative."""
    part: str
    """The name of the part."""
    rule: str
    """The number of its rule."""


class ScoredPart(TypedDict):
    """One part of a score: its name, rule, amount, and the events that changed it."""
    amount: int
    """The amount in the unit of the score. Costs are negative."""
    events: NotRequired[list[ScoreChange]]
    """The events that changed the amount, in order. Their amounts add up to the amount of the part. `game.started` has the amount after set-up. Empty if the part was always 0."""
    part: str
    """The name of the part."""
    rule: str
    """The number of its rule."""


class ScoredPlace(TypedDict):
    """The result of a seat: its rank, its score, and the parts of the score."""
    parts: list[ScoredPart]
    """The parts of the score."""
    rank: int
    """The rank, from 1. Equal seats share a rank. Resigned seats share the last rank, at best 2, unless the game was adjudicated."""
    resigned: bool
    """Whether the player resigned. A bot played the seat to the end."""
    score: int
    """The score in the unit of the title, such as dollars in Giganten: the sum of the parts."""
    seat: int
    """The number of a seat, from 0."""


class Scores(TypedDict):
    """The scores from a version on, as if the game had ended with it."""
    scores: list[int]
    """The score of each seat."""
    version: int
    """The version of the event."""


class SeatChanges(TypedDict):
    """What a seat would have more or less. Changes that depend on what is hidden from you are left out."""
    changes: dict[str, int]
    """The changes by name, as in `effect` of choices: `money` includes what is paid and received."""
    seat: int
    """The number of a seat, from 0."""


class SeatClockView(TypedDict):
    """The clock of a seat."""
    away_until: str | None
    """The end (UTC) of the last vacation of the seat, which may be over; null if none."""
    bank: int
    """The seconds of bank that the seat had left when its last decision was closed."""
    due: str | None
    """The time (UTC) at which the clock runs out; null while it is stopped."""
    ran_out: bool
    """Whether the clock has run out for the open decision, so that a bot answers it."""
    seat: int
    """The number of the seat, from 0."""
    strikes: int
    """The number of decisions for which the clock has run out."""
    vacation: int
    """The seconds of vacation that the seat has left."""


class SeatDeclined(TypedDict):
    """The player for whom a seat was reserved, or to whom a ruling offered it, does not want it."""
    player: str
    """The id of the player for whom the seat waited."""
    seat: int
    """The number of a seat, from 0."""


SeatDeclinedRecord: TypeAlias = "Any"
"""The player for whom a seat was reserved, or to whom a ruling offered it, does not want it."""


class SeatGivenUp(TypedDict):
    """The seat of an absent player was given up; the bot named here plays it to the end."""
    author: str
    """The id of the player who ruled; null if the game continues automatically."""
    player: str
    """The bot that takes over the seat, such as `bot:careful`."""
    reason: str
    """The reason of the ruling; null if the game continues automatically."""
    seat: int
    """The number of a seat, from 0."""


SeatGivenUpRecord: TypeAlias = "Any"
"""The seat of an absent player was given up; the bot named here plays it to the end."""


class SeatInvitation(TypedDict):
    """The invitation to a reserved seat, which is shown only to who opens the game. It is valid once."""
    id: str
    """The id of the invitation, used to withdraw it."""
    invitation: str
    """The invitation. Its holder sends it as `Ludolog-Invitation` with the own token."""
    seat: int
    """The number of a seat, from 0."""


class SeatLeft(TypedDict):
    """A seat is free again, before the start."""
    seat: int
    """The number of a seat, from 0."""


SeatLeftRecord: TypeAlias = "Any"
"""A seat is free again, before the start."""


class SeatReply(TypedDict):
    """A seat and its player."""
    declined: bool
    """Whether the player for whom the seat was reserved has declined it: the owner invites another player, or seats a bot or a guest."""
    entropy: str | None
    """The entropy of the seat: 32 bytes, 64 hexadecimal digits; null while it is free."""
    entropy_from: Literal['player', 'server', None]
    """The source of the entropy; null while the seat is free."""
    former: list[str]
    """The players of the seat whom rulings have replaced, in order."""
    may_return: bool
    """Whether the player may return: the game runs, and the clock gave the seat to the bot."""
    name: str | None
    """The name of the player; null for a bot or a free seat."""
    offered: str | None
    """The id of the player who is offered the seat; null for none."""
    player: str | None
    """The id of the player, or `bot:<name>`; null if the seat is free. The id of a guest begins with `guest:`; the owner of the game creates the tokens of the guest, and can see the secrets of the seat."""
    reserved: str | None
    """For whom the seat is reserved: a player id or `invitation`; null if it is not reserved."""
    resigned: bool
    """Whether a bot plays the seat of a player: of one who has resigned, or who has lost the seat to the clock or by a ruling."""
    resigned_name: str | None
    """The name of the player whose seat the bot plays; null for none."""
    resigned_player: str | None
    """The id of the player whose seat the bot plays; null for none."""
    seat: int
    """The number of a seat, from 0."""


class SeatRequest(TypedDict):
    """Who takes a seat: you, with or without your own entropy, a bot, or a guest."""
    bot: NotRequired[str | None]
    """The name of a bot. Only the owner may seat a bot."""
    despite_blocks: NotRequired[bool]
    """Take the seat also if you have blocked a player of the game. By default you are warned."""
    entropy: NotRequired[str | None]
    """32 random bytes as 64 hexadecimal digits in lower case."""
    guest: NotRequired[str | None]
    """The name of a guest without an account. Only the owner may seat a guest."""


class SeatResigned(TypedDict):
    """A player gave up the seat; the bot named here plays it on."""
    player: str
    """The bot that takes over the seat, such as `bot:careful`."""
    seat: int
    """The number of a seat, from 0."""


SeatResignedRecord: TypeAlias = "Any"
"""A player gave up the seat; the bot named here plays it on."""


class SeatReturned(TypedDict):
    """The player of a seat that a bot had taken over plays it again."""
    seat: int
    """The number of a seat, from 0."""


SeatReturnedRecord: TypeAlias = "Any"
"""The player of a seat that a bot had taken over plays it again."""


class SeatTaken(TypedDict):
    """A player, or a bot, took a seat and brought 32 bytes of entropy (hex), or had the server bring them."""
    entropy: str
    """The entropy of the seat: 32 bytes, 64 hexadecimal digits."""
    entropy_from: Literal['player', 'server']
    """The source of the entropy."""
    player: str
    """The id of the player, or `bot:` and the name of a bot."""
    seat: int
    """The number of a seat, from 0."""


class SeatTakenOver(TypedDict):
    """The clock of a seat ran out too often: the bot named here plays it until the player returns."""
    player: str
    """The bot that takes over the seat, such as `bot:careful`."""
    seat: int
    """The number of a seat, from 0."""


SeatTakenOverRecord: TypeAlias = "Any"
"""The clock of a seat ran out too often: the bot named here plays it until the player returns."""


SeatTakenRecord: TypeAlias = "Any"
"""A player, or a bot, took a seat and brought 32 bytes of entropy (hex), or had the server bring them."""


class SeatTokenMade(TypedDict):
    """A new token for one seat, which is shown only once."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    expires_at: str | None
    """The expiry time (RFC 3339); null if it does not expire."""
    id: str
    """The id of the token, used to revoke it. It is not the token itself."""
    kind: Literal['token', 'session']
    """`session`: a browser that is signed in, whose secret is a cookie."""
    label: str
    """The purpose in your own words, without control characters."""
    last_used_at: str | None
    """The time of the last known use."""
    token: str
    """The token. Send it as `Authorization: Bearer …`. It is not shown again."""
    versions: list[int]
    """The versions of the decisions made with the token."""


class SeatTokenReply(TypedDict):
    """A token for one seat of a game, without its secret."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    expires_at: str | None
    """The expiry time (RFC 3339); null if it does not expire."""
    id: str
    """The id of the token, used to revoke it. It is not the token itself."""
    kind: Literal['token', 'session']
    """`session`: a browser that is signed in, whose secret is a cookie."""
    label: str
    """The purpose in your own words, without control characters."""
    last_used_at: str | None
    """The time of the last known use."""
    versions: list[int]
    """The versions of the decisions made with the token."""


class SeatTokens(TypedDict):
    """A page of the valid tokens and sessions for a seat, oldest first."""
    items: list[SeatTokenReply]
    """The tokens and sessions, oldest first."""
    next: str | None
    """The cursor of the next page; null on the last page."""


class SeatsEdit(TypedDict):
    """The players of a table, counted from 1, sit in this order."""
    players: list[str]
    """The ids of all its players in the order of seats."""
    table: int
    """The number of the table, from 1."""
    type: Literal['seats']
    """Always `seats`."""


SeatsReleased: TypeAlias = "dict[str, Any]"
"""The start time has come: the substitutes may take the reserved seats that are still free."""


SeatsReleasedRecord: TypeAlias = "Any"
"""The start time has come: the substitutes may take the reserved seats that are still free."""


class Seed(TypedDict):
    """The secret of a game: 32 bytes in hex, from which salts and chance follow."""
    seed: str
    """The seed of the game: 32 bytes, 64 hexadecimal digits."""


class SeenEvent(TypedDict):
    """An event as the viewer sees it: a line of the bundle (SPEC.md 5), here with its sentence."""
    head: str
    """The head of the hash chain after this event: 64 hexadecimal digits (SHA-256)."""
    record: Record
    """The public record."""
    salt: NotRequired[str]
    """The salt of the commitment `sealed`, 64 hexadecimal digits. Present only together with the secret."""
    secret: NotRequired[Any]
    """The secret fields of the event: only for viewers who know them, and for all viewers when the game is over. `x-secret` on the data of the event type refers to their schema."""
    text: NotRequired[str]
    """The event in words, in the language of the request. Present only if the request has a language. No part of a bundle."""
    to_you: NotRequired[str]
    """The same as it is said to you, such as `You roll 2× Gull.`, if it is about your own seat. Present only with `text`, and without `as`."""


class Selection(TypedDict):
    """What the authenticator has to offer."""
    requireResidentKey: bool
    """The same for older browsers."""
    residentKey: str
    """`required`: it stores the passkey, so that no name is needed."""
    userVerification: str
    """`preferred`: it verifies the person if it can."""


class SessionReply(TypedDict):
    """A session. Its secret is in the cookie only."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    ends_at: str
    """The time at which it ends in any case."""
    expires_at: str
    """The time at which it ends if it is not used before."""
    game: str | None
    """The only game of a session of a seat token; otherwise null."""
    id: str
    """The id of the session in the list of tokens, used to revoke it."""
    label: str
    """The purpose in your own words, without control characters."""
    player: PlayerReply
    """The player who is signed in."""
    scopes: list[Literal['games:read', 'games:play', 'games:create', 'games:organise', 'tournaments', 'webhooks', 'profile:read', 'account'] | Literal['read', 'play', 'organise']]
    """The scopes of the session."""
    seat: int | None
    """The only seat of a session of a seat token; otherwise null."""


class SetLimitsRequest(TypedDict):
    """Lower or raise the limits of an account. Operators only. What is absent or null is as for all accounts."""
    messages: NotRequired[int | None]
    """Messages a minute; 0: the account may only read talk."""
    reason: str
    """Why, in a line for the log of moderation, which is never deleted: quote no names and no texts."""
    requests: NotRequired[int | None]
    """Requests a minute, of all tokens together and of each."""
    type: Literal['set_limits']
    """Always `set_limits`."""


class Shared(TypedDict):
    """Two accounts that were used from the same network, and played rated games with each other."""
    days: int
    """Days on which both acted from it."""
    games: int
    """Rated games with each other in the period."""
    ids: list[str]
    """The ids of these games, in the order of their ends."""
    players: list[str]
    """The ids of the players, in order."""


class SiberiaActionView(TypedDict):
    """Whose turn it is, and what is left of the action."""
    moved: list[str]
    """Where workers stand that have moved in this action."""
    moves: int
    """Moves left of Logistics."""
    seat: int
    """A seat, from 0."""
    step: Literal['acting', 'research', 'logistics', 'done']
    """What is asked: an action, the next cube of Research, the next move of Logistics; or nothing."""


class SiberiaActionVoided(TypedDict):
    """A seat used a column without effect; its tokens returned to the bag (3.6)."""
    column: Literal['coal', 'diamonds', 'gas', 'gold', 'investor', 'logistics', 'manager', 'oil', 'salesman', 'worker']
    """A column of a panel; its action, and its kind of investment tile, have the same name."""
    seat: int
    """A seat, from 0."""
    tokens: list[str]
    """The tokens that returned to the bag."""


SiberiaActionVoidedRecord: TypeAlias = "Any"
"""A seat used a column without effect; its tokens returned to the bag (3.6)."""


class SiberiaAreaExhausted(TypedDict):
    """An area is exhausted: it stays empty, and all workers there returned to their players (12.1, 12.2)."""
    area: str
    """The id of an area of the map, such as `yamal`."""
    number: int
    """Which of the exhausted areas it is, from 1 in the order in which they fell."""
    sent_home: list[SiberiaSentHome]
    """The workers that stood there, by seat."""


SiberiaAreaExhaustedRecord: TypeAlias = "Any"
"""An area is exhausted: it stays empty, and all workers there returned to their players (12.1, 12.2)."""


class SiberiaAreaSeeded(TypedDict):
    """Different cubes were drawn and laid on an area (1.4)."""
    area: str
    """The id of an area of the map, such as `yamal`."""
    draws: list[list[int]]
    """The draws in their order: of how many outcomes, and which of them, from 0."""
    resources: list[Literal['coal', 'diamonds', 'gas', 'gold', 'oil']]
    """The cubes, in the order of drawing."""


SiberiaAreaSeededRecord: TypeAlias = "Any"
"""Different cubes were drawn and laid on an area (1.4)."""


class SiberiaAreaView(TypedDict):
    """An area of the map."""
    area: str
    """The id of an area of the map, such as `yamal`."""
    beside: list[str]
    """The places that it borders on."""
    cubes: list[Literal['gas', 'coal', 'oil', 'gold', 'diamonds']]
    """The cubes on it; no two of a kind."""
    exhausted: bool
    """Whether nothing is found there any more (12.3)."""
    name: str
    """The name on the map."""


class SiberiaChange(TypedDict):
    """A token that was placed or taken back, and where on the panel."""
    spot: Literal['coal', 'diamonds', 'gas', 'gold', 'investor', 'logistics', 'manager', 'oil', 'research', 'salesman', 'worker']
    """Where a token lies on a panel: a column, or `research` for the research zone."""
    taken_back: bool
    """Whether the token was taken back; false: it was placed."""
    token: str
    """What an action token shows: `manager`, or person and resource, such as `worker_gas`."""


class SiberiaChooseSides(TypedDict):
    """Say which sides of the five exchange tiles are up, in their order, such as `ABABA` (1.7)."""
    sides: str
    """The sides of the five exchange tiles in their order, such as `ABABA`."""
    type: Literal['siberia.choose_sides']
    """Always `siberia.choose_sides`."""


class SiberiaColumnView(TypedDict):
    """A column of a panel; it can be used when its two spaces are filled (3.3)."""
    tile: bool
    """Whether an investment tile lies in it."""
    tokens: list[str]
    """The tokens in it, jokers among them."""


class SiberiaCubesSold(TypedDict):
    """A seat mined a cube in each of these areas and sold them: price a cube, and proceeds, in dollars (10.5)."""
    areas: list[str]
    """The ids of areas, in the order of the map."""
    exchange: str
    """The id of an exchange, such as `frankfurt`."""
    price: int
    """Dollars."""
    proceeds: int
    """Dollars."""
    resource: Literal['coal', 'diamonds', 'gas', 'gold', 'oil']
    """A resource."""
    seat: int
    """A seat, from 0."""
    tokens: list[str]
    """The tokens that returned to the bag."""


SiberiaCubesSoldRecord: TypeAlias = "Any"
"""A seat mined a cube in each of these areas and sold them: price a cube, and proceeds, in dollars (10.5)."""


SiberiaDrawingEnded: TypeAlias = "dict[str, Any]"
"""All seats have drawn. The draws stay secret, because they show what is in the bag."""


SiberiaDrawingEndedRecord: TypeAlias = "Any"
"""All seats have drawn. The draws stay secret, because they show what is in the bag."""


class SiberiaDrawn(TypedDict):
    """Draws from hidden cards or tiles. Together with their outcome they would show what is hidden."""
    draws: list[list[int]]
    """The draws in their order: of how many outcomes, and which of them, from 0."""


class SiberiaEndLogistics(TypedDict):
    """Leave the rest of your moves unused (6.6)."""
    type: Literal['siberia.end_logistics']
    """Always `siberia.end_logistics`."""


class SiberiaEndPlacing(TypedDict):
    """Say that you are done: all your tokens lie, and none is taken back any more (2.8)."""
    type: Literal['siberia.end_placing']
    """Always `siberia.end_placing`."""


class SiberiaEndTriggered(TypedDict):
    """The end of the game has come: areas exhausted, reserves empty, or a standstill (13.1, 13.2, 13.6)."""
    reason: Literal['areas', 'reserves', 'standstill']
    """Why the game ends: enough areas are exhausted, enough reserves are empty, or no cube was placed or sold for too many rounds."""


SiberiaEndTriggeredRecord: TypeAlias = "Any"
"""The end of the game has come: areas exhausted, reserves empty, or a standstill (13.1, 13.2, 13.6)."""


class SiberiaExchangeView(TypedDict):
    """An exchange in play."""
    exchange: str
    """The id of an exchange, such as `frankfurt`."""
    name: str
    """The name on the tile."""
    prices: dict[str, int]
    """Dollars for a cube, of the resources that it buys and no others."""


class SiberiaFirstPlayerDrawn(TypedDict):
    """The first player is known (1.3). There is no draw if the options name the seat."""
    draws: list[list[int]]
    """The draws in their order: of how many outcomes, and which of them, from 0."""
    seat: int
    """A seat, from 0."""


SiberiaFirstPlayerDrawnRecord: TypeAlias = "Any"
"""The first player is known (1.3). There is no draw if the options name the seat."""


class SiberiaHand(TypedDict):
    """The tokens that a seat has drawn, in the order of drawing."""
    tokens: list[str]
    """The tokens, in the order of drawing."""


class SiberiaHandView(TypedDict):
    """What a seat has drawn in this round, as long as it is not revealed (2.7)."""
    placed: list[SiberiaLaidView]
    """The tokens placed unseen, in the order of placing."""
    tokens: list[str]
    """The tokens yet to be placed."""


class SiberiaInvestmentRevealed(TypedDict):
    """An investment tile was drawn and lies open (1.9, 9.4)."""
    draws: list[list[int]]
    """The draws in their order: of how many outcomes, and which of them, from 0."""
    tile: Literal['coal', 'diamonds', 'gas', 'gold', 'investor', 'logistics', 'manager', 'oil', 'salesman', 'worker']
    """A column of a panel; its action, and its kind of investment tile, have the same name."""


SiberiaInvestmentRevealedRecord: TypeAlias = "Any"
"""An investment tile was drawn and lies open (1.9, 9.4)."""


class SiberiaInvestmentTaken(TypedDict):
    """A seat took an open investment tile into its column (9.1)."""
    seat: int
    """A seat, from 0."""
    tile: Literal['coal', 'diamonds', 'gas', 'gold', 'investor', 'logistics', 'manager', 'oil', 'salesman', 'worker']
    """A column of a panel; its action, and its kind of investment tile, have the same name."""
    tokens: list[str]
    """The tokens that returned to the bag."""


SiberiaInvestmentTakenRecord: TypeAlias = "Any"
"""A seat took an open investment tile into its column (9.1)."""


class SiberiaJokerPlayed(TypedDict):
    """A Manager token went into a free space of a column; the other one, if any, returned to the bag (5.2)."""
    column: Literal['coal', 'diamonds', 'gas', 'gold', 'investor', 'logistics', 'manager', 'oil', 'salesman', 'worker']
    """A column of a panel; its action, and its kind of investment tile, have the same name."""
    seat: int
    """A seat, from 0."""
    tokens: list[str]
    """The tokens that returned to the bag."""


SiberiaJokerPlayedRecord: TypeAlias = "Any"
"""A Manager token went into a free space of a column; the other one, if any, returned to the bag (5.2)."""


class SiberiaLaid(TypedDict):
    """A token, and where on the panel it lies."""
    spot: Literal['coal', 'diamonds', 'gas', 'gold', 'investor', 'logistics', 'manager', 'oil', 'research', 'salesman', 'worker']
    """Where a token lies on a panel: a column, or `research` for the research zone."""
    token: str
    """What an action token shows: `manager`, or person and resource, such as `worker_gas`."""


class SiberiaLaidView(TypedDict):
    """A token that was placed in this round and is not revealed yet."""
    spot: Literal['research', 'manager', 'logistics', 'salesman', 'worker', 'investor', 'gas', 'coal', 'oil', 'gold', 'diamonds']
    """Where a token lies on a panel: a column, or `research` for the research zone."""
    token: str
    """What an action token shows: `manager`, or person and resource, such as `worker_gas`."""


class SiberiaLogisticsEnded(TypedDict):
    """The Logistics of a seat is over; some moves may be unused (6.6)."""
    seat: int
    """A seat, from 0."""
    unused: int
    """Moves of Logistics."""


SiberiaLogisticsEndedRecord: TypeAlias = "Any"
"""The Logistics of a seat is over; some moves may be unused (6.6)."""


class SiberiaLogisticsStarted(TypedDict):
    """A seat used Logistics, which gives moves (6.1)."""
    moves: int
    """Moves of Logistics."""
    seat: int
    """A seat, from 0."""
    tokens: list[str]
    """The tokens that returned to the bag."""


SiberiaLogisticsStartedRecord: TypeAlias = "Any"
"""A seat used Logistics, which gives moves (6.1)."""


class SiberiaMoveWorker(TypedDict):
    """Move a worker from a place to another along the cheapest way (6.1)."""
    origin: str
    """Where a worker may stand: the id of an area, or of the start."""
    to: str
    """Where a worker may stand: the id of an area, or of the start."""
    type: Literal['siberia.move_worker']
    """Always `siberia.move_worker`."""


class SiberiaPass(TypedDict):
    """Take no more turns in this round (3.5)."""
    type: Literal['siberia.pass']
    """Always `siberia.pass`."""


class SiberiaPhaseStarted(TypedDict):
    """The phase of this number begins."""
    phase: Literal['11', '3']
    """The number of a phase in the rules."""


SiberiaPhaseStartedRecord: TypeAlias = "Any"
"""The phase of this number begins."""


class SiberiaPlaceResource(TypedDict):
    """Place a cube from the reserve for one of your research tokens (4.1)."""
    area: str
    """The id of an area of the map, such as `yamal`."""
    resource: Literal['gas', 'coal', 'oil', 'gold', 'diamonds']
    """A resource."""
    token: str
    """What an action token shows: `manager`, or person and resource, such as `worker_gas`."""
    type: Literal['siberia.place_resource']
    """Always `siberia.place_resource`."""


class SiberiaPlaceSalesman(TypedDict):
    """Use the Salesman: put a pawn at an exchange, from `reserve`, another exchange or a place of the map (7.1)."""
    exchange: str
    """The id of an exchange, such as `frankfurt`."""
    origin: str
    """Where a pawn comes from: `reserve`, the id of an exchange, or that of a place of the map."""
    type: Literal['siberia.place_salesman']
    """Always `siberia.place_salesman`."""


class SiberiaPlaceToken(TypedDict):
    """Lay one of the tokens that you drew into a column or into the research zone (2.3)."""
    spot: Literal['research', 'manager', 'logistics', 'salesman', 'worker', 'investor', 'gas', 'coal', 'oil', 'gold', 'diamonds']
    """Where a token lies on a panel: a column, or `research` for the research zone."""
    token: str
    """What an action token shows: `manager`, or person and resource, such as `worker_gas`."""
    type: Literal['siberia.place_token']
    """Always `siberia.place_token`."""


class SiberiaPlaceWorker(TypedDict):
    """Use the Worker: put a pawn at the start, from `reserve`, an exchange or an area (8.1)."""
    origin: str
    """Where a pawn comes from: `reserve`, the id of an exchange, or that of a place of the map."""
    type: Literal['siberia.place_worker']
    """Always `siberia.place_worker`."""


class SiberiaPlacement(TypedDict):
    """All that a seat has placed in a round, in the order in which tokens and columns are printed."""
    seat: int
    """A seat, from 0."""
    tokens: list[SiberiaLaid]
    """The tokens, and where they lie."""


class SiberiaPlacementsRevealed(TypedDict):
    """All have placed, and the places of all tokens become public (2.7)."""
    placements: list[SiberiaPlacement]
    """For each seat what it has placed."""


SiberiaPlacementsRevealedRecord: TypeAlias = "Any"
"""All have placed, and the places of all tokens become public (2.7)."""


class SiberiaPlacingChanged(TypedDict):
    """A seat placed one of its tokens or took one back, and the others do not see which of the two (2.8)."""
    seat: int
    """A seat, from 0."""


SiberiaPlacingChangedRecord: TypeAlias = "Any"
"""A seat placed one of its tokens or took one back, and the others do not see which of the two (2.8)."""


class SiberiaPlacingEnded(TypedDict):
    """A seat has placed all its tokens and takes none back any more (2.8)."""
    seat: int
    """A seat, from 0."""


SiberiaPlacingEndedRecord: TypeAlias = "Any"
"""A seat has placed all its tokens and takes none back any more (2.8)."""


class SiberiaPlayEnded(TypedDict):
    """No more actions are taken, and money is counted (13.3)."""
    reason: Literal['areas', 'reserves', 'standstill']
    """Why the game ends: enough areas are exhausted, enough reserves are empty, or no cube was placed or sold for too many rounds."""


SiberiaPlayEndedRecord: TypeAlias = "Any"
"""No more actions are taken, and money is counted (13.3)."""


class SiberiaPlayJoker(TypedDict):
    """Use the Manager: lay one Manager token into a free space of another column (5.2)."""
    column: Literal['manager', 'logistics', 'salesman', 'worker', 'investor', 'gas', 'coal', 'oil', 'gold', 'diamonds']
    """A column of a panel; its action, and its kind of investment tile, have the same name."""
    type: Literal['siberia.play_joker']
    """Always `siberia.play_joker`."""


class SiberiaPlayerView(TypedDict):
    """What a viewer may know of a player."""
    columns: dict[str, SiberiaColumnView]
    """The ten columns of the panel."""
    hand: SiberiaHandView | None
    """The drawn tokens until they are revealed; null unless yours."""
    money: int | None
    """Dollars; null where the options hide others' money."""
    passed: bool
    """Whether the player has passed in this round (3.5)."""
    research: list[str]
    """The tokens in the research zone."""
    reserve: int
    """Pawns that are neither workers nor salesmen."""
    salesmen: list[str]
    """The places of the salesmen, one entry for each salesman."""
    seat: int
    """A seat, from 0."""
    to_place: int
    """How many drawn tokens are yet to be placed; with `take_back` all of them until the player is done (2.8)."""
    workers: list[str]
    """The places of the workers, one entry for each worker."""


class SiberiaResearchFailed(TypedDict):
    """A research token returned to the bag without effect: no cube can be placed for it (4.4)."""
    seat: int
    """A seat, from 0."""
    token: str
    """What an action token shows: `manager`, or person and resource, such as `worker_gas`."""


SiberiaResearchFailedRecord: TypeAlias = "Any"
"""A research token returned to the bag without effect: no cube can be placed for it (4.4)."""


class SiberiaResourcePlaced(TypedDict):
    """A research token returned to the bag, and a cube went from the reserve to an area (4.1)."""
    area: str
    """The id of an area of the map, such as `yamal`."""
    resource: Literal['coal', 'diamonds', 'gas', 'gold', 'oil']
    """A resource."""
    seat: int
    """A seat, from 0."""
    token: str
    """What an action token shows: `manager`, or person and resource, such as `worker_gas`."""


SiberiaResourcePlacedRecord: TypeAlias = "Any"
"""A research token returned to the bag, and a cube went from the reserve to an area (4.1)."""


class SiberiaReturnToken(TypedDict):
    """Return a token of a column to the bag, beyond those that you may keep (11.2)."""
    column: Literal['manager', 'logistics', 'salesman', 'worker', 'investor', 'gas', 'coal', 'oil', 'gold', 'diamonds']
    """A column of a panel; its action, and its kind of investment tile, have the same name."""
    token: str
    """What an action token shows: `manager`, or person and resource, such as `worker_gas`."""
    type: Literal['siberia.return_token']
    """Always `siberia.return_token`."""


class SiberiaRoundPassed(TypedDict):
    """A seat passed, and takes no more turns in this round (3.5, 3.8)."""
    seat: int
    """A seat, from 0."""


SiberiaRoundPassedRecord: TypeAlias = "Any"
"""A seat passed, and takes no more turns in this round (3.5, 3.8)."""


class SiberiaRoundStarted(TypedDict):
    """A round begins with this first player (11.1)."""
    first_player: int
    """A seat, from 0."""
    round: int
    """The number of a round, from 1."""


SiberiaRoundStartedRecord: TypeAlias = "Any"
"""A round begins with this first player (11.1)."""


class SiberiaSalesmanPlaced(TypedDict):
    """A pawn became a salesman at an exchange (7.1); it came from `reserve`, an exchange or a place of the map."""
    exchange: str
    """The id of an exchange, such as `frankfurt`."""
    origin: str
    """Where a pawn comes from: `reserve`, the id of an exchange, or that of a place of the map."""
    seat: int
    """A seat, from 0."""
    tokens: list[str]
    """The tokens that returned to the bag."""


SiberiaSalesmanPlacedRecord: TypeAlias = "Any"
"""A pawn became a salesman at an exchange (7.1); it came from `reserve`, an exchange or a place of the map."""


class SiberiaSellCubes(TypedDict):
    """Mine a cube in each of these areas, named in the order of the map, and sell them at one exchange (10.1)."""
    areas: list[str]
    """The ids of areas, in the order of the map."""
    exchange: str
    """The id of an exchange, such as `frankfurt`."""
    resource: Literal['gas', 'coal', 'oil', 'gold', 'diamonds']
    """A resource."""
    type: Literal['siberia.sell_cubes']
    """Always `siberia.sell_cubes`."""


class SiberiaSentHome(TypedDict):
    """How many workers of a seat left an exhausted area."""
    seat: int
    """A seat, from 0."""
    workers: int
    """Workers that returned to the reserve of their player."""


class SiberiaSidesChosen(TypedDict):
    """The sides of the exchange tiles are known (1.7): a seat, the options or a draw has chosen them."""
    draws: list[list[int]]
    """The draws in their order: of how many outcomes, and which of them, from 0."""
    seat: int | None
    """The seat that has chosen; null if no seat has."""
    sides: str
    """The sides of the five exchange tiles in their order, such as `ABABA`."""


SiberiaSidesChosenRecord: TypeAlias = "Any"
"""The sides of the exchange tiles are known (1.7): a seat, the options or a draw has chosen them."""


class SiberiaTakeBack(TypedDict):
    """Take back a token that you placed in this round, before you say that you are done (2.8)."""
    spot: Literal['research', 'manager', 'logistics', 'salesman', 'worker', 'investor', 'gas', 'coal', 'oil', 'gold', 'diamonds']
    """Where a token lies on a panel: a column, or `research` for the research zone."""
    token: str
    """What an action token shows: `manager`, or person and resource, such as `worker_gas`."""
    type: Literal['siberia.take_back']
    """Always `siberia.take_back`."""


class SiberiaTakeInvestment(TypedDict):
    """Use the Investor: take an open investment tile into its column (9.1)."""
    tile: Literal['manager', 'logistics', 'salesman', 'worker', 'investor', 'gas', 'coal', 'oil', 'gold', 'diamonds']
    """A column of a panel; its action, and its kind of investment tile, have the same name."""
    type: Literal['siberia.take_investment']
    """Always `siberia.take_investment`."""


class SiberiaTokenPlaced(TypedDict):
    """A seat placed one of its tokens, which the others do not see (2.2)."""
    left: int
    """How many tokens."""
    seat: int
    """A seat, from 0."""


SiberiaTokenPlacedRecord: TypeAlias = "Any"
"""A seat placed one of its tokens, which the others do not see (2.2)."""


class SiberiaTokenReturned(TypedDict):
    """At the end of the round a seat returned a token beyond those that may be kept (11.2)."""
    column: Literal['coal', 'diamonds', 'gas', 'gold', 'investor', 'logistics', 'manager', 'oil', 'salesman', 'worker']
    """A column of a panel; its action, and its kind of investment tile, have the same name."""
    seat: int
    """A seat, from 0."""
    token: str
    """What an action token shows: `manager`, or person and resource, such as `worker_gas`."""


SiberiaTokenReturnedRecord: TypeAlias = "Any"
"""At the end of the round a seat returned a token beyond those that may be kept (11.2)."""


class SiberiaTokensDrawn(TypedDict):
    """A seat drew tokens, which only that seat sees (2.1)."""
    count: int
    """How many tokens."""
    seat: int
    """A seat, from 0."""


SiberiaTokensDrawnRecord: TypeAlias = "Any"
"""A seat drew tokens, which only that seat sees (2.1)."""


class SiberiaTurnStarted(TypedDict):
    """It is a seat's turn to take an action or to pass (3.1)."""
    seat: int
    """A seat, from 0."""


SiberiaTurnStartedRecord: TypeAlias = "Any"
"""It is a seat's turn to take an action or to pass (3.1)."""


class SiberiaUseLogistics(TypedDict):
    """Use Logistics, to move your workers (6.1)."""
    type: Literal['siberia.use_logistics']
    """Always `siberia.use_logistics`."""


class SiberiaView(TypedDict):
    """A table of Siberia as a viewer may see it at a version of the game."""
    action: SiberiaActionView | None
    """The turn; null outside phases 3 to 10."""
    areas: list[SiberiaAreaView]
    """The areas in the order of the map."""
    awaiting: list[int]
    """The seats that have to act."""
    bag: int
    """How many tokens are in the bag."""
    bag_tokens: dict[str, int] | None
    """The tokens in the bag; once the game is over."""
    clocks: NotRequired[list[SeatClockView]]
    """The clocks by seat, if the game has a clock."""
    ending: Literal['areas', 'reserves', 'standstill', None]
    """Why the end has come, once it has."""
    exchanges: list[SiberiaExchangeView]
    """The exchanges in play."""
    exhausted: int
    """How many areas are exhausted."""
    exhausted_end: int
    """How many exhausted areas bring the end."""
    first_player: int
    """The seat that begins in this round."""
    game: str
    """The id of the game, a UUID."""
    idle_rounds: int
    """How many rounds in a row, up to the last finished one, had no cube placed or sold; 0 as soon as one is placed or sold in this round (13.6)."""
    idle_rounds_end: int | None
    """How many such rounds end the game; null where no number of them does."""
    investments: list[Literal['manager', 'logistics', 'salesman', 'worker', 'investor', 'gas', 'coal', 'oil', 'gold', 'diamonds']]
    """The open investment tiles, the newest last."""
    investments_left: int
    """Investment tiles in the face-down stack."""
    investments_undrawn: dict[str, int] | None
    """The tiles never opened; once the game is over."""
    paused_until: NotRequired[str]
    """The latest time (UTC) at which a paused game continues; absent unless it is paused."""
    phase: str
    """The number of the phase in the rules."""
    phase_name: Literal['set_up', 'placing', 'actions', 'research', 'logistics', 'returning', 'over']
    """The phase in a word."""
    pieces: NotRequired[Pieces]
    """What stands on the board. Present only with `pieces=true`."""
    places: list[Place]
    """The ranking, once the game is over."""
    players: list[SiberiaPlayerView]
    """The players by seat."""
    reserves: dict[str, int]
    """Cubes that can still be found; before 1.5, the bag."""
    reserves_end: int
    """How many empty reserves bring the end."""
    round: int
    """The number of a round, from 1."""
    sides: str
    """The sides of the exchange tiles; empty before they are known."""
    sold: dict[str, int]
    """Cubes that have left the game."""
    start: str
    """The place where workers start."""
    start_beside: list[str]
    """The areas that the start borders on."""
    type: Literal['siberia.view']
    """Always `siberia.view`."""
    version: int
    """The version of the game: the number of its events."""
    viewer: str
    """`public`, `seat:N` or `full`."""


class SiberiaVoidAction(TypedDict):
    """Use a column without effect, to return its tokens (3.6)."""
    column: Literal['manager', 'logistics', 'salesman', 'worker', 'investor', 'gas', 'coal', 'oil', 'gold', 'diamonds']
    """A column of a panel; its action, and its kind of investment tile, have the same name."""
    type: Literal['siberia.void_action']
    """Always `siberia.void_action`."""


class SiberiaWorkerMoved(TypedDict):
    """A worker moved from one place to another (6.1)."""
    moves: int
    """Moves of Logistics."""
    origin: str
    """Where a worker may stand: the id of an area, or of the start."""
    seat: int
    """A seat, from 0."""
    to: str
    """Where a worker may stand: the id of an area, or of the start."""


SiberiaWorkerMovedRecord: TypeAlias = "Any"
"""A worker moved from one place to another (6.1)."""


class SiberiaWorkerPlaced(TypedDict):
    """A pawn became a worker at the start (8.1); it came from `reserve`, an exchange or an area."""
    origin: str
    """Where a pawn comes from: `reserve`, the id of an exchange, or that of a place of the map."""
    seat: int
    """A seat, from 0."""
    tokens: list[str]
    """The tokens that returned to the bag."""


SiberiaWorkerPlacedRecord: TypeAlias = "Any"
"""A pawn became a worker at the start (8.1); it came from `reserve`, an exchange or an area."""


class SignInOptions(TypedDict):
    """The options to sign in with a passkey."""
    expires_at: str
    """The time from which the challenge is invalid."""
    options: RequestOptions
    """The options of `navigator.credentials.get`."""


class SignOutEverywhereRequest(TypedDict):
    """End all tokens, sessions, passkeys and apps of a player: somebody else has the account. Operators only."""
    reason: str
    """Why, in a line for the log of moderation, which is never deleted: quote no names and no texts."""
    type: Literal['sign_out_everywhere']
    """Always `sign_out_everywhere`."""


class SignUp(TypedDict):
    """A new player."""
    invitation: NotRequired[str | None]
    """A code of an operator, if the site asks for one (`sign_ups` of `siteState`)."""
    name: str
    """The unique name that other players see, 1 to 40 characters."""
    terms: NotRequired[str | None]
    """The version of the terms that the person has read and accepts, if the site asks for it."""


class SignUpSignIn(TypedDict):
    """Create a player, and sign in."""
    invitation: NotRequired[str | None]
    """A code of an operator, if the site asks for one (`sign_ups` of `siteState`)."""
    label: NotRequired[str]
    """The name of the device in the list of tokens. `Browser` stands for the browser and the system that `User-Agent` names."""
    name: str
    """The unique name that other players see, 1 to 40 characters."""
    terms: NotRequired[str | None]
    """The version of the terms that the person has read and accepts, if the site asks for it."""
    type: Literal['sign_up']
    """Always `sign_up`."""


class SignedCredential(TypedDict):
    """A signature, as `credential.toJSON()` returns it (AuthenticationResponseJSON). Further fields are ignored."""
    id: str
    """The id of the credential, in base64url."""
    rawId: str
    """The id of the credential, in base64url."""
    response: Assertion
    """The answer of the authenticator."""
    type: Literal['public-key']
    """Always `public-key`."""


class SignedIn(TypedDict):
    """A new session."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    ends_at: str
    """The time at which it ends in any case."""
    expires_at: str
    """The time at which it ends if it is not used before."""
    game: str | None
    """The only game of a session of a seat token; otherwise null."""
    id: str
    """The id of the session in the list of tokens, used to revoke it."""
    label: str
    """The purpose in your own words, without control characters."""
    player: PlayerReply
    """The player who is signed in."""
    scopes: list[Literal['games:read', 'games:play', 'games:create', 'games:organise', 'tournaments', 'webhooks', 'profile:read', 'account'] | Literal['read', 'play', 'organise']]
    """The scopes of the session."""
    seat: int | None
    """The only seat of a session of a seat token; otherwise null."""
    token: str | None
    """After a sign-up, the first token of the player, the way back without a passkey. It is not shown again. Otherwise null."""


class SignedOrder(TypedDict):
    """The signed statement about an order."""
    public_key: str
    """The public key: 64 hexadecimal digits."""
    signature: str
    """Ed25519, hex, over the canonical JSON (RFC 8785) of the statement."""
    statement: OrderStatement
    """What is signed."""


class SignedUp(TypedDict):
    """A new player with the first token, which is shown only once."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    id: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    name: str
    """The name of the player, 1 to 40 characters."""
    token: str
    """The token. Send it as `Authorization: Bearer …`. It is not shown again."""


class SiteChange(TypedDict):
    """What is switched. Fields that are left out stay as they are."""
    maintenance: NotRequired[NewMaintenance | None]
    """A maintenance that begins; null: it ends."""
    notice: NotRequired[NewNotice | None]
    """A notice to all; null: it ends."""
    reason: str
    """Why, in a line for the log of moderation."""
    sign_ups: NotRequired[Literal['open', 'invitation', 'closed']]
    """Who may sign up: everyone, holders of a code, or no one."""


class SiteReply(TypedDict):
    """The state of the site."""
    maintenance: MaintenanceReply | None
    """The maintenance; null: there is none."""
    notice: NoticeReply | None
    """The notice to all; null: there is none."""
    sign_ups: Literal['open', 'invitation', 'closed']
    """Who may sign up: everyone, holders of a code, or no one."""


class SourceReply(TypedDict):
    """A source of the rules of a title."""
    language: str
    """The language of its quotations, as a tag of RFC 5646."""
    source: str
    """The key of the source, such as `S0`, as rules and rulings cite it."""
    title: str
    """What the source is."""


class StageWords(TypedDict):
    """A part of the course of a round or turn."""
    name: str
    """The name of the part."""
    phases: list[str]
    """The game is in this part while the `phase_name` of its view is one of these."""
    rule: str
    """The number of the rule."""
    text: str
    """What happens in it."""


class StandingReply(TypedDict):
    """What moderators have decided about you."""
    roles: list[Literal['operator', 'moderator']]
    """Your roles: with one, /desk is open to you."""
    suspension: SuspensionReply | None
    """Your suspension; null: there is none."""
    warnings: list[WarningReply]
    """Your warnings, the newest first."""


class StandingsReply(TypedDict):
    """The standings after a round, best first."""
    after_round: int
    """The number of a round, from 1."""
    is_final: bool
    """Whether every table up to this round has its result."""
    rows: list[StandingsRow]
    """The rows, best first, division by division."""
    tournament: str
    """The id of the tournament, a UUID."""
    version: int
    """The version of the tournament: the number of its events."""


class StandingsRow(TypedDict):
    """A player in the standings."""
    columns: list[ColumnReply]
    """The tie-breaks in their order."""
    division: int
    """The division; 1 in all formats but a league."""
    name: str | None
    """The current name of the player; null for a deleted player or a bot."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    points: str
    """The points as a fraction in lowest terms."""
    rank: int
    """The rank. Equal players share one."""
    status: Literal['active', 'withdrawn', 'dropped', 'disqualified', 'substitute']
    """The status of the player now."""
    trace: list[TraceReply]
    """Where the points come from."""


class StepWords(TypedDict):
    """A step of the first game: what to show, when, and where."""
    choice: str | None
    """The step also waits for a choice with a command of this type; null: for none."""
    rules: list[str]
    """The step waits for an own question by one of these rules, and is over after it; empty: it waits for none."""
    spot: str
    """The part of the page that the step is about: `goal`, `course`, `choices`, `dice`, `confirm`, `rack`, `board`, `players` or `legend`."""
    text: str
    """What the step says."""


class SubscriptionKeys(TypedDict):
    """The keys of a subscription, as the browser gives them."""
    auth: str
    """The authentication secret in base64url."""
    p256dh: str
    """The public key of the browser in base64url."""


class SubstituteAct(TypedDict):
    """Give the place of a player to a substitute, from the next round on (rule 2.7)."""
    player: str
    """The id of a player."""
    substitute: str
    """The id of a player."""
    type: Literal['substitute']
    """Always `substitute`."""


class SubstituteReply(TypedDict):
    """A player on the list of substitutes."""
    name: str | None
    """The current name of the player; null for a deleted player or a bot."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""


class SuspendRequest(TypedDict):
    """Suspend a player, also in the place of another suspension."""
    kind: Literal['read_only', 'locked_out']
    """`read_only`: the player changes nothing; `locked_out`: the player may not even read."""
    reason: str
    """Why, in a line that the player reads, and that stays in the log: quote no names and no texts."""
    type: Literal['suspend']
    """Always `suspend`."""
    until: NotRequired[str | None]
    """The end (RFC 3339); null or absent: until it is lifted."""


class SuspensionReply(TypedDict):
    """A suspension that is in force."""
    kind: Literal['read_only', 'locked_out']
    """`read_only`: the player changes nothing; `locked_out`: the player may not even read."""
    reason: str
    """Why, as the player reads it."""
    since: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    until: str | None
    """Its end; null: until it is lifted."""


class SwapEdit(TypedDict):
    """Two players change places; one of them may have a bye."""
    players: list[str]
    """The ids of the two players."""
    type: Literal['swap']
    """Always `swap`."""


class SwapPlayersAct(TypedDict):
    """Let two players of a published round change places, before the games start (rule 9.2).

    Refused if a seat of their tables is forfeited.
    """
    players: list[str]
    """The ids of the two players."""
    reason: str
    """The reason, which all viewers can read. The log keeps it for ever: do not name persons."""
    round: int
    """The number of the round, from 1."""
    type: Literal['swap_players']
    """Always `swap_players`."""


class SwissFormat(TypedDict):
    """Rounds in which players of similar points meet, without repeated opponents while they are avoidable."""
    power_last: NotRequired[bool]
    """Whether the last round is cut from the ranking: the first players at one table."""
    rounds: int
    """The number of rounds."""
    type: Literal['swiss']
    """Always `swiss`."""


class Switched(TypedDict):
    """Two accounts that were signed in one after the other in the same browser session."""
    games: int
    """Rated games with each other in the period."""
    ids: list[str]
    """The ids of these games, in the order of their ends."""
    last_on: str
    """The last day, in UTC."""
    players: list[str]
    """The ids of the players, in order."""
    times: int
    """How often."""


class TablePlaceReply(TypedDict):
    """The place of a player at a table."""
    name: str | None
    """The current name of the player; null for a deleted player or a bot."""
    player: str
    """The id of the player, or `bot:<name>`."""
    rank: int
    """The rank. Equal places share one."""
    score: int
    """The score."""
    seat: int | None
    """The seat; null in a ruling."""


class TableReply(TypedDict):
    """A table of a round."""
    forfeited: list[str]
    """The ids of players who forfeited their seats."""
    game: str
    """The id of the game; the nil UUID (only zeros) if the game is withheld."""
    number: int
    """The number of the table, from 1."""
    result: TableResult | None
    """The result; null while it is awaited."""
    seats: list[TableSeat]
    """The published players in the order of seats."""
    withheld: bool
    """Whether a court order or the operator has removed the game from public view. The result counts."""


class TableResult(TypedDict):
    """The result of a table: that of its game, or that of a ruling."""
    by: Literal['game', 'ruling', 'void']
    """Where the result comes from."""
    head: str | None
    """The head of the log of the game; null if no game has ended, or it is withheld."""
    left: list[str]
    """The ids of the players who have no points of this table."""
    places: list[TablePlaceReply]
    """The places, best first; empty without any."""
    version: int | None
    """The last version of the game; null if no game has ended, or it is withheld."""


class TableSeat(TypedDict):
    """A seat of a table."""
    name: str | None
    """The current name of the player; null for a deleted player or a bot."""
    player: str
    """The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."""
    seat: int
    """The number of the seat in the game, from 0."""


class TakeCaseRequest(TypedDict):
    """How a case is taken."""
    takes_over: NotRequired[bool]
    """Whether to take it from another moderator."""


class TalkLine(TypedDict):
    """A message in a stream of lines."""
    talk: MessageReply
    """The message."""


class TalkReply(TypedDict):
    """Who may write, and what you have set and not read."""
    away: list[AwayReply]
    """Who is away of the players; of a tournament, also of its organisers."""
    games: Literal['off', 'players', 'all', None]
    """What a tournament sets for its games; null in a game."""
    muted: bool
    """Whether you have muted these messages for yourself."""
    own: Literal['off', 'players', 'all', None]
    """What was set here; null: nothing was. `talk` may be stricter."""
    reads: list[Literal['table', 'spectators']]
    """The rooms that you may read now."""
    sets: bool
    """Whether you may change `talk`."""
    talk: Literal['off', 'players', 'all']
    """Who may write: no one, only the players, or the spectators in their room, too."""
    unread: int
    """Messages of others that you have not read, at most 100."""
    writes: Literal['table', 'spectators', None]
    """The room in which your messages are; null: you may not write."""


class TermWords(TypedDict):
    """The names of what a new game can have, and what they mean, in one language."""
    data_sets: dict[str, NamedWords]
    """The data sets, by name."""
    language: str
    """The language, as a tag of RFC 5646."""
    options: dict[str, NamedWords]
    """The options, by name."""
    profiles: dict[str, NamedWords]
    """The profiles, by name."""


class TextReply(TypedDict):
    """A message of a player."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    id: str
    """The id of the message, a UUID."""
    room: Literal['table', 'spectators']
    """Where it was written."""
    text: str
    """The text."""
    topic: str
    """The game or tournament: its path below /v1, such as `games/…`."""


class TextsReply(TypedDict):
    """The last messages of a player."""
    items: list[TextReply]
    """At most 100, the newest first."""


class TicketMade(TypedDict):
    """A new stream ticket, which is shown only once."""
    expires_at: str
    """The time from which the ticket is invalid."""
    path: str
    """The path of the stream that it opens."""
    ticket: str
    """The ticket. Append it to the path as `?ticket=…`. It works once."""


class TimeLine(TypedDict):
    """The time from the moment at which a decision was open to the answer, without pauses and vacations.

    If the clock ran out, the time ends there.
    """
    by_bot: bool
    """Whether a bot decided."""
    decision: str
    """The id of the decision."""
    micros: int
    """A time in microseconds."""
    ran_out: bool
    """Whether the clock ran out: a bot decided, after a player had used this time."""
    seat: int
    """A seat, from 0."""
    version: int
    """The version of the event."""


class TimeTotal(TypedDict):
    """The time that the players of a seat used."""
    by_bot: int
    """The other decisions: a bot played the seat. Their time is not counted."""
    decisions: int
    """The decisions of its players, including those that a bot made after the clock ran out."""
    longest: int | None
    """The version of the slowest of `decisions`; null: there is none."""
    micros: int
    """The time of the players for `decisions`, in microseconds."""
    ran_out: int
    """How often the clock of the seat ran out."""
    seat: int
    """A seat, from 0."""


class Times(TypedDict):
    """The time used, by the times of the log."""
    decisions: list[TimeLine]
    """All decisions, also those that were taken back."""
    totals: list[TimeTotal]
    """The sums by seat."""


class TokenMade(TypedDict):
    """A new token, which is shown only once."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    current: bool
    """Whether it is the token or session of this request."""
    ends_with: str | None
    """The id of the token or passkey that made it, and with which it ends; null: it ends with none."""
    expires_at: str | None
    """The expiry time (RFC 3339); null if it does not expire."""
    id: str
    """The id of the token, used to revoke it. It is not the token itself."""
    kind: Literal['token', 'session']
    """`session`: a browser that is signed in, whose secret is a cookie."""
    label: str
    """The purpose in your own words, without control characters."""
    last_used_at: str | None
    """The time of the last known use."""
    scopes: list[Literal['games:read', 'games:play', 'games:create', 'games:organise', 'tournaments', 'webhooks', 'profile:read', 'account'] | Literal['read', 'play', 'organise']]
    """The scopes of the token."""
    token: str
    """The token. Send it as `Authorization: Bearer …`. It is not shown again."""


class TokenReply(TypedDict):
    """A token without its secret."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    current: bool
    """Whether it is the token or session of this request."""
    ends_with: str | None
    """The id of the token or passkey that made it, and with which it ends; null: it ends with none."""
    expires_at: str | None
    """The expiry time (RFC 3339); null if it does not expire."""
    id: str
    """The id of the token, used to revoke it. It is not the token itself."""
    kind: Literal['token', 'session']
    """`session`: a browser that is signed in, whose secret is a cookie."""
    label: str
    """The purpose in your own words, without control characters."""
    last_used_at: str | None
    """The time of the last known use."""
    scopes: list[Literal['games:read', 'games:play', 'games:create', 'games:organise', 'tournaments', 'webhooks', 'profile:read', 'account'] | Literal['read', 'play', 'organise']]
    """The scopes of the token."""


class TokenSignIn(TypedDict):
    """Sign in with a token, or a seat token. The session may do what the token may do, and ends with it."""
    label: NotRequired[str]
    """The name of the device in the list of tokens. `Browser` stands for the browser and the system that `User-Agent` names."""
    token: str
    """The token. No cookie contains it."""
    type: Literal['token']
    """Always `token`."""


class Tokens(TypedDict):
    """A page of your tokens, oldest first."""
    items: list[TokenReply]
    """Your tokens, oldest first."""
    next: str | None
    """The cursor of the next page; null on the last page."""


class TournamentEvent(TypedDict):
    """An event of a tournament."""
    head: str
    """The head of the hash chain at this version: 64 hexadecimal digits."""
    record: TournamentRecord
    """The record."""


class TournamentEvents(TypedDict):
    """The events after a version. `next` is the value of `cursor` for the next request."""
    is_over: bool
    """Whether no event follows."""
    items: list[TournamentEvent]
    """The events in order."""
    next: int
    """The last version of the page."""


class TournamentLine(TypedDict):
    """A tournament in a list."""
    due: str | None
    """When the service takes the next step; null: it waits."""
    id: str
    """The id of the tournament, a UUID."""
    max_players: int
    """The maximum number of active players."""
    name: str
    """The name of the tournament."""
    opened_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    owner: str
    """The player who opened the tournament."""
    owner_name: str | None
    """The current name of the player; null for a deleted player or a bot."""
    players: int
    """The number of active players."""
    roles: list[Literal['organiser', 'player', 'left', 'substitute', 'invited']]
    """Your roles in the tournament."""
    round: int
    """The number of published rounds."""
    rounds: int
    """The expected number of all rounds."""
    ruleset: str
    """The title, such as `giganten`."""
    starts_at: str | None
    """The start of the first round; null: organisers decide."""
    status: Literal['registration', 'running', 'ended', 'cancelled']
    """`registration` before the first round, `running`, `ended`, or `cancelled`."""
    version: int
    """The version of the tournament: the number of its events."""
    visibility: Literal['public', 'private']
    """Who may see it."""


class TournamentList(TypedDict):
    """A page of tournaments, newest first."""
    items: list[TournamentLine]
    """The tournaments."""
    next: str | None
    """The cursor of the next page; null on the last one."""


class TournamentReceipt(TypedDict):
    """A signed statement about the log after an act."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    command: str | None
    """The idempotency key."""
    decision: str
    """The type of the event of the act."""
    game: str
    """The id of the tournament: the id of the log."""
    head: str
    """The head of the hash chain at this version: 64 hexadecimal digits."""
    key_id: str
    """The id of the signing key."""
    sender: str
    """The sender: the id of a player."""
    signature: str
    """Ed25519, hex, over the canonical JSON (RFC 8785) of at, command, decision, game, head, key_id and version."""
    version: int
    """The version of the tournament: the number of its events."""


class TournamentRecord(TypedDict):
    """The record of an event (SPEC.md 1 and 11)."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    cause: int
    """The version of the act: every event is a batch of its own."""
    data: dict[str, Any]
    """The event; its fields depend on the type."""
    game: str
    """The id of the tournament: the id of the log."""
    known_to: list[int]
    """Always empty."""
    sealed: str | None
    """The commitment to the seed in the first event; otherwise null."""
    seat: int | None
    """Always null: a tournament has no seats."""
    shape: int
    """The version of the form of `data`."""
    type: str
    """The type, such as `tournament.round_published`."""
    version: int
    """The version of the tournament: the number of its events."""


class TournamentReply(TypedDict):
    """A whole tournament, with everything that its page shows."""
    adjustments: list[AdjustmentReply]
    """The points that rulings added."""
    check_in: CheckInReply | None
    """The open check-in; null while there is none."""
    due: DueReply | None
    """The next step of the service; null: it waits."""
    forbidden: list[list[str]]
    """The pairs of players who may not meet, by their ids."""
    head: str
    """The head of the hash chain at this version: 64 hexadecimal digits."""
    hold: str | None
    """Why the service takes no automatic step; null without a hold."""
    id: str
    """The id of the tournament, a UUID."""
    invited: list[InvitedReply]
    """The players who have not answered an invitation: all for organisers, otherwise only you. The events of a public tournament name them by id."""
    next_round: int | None
    """The number of the round that is published next; null: none is left."""
    next_round_at: str | None
    """When it is published; null: an organiser decides."""
    opened_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    organisers: list[OrganiserReply]
    """The organisers."""
    owner: str
    """The player who opened the tournament."""
    places: list[FinalPlaceReply]
    """The final ranking, best first; empty before the end."""
    players: list[EntrantReply]
    """The players in the order of registration."""
    registration: Literal['open', 'closed']
    """Whether players may register or enter late."""
    rounds: list[RoundReply]
    """The published rounds."""
    rounds_planned: int
    """The expected number of all rounds."""
    seed: str | None
    """The seed, hex; null until the tournament is over."""
    seed_commitment: str
    """The commitment to the secret seed (SPEC.md 2)."""
    standings: str
    """The path of the standings."""
    status: Literal['registration', 'running', 'ended', 'cancelled']
    """`registration` before the first round, `running`, `ended`, or `cancelled`."""
    substitutes: list[SubstituteReply]
    """The list of substitutes in its order."""
    terms: TournamentTerms
    """The terms."""
    version: int
    """The version of the tournament: the number of its events."""
    you_may: list[str]
    """The types of the acts that are possible for you now, with suitable fields."""


class TournamentTerms(TypedDict):
    """The terms of a tournament, with everything that the request left to the service."""
    check_in: str
    """How long before a round its check-in opens (ISO 8601)."""
    clock: ClockReply | None
    """The clock of the games; null: they have none."""
    data_digest: str
    """The SHA-256 of the data set: 64 hexadecimal digits."""
    data_set: str
    """The name of the data set, such as `kosmos-1999`."""
    format: SwissFormat | ScheduleFormat | HeatsFormat | LeagueFormat
    """The format."""
    grace: str | None
    """`grace` of the games (ISO 8601); null: none."""
    late_until: int
    """The last round for which players may still enter."""
    max_players: int
    """The maximum number of active players."""
    name: str
    """The name of the tournament. The log keeps it for ever: do not name persons."""
    no_show: Literal['wait', 'bot', 'cancel', None]
    """`no_show` of the games; null: `wait`."""
    options: dict[str, Any]
    """The options of all games."""
    overlap: bool
    """Whether a round starts at its time although games of earlier rounds still run."""
    pause: str | None
    """The time between rounds (ISO 8601); null: an organiser decides."""
    preset: Literal['euro_league', 'catan', 'wins', 'score_share']
    """How tables are scored, and with which tie-breaks: `euro_league` 5, 3, 1, 0 by rank, `catan` and `wins` by wins, `score_share` by shares of the scores (rule 7.7)."""
    rated: bool | None
    """`rated` of the games."""
    registration_closes: str | None
    """When registration closes automatically; or null."""
    ruleset: str
    """The title, such as `giganten`."""
    ruleset_version: int
    """The version of the rules."""
    scale: list[str] | None
    """The points of the ranks; null: those of the preset."""
    seat_values: dict[str, list[str]] | None
    """The expected points of the seats by table size, as fractions; null: all seats are equal."""
    sizes: list[int]
    """The sizes that a table may have, the preferred one first."""
    spectators: Literal['open', 'none']
    """Who may watch the games: see `spectators` of a game."""
    starts: list[str]
    """The start times of the rounds."""
    tie_breaks: list[Literal['wins', 'score', 'score_share', 'opposition', 'head_to_head', 'seat_luck', 'lot']]
    """The tie-breaks in their order."""
    visibility: Literal['public', 'private']
    """Only organisers and players see a private tournament; its games are private too."""


class TraceReply(TypedDict):
    """Where points of a row come from."""
    points: str
    """The points as a fraction."""
    rank: NotRequired[int]
    """The rank at the table."""
    reason: NotRequired[str]
    """The reason of a ruling."""
    round: int
    """The number of a round, from 1."""
    score: NotRequired[int]
    """The score."""
    size: NotRequired[int]
    """The number of seats of the table."""
    table: NotRequired[int]
    """The table."""
    why: Literal['table', 'left', 'bye', 'void', 'adjustment', 'penalty', 'knockout']
    """The kind of the line."""


class Transparency(TypedDict):
    """Moderation in numbers, without names."""
    acts: list[ActsInMonth]
    """By month and action."""
    appeals: list[AppealsInMonth]
    """By month and present state."""
    reports: list[ReportsInMonth]
    """By month, kind and present state."""


class TurnAccepted(TypedDict):
    """An accepted turn: what `Accepted` says of one command, here of all that were accepted, and how far it came.

    The receipt is for the last decision. Its head covers those before it.
    """
    accepted: int
    """The number of commands that were accepted."""
    decisions: list[DecisionReply]
    """The next decision of your seat; empty while other seats decide."""
    events: list[SeenEvent]
    """The events of the command as your seat sees them."""
    receipt: Receipt
    """The signed receipt of the command."""
    refusal: TurnRefusal | None
    """Why the next command was refused; null if none was."""
    stopped_by: Literal['draw', 'disclosure', 'decision', 'refused', 'end', None]
    """Why the others were not: the last decision made a `draw`, or a `disclosure` of something hidden from your seat; another seat has the next `decision`; the next command was `refused`; the `end` of the game. Null if all were accepted."""
    take_back: NotRequired[str | None]
    """The id of the decision that your seat can take back at this version; null if there is none."""


class TurnCommand(TypedDict):
    """One command of a turn."""
    command: AnyCommand
    """The chosen command."""
    decision: NotRequired[str | None]
    """The id of the decision to answer; needed in the first command."""


class TurnRefusal(TypedDict):
    """Why a later command of a turn was refused."""
    code: str
    """The code of the problem that the command alone would get."""
    detail: str
    """The reason."""
    rule: NotRequired[str | None]
    """The rule that forbids it, such as `giganten/4.1`."""
    rule_title: NotRequired[str | None]
    """The title of the rule."""


class User(TypedDict):
    """The player to whom the passkey belongs."""
    displayName: str
    """The name of the player."""
    id: str
    """The id of the player, in base64url."""
    name: str
    """The name of the player."""


class VacationRequest(TypedDict):
    """A vacation to take now."""
    duration: str
    """The time for which the clock of the seat stops."""


class VacationTaken(TypedDict):
    """A player stopped the clock of the own seat for a number of seconds."""
    seat: int
    """The number of a seat, from 0."""
    seconds: int
    """The seconds for which the clock of the seat stops."""


VacationTakenRecord: TypeAlias = "Any"
"""A player stopped the clock of the own seat for a number of seconds."""


class ValueWords(TypedDict):
    """A value of an option, and its name."""
    name: str
    """The name of the value."""
    value: int | str | bool
    """The value."""


class VerificationReply(TypedDict):
    """The outcome of the verification of a bundle."""
    checks: list[CheckReply]
    """The outcomes of all checks, in the order of SPEC.md 7."""
    events: int
    """The number of events read."""
    game: str | None
    """The id of the game; null if the header is unreadable."""
    key_id: str | None
    """The id of the key that signed the bundle; null without a valid signature."""
    ruleset: str | None
    """The title and the version of its rules, such as `giganten/1`."""
    trusted: bool
    """Whether the signing key is a key of this service."""
    unchecked: list[str]
    """The names of the skipped checks; `checks` has the reasons. Empty: nothing was left out."""
    valid: bool
    """Whether no check failed."""
    viewer: str | None
    """The viewer of the bundle: `public`, `seat:N` or `full`."""


class VoidPeriodReply(TypedDict):
    """A time whose games count for no rating."""
    id: str
    """The id of the period, a UUID."""
    ruleset: str | None
    """Only games of this title; null: of all."""
    since: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    until: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""


class VoidPeriods(TypedDict):
    """The times whose games count for no rating."""
    is_recomputing: bool
    """Whether the ratings do not yet show the last acts: they are computed again."""
    items: list[VoidPeriodReply]
    """The periods, by their beginning."""


class VoidTableAct(TypedDict):
    """Let a table count like byes (rule 9.9)."""
    reason: str
    """The reason, which all viewers can read. The log keeps it for ever: do not name persons."""
    round: int
    """The number of the round, from 1."""
    table: int
    """The number of the table, from 1."""
    type: Literal['void_table']
    """Always `void_table`."""


class WaitingReply(TypedDict):
    """Your place in a pool."""
    bots: list[str]
    """The bots that you are offered instead, after a minute; empty before, and when paired."""
    challenge: ChallengeReply | None
    """The pairing; null while you wait."""
    clock: str
    """The name of a preset: see `GET /v1/clocks`."""
    lapses_at: str
    """When you can no longer be paired, unless you send PUT before."""
    ruleset: str
    """The title, such as `giganten`."""
    seats: int
    """How many players are paired: the fewest that the title allows."""
    since: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    state: Literal['waiting', 'paired']
    """`waiting`: send PUT every 5 seconds; `paired`: `challenge` has the players and the game."""
    waiting: int
    """How many players wait in this pool now."""
    within: float | None
    """By how much the skill (`mu` of a rating) of the others may differ from yours. It grows while you wait; null: by any amount."""


class WantedBody(TypedDict):
    """A command that is sent if it is legal."""
    fields: NotRequired[dict[str, int | bool | str | list[str] | dict[str, int] | None]]
    """The values that its fields must have, as commands have them. Others may be any."""
    number: NotRequired[NumberBody | None]
    """How its number is chosen; by default the lowest that is legal."""
    type: str
    """The type of the command, such as `giganten.pass_bid`."""


class WarnRequest(TypedDict):
    """Warn a player, who sees the reason and confirms it."""
    reason: str
    """Why, in a line that the player reads, and that stays in the log: quote no names and no texts."""
    type: Literal['warn']
    """Always `warn`."""


class WarningReply(TypedDict):
    """A warning."""
    at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    confirmed_at: str | None
    """When the player confirmed it; null: not yet."""
    id: str
    """The id of the warning, a UUID."""
    reason: str
    """Why."""


class WatchedGame(TypedDict):
    """A game that is watched now."""
    game: str
    """The id of a game, a UUID."""
    watchers: int
    """How many watch it, and neither play it nor own it."""


class WebhookDeadlineNear(TypedDict):
    """A quarter of the time for a decision is left, at most 12 hours."""
    data: WebhookEventData
    """What it is about."""
    timestamp: str
    """The time of the event in UTC; of a test, that of its request."""
    type: Literal['deadline.near']
    """Always `deadline.near`."""


class WebhookDecisionOpened(TypedDict):
    """A decision of yours is open."""
    data: WebhookEventData
    """What it is about."""
    timestamp: str
    """The time of the event in UTC; of a test, that of its request."""
    type: Literal['decision.opened']
    """Always `decision.opened`."""


class WebhookEventData(TypedDict):
    """What a webhook is told of an event in a game: what happened, not its content."""
    cursor: str
    """The place of the event in `feed`: read on after it."""
    ending: NotRequired[str]
    """Of `result.published`: why the game has ended."""
    feed: str
    """The path of the list or stream from which a receiver reads what it has missed, after `cursor`."""
    game: str
    """The id of a game, a UUID."""
    links: Links
    """The resources of the API."""
    ruleset: NotRequired[str]
    """Of `result.published`: the title."""
    seat: NotRequired[int]
    """The seat that it is about; absent if it is about the game."""
    seats: NotRequired[list[PublishedSeat]]
    """Of `result.published`: the players with their ranks and scores, best first."""
    url: str
    """The page of the game."""
    version: int
    """The version of the game after the event."""


class WebhookGameCancelled(TypedDict):
    """A game was cancelled before its start."""
    data: WebhookEventData
    """What it is about."""
    timestamp: str
    """The time of the event in UTC; of a test, that of its request."""
    type: Literal['game.cancelled']
    """Always `game.cancelled`."""


class WebhookGameEnded(TypedDict):
    """A game has ended."""
    data: WebhookEventData
    """What it is about."""
    timestamp: str
    """The time of the event in UTC; of a test, that of its request."""
    type: Literal['game.ended']
    """Always `game.ended`."""


class WebhookGameStarted(TypedDict):
    """A game has started."""
    data: WebhookEventData
    """What it is about."""
    timestamp: str
    """The time of the event in UTC; of a test, that of its request."""
    type: Literal['game.started']
    """Always `game.started`."""


class WebhookMade(TypedDict):
    """A new webhook, or one with a new secret."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    disabled: Disabling | None
    """Why it is disabled; null: it is enabled."""
    dropped: int
    """Deliveries that failed at once because 1,000 others waited: send them again, or read the feeds, which do not have all types."""
    enabled: bool
    """Whether anything is sent. `true` enables one that was disabled."""
    expires_at: str | None
    """When this expires: with the token that made or last changed it, or with what started its session; null: never."""
    failing_since: str | None
    """The first failure since the last success, or null."""
    games: Literal['own', 'organised', None]
    """Only events of games and tournaments in which you play (`own`) or that you organise (`organised`); null: both, the results of all public games and the rounds of all public tournaments."""
    id: str
    """The id of the ping, webhook or browser."""
    label: str
    """The purpose in your own words, without control characters."""
    public_key: str
    """The Ed25519 key of `v1a` signatures: `whpk_` and 32 bytes in base64."""
    rotated_at: str | None
    """The last rotation of the secret. The former one signs for 24 hours after it."""
    secret: str
    """The secret of `v1` signatures: `whsec_` and base64. It is shown once."""
    types: list[Literal['decision.opened', 'deadline.near', 'game.started', 'game.ended', 'game.cancelled', 'result.published', 'seat.abandoned', 'round.paired', 'round.ended']]
    """The types of events. `decision.opened`: a decision of yours is open; `deadline.near`: a quarter of the time for a decision is left, at most 12 hours; `game.started`; `game.ended`; `game.cancelled`: before its start; `result.published`; `seat.abandoned`: a bot plays a seat instead of its player; `round.paired`: the tables of a round of a tournament are published; `round.ended`: they all have results."""
    url: str
    """The `https` URL to which requests are sent. Its host must have public addresses only."""
    waiting: int
    """Listed deliveries with the state `waiting`, of 1,000 at most. An event of a later time, such as `deadline.near`, is listed after the first attempt."""


WebhookPayload: TypeAlias = "WebhookDecisionOpened | WebhookDeadlineNear | WebhookGameStarted | WebhookGameEnded | WebhookGameCancelled | WebhookResultPublished | WebhookSeatAbandoned | WebhookRoundPaired | WebhookRoundEnded | WebhookTest"
"""The body of a webhook, discriminated by `type`. Ignore unknown types."""


class WebhookReply(TypedDict):
    """A webhook."""
    created_at: str
    """A time in UTC, such as 2026-11-20T12:00:00.123456Z."""
    disabled: Disabling | None
    """Why it is disabled; null: it is enabled."""
    dropped: int
    """Deliveries that failed at once because 1,000 others waited: send them again, or read the feeds, which do not have all types."""
    enabled: bool
    """Whether anything is sent. `true` enables one that was disabled."""
    expires_at: str | None
    """When this expires: with the token that made or last changed it, or with what started its session; null: never."""
    failing_since: str | None
    """The first failure since the last success, or null."""
    games: Literal['own', 'organised', None]
    """Only events of games and tournaments in which you play (`own`) or that you organise (`organised`); null: both, the results of all public games and the rounds of all public tournaments."""
    id: str
    """The id of the ping, webhook or browser."""
    label: str
    """The purpose in your own words, without control characters."""
    public_key: str
    """The Ed25519 key of `v1a` signatures: `whpk_` and 32 bytes in base64."""
    rotated_at: str | None
    """The last rotation of the secret. The former one signs for 24 hours after it."""
    types: list[Literal['decision.opened', 'deadline.near', 'game.started', 'game.ended', 'game.cancelled', 'result.published', 'seat.abandoned', 'round.paired', 'round.ended']]
    """The types of events. `decision.opened`: a decision of yours is open; `deadline.near`: a quarter of the time for a decision is left, at most 12 hours; `game.started`; `game.ended`; `game.cancelled`: before its start; `result.published`; `seat.abandoned`: a bot plays a seat instead of its player; `round.paired`: the tables of a round of a tournament are published; `round.ended`: they all have results."""
    url: str
    """The `https` URL to which requests are sent. Its host must have public addresses only."""
    waiting: int
    """Listed deliveries with the state `waiting`, of 1,000 at most. An event of a later time, such as `deadline.near`, is listed after the first attempt."""


class WebhookResultPublished(TypedDict):
    """A result is in the list of results."""
    data: WebhookEventData
    """What it is about."""
    timestamp: str
    """The time of the event in UTC; of a test, that of its request."""
    type: Literal['result.published']
    """Always `result.published`."""


class WebhookRoundData(TypedDict):
    """What a webhook is told of a round. The tables of a round are in the tournament."""
    cursor: str
    """The place of the event in `feed`: read on after it."""
    feed: str
    """The path of the list or stream from which a receiver reads what it has missed, after `cursor`."""
    links: Links
    """The resources of the API."""
    round: int
    """The number of the round, from 1."""
    tournament: str
    """The id of the tournament, a UUID."""
    url: str
    """The page of the tournament."""
    version: int
    """The version of the tournament after the event."""


class WebhookRoundEnded(TypedDict):
    """All tables of a round have results."""
    data: WebhookRoundData
    """What it is about."""
    timestamp: str
    """The time of the event in UTC; of a test, that of its request."""
    type: Literal['round.ended']
    """Always `round.ended`."""


class WebhookRoundPaired(TypedDict):
    """The tables of a round are published."""
    data: WebhookRoundData
    """What it is about."""
    timestamp: str
    """The time of the event in UTC; of a test, that of its request."""
    type: Literal['round.paired']
    """Always `round.paired`."""


class WebhookSeatAbandoned(TypedDict):
    """A bot plays a seat instead of its player."""
    data: WebhookEventData
    """What it is about."""
    timestamp: str
    """The time of the event in UTC; of a test, that of its request."""
    type: Literal['seat.abandoned']
    """Always `seat.abandoned`."""


class WebhookTest(TypedDict):
    """You have asked for a test."""
    data: WebhookTestData
    """What it is about."""
    timestamp: str
    """The time of the event in UTC; of a test, that of its request."""
    type: Literal['webhook.test']
    """Always `webhook.test`."""


class WebhookTestData(TypedDict):
    """What a webhook is told by a test."""
    url: str
    """The address of the webhook in the API."""
    webhook: str
    """The id of the webhook."""


class Webhooks(TypedDict):
    """Your webhooks, oldest first."""
    items: list[WebhookReply]
    """Your webhooks, oldest first."""


class WholeCase(TypedDict):
    """A case with its reports, what followed, and other cases about the same player."""
    acts: list[int]
    """The numbers of the acts of moderation that followed."""
    case: CaseReply
    """The case."""
    earlier: list[CaseReply]
    """The latest 100 other cases about the player, newest first."""
    reports: list[ReportInCase]
    """The first 100 reports, the oldest first."""


class WholeReport(TypedDict):
    """A report with what it finds."""
    asked: AskedReply
    """The state of the report."""
    found: FairPlayReport | None
    """What it finds; null until it is done."""
    players: list[NamedPlayer]
    """The current names of the players, by id."""


class Wishes(TypedDict):
    """The wishes of the players of a tournament to be kept apart."""
    items: list[KeptApart]
    """The pairs, in the order of the ids."""


class WithdrawCheckInAct(TypedDict):
    """Not be present in a round after all (rule 3.2)."""
    player: NotRequired[str | None]
    """The player for whom an organiser acts; null: you."""
    round: int
    """The number of the round, from 1."""
    type: Literal['withdraw_check_in']
    """Always `withdraw_check_in`."""


class WithdrawRoundAct(TypedDict):
    """Withdraw the last published round before its games start (rule 4.5)."""
    reason: str
    """The reason, which all viewers can read. The log keeps it for ever: do not name persons."""
    round: int
    """The number of the round, from 1."""
    type: Literal['withdraw_round']
    """Always `withdraw_round`."""


class Words(TypedDict):
    """The words of a title in one language."""
    analysis: AnalysisWords
    """The names in the analysis of a finished game."""
    chapters: dict[str, str]
    """The chapters of the rules, by `phase` of an analysis, which is in English."""
    course: list[StageWords]
    """The parts of a round or turn, in order; empty without a guide."""
    data_sets: dict[str, NamedWords]
    """The data sets, by name."""
    ends: dict[str, str]
    """Why a game is over, and what decides between equal scores, by `reason` of results."""
    fields: dict[str, str]
    """The names of the fields of views, by field. Other keys of views are in `pieces` or `places`."""
    goal: str
    """Who wins, and what ends the game, in a line; empty for a title without a guide."""
    holdings: dict[str, str]
    """The names in `effect` and `each` of choices and in `changes` of previews, by name."""
    language: str
    """The language, as a tag of RFC 5646."""
    options: dict[str, OptionWords]
    """The options, by name."""
    phases: dict[str, str]
    """The names of phases, by the `phase_name` of views."""
    pieces: dict[str, str]
    """The names of pieces, cards, tokens and symbols, by id."""
    places: dict[str, str]
    """The names of the places on the boards of all data sets, by id."""
    profiles: dict[str, NamedWords]
    """The profiles, by name."""
    rules: dict[str, str]
    """The titles of the rules, by number."""
    score: dict[str, str]
    """The names of the parts of a score."""
    score_unit: str
    """The unit of scores."""
    title: str
    """The title of the game."""
