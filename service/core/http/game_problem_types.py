"""The problem types of games: play, seats, titles and their options."""

from domain.kernel.values import Value


class ProblemType(Value, frozen=True):
    """A problem type as its page explains it."""

    status: int
    title: str
    meaning: str
    remedy: str


GAME_PROBLEMS: dict[str, ProblemType] = {
    "withheld": ProblemType(
        451,
        "Game removed from public view",
        "The operator of this site has removed the game from public view, such as by a court order (RFC 7725). Its log "
        "is unchanged. Its players and its owner still see it.",
        "If you play this game, send your token. Otherwise ask the operator of this site.",
    ),
    "refused": ProblemType(
        409,
        "Command against the rules",
        "A rule of the title forbids this command, or a rule of tournaments this act. `rule` is its number, "
        "`rule_title` its title, `rule_url` its text, and `detail` the reason. Nothing has changed.",
        "In a game, send one of the commands in `legal` with the same decision. If a command has a `range`, the field "
        "that it names may have any number of the range. In a tournament, `you_may` lists the acts that are possible "
        "for you now; `errors` names a field that has to change.",
    ),
    "decision-closed": ProblemType(
        409,
        "Decision not open",
        "The decision has been answered, perhaps from another of your devices, or it is not your turn. The request had "
        "no effect.",
        "`decision` is the id of your open decision, or null. Read the decisions again before you answer. GET "
        "…/commands/{key} returns the outcome of an earlier command.",
    ),
    "nothing-to-take-back": ProblemType(
        409,
        "No decision to take back",
        "Your last decision is final: another seat has decided since, it drew or disclosed something, or a hint, a "
        "vacation, a return, a resignation or a ruling has followed. Or `decision` is not your last decision, or the "
        "game was opened with `take_back` false, which is the default of rated games. The request had no effect.",
        "Read the decisions: `take_back` is the id of the decision that you can take back, or null.",
    ),
    "game-paused": ProblemType(
        409,
        "Game paused",
        "The owner has paused the game. No decision is accepted until it continues, and all clocks are stopped.",
        "Wait until `paused_until` of the game, or until its owner resumes it.",
    ),
    "seat-reserved": ProblemType(
        409,
        "Seat reserved",
        "The seat is reserved for another player, or for the holder of an invitation to this seat.",
        "Take a seat whose `reserved` is null. If you have an invitation to the seat, send it as `Ludolog-Invitation`. "
        "Substitutes can take reserved seats that are still free at `starts_at`.",
    ),
    "rated-game": ProblemType(
        409,
        "Rated game",
        "The game was opened as a rated one: only players who have signed up may play, without bots and guests.",
        "Take the seat with your own token. For a game with bots or guests, open one with `rated` false.",
    ),
    "not-started": ProblemType(
        409,
        "Game not started",
        "The game had not started at this version, so it has no view.",
        "Wait until the status of the game is `running`, or request a later version.",
    ),
    "game-not-open": ProblemType(
        409,
        "Game already started or over",
        "Players can take and leave seats, and the owner can start or cancel a game, only while its status is `open`.",
        "Read the game. To leave a running game, resign from your seat.",
    ),
    "game-not-running": ProblemType(
        409,
        "Game not running",
        "The game has not started yet, or it is over.",
        "Read `status` of the game. A game that is over has a result.",
    ),
    "seat-taken": ProblemType(
        409,
        "Seat taken",
        "Another player has this seat.",
        "Read the game, and take a seat whose `player` is null.",
    ),
    "seat-free": ProblemType(
        409,
        "Seat free",
        "The seat has no player who could leave it.",
        "No action is needed.",
    ),
    "seats-free": ProblemType(
        409,
        "Free seats",
        "A game can start only when all its seats are taken.",
        "Wait for players, or put bots on the free seats with PUT …/seats/{seat}.",
    ),
    "already-seated": ProblemType(
        409,
        "Already seated",
        "You have a seat in this game. A player can have one seat per game, and the entropy of a seat does not change "
        "while its player has it.",
        "Play from your seat, or leave it first.",
    ),
    "seat-not-yours": ProblemType(
        409,
        "Seat of another player",
        "You have resigned from this seat, or another player has it.",
        "Read the game: `seats` lists the player of each seat.",
    ),
    "game-not-over": ProblemType(
        409,
        "Game not over",
        "The result and the analysis exist only after the end of the game.",
        "Follow the game, and retry when `is_over` is true in its events.",
    ),
    "not-possible": ProblemType(
        409,
        "Not possible now",
        "The state of the game, receiver or service does not allow this, such as a vacation in a game without a clock, "
        "a ruling by an owner who plays, or a test of a disabled webhook. `detail` is the reason. The request had no "
        "effect.",
        "Read the resource. `detail` says what has to change first, if anything can.",
    ),
    "version-changed": ProblemType(
        412,
        "Game version changed",
        "The version of the game differs from the version in If-Match. The command was not executed.",
        "Read the view and the decisions again before you decide. You can omit If-Match: the id of the decision "
        "already prevents an answer to another decision.",
    ),
    "beyond-the-end": ProblemType(
        416,
        "No such version",
        "The version is after the last event of the game, or before its first one.",
        "The Content-Range header has the last version. To wait for the next event, request events with `wait`.",
    ),
    "unknown-command": ProblemType(
        422,
        "Unknown command",
        "No title has a command of this `type`.",
        "The OpenAPI document lists the commands of each title. `choices` of an open decision has complete commands.",
    ),
    "invalid-option": ProblemType(
        422,
        "Invalid option",
        "The title has no option or profile of this name, or the option does not have this value.",
        "GET /v1/rulesets/{name} lists the options of the title, their values, and the profiles.",
    ),
    "unknown-ruleset": ProblemType(
        422,
        "Unknown title",
        "The service has no title of this name.",
        "GET /v1/rulesets lists the titles.",
    ),
    "unknown-bot": ProblemType(
        422,
        "Unknown bot",
        "The title has no bot of this name.",
        "GET /v1/rulesets/{name} lists the bots of the title.",
    ),
    "seats": ProblemType(
        422,
        "Invalid number of seats",
        "The title does not support this number of players.",
        "GET /v1/rulesets/{name} returns the supported numbers in `seats`.",
    ),
    "data-set": ProblemType(
        422,
        "Unknown data set",
        "The title has no data set of this name.",
        "GET /v1/rulesets/{name} lists the data sets of the title. Omit the field to use the default.",
    ),
    "no-such-seat": ProblemType(
        422,
        "Unknown seat",
        "The game has no seat of this number. Seats are numbered from 0.",
        "Use a seat of the game.",
    ),
    "invalid-entropy": ProblemType(
        422,
        "Invalid entropy",
        "Entropy must be 32 bytes as 64 hexadecimal digits in lower case.",
        "Send 32 random bytes in this form, or omit the field: the server then generates them.",
    ),
    "unknown-player": ProblemType(
        422,
        "Unknown player",
        "No player has this id.",
        "Use the `id` of a player who has signed up. GET /v1/players/{player} reads one.",
    ),
    "data-set-missing": ProblemType(
        503,
        "Data set of the game missing",
        "The file of the data set with which the game was opened has been changed or removed. The game can be neither "
        "shown nor played with other tables. No data is lost.",
        "Contact the operator of the service, who must restore the old file under its old name and restart the "
        "service. A changed file needs a new name. `detail` has both digests.",
    ),
    "damaged": ProblemType(
        503,
        "Stored events damaged",
        "The stored events of this game or tournament are incomplete or changed, for example by a failing disk. It can "
        "be neither shown nor continued, and lists leave it out. Others are not affected.",
        "Contact the operator of the service. It continues when its events are restored from a backup; nobody has to "
        "send anything again.",
    ),
}
