import { Problem } from "./errors.js";
/**
 * 400: Invalid request.
 *
 * The body is not JSON, or a field, parameter or header is missing, unknown, repeated or of the wrong type.
 *
 * Correct the request and send it again. Each item of `errors` names a field of the body by a JSON pointer, or a parameter or header by its name. The request had no effect.
 */
export declare class BadRequest extends Problem {
    static readonly code = "bad-request";
}
/**
 * 401: Valid token required.
 *
 * The request has no token although one is required, or its token is unknown, revoked or expired.
 *
 * Send `Authorization: Bearer <token>`. POST /v1/players returns a first token, POST /v1/me/tokens further ones. To read public resources, omit the header.
 */
export declare class TokenNeeded extends Problem {
    static readonly code = "token-needed";
}
/**
 * 403: Insufficient scope.
 *
 * The token is valid, but it lacks the scope of this operation, such as `games:play`, or it is limited to one seat, game or tournament.
 *
 * Use a token with the scope that `detail` names. POST /v1/me/tokens creates one; an app asks the player again.
 */
export declare class ScopeMissing extends Problem {
    static readonly code = "scope-missing";
}
/**
 * 403: Page of another origin.
 *
 * Requests that start a session, register a passkey, or change something with the cookie of a session, are only accepted from the pages of this site: a page of another site could send them without the knowledge of the player. The header `Origin` has to be the origin of this site; without it, `Sec-Fetch-Site` has to be `same-origin`. A browser sets both.
 *
 * Send a token in `Authorization` instead of the cookie. Sign in, and register passkeys, on the pages of this site: those of the origin in `detail`, which the operator sets as LUDOLOG_ORIGIN. A proxy in front of the service has to pass on these headers.
 */
export declare class ForeignOrigin extends Problem {
    static readonly code = "foreign-origin";
}
/**
 * 403: Not permitted for this player.
 *
 * Only the owner of the game, or a player with a seat in it, may do this; in a tournament, an organiser with a certain role.
 *
 * Use the token of a permitted player, or take a seat first. The owner of a tournament appoints organisers.
 */
export declare class NotYours extends Problem {
    static readonly code = "not-yours";
}
/**
 * 403: Sign-up closed.
 *
 * The operator has closed sign-up: no one can make an account at the moment.
 *
 * Sign in with an account that you have, or ask the operator. GET /v1/site returns `sign_ups`.
 */
export declare class SignUpsClosed extends Problem {
    static readonly code = "sign-ups-closed";
}
/**
 * 403: Code needed to sign up.
 *
 * At this site, players sign up by invitation: with a code that an operator makes. Yours is missing, mistyped, used or expired.
 *
 * Send the code as `invitation`. Ask the operator for one.
 */
export declare class SignUpCodeNeeded extends Problem {
    static readonly code = "sign-up-code-needed";
}
/**
 * 403: Terms not accepted.
 *
 * Whoever plays at this site accepts its terms, and accepts them again when they change.
 *
 * Read the page that `detail` names, and accept its version: with `terms` to sign up, otherwise with PUT /v1/me/terms.
 */
export declare class TermsNotAccepted extends Problem {
    static readonly code = "terms-not-accepted";
}
/**
 * 404: Not found.
 *
 * The resource does not exist, or you may not see it. Both cases have the same response, so that it reveals nothing.
 *
 * Check the path and the ids. For a private game, or for the view of a seat, send the token of a player with that seat.
 */
export declare class NotFound extends Problem {
    static readonly code = "not-found";
}
/**
 * 405: Method not allowed.
 *
 * The path exists, but it does not support this method.
 *
 * Use one of the methods in the `Allow` header.
 */
export declare class MethodNotAllowed extends Problem {
    static readonly code = "method-not-allowed";
}
/**
 * 408: Request body timeout.
 *
 * The body of the request did not arrive in time. The request had no effect.
 *
 * Send the whole request again. Check that Content-Length is the number of bytes in the body.
 */
export declare class BodyLate extends Problem {
    static readonly code = "body-late";
}
/**
 * 409: Token limit reached.
 *
 * The account has the maximum number of valid tokens, including seat tokens. GET /v1/me/limits returns the limit. Revoked and expired tokens do not count.
 *
 * Revoke tokens that you no longer use: GET /v1/me/tokens lists them with their last use. Create new tokens with `expires_at`.
 */
export declare class TokenLimit extends Problem {
    static readonly code = "token-limit";
}
/**
 * 409: Invitation limit reached.
 *
 * The account has the maximum number of valid invitations to all its games. GET /v1/me/limits returns the limit. Withdrawn and expired invitations do not count.
 *
 * Withdraw invitations that you no longer need. Any number of players can use one invitation.
 */
export declare class InvitationLimit extends Problem {
    static readonly code = "invitation-limit";
}
/**
 * 409: Open game limit reached.
 *
 * The account has the maximum number of games that have not started. GET /v1/me/limits returns the limit.
 *
 * Start a game, or cancel one with DELETE /v1/games/{id}. GET /v1/me/games and GET /v1/games?status=open list them.
 */
export declare class OpenGameLimit extends Problem {
    static readonly code = "open-game-limit";
}
/**
 * 409: Guest limit reached.
 *
 * The account has the maximum number of guests in games that are not over. GET /v1/me/limits returns the limit.
 *
 * Finish or cancel a game with guests, or ask players to sign up and invite them.
 */
export declare class GuestLimit extends Problem {
    static readonly code = "guest-limit";
}
/**
 * 409: Limit reached.
 *
 * The account, game or tournament has the maximum number of these, such as passkeys, pings, webhooks, calendar links, tournaments that are not over, or rulings. `detail` names the limit.
 *
 * Delete, revoke or end one that you no longer need.
 */
export declare class LimitReached extends Problem {
    static readonly code = "limit-reached";
}
/**
 * 409: Passkeys unavailable at this address.
 *
 * A passkey belongs to a domain name. Browsers accept none for an IP address.
 *
 * Open the site under its name, such as http://localhost:8000 instead of http://127.0.0.1:8000, or sign in with a token.
 */
export declare class PasskeysUnavailable extends Problem {
    static readonly code = "passkeys-unavailable";
}
/**
 * 409: Name taken.
 *
 * Another player has this name. Two names are the same if they differ only in case, in compatibility variants (NFKC), or in letters that look alike, such as a Latin and a Cyrillic letter.
 *
 * Send another name. PUT /v1/me/name changes the name of your account at any time.
 */
export declare class NameTaken extends Problem {
    static readonly code = "name-taken";
}
/**
 * 409: Command against the rules.
 *
 * A rule of the title forbids this command, or a rule of tournaments this act. `rule` is its number, `rule_title` its title, `rule_url` its text, and `detail` the reason. Nothing has changed.
 *
 * In a game, send one of the commands in `legal` with the same decision. If a command has a `range`, the field that it names may have any number of the range. In a tournament, `you_may` lists the acts that are possible for you now; `errors` names a field that has to change.
 */
export declare class Refused extends Problem {
    static readonly code = "refused";
}
/**
 * 409: Decision not open.
 *
 * The decision has been answered, perhaps from another of your devices, or it is not your turn. The request had no effect.
 *
 * `decision` is the id of your open decision, or null. Read the decisions again before you answer. GET …/commands/{key} returns the outcome of an earlier command.
 */
export declare class DecisionClosed extends Problem {
    static readonly code = "decision-closed";
}
/**
 * 409: No decision to take back.
 *
 * Your last decision is final: another seat has decided since, it drew or disclosed something, or a hint, a vacation, a return, a resignation or a ruling has followed. Or `decision` is not your last decision, or the game was opened with `take_back` false, which is the default of rated games. The request had no effect.
 *
 * Read the decisions: `take_back` is the id of the decision that you can take back, or null.
 */
export declare class NothingToTakeBack extends Problem {
    static readonly code = "nothing-to-take-back";
}
/**
 * 409: Game paused.
 *
 * The owner has paused the game. No decision is accepted until it continues, and all clocks are stopped.
 *
 * Wait until `paused_until` of the game, or until its owner resumes it.
 */
export declare class GamePaused extends Problem {
    static readonly code = "game-paused";
}
/**
 * 409: Seat reserved.
 *
 * The seat is reserved for another player, or for the holder of an invitation to this seat.
 *
 * Take a seat whose `reserved` is null. If you have an invitation to the seat, send it as `Ludolog-Invitation`. Substitutes can take reserved seats that are still free at `starts_at`.
 */
export declare class SeatReserved extends Problem {
    static readonly code = "seat-reserved";
}
/**
 * 409: Rated game.
 *
 * The game was opened as a rated one: only players who have signed up may play, without bots and guests.
 *
 * Take the seat with your own token. For a game with bots or guests, open one with `rated` false.
 */
export declare class RatedGame extends Problem {
    static readonly code = "rated-game";
}
/**
 * 409: Game not started.
 *
 * The game had not started at this version, so it has no view.
 *
 * Wait until the status of the game is `running`, or request a later version.
 */
export declare class NotStarted extends Problem {
    static readonly code = "not-started";
}
/**
 * 409: Game already started or over.
 *
 * Players can take and leave seats, and the owner can start or cancel a game, only while its status is `open`.
 *
 * Read the game. To leave a running game, resign from your seat.
 */
export declare class GameNotOpen extends Problem {
    static readonly code = "game-not-open";
}
/**
 * 409: Game not running.
 *
 * The game has not started yet, or it is over.
 *
 * Read `status` of the game. A game that is over has a result.
 */
export declare class GameNotRunning extends Problem {
    static readonly code = "game-not-running";
}
/**
 * 409: Seat taken.
 *
 * Another player has this seat.
 *
 * Read the game, and take a seat whose `player` is null.
 */
export declare class SeatTaken extends Problem {
    static readonly code = "seat-taken";
}
/**
 * 409: Seat free.
 *
 * The seat has no player who could leave it.
 *
 * No action is needed.
 */
export declare class SeatFree extends Problem {
    static readonly code = "seat-free";
}
/**
 * 409: Free seats.
 *
 * A game can start only when all its seats are taken.
 *
 * Wait for players, or put bots on the free seats with PUT …/seats/{seat}.
 */
export declare class SeatsFree extends Problem {
    static readonly code = "seats-free";
}
/**
 * 409: Already seated.
 *
 * You have a seat in this game. A player can have one seat per game, and the entropy of a seat does not change while its player has it.
 *
 * Play from your seat, or leave it first.
 */
export declare class AlreadySeated extends Problem {
    static readonly code = "already-seated";
}
/**
 * 409: Seat of another player.
 *
 * You have resigned from this seat, or another player has it.
 *
 * Read the game: `seats` lists the player of each seat.
 */
export declare class SeatNotYours extends Problem {
    static readonly code = "seat-not-yours";
}
/**
 * 409: Game not over.
 *
 * The result and the analysis exist only after the end of the game.
 *
 * Follow the game, and retry when `is_over` is true in its events.
 */
export declare class GameNotOver extends Problem {
    static readonly code = "game-not-over";
}
/**
 * 409: Not possible now.
 *
 * The state of the game, receiver or service does not allow this, such as a vacation in a game without a clock, a ruling by an owner who plays, or a test of a disabled webhook. `detail` is the reason. The request had no effect.
 *
 * Read the resource. `detail` says what has to change first, if anything can.
 */
export declare class NotPossible extends Problem {
    static readonly code = "not-possible";
}
/**
 * 410: Cursor expired.
 *
 * The events after this cursor are no longer complete: old events of streams are deleted.
 *
 * Open the stream without a cursor, wait for its event `ready`, and read the list: GET /v1/me/games or GET /v1/games.
 */
export declare class CursorExpired extends Problem {
    static readonly code = "cursor-expired";
}
/**
 * 412: Game version changed.
 *
 * The version of the game differs from the version in If-Match. The command was not executed.
 *
 * Read the view and the decisions again before you decide. You can omit If-Match: the id of the decision already prevents an answer to another decision.
 */
export declare class VersionChanged extends Problem {
    static readonly code = "version-changed";
}
/**
 * 413: Request too large.
 *
 * The body is larger than 65,536 bytes (64 KiB).
 *
 * Send a smaller body. Every command of every title is far below the limit.
 */
export declare class TooLarge extends Problem {
    static readonly code = "too-large";
}
/**
 * 415: Unsupported media type.
 *
 * Bodies must be JSON in UTF-8 without a content coding. Patch formats are not supported. A bundle must be newline-delimited JSON.
 *
 * Send the body with `Content-Type: application/json`, without `Content-Encoding`.
 */
export declare class MediaType extends Problem {
    static readonly code = "media-type";
}
/**
 * 416: No such version.
 *
 * The version is after the last event of the game, or before its first one.
 *
 * The Content-Range header has the last version. To wait for the next event, request events with `wait`.
 */
export declare class BeyondTheEnd extends Problem {
    static readonly code = "beyond-the-end";
}
/**
 * 422: Invalid name.
 *
 * A name or label needs a visible character. It must not contain control, zero-width or bidirectional characters, or more than two combining marks in a row.
 *
 * Send another name or label. `detail` names the invalid character.
 */
export declare class InvalidName extends Problem {
    static readonly code = "invalid-name";
}
/**
 * 422: Invalid value.
 *
 * A field has the right type, but its value is not allowed, contradicts another field, or does not fit the title: of a clock, a ruling, the terms of a game or tournament, a receiver, or a time. The request had no effect.
 *
 * Correct the field that `errors` names, as `detail` says, and send the request again.
 */
export declare class InvalidValue extends Problem {
    static readonly code = "invalid-value";
}
/**
 * 422: Passkey not accepted.
 *
 * The challenge is expired, used or for another purpose or player; the answer of the authenticator is for another site or has an invalid signature or counter; or the passkey is unknown, or registered already.
 *
 * Request new options and ask the authenticator again. If the passkey was deleted, use another one, or sign in with a token.
 */
export declare class PasskeyRefused extends Problem {
    static readonly code = "passkey-refused";
}
/**
 * 422: Invalid idempotency key.
 *
 * The idempotency key of a sign-up is as secret as the token that it returns, and that of a sign-in as the session, so it must be long and random.
 *
 * Use at least 32 random characters, or omit the key.
 */
export declare class InvalidKey extends Problem {
    static readonly code = "invalid-key";
}
/**
 * 422: Idempotency key reused.
 *
 * An earlier, different request had this Idempotency-Key. This request had no effect.
 *
 * Use a new key for each new request, and the same key only to retry the same request.
 */
export declare class KeyReused extends Problem {
    static readonly code = "key-reused";
}
/**
 * 422: Unknown command.
 *
 * No title has a command of this `type`.
 *
 * The OpenAPI document lists the commands of each title. `choices` of an open decision has complete commands.
 */
export declare class UnknownCommand extends Problem {
    static readonly code = "unknown-command";
}
/**
 * 422: Invalid option.
 *
 * The title has no option or profile of this name, or the option does not have this value.
 *
 * GET /v1/rulesets/{name} lists the options of the title, their values, and the profiles.
 */
export declare class InvalidOption extends Problem {
    static readonly code = "invalid-option";
}
/**
 * 422: Unknown title.
 *
 * The service has no title of this name.
 *
 * GET /v1/rulesets lists the titles.
 */
export declare class UnknownRuleset extends Problem {
    static readonly code = "unknown-ruleset";
}
/**
 * 422: Unknown bot.
 *
 * The title has no bot of this name.
 *
 * GET /v1/rulesets/{name} lists the bots of the title.
 */
export declare class UnknownBot extends Problem {
    static readonly code = "unknown-bot";
}
/**
 * 422: Invalid number of seats.
 *
 * The title does not support this number of players.
 *
 * GET /v1/rulesets/{name} returns the supported numbers in `seats`.
 */
export declare class Seats extends Problem {
    static readonly code = "seats";
}
/**
 * 422: Unknown data set.
 *
 * The title has no data set of this name.
 *
 * GET /v1/rulesets/{name} lists the data sets of the title. Omit the field to use the default.
 */
export declare class DataSet extends Problem {
    static readonly code = "data-set";
}
/**
 * 422: Unknown seat.
 *
 * The game has no seat of this number. Seats are numbered from 0.
 *
 * Use a seat of the game.
 */
export declare class NoSuchSeat extends Problem {
    static readonly code = "no-such-seat";
}
/**
 * 422: Invalid entropy.
 *
 * Entropy must be 32 bytes as 64 hexadecimal digits in lower case.
 *
 * Send 32 random bytes in this form, or omit the field: the server then generates them.
 */
export declare class InvalidEntropy extends Problem {
    static readonly code = "invalid-entropy";
}
/**
 * 422: Unknown player.
 *
 * No player has this id.
 *
 * Use the `id` of a player who has signed up. GET /v1/players/{player} reads one.
 */
export declare class UnknownPlayer extends Problem {
    static readonly code = "unknown-player";
}
/**
 * 429: Sign-up limit of this address reached.
 *
 * The numbers of sign-ups within an hour from one address, and from one network, are limited.
 *
 * Retry after the number of seconds in Retry-After. To play on behalf of others, use guests and seat tokens of one account.
 */
export declare class SignUpLimit extends Problem {
    static readonly code = "sign-up-limit";
}
/**
 * 429: Too many open streams.
 *
 * The number of open streams is limited for each account, and for each address without a token.
 *
 * Close streams that you no longer read. GET /v1/me/stream covers all games of an account.
 */
export declare class TooManyStreams extends Problem {
    static readonly code = "too-many-streams";
}
/**
 * 429: Too many concurrent uploads.
 *
 * The number of concurrent uploads is limited for each token, account and address. The bundle was not verified.
 *
 * Wait for the response to an upload before you send the next one.
 */
export declare class TooManyUploads extends Problem {
    static readonly code = "too-many-uploads";
}
/**
 * 429: Too many requests.
 *
 * The number of requests per minute is limited for each token, for all tokens of an account together, and for each address. GET /v1/me/limits returns the limits. Tests of receivers, e-mails with confirmations, and analyses that an account waits for have limits of their own, which `detail` names.
 *
 * Retry after the number of seconds in Retry-After; without it, when an analysis is done. Use `wait` or the stream instead of polling.
 */
export declare class TooManyRequests extends Problem {
    static readonly code = "too-many-requests";
}
/**
 * 451: Game removed from public view.
 *
 * The operator of this site has removed the game from public view, such as by a court order (RFC 7725). Its log is unchanged. Its players and its owner still see it.
 *
 * If you play this game, send your token. Otherwise ask the operator of this site.
 */
export declare class Withheld extends Problem {
    static readonly code = "withheld";
}
/**
 * 500: Internal error.
 *
 * The service failed to process the request. Its log has the details.
 *
 * Retry later with the same Idempotency-Key: a request that was executed is not executed again.
 */
export declare class Internal extends Problem {
    static readonly code = "internal";
}
/**
 * 501: Format not supported.
 *
 * The format that `format` names is not one in which this resource exists. oEmbed 1.0 requires this status.
 *
 * Omit `format`, or send `format=json`.
 */
export declare class FormatNotSupported extends Problem {
    static readonly code = "format-not-supported";
}
/**
 * 503: Maintenance.
 *
 * The operator has put the site into maintenance: everything can be read, and nothing changes. Clocks do not run out.
 *
 * Retry after the number of seconds in Retry-After. GET /v1/site returns the reason and the probable end.
 */
export declare class Maintenance extends Problem {
    static readonly code = "maintenance";
}
/**
 * 503: Service unavailable.
 *
 * The service cannot read or write its database at the moment, or too many analyses by the engine wait.
 *
 * Retry later with the same Idempotency-Key, after the number of seconds in Retry-After if it is present.
 */
export declare class Unavailable extends Problem {
    static readonly code = "unavailable";
}
/**
 * 503: Data set of the game missing.
 *
 * The file of the data set with which the game was opened has been changed or removed. The game can be neither shown nor played with other tables. No data is lost.
 *
 * Contact the operator of the service, who must restore the old file under its old name and restart the service. A changed file needs a new name. `detail` has both digests.
 */
export declare class DataSetMissing extends Problem {
    static readonly code = "data-set-missing";
}
/**
 * 503: Stored events damaged.
 *
 * The stored events of this game or tournament are incomplete or changed, for example by a failing disk. It can be neither shown nor continued, and lists leave it out. Others are not affected.
 *
 * Contact the operator of the service. It continues when its events are restored from a backup; nobody has to send anything again.
 */
export declare class Damaged extends Problem {
    static readonly code = "damaged";
}
/**
 * 416: No such range.
 *
 * The file has none of the bytes that the header `Range` asks for: the range begins at the end of the file, or after it. This is also the answer if the file was loaded completely before.
 *
 * Compare the size of what you have with `Content-Range`. To load the file again, omit `Range`.
 */
export declare class RangeMissing extends Problem {
    static readonly code = "range-missing";
}
/**
 * 403: Account suspended.
 *
 * A moderator has suspended the account: it may only read, or not even that. `detail` has the reason and the end.
 *
 * GET /v1/me/standing returns the reason and the end. You may still sign out, revoke tokens, and delete the account.
 */
export declare class Suspended extends Problem {
    static readonly code = "suspended";
}
/**
 * 403: Role missing.
 *
 * Only operators of this site may do this, or moderators, as `detail` says.
 *
 * Ask an operator to grant you the role: at /desk, or with `ludolog people grant NAME moderator`.
 */
export declare class RoleMissing extends Problem {
    static readonly code = "role-missing";
}
/**
 * 403: Session of a passkey needed.
 *
 * This needs a session that was started with a passkey to which no token has led: a token that was copied must not give roles away, and registers passkeys, too. A passkey counts that was registered in the session of the sign-up, or before the command line granted the role, or in a session of such a passkey.
 *
 * Sign in with such a passkey, and repeat this on the pages of this site. If you have none, register one on the page of your account, and ask who runs the service to revoke your role and grant it again with `ludolog people`, which needs no passkey.
 */
export declare class PasskeyMissing extends Problem {
    static readonly code = "passkey-missing";
}
/**
 * 409: No hint.
 *
 * The game has no hints: it is rated, or was opened without `hints`. Or the open decision is not yours to make. `detail` is the reason. The request had no effect.
 *
 * Read `hints` of the game. A seat can take a hint for its open decision, in a game that has hints.
 */
export declare class NoHints extends Problem {
    static readonly code = "no-hints";
}
/** All of them. */
export declare const PROBLEMS: readonly (typeof Problem)[];
