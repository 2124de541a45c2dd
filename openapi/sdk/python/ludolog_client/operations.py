# Generated from openapi/openapi.json by `uv run python -m tests.contract.sdk`.
"""A method for each operation of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from ludolog_client.requests import Pages, Requests, quoted
from ludolog_client.streams import Stream

if TYPE_CHECKING:
    from ludolog_client import types


class Operations(Requests):
    """The operations of the API. Each raises a `Problem` if it is refused, and `NoAnswer` without an answer."""

    def jwks(self) -> types.JwkSet:
        """Return the public keys of the service as JSON Web Keys (RFC 7517, RFC 8037): the current key, then older ones.

        Store the keys that you trust: a signature proves something only if you know the key from another source.

        Keys rarely change. Store them with the receipts and bundles that they signed.
        """
        return self._ask('GET', "/.well-known/jwks.json")

    def player_badge(self, player: str, picture: str, *, lang: str | None = None) -> bytes:
        """Return a picture with the rating and the rated games of a player in a title: `giganten.svg`.

        If the player or the title is unknown, a request whose `Accept` names images and includes SVG gets a 404 picture.

        `player`: The id of the player, with or without `player:`.

        `picture`: The name of the picture: the title or the id of the tournament, with `.svg`, as in `giganten.svg`.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('GET', f"/badge/players/{quoted(player)}/{quoted(picture)}", query={"lang": lang}, accept='image/svg+xml')

    def tournament_badge(self, picture: str, *, lang: str | None = None) -> bytes:
        """Return a picture with the state of a public tournament and its leader or winner: the id with `.svg`.

        If it is unknown, a request whose `Accept` names images and includes SVG gets a 404 picture.

        `picture`: The name of the picture: the title or the id of the tournament, with `.svg`, as in `giganten.svg`.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('GET', f"/badge/tournaments/{quoted(picture)}", query={"lang": lang}, accept='image/svg+xml')

    def embedded_game(self, game: str, *, at: int | None = None, as_: str | None = None, follow: Literal['0', '1'] | None = None, theme: Literal['light', 'dark'] | None = None, lang: str | None = None, fit: Literal['0', '1'] | None = None) -> bytes:
        """Return the board and the scores of a public game as a page. For a frame of another site. It uses no cookies, and shows what every visitor may see.

        `game`: The id of the game, a UUID.

        `at`: The version that is shown; by default the current one, live.

        `as_`: The viewer of a finished game: `public`, `full` or `seat:N`.

        `follow`: With `0`, without live events.

        `theme`: `light` or `dark`; by default that of the device.

        `lang`: The language: `en`, `de` or `it`; by default that of Accept-Language.

        `fit`: With `1`, the embed is exactly as high as its frame.
        """
        return self._ask('GET', f"/embed/games/{quoted(game)}", query={"at": at, "as": as_, "follow": follow, "theme": theme, "lang": lang, "fit": fit}, accept='text/html')

    def game_picture(self, game: str, *, at: int | None = None, lang: str | None = None) -> bytes:
        """Return a picture of a public game, 1200 pixels wide and 630 high, with the map, its pieces, names and scores. A service with the extra `pictures` also has `picture.png`.

        `game`: The id of the game, a UUID.

        `at`: The version that is shown; by default the current one, live.

        `lang`: The language: `en`, `de` or `it`; by default that of Accept-Language.
        """
        return self._ask('GET', f"/embed/games/{quoted(game)}/picture.svg", query={"at": at, "lang": lang}, accept='image/svg+xml')

    def embedded_leaderboard(self, name: str, *, theme: Literal['light', 'dark'] | None = None, lang: str | None = None, fit: Literal['0', '1'] | None = None) -> bytes:
        """Return the first players of the leaderboard of a title as a page. For a frame of another site. It uses no cookies, and shows what every visitor may see.

        `name`: The name of the title, such as `giganten`.

        `theme`: `light` or `dark`; by default that of the device.

        `lang`: The language: `en`, `de` or `it`; by default that of Accept-Language.

        `fit`: With `1`, the embed is exactly as high as its frame.
        """
        return self._ask('GET', f"/embed/leaderboards/{quoted(name)}", query={"theme": theme, "lang": lang, "fit": fit}, accept='text/html')

    def embedded_results(self, *, title: str | None = None, theme: Literal['light', 'dark'] | None = None, lang: str | None = None, fit: Literal['0', '1'] | None = None) -> bytes:
        """Return the newest results, of all titles or of one, as a page. For a frame of another site. It uses no cookies, and shows what every visitor may see.

        `title`: Only results of this title, such as `giganten`.

        `theme`: `light` or `dark`; by default that of the device.

        `lang`: The language: `en`, `de` or `it`; by default that of Accept-Language.

        `fit`: With `1`, the embed is exactly as high as its frame.
        """
        return self._ask('GET', "/embed/results", query={"title": title, "theme": theme, "lang": lang, "fit": fit}, accept='text/html')

    def embedded_tournament(self, tournament: str, *, theme: Literal['light', 'dark'] | None = None, lang: str | None = None, fit: Literal['0', '1'] | None = None) -> bytes:
        """Return the current round and the standings of a public tournament as a page. For a frame of another site. It uses no cookies, and shows what every visitor may see.

        `tournament`: The id of the tournament, a UUID.

        `theme`: `light` or `dark`; by default that of the device.

        `lang`: The language: `en`, `de` or `it`; by default that of Accept-Language.

        `fit`: With `1`, the embed is exactly as high as its frame.
        """
        return self._ask('GET', f"/embed/tournaments/{quoted(tournament)}", query={"theme": theme, "lang": lang, "fit": fit}, accept='text/html')

    def live(self) -> types.Health:
        """Return immediately.

        Returns 200 while the process runs. Does not access the database.
        """
        return self._ask('GET', "/health/live")

    def ready(self) -> types.Health:
        """Check that the store answers and accepts writes, that its disk has space, and that bots and due work run.

        A client outside of the operator's networks learns no reason.

        Returns 200 if games can be played. Accesses the database.
        """
        return self._ask('GET', "/health/ready")

    def embed_script(self) -> bytes:
        """Return the custom elements `<ludolog-game>`, `-leaderboard`, `-results` and `-tournament`."""
        return self._ask('GET', "/ludolog.js", accept='text/javascript')

    def oembed(self, *, url: str | None = None, maxwidth: int | None = None, maxheight: int | None = None, format: Literal['json'] | None = None, lang: str | None = None) -> types.OEmbedReply:
        """Return the frame that shows a page of this site, as oEmbed 1.0 describes it.

        `url`: The address of a page of this site: a game, a tournament, a leaderboard or the results.

        `maxwidth`: The room that the embed has, in pixels.

        `maxheight`: The room that the embed has, in pixels.

        `format`: Only `json`; the status for others is 501, as oEmbed requires.

        `lang`: The language: `en`, `de` or `it`; by default that of Accept-Language.
        """
        return self._ask('GET', "/oembed", query={"url": url, "maxwidth": maxwidth, "maxheight": maxheight, "format": format, "lang": lang})

    def index(self) -> types.Index:
        """Return the release of the service, and the paths of its documents and main resources.

        The list of all operations is the document `openapi`.
        """
        return self._ask('GET', "/v1")

    def challenges(self, *, open: bool | None = None, limit: int | None = None, cursor: str | None = None) -> Pages[types.ChallengeReply]:
        """Return the challenges and rematches of yours and to you that wait for answers, the last changed first.

        The token of a seat has none.

        `open`: With `false`, also those of the last 30 days that have ended.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', "/v1/challenges", query={"open": open, "limit": limit, "cursor": cursor})

    def challenge(self, body: types.NewChallenge, *, key: str | None = None) -> types.ChallengeReply:
        """Challenge one to three players, by name or id, to a game with these terms. Bots may have further seats.

        When all have accepted, the game begins at once with everyone seated; its id is that of the challenge. One player
        who declines ends the challenge. The streams of the players send `challenge` for each change. In a rated game nobody
        rules, also not you.

        Above a limit the response is 429 with `Retry-After`: for an account, for one in its first day, and for challenges
        to one player without a game.
        """
        return self._ask('POST', "/v1/challenges", body=body, key=key)

    def read_challenge(self, challenge: str) -> types.ChallengeReply:
        """Return a challenge of yours or to you, or the pairing of a pool, as it is now. Only its players can read it.

        `challenge`: The id of a challenge to you, or of yours.
        """
        return self._ask('GET', f"/v1/challenges/{quoted(challenge)}")

    def cancel_challenge(self, challenge: str) -> None:
        """Take back a challenge of yours, or your request for a rematch. A repetition does nothing. There is no body.

        `challenge`: The id of a challenge to you, or of yours.
        """
        return self._ask('DELETE', f"/v1/challenges/{quoted(challenge)}")

    def accept_challenge(self, challenge: str) -> types.ChallengeReply:
        """Accept a challenge or a rematch. With the last player the game begins, and its clock; its id is `game`.

        A repetition does nothing.

        `challenge`: The id of a challenge to you, or of yours.
        """
        return self._ask('POST', f"/v1/challenges/{quoted(challenge)}/acceptances")

    def decline_challenge(self, challenge: str, body: types.Refusal) -> types.ChallengeReply:
        """Decline a challenge or a rematch, with one of five reasons, which the others see. A repetition does nothing.

        `challenge`: The id of a challenge to you, or of yours.
        """
        return self._ask('POST', f"/v1/challenges/{quoted(challenge)}/refusals", body=body)

    def clocks(self, *, lang: str | None = None) -> types.ClockPresets:
        """Return the clocks that a new game can name. `lang` or `Accept-Language` chooses the language of their texts.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('GET', "/v1/clocks", query={"lang": lang})

    def confirm_digest(self, body: types.Confirmation) -> types.DigestReply:
        """Confirm an address by the token in the link. It needs no session: the e-mail may be read on another device."""
        return self._ask('POST', "/v1/digests/confirmations", body=body)

    def end_digest_by_link(self, unsubscription: str) -> None:
        """Delete the daily e-mail to which a link belongs: the one-click request of mail programs (RFC 8058).

        The body is ignored. It needs no session, and can be repeated.

        `unsubscription`: The token in the link of an e-mail.
        """
        return self._ask('POST', f"/v1/digests/unsubscriptions/{quoted(unsubscription)}")

    def games(self, *, status: Literal['open', 'running', 'ended', 'cancelled', 'abandoned'] | None = None, ruleset: str | None = None, player: str | None = None, owner: str | None = None, tag: str | None = None, tournament: str | None = None, rated: bool | None = None, opponents: str | None = None, since: str | None = None, until: str | None = None, ended_since: str | None = None, ended_until: str | None = None, terms_met: bool | None = None, ids: str | None = None, order: Literal['asc', 'desc'] | None = None, limit: int | None = None, cursor: str | None = None) -> Pages[types.GameRow]:
        """Return the games that you may see, by opening time: public games, and your own private ones.

        With `ended_since` or `ended_until`, the list is ordered by the time of the end; its cursors differ from those of
        the list by opening time. For the next page, use `next` or the header `Link`.

        With `ids`, the reply has those of these games that you may see and that the other filters choose, in the order of
        `ids`, each once. Games that do not exist or are hidden from you are left out. You see a private game under the
        same conditions as with `game`, also by the invitation of the request. `order`, `limit` and `cursor` do not apply.

        `status`: Only games with this status. `cancelled` and `abandoned`, its name in replies, mean the same.

        `ruleset`: Only games of this title, such as `giganten`.

        `player`: Only games in which this player or bot has a seat; `me` for the games in which you do.

        `owner`: Only games that this player opened; `me` for the games that you opened.

        `tag`: Only games with this tag.

        `tournament`: Only games of the tables of this tournament, by its id.

        `rated`: Only games that were opened as rated ones (`true`) or as unrated ones (`false`).

        `opponents`: Only games in which all of these players or bots have a seat, up to 8 ids, separated by commas. With `player`, the games of this player against them.

        `since`: Only games opened at this time (RFC 3339) or later.

        `until`: Only games opened before this time (RFC 3339).

        `ended_since`: Only games that ended, or were cancelled, at this time (RFC 3339) or later. The list is then in the order in which they ended.

        `ended_until`: Only games that ended, or were cancelled, before this time (RFC 3339). The list is then in the order in which they ended.

        `terms_met`: `true`: only games whose `min_completion`, `min_rating` and `max_rating` you meet. Without a token: those that someone meets who has never played.

        `ids`: Up to 100 ids of games, separated by commas.

        `order`: `desc` for newest first, `asc` for oldest first.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', "/v1/games", query={"status": status, "ruleset": ruleset, "player": player, "owner": owner, "tag": tag, "tournament": tournament, "rated": rated, "opponents": opponents, "since": since, "until": until, "ended_since": ended_since, "ended_until": ended_until, "terms_met": terms_met, "ids": ids, "order": order, "limit": limit, "cursor": cursor})

    def open_game(self, body: types.OpenGame, *, key: str | None = None) -> types.GameReply:
        """Open a game and commit to its secret seed. Take your own seat with PUT.

        The reply has the invitations to seats that are reserved for `invitation`. A repetition with the same idempotency
        key returns the same ones.

        Bots can take seats at once. Players take their seats with PUT, and so does the owner. Omitted options have the
        values of the profile.
        """
        return self._ask('POST', "/v1/games", body=body, key=key)

    def open_games(self, body: types.OpenGames, *, key: str | None = None) -> types.OpenedGames:
        """Open up to 200 games, all or none. A repetition with the same idempotency key returns the same games.

        `errors` of a problem names the first game that cannot be opened. Caps count all games of the request.

        All games are opened in one transaction. For a tournament, reserve the seats, and give the games `tags`, `starts_at`
        and a rule for players who do not come: then the service starts them.
        """
        return self._ask('POST', "/v1/games/bulk", body=body, key=key)

    def bundles(self, *, limit: int | None = None, cursor: str | None = None) -> bytes:
        """Return the bundles of public games that are over, as NDJSON: the lines of each one after those of the one before.

        The games are in the order in which their ends are in the log; abandoned games are among them, imported ones are
        not. New games always follow at the end. The header `Ludolog-Next-Cursor` has the cursor after the last bundle: send
        it as `cursor` at once, or at any later time. `Link` has the next page if there are more games now.

        A bundle has the proofs of the transparency log of the site, as the one of a single game has.

        For mirrors and archives. A reply that ends early was interrupted: its last bundle may lack its closing line. Store
        the cursor once the reply is complete. `ludolog verify` reads the reply as a file. Larger amounts are faster as
        files: see [the dumps](/dumps/).

        `limit`: The maximum number of items. A page has at most 300: a larger number counts as 300.

        `cursor`: `next` of the previous page.
        """
        return self._ask('GET', "/v1/games/bundles", query={"limit": limit, "cursor": cursor}, accept='application/x-ndjson')

    def games_stream(self, *, status: Literal['open', 'running', 'ended', 'cancelled', 'abandoned'] | None = None, ruleset: str | None = None, player: str | None = None, owner: str | None = None, tag: str | None = None, rated: bool | None = None, cursor: str | None = None, follow: bool | None = None) -> Stream[types.LobbyEvent | types.Ready]:
        """Send an event when a game that you may see is opened, gains or loses a player, starts, ends or is cancelled.

        With `status`, the stream has the games that had this status before or after the event.

        Open the stream, wait for `ready`, then read GET /v1/games?status=open: nothing is lost in between. Private games
        are sent to their owner, players and invited players only.

        `status`: Only games with this status. `cancelled` and `abandoned`, its name in replies, mean the same.

        `ruleset`: Only games of this title, such as `giganten`.

        `player`: Only games in which this player or bot has a seat; `me` for the games in which you do.

        `owner`: Only games that this player opened; `me` for the games that you opened.

        `tag`: Only games with this tag.

        `rated`: Only games that were opened as rated ones (`true`) or as unrated ones (`false`).

        `cursor`: The `cursor` of an earlier event: only later events are sent. By default the stream begins now.

        `follow`: Whether to wait for further events after the last one.
        """
        return self._stream('GET', "/v1/games/stream", query={"status": status, "ruleset": ruleset, "player": player, "owner": owner, "tag": tag, "rated": rated, "cursor": cursor, "follow": follow})

    def game(self, game: str, *, invitation: str | None = None) -> types.GameReply:
        """Return the status, seats, version and head of a game.

        The response is small and has an ETag: poll it to see whether the game has changed. `awaiting` lists the seats that
        must act.

        `game`: The id of the game, a UUID.
        """
        return self._ask('GET', f"/v1/games/{quoted(game)}", invitation=invitation)

    def abandon_game(self, game: str, *, key: str | None = None) -> None:
        """Cancel a game before its start. It remains listed as abandoned, and its secrets become public.

        Only the owner can cancel a game, and only before its start. The response has no body.

        `game`: The id of the game, a UUID.
        """
        return self._ask('DELETE', f"/v1/games/{quoted(game)}", key=key)

    def analysis(self, game: str, *, invitation: str | None = None) -> types.GameAnalysis:
        """Return luck, scores over time, what was paid and returned, and the time used.

        Luck compares each draw with its exact expectation at the table before it. The analysis follows from the log alone:
        `ludolog analyse` computes the same bytes from the bundle.

        `words` of the title has the names of measures, kinds, amounts and outcomes. The analysis of a game does not change,
        so that it may be cached.

        `game`: The id of the game, a UUID.
        """
        return self._ask('GET', f"/v1/games/{quoted(game)}/analysis", invitation=invitation)

    def engine_analysis(self, game: str, level: str, *, invitation: str | None = None) -> types.EngineAnalysis:
        """Return winning chances, and choices that cost some, given what the seat could know.

        `ludolog analyse --engine` computes the same bytes from the bundle.

        With 202 it waits or runs: ask again after the seconds in Retry-After. While the analysis of an earlier release is
        made again, the reply is that one, with Retry-After.

        `game`: The id of the game, a UUID.

        `level`: The level of the engine: `glance`, `quick` or `deep`.
        """
        return self._ask('GET', f"/v1/games/{quoted(game)}/analysis/{quoted(level)}", invitation=invitation)

    def ask_engine(self, game: str, level: str, *, invitation: str | None = None) -> types.EngineProgress:
        """Start the analysis of a finished game at a level (`glance`, `quick`, `deep`), unless it is there.

        `game`: The id of the game, a UUID.

        `level`: The level of the engine: `glance`, `quick` or `deep`.
        """
        return self._ask('PUT', f"/v1/games/{quoted(game)}/analysis/{quoted(level)}", invitation=invitation)

    def bundle(self, game: str, *, as_: str | None = None, format: int | None = None, invitation: str | None = None) -> bytes:
        """Return the log of a game as a file: a header, one line per event, and a signed closing line (SPEC.md 5).

        The bundle of a running game contains what you may see. Once the game is over, it contains all secrets and the seed.
        It also contains the proofs that the transparency log of the site has the game. It does not change any more, apart
        from the signature in its last line, which a new signing key of the site makes again. Both files verify.

        Download it when the game is over, and verify it offline with `ludolog verify`, or with
        [verify.mjs](/docs/verify.mjs), which runs in Node.js and in browsers. [SPEC.md](/docs/SPEC.md) specifies the
        format.

        `game`: The id of the game, a UUID.

        `as_`: The viewer: `public`, `seat:N` or `full`; by default `full` once the game is over.

        `format`: The highest format of the file: 1 leaves out the proofs of the transparency log.
        """
        return self._ask('GET', f"/v1/games/{quoted(game)}/bundle", query={"as": as_, "format": format}, invitation=invitation, accept='application/x-ndjson')

    def command(self, game: str, body: types.NewCommand, *, lang: str | None = None, key: str | None = None, if_match: str | None = None) -> types.Accepted:
        """Answer an open decision of your seat with a command.

        The problem for a command against the rules has the number and title of the rule, and the legal commands.

        A command answers one decision. `decision` prevents an answer to a decision that is no longer open, and `If-Match`
        additionally any change of the game. Send an `Idempotency-Key` with every command, and repeat the same request until
        you have a response: it is executed once. The response has the events that followed, as you see them, and your next
        decision.

        `game`: The id of the game, a UUID.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('POST', f"/v1/games/{quoted(game)}/commands", body=body, query={"lang": lang}, key=key, if_match=if_match)

    def command_by_key(self, game: str, key: str, *, lang: str | None = None) -> types.Accepted:
        """Return the response to the command with this idempotency key, or 404 if it was not accepted.

        Use this operation if the response to a command was lost and you no longer have its body.

        `game`: The id of the game, a UUID.

        `key`: The Idempotency-Key with which the command was sent.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('GET', f"/v1/games/{quoted(game)}/commands/{quoted(key)}", query={"lang": lang})

    def decisions(self, game: str, *, at: int | None = None, as_: str | None = None, lang: str | None = None, invitation: str | None = None) -> types.Decisions:
        """Return the open decisions, with the legal commands of your own seat, or with `as=full` of all seats.

        No decision is open at a version within a batch of events. Questions and choices have a `text` if the request has
        `lang` or `Accept-Language`. The names of players in it are the current ones.

        Your own decision lists every legal command. A client that sends one of them with the id of the decision plays
        legally without knowing the rules. With a language, `text` says the question, and each choice in a few words.
        `cost`, `effect` and `anchors` of a choice help to show it, and a preview says what follows.

        `game`: The id of the game, a UUID.

        `at`: The version of the game, by default the last one.

        `as_`: The viewer: `public`, `seat:N`, or `full` once the game is over.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('GET', f"/v1/games/{quoted(game)}/decisions", query={"at": at, "as": as_, "lang": lang}, invitation=invitation)

    def events(self, game: str, *, cursor: int | None = None, limit: int | None = None, wait: int | None = None, as_: str | None = None, lang: str | None = None, invitation: str | None = None) -> Pages[types.SeenEvent]:
        """Return events in order, as JSON, or with `Accept: application/x-ndjson` as one line per event.

        A viewer always sees the same of an event, also after the game. Once the game is over, `as=full` shows all secrets.
        Each event has a sentence, `text`, if the request has `lang`, or `Accept-Language` for JSON. The names of players in
        it are the current ones.

        Returns the whole history, or the events after a version: continue with `cursor` = `next`. With `wait`, the response
        is sent at the first new event, or without events after this number of seconds (long polling). Only viewers who know
        a secret get `secret` and `salt` of its event. With a language, each event has a `text`; lines (NDJSON) have it only
        with `lang`, because browsers always send `Accept-Language`.

        `game`: The id of the game, a UUID.

        `cursor`: The version of the last known event, such as `next` of the previous page. By default 0.

        `limit`: The maximum number of items. A page has at most 1,000: a larger number counts as 1,000.

        `wait`: The maximum number of seconds to wait for the first event.

        `as_`: The viewer: `public`, `seat:N`, or `full` once the game is over.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._pages('GET', f"/v1/games/{quoted(game)}/events", query={"cursor": cursor, "limit": limit, "wait": wait, "as": as_, "lang": lang}, invitation=invitation)

    def take_hint(self, game: str, body: types.NewHint, *, lang: str | None = None, key: str | None = None) -> types.HintReply:
        """Take a hint for your open decision: the three best choices of the engine, with your winning chance after each.

        Only in games with `hints`, which are never rated. The log gets an event, so that all see that you took a hint; what
        it says is secret until the game is over. The engine gets nothing that your view does not show. A seat has one hint
        for each decision: a further request for the same decision returns it again, and has no effect. All
        earlier decisions are final from then on.

        The reply takes a second or two. The hint stays in the log: `secret` of the event has the choices.

        `game`: The id of the game, a UUID.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('POST', f"/v1/games/{quoted(game)}/hints", body=body, query={"lang": lang}, key=key)

    def invitations(self, game: str, *, limit: int | None = None, cursor: str | None = None) -> Pages[types.InvitationReply]:
        """Return the valid invitations to your game without their secrets.

        The list does not contain the invitations themselves.

        `game`: The id of the game, a UUID.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', f"/v1/games/{quoted(game)}/invitations", query={"limit": limit, "cursor": cursor})

    def invite(self, game: str, body: types.NewInvitation, *, key: str | None = None) -> types.InvitationMade:
        """Create an invitation to your game and return it once. Its holders can see the game and take a seat.

        An invitation to one `seat`, which is reserved for `invitation`, is valid for one player.

        Give the invitation to players who should play or watch a private game. They send it as the header
        `Ludolog-Invitation` together with their own token.

        `game`: The id of the game, a UUID.
        """
        return self._ask('POST', f"/v1/games/{quoted(game)}/invitations", body=body, key=key)

    def withdraw_invitation(self, game: str, invitation_id: str, *, key: str | None = None) -> None:
        """Withdraw an invitation. Players who have taken a seat keep it.

        The response has no body.

        `game`: The id of the game, a UUID.

        `invitation_id`: The id of the invitation (not the invitation itself).
        """
        return self._ask('DELETE', f"/v1/games/{quoted(game)}/invitations/{quoted(invitation_id)}", key=key)

    def logged_game(self, game: str, *, invitation: str | None = None) -> types.LoggedGame:
        """Return the positions of a game in the transparency log of the site, as far as it has them.

        Every game is in the log a few seconds after it was opened, and its end a few seconds after it ended. Imported games
        are not. [SPEC.md](/docs/SPEC.md) specifies the log.

        `game`: The id of the game, a UUID.
        """
        return self._ask('GET', f"/v1/games/{quoted(game)}/log", invitation=invitation)

    def log_proof(self, game: str, *, entry: Literal['opened', 'ended'] | None = None, invitation: str | None = None) -> bytes:
        """Return the proof that the log has the opening or the end of a game, with a signed checkpoint, as text.

        The bundle of a game that is over contains both proofs. This file is for programs that read the formats of C2SP:
        <https://c2sp.org/tlog-proof>.

        `game`: The id of the game, a UUID.

        `entry`: Which entry: the opening of the game, or its end. Default: `ended`.
        """
        return self._ask('GET', f"/v1/games/{quoted(game)}/log-proof", query={"entry": entry}, invitation=invitation, accept='text/plain')

    def messages(self, game: str, *, room: Literal['table', 'spectators'] | None = None, limit: int | None = None, cursor: str | None = None, invitation: str | None = None) -> Pages[types.MessageReply]:
        """Return the messages of one room, newest first.

        Players write at the table. All who may watch the game may read it. Others write in the room `spectators`, which
        players see after the end: before, it needs the token of an account that has not played here. A stream with
        `talk=true` sends new messages; open it first, then read the list.

        `game`: The id of the game, a UUID.

        `room`: Whose messages.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', f"/v1/games/{quoted(game)}/messages", query={"room": room, "limit": limit, "cursor": cursor}, invitation=invitation)

    def write_message(self, game: str, body: types.NewMessageBody, *, key: str | None = None, invitation: str | None = None) -> types.MessageReply:
        """Write in your room: at the table with a seat, otherwise among the spectators. `writes` of `talk` names it.

        Messages are no part of the log or of bundles. The token of a seat writes as the seat. Above a limit the response
        is 429 with `Retry-After`: for a player in one game, for an account, for an address, and between two messages of an
        account in its first day.

        `game`: The id of the game, a UUID.
        """
        return self._ask('POST', f"/v1/games/{quoted(game)}/messages", body=body, key=key, invitation=invitation)

    def remove_message(self, game: str, message: str) -> None:
        """Delete the text of a message of yours. Its place stays. The response has no body.

        `game`: The id of the game, a UUID.

        `message`: The id of a message of yours.
        """
        return self._ask('DELETE', f"/v1/games/{quoted(game)}/messages/{quoted(message)}")

    def game_notes(self, game: str) -> types.GameNotes:
        """Return your notes about a game of yours. No one else can read them, also not after the end.

        `game`: The id of the game, a UUID.
        """
        return self._ask('GET', f"/v1/games/{quoted(game)}/notes")

    def write_game_note(self, game: str, body: types.NewGameNote) -> types.GameNotes:
        """Keep a note about a version of a game of yours, in the place of an earlier one. An empty text deletes it.

        `game`: The id of the game, a UUID.
        """
        return self._ask('PUT', f"/v1/games/{quoted(game)}/notes", body=body)

    def orders(self, game: str) -> types.OrdersReply:
        """Return the orders that you have set for your seat in this game: what each has decided, and why one has ended.

        Nobody else can see them. Those that have decided something are public once the game is over.

        `game`: The id of the game, a UUID.
        """
        return self._ask('GET', f"/v1/games/{quoted(game)}/orders")

    def set_order(self, game: str, body: types.NewOrderBody, *, key: str | None = None) -> types.OrderReply:
        """Decide in advance: when your seat is asked, the service sends the first of your commands that is legal then.

        The oldest order that answers a question decides it. It acts 20 to 300 seconds after the question, or within a
        twentieth of the time that the clock leaves you if that is shorter; the time follows from the secret of the game and
        the id of the decision, and can be checked after the end. Until then you may answer yourself. A question that you
        have taken back is yours to answer.

        The decision is a decision of yours like any other, and nobody sees that an order made it before the end. Then
        `orderDecisions` publishes the orders that have decided something. The reply has a signed commitment to the order.

        `game`: The id of the game, a UUID.
        """
        return self._ask('POST', f"/v1/games/{quoted(game)}/orders", body=body, key=key)

    def order_decisions(self, game: str, *, invitation: str | None = None) -> types.MarkedDecisions:
        """Return which decisions of a finished game were made by standing orders, with these orders and their commitments.

        Before the end the lists are empty, whatever orders there are. With the bundle everybody can check: the statement
        about an order is signed, its head is in the log before the decision, the hash fits the order, and the command is
        the one that the order chooses on the table before. `ludolog verify-orders` does this.

        `game`: The id of the game, a UUID.
        """
        return self._ask('GET', f"/v1/games/{quoted(game)}/orders/decisions", invitation=invitation)

    def cancel_order(self, game: str, order: str, *, key: str | None = None) -> None:
        """End an order of yours. What it has decided stays. An order that has ended stays as it is.

        A decision that is being stored at this moment is not withdrawn. The response has no body.

        `game`: The id of the game, a UUID.

        `order`: The id of the order, a UUID.
        """
        return self._ask('DELETE', f"/v1/games/{quoted(game)}/orders/{quoted(order)}", key=key)

    def pieces(self, game: str, *, at: int | None = None, as_: str | None = None, invitation: str | None = None) -> types.PiecesReply:
        """Return the pieces on the board of the game at a version, as far as the viewer may see them.

        A client can draw any title without code of its own: put each piece at the centre of its `place` in the picture
        `board_url` (`data-x`, `data-y`) plus `offset`, with a side of `size`. Draw `seat` as a colour, `kind` as a symbol
        or a letter, and `text` on it. `closed` places are not in play. With `pieces=true`, `view` and `views` have the same
        in their member `pieces`.

        `game`: The id of the game, a UUID.

        `at`: The version of the game, by default the last one.

        `as_`: The viewer: `public`, `seat:N`, or `full` once the game is over.
        """
        return self._ask('GET', f"/v1/games/{quoted(game)}/pieces", query={"at": at, "as": as_}, invitation=invitation)

    def preview(self, game: str, body: types.NewCommand, *, lang: str | None = None, if_match: str | None = None) -> types.PreviewReply:
        """Return what a command would do: its events as your seat would see them, and what each seat gains and loses.

        The preview stops before a draw, before anything hidden from your seat would show, and at the next decision of any
        seat. Nothing is stored. A command against the rules gets the same problem as if it were sent.

        The request is that of `command`, without an `Idempotency-Key`. What is hidden from your seat has no influence on
        the response: you could work it out yourself. The events have no version, head, seal or salt, because they are not
        stored.

        `game`: The id of the game, a UUID.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('POST', f"/v1/games/{quoted(game)}/previews", body=body, query={"lang": lang}, if_match=if_match)

    def rematch(self, game: str, *, invitation: str | None = None) -> types.RematchReply:
        """Return whether you may ask for a rematch of a game of yours, and who has asked. Others get `may_ask` false.

        `game`: The id of the game, a UUID.
        """
        return self._ask('GET', f"/v1/games/{quoted(game)}/rematches", invitation=invitation)

    def ask_for_rematch(self, game: str) -> types.ChallengeReply:
        """Play again with the same players, bots and terms. The seats rotate: who had seat 1 gets seat 0, and so on.

        The first request asks, the others join. With the last player the new game begins, with everyone seated; its id is
        `game`. A rematch waits 10 minutes after a game with a fast clock, otherwise three days. A repetition does nothing.

        The streams of the players send `challenge`. A rematch can also be declined and accepted like a challenge.

        `game`: The id of the game, a UUID.
        """
        return self._ask('POST', f"/v1/games/{quoted(game)}/rematches")

    def decline_rematch(self, game: str) -> None:
        """Decline the rematch that another player asks for, or take back your own request. The response has no body.

        `game`: The id of the game, a UUID.
        """
        return self._ask('DELETE', f"/v1/games/{quoted(game)}/rematches")

    def resign(self, game: str, *, key: str | None = None) -> types.GameReply:
        """Give up your seat. A bot plays on, and the result shows the resignation.

        A resignation is permanent. A bot plays the seat to the end, unless one player is left of those who started the
        game: then it ends at once, and this player is first (`others_left`). The seat is ranked last, whatever the score of
        the bot, unless the game is adjudicated. If every human player has resigned, nobody wins, and the game is not rated.

        `game`: The id of the game, a UUID.
        """
        return self._ask('POST', f"/v1/games/{quoted(game)}/resignations", key=key)

    def result(self, game: str, *, invitation: str | None = None) -> types.Result:
        """Return the ranking and the scores with their parts, the rule of each part, and the events that changed it.

        Resigned seats are last, unlike in the event `game.ended`, which has the ranking by the rules. The certificate
        signs ranking, scores and parts together with the head of the log. The result of a private rated game is public
        once it has ended: to those who may not see the game, without the events.

        The amounts of `parts` add up to the score, and the amounts of the `events` of a part to the part. An event belongs
        to every part that it changed, of any seat. A seat that the clock gave to a bot counts as resigned if the bot still
        has it at the end, and so does one that a ruling gave up. If a seat is resigned, `places` differs from the places in
        `game.ended`: the event has the ranks by the rules, whereas here resigned seats share the last rank, which is 2 at
        best. The ranks of an adjudicated game stand as given.

        `game`: The id of the game, a UUID.
        """
        return self._ask('GET', f"/v1/games/{quoted(game)}/result", invitation=invitation)

    def make_ruling(self, game: str, body: types.ReplacePlayer | types.GiveUpSeat | types.Adjudicate | types.ExtendClock | types.Pause | types.Resume, *, key: str | None = None) -> types.GameReply:
        """Rule on a running game that you opened. All viewers can read the ruling with its reason and your id.

        `replace_player` takes effect when the new player takes the seat. A player who loses a seat loses its view, its
        tokens and its streams at once. The owner of a game that counts for ratings may not rule on it after playing in it.
        The owner of a game of a tournament may rule on it as the owner or a director of the tournament only.

        The ruling is an event of the game, with its reason and the id of the owner. `replace_player` offers a seat to a
        player who has never had a seat in the game. The player accepts with `takeSeat`, which gives the seat with its
        secrets to the player, or declines with `leaveSeat`. In ratings the seat counts for no player. `give_up_seat` lets a
        bot play on, and the seat ranks last. The ranks of `adjudicate` stand as given. A pause stops all clocks for at most
        30 days. A game has at most 200 rulings and 90 days of pauses.

        `game`: The id of the game, a UUID.
        """
        return self._ask('POST', f"/v1/games/{quoted(game)}/rulings", body=body, key=key)

    def take_seat(self, game: str, seat: int, body: types.SeatRequest | None = None, *, key: str | None = None, invitation: str | None = None) -> types.GameReply:
        """Take a seat, with your own entropy or entropy of the server.

        A repeated request with the same entropy, or without any, changes nothing; with other entropy it returns 409. This
        also holds for bots, guests and substitutes.

        Only the owner of the game may seat a bot or a guest. A guest plays with a token for the seat. The holder of an
        invitation to a reserved seat sends it as `Ludolog-Invitation`. In a running game, a player to whom a ruling offers
        the seat accepts it: the seat keeps its entropy, and that of the request has no effect.

        A player whom the owner has removed from the game stays out of it. So does one who does not meet the terms of the
        game (`min_completion`, `min_rating`, `max_rating`), unless the seat is reserved for this player or an invitation.

        `entropy` is your contribution to the random numbers of the game: with your own 32 random bytes, no one can predict
        the draws. The body is optional.

        `game`: The id of the game, a UUID.

        `seat`: The number of the seat, from 0.
        """
        return self._ask('PUT', f"/v1/games/{quoted(game)}/seats/{quoted(seat)}", body=body, key=key, invitation=invitation)

    def leave_seat(self, game: str, seat: int, *, key: str | None = None) -> None:
        """Leave your seat before the start. The owner of the game may free any seat.

        A player for whom the seat is reserved, or to whom a ruling offers it, declines it. Declining again changes nothing.

        To leave a running game, use POST …/resignations. The response has no body.

        `game`: The id of the game, a UUID.

        `seat`: The number of the seat, from 0.
        """
        return self._ask('DELETE', f"/v1/games/{quoted(game)}/seats/{quoted(seat)}", key=key)

    def return_to_seat(self, game: str, seat: int, *, key: str | None = None) -> types.GameReply:
        """Take your seat back from the bot to which the clock gave it.

        The bot still answers a decision for which the clock has run out. You keep your strikes, so that the next decision
        that you miss gives the seat to the bot again. If the bot still has it at the end, your seat counts as resigned.

        `game`: The id of the game, a UUID.

        `seat`: The number of the seat, from 0.
        """
        return self._ask('POST', f"/v1/games/{quoted(game)}/seats/{quoted(seat)}/returns", key=key)

    def seat_tokens(self, game: str, seat: int, *, limit: int | None = None, cursor: str | None = None) -> Pages[types.SeatTokenReply]:
        """Return the valid tokens for your seat, and the versions of the decisions made with them.

        A browser that has signed in with one of them is listed as a `session`. Sessions end when their token is revoked.
        For the seat of a guest, the owner of the game asks.

        `versions` lists the decisions made with each token.

        `game`: The id of the game, a UUID.

        `seat`: The number of the seat, from 0.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', f"/v1/games/{quoted(game)}/seats/{quoted(seat)}/tokens", query={"limit": limit, "cursor": cursor})

    def make_seat_token(self, game: str, seat: int, body: types.NewSeatToken, *, key: str | None = None) -> types.SeatTokenMade:
        """Create a token that can only play your seat, for a deputy or for your own bot.

        The owner of the game creates the tokens of guests, also after the start, when one is lost, and also if the owner
        plays in the game. So the owner can see the secrets of a guest. The log records the token with each decision.

        The token plays this seat of this game only, and you can revoke it separately.

        `game`: The id of the game, a UUID.

        `seat`: The number of the seat, from 0.
        """
        return self._ask('POST', f"/v1/games/{quoted(game)}/seats/{quoted(seat)}/tokens", body=body, key=key)

    def revoke_seat_token(self, game: str, seat: int, token: str, *, key: str | None = None) -> None:
        """Revoke a token for your seat, and the sessions that were started with it; or end one session.

        Requests with the token return 401 from now on. Decisions made with it remain.

        `game`: The id of the game, a UUID.

        `seat`: The number of the seat, from 0.

        `token`: The id of the token (not the token itself).
        """
        return self._ask('DELETE', f"/v1/games/{quoted(game)}/seats/{quoted(seat)}/tokens/{quoted(token)}", key=key)

    def take_vacation(self, game: str, seat: int, body: types.VacationRequest, *, key: str | None = None) -> types.GameReply:
        """Stop the clock of your seat for a time, from now on, if the clock of the game allows vacation.

        A vacation cannot be ended or extended while it runs. You may decide during it.

        `game`: The id of the game, a UUID.

        `seat`: The number of the seat, from 0.
        """
        return self._ask('POST', f"/v1/games/{quoted(game)}/seats/{quoted(seat)}/vacations", body=body, key=key)

    def start_game(self, game: str, *, key: str | None = None) -> types.GameReply:
        """Start a game with all seats taken, up to the first decision of a player.

        Only the owner can start a game. It advances to the first choice of a player.

        `game`: The id of the game, a UUID.
        """
        return self._ask('POST', f"/v1/games/{quoted(game)}/start", key=key)

    def stream(self, game: str, *, cursor: int | None = None, follow: bool | None = None, as_: str | None = None, awaiting: bool | None = None, talk: bool | None = None, orders: bool | None = None, lang: str | None = None, invitation: str | None = None) -> Stream[types.SeenEvent | types.Awaiting | types.Closing | types.MessageReply | types.OrderReply]:
        """Send each event when it is durable, as server-sent events, or with `Accept: application/x-ndjson` as lines.

        The events are those of `events`, byte for byte. They and open decisions have a `text` only with `lang`. The id of a
        server-sent event is its version. A comment or an empty line every 15 seconds keeps the connection alive.

        After each batch, and once at the beginning, the stream sends the open decisions, with the choices of your own seat
        (`Awaiting`): as a server-sent event `awaiting` without an id, or with `awaiting=true` as a line with the field
        `awaiting`. A client that follows the stream does not need to poll. After the last event of a game the stream sends
        its signed head, and ends: as a server-sent event `statement` with the id of the last version, or as a line without
        `record`. With `follow=false` it ends after the current last event. Reconnect with `Last-Event-ID`, as browsers do:
        no event is lost or repeated. A reconnect after the end returns 204.

        A stream of what the public sees, without `talk` and `orders`, is compressed if `Accept-Encoding` has `gzip`.

        With `talk=true` the stream also sends the messages of the rooms that you may read, as a server-sent event `talk`
        without an id. It begins with what is written after its head was sent: then read the messages of the rooms. A
        message whose text was removed is sent again.

        With `orders=true` the stream of a player also sends the standing orders of the own seat when one acts, ends or is
        set, as a server-sent event `order` without an id.

        `game`: The id of the game, a UUID.

        `cursor`: The version of the last known event, such as `next` of the previous page. By default 0.

        `follow`: Whether to wait for further events after the last one.

        `as_`: The viewer: `public`, `seat:N`, or `full` once the game is over.

        `awaiting`: Whether to send the open decisions after each batch of events; by default only as server-sent events.

        `talk`: Whether to send messages, too, from now on: as server-sent events `talk` without an id, or as lines with the field `talk`.

        `orders`: Whether to send the standing orders of your seat, too, when one acts, ends or is set, from now on: as server-sent events `order` without an id, or as lines with the field `order`.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._stream('GET', f"/v1/games/{quoted(game)}/stream", query={"cursor": cursor, "follow": follow, "as": as_, "awaiting": awaiting, "talk": talk, "orders": orders, "lang": lang}, invitation=invitation)

    def take_back(self, game: str, body: types.NewTakeBack, *, lang: str | None = None, key: str | None = None) -> types.Accepted:
        """Take back the last decision of your seat. The decision is open again under a new id.

        This is possible until another seat decides, or a hint, a vacation, a return, a resignation or a ruling has
        followed, unless the decision drew or disclosed something. The log keeps both.

        `game`: The id of the game, a UUID.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('POST', f"/v1/games/{quoted(game)}/take-backs", body=body, query={"lang": lang}, key=key)

    def talk(self, game: str, *, invitation: str | None = None) -> types.TalkReply:
        """Return who may write, the rooms that you may read, what you have muted and not read, and who is away.

        `game`: The id of the game, a UUID.
        """
        return self._ask('GET', f"/v1/games/{quoted(game)}/talk", invitation=invitation)

    def set_talk(self, game: str, body: types.NewLevel) -> types.TalkReply:
        """Turn talk off, or allow it to players, or to all. The owner and the players may do this.

        A line at the table says who changed it. A tournament may limit what its games allow.

        `game`: The id of the game, a UUID.
        """
        return self._ask('PUT', f"/v1/games/{quoted(game)}/talk", body=body)

    def mark_talk(self, game: str, body: types.NewMark, *, invitation: str | None = None) -> types.MarkReply:
        """Set what holds for you on all your devices: whether you hide the messages, and what you have read.

        `game`: The id of the game, a UUID.
        """
        return self._ask('PUT', f"/v1/games/{quoted(game)}/talk/mine", body=body, invitation=invitation)

    def turn(self, game: str, body: types.NewTurn, *, lang: str | None = None, key: str | None = None, if_match: str | None = None) -> types.TurnAccepted:
        """Answer the decisions of your seat one after another, as far as you know what follows.

        The commands are decided in order, each as if it were sent alone, and stored in one commit with one receipt. The
        service stops before a command that is refused, after a decision that drew or that showed your seat something hidden
        from it, and when your seat is not asked next. `accepted` says how far it came, `stopped_by` why. A first command
        that is refused gets the same problem as one that is sent alone, and nothing is stored.

        `decision` is needed in the first command. In later ones it may be left out: they answer whichever decision of your
        seat is open then.

        `game`: The id of the game, a UUID.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('POST', f"/v1/games/{quoted(game)}/turns", body=body, query={"lang": lang}, key=key, if_match=if_match)

    def verification(self, game: str, *, as_: str | None = None, invitation: str | None = None) -> types.VerificationReply:
        """Return the outcome of every check of SPEC.md 7, including the replay of a game that is over.

        The service verifies its own log here. For independent proof, download the bundle and verify it yourself.

        The replay of a long game takes a moment; the result is cached. [SPEC.md](/docs/SPEC.md) specifies the checks, and
        [verify.mjs](/docs/verify.mjs) runs them on your own machine.

        `game`: The id of the game, a UUID.

        `as_`: The viewer: `public`, `seat:N` or `full`; by default `full` once the game is over.
        """
        return self._ask('GET', f"/v1/games/{quoted(game)}/verification", query={"as": as_}, invitation=invitation)

    def view(self, game: str, *, at: int | None = None, as_: str | None = None, pieces: bool | None = None, invitation: str | None = None) -> types.AnyView:
        """Return the state of the game at a version as the viewer may see it.

        The view contains everything that the viewer may know. Its schema depends on the title, given by `type`. Without
        `as`, the viewer is your seat, or the public. The response has an ETag. With `pieces=true`, it also has what stands
        on the board, so that a client draws a table with one request.

        `game`: The id of the game, a UUID.

        `at`: The version of the game, by default the last one.

        `as_`: The viewer: `public`, `seat:N`, or `full` once the game is over.

        `pieces`: Whether views have `pieces`: what stands on the board, as `pieces` returns it.
        """
        return self._ask('GET', f"/v1/games/{quoted(game)}/view", query={"at": at, "as": as_, "pieces": pieces}, invitation=invitation)

    def views(self, game: str, *, from_: int | None = None, to: int | None = None, as_: str | None = None, pieces: bool | None = None, lang: str | None = None, invitation: str | None = None) -> bytes:
        """Return a line for each version: its event, the scores, and the view as `view` returns it.

        The first line has the whole view. Each further line has a JSON Patch (RFC 6902) to the view of the line before. A
        response has at most 1000 versions; `Link` then has the request for the next ones, which starts with a whole view.
        With `pieces=true`, the views have what stands on the board.

        `game`: The id of the game, a UUID.

        `from_`: The first version, by default the one at which the game started.

        `to`: The last version, by default the last one of the game.

        `as_`: The viewer: `public`, `seat:N`, or `full` once the game is over.

        `pieces`: Whether views have `pieces`: what stands on the board, as `pieces` returns it.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('GET', f"/v1/games/{quoted(game)}/views", query={"from": from_, "to": to, "as": as_, "pieces": pieces, "lang": lang}, invitation=invitation, accept='application/x-ndjson')

    def law(self) -> types.LawDocuments:
        """Return the documents of the operator with their versions, and whether you have accepted the terms.

        Each document is a page: `/law/terms`. Their words, also about age and consent, are the operator's own.
        """
        return self._ask('GET', "/v1/law")

    def leaderboard(self, name: str, *, profile: str | None = None, provisional: bool | None = None, limit: int | None = None, cursor: str | None = None) -> Pages[types.RankedPlayer]:
        """Return the ranked players of a title, best first, as JSON, NDJSON or CSV by `Accept`.

        Players with provisional ratings are in a list of their own (`provisional` true), where `rank` is the place in that
        list. Ranks may change between two pages, so a player may appear twice or not at all. To copy a leaderboard, request
        one page (`limit` up to 1000), or follow `results` and read the ratings of their players.

        `name`: The name of the title, such as `giganten`.

        `profile`: The ratings of games with this profile, by default of all games.

        `provisional`: List the players with provisional ratings instead of the ranked ones.

        `limit`: The maximum number of items. A page has at most 1,000: a larger number counts as 1,000.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', f"/v1/leaderboards/{quoted(name)}", query={"profile": profile, "provisional": provisional, "limit": limit, "cursor": cursor})

    def me(self) -> types.OwnProfile:
        """Return the player of the token with the ratings, and what needs attention.

        Use this operation to check a token.
        """
        return self._ask('GET', "/v1/me")

    def erase(self, body: types.Erasure, *, key: str | None = None) -> None:
        """Delete your name and all your tokens, sessions and passkeys, and give up your seats and your open games.

        Games that you opened and that have not started are cancelled. Bots play on in your running games. You leave your
        tournaments; those that you opened and that have not started are cancelled. A running tournament goes on if it has
        another director, to whom the games of later rounds belong: appoint one first. Otherwise it is finished if all its
        rounds are over, and cancelled if not; its running games go on. Your id, which identifies no person, remains in
        games and tournaments, so that they stay verifiable. The guests whom you have seated are deleted with you, and bots
        play on for them, too. A guest alone is deleted with the seat token. If not all your seats can be found at the
        moment, nothing is deleted and the response is 503: retry later. After any other 503, you may have given up seats
        and roles, and your guests may be deleted, while your account still exists: send the same request again, with the
        same Idempotency-Key.

        `confirm` is your name, so that no program deletes an account by mistake. Deletion needs the scope `account`, which
        is in no bundle. It is permanent, and no other player gets your id. You are removed from the leaderboards at once.
        Games and results keep your id without a name. You resign from running games first. The response has no body.
        """
        return self._ask('DELETE', "/v1/me", body=body, key=key)

    def own_acts(self) -> types.OwnActs:
        """Return the acts that concern you, such as warnings, with the reasons and your appeals."""
        return self._ask('GET', "/v1/me/acts")

    def appeal(self, act: int, body: types.NewAppeal, *, key: str | None = None) -> types.AppealReply:
        """Say why an act that concerns you is wrong. You may do so once for each act.

        Another moderator answers, if there is one. The act stays in force until then.

        `act`: The number of the act, from `ownActs`.
        """
        return self._ask('POST', f"/v1/me/acts/{quoted(act)}/appeals", body=body, key=key)

    def set_away(self, body: types.NewAbsence) -> types.Absence:
        """Show at your tables and on your profile until when you are away; `null` ends it. Clocks run on.

        For a game with clocks, take a vacation instead, if its terms allow one.
        """
        return self._ask('PUT', "/v1/me/away", body=body)

    def blocks(self, *, limit: int | None = None, cursor: str | None = None) -> Pages[types.BlockedPlayer]:
        """Return whom you have blocked, the last one first. No one else can read this list.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', "/v1/me/blocks", query={"limit": limit, "cursor": cursor})

    def read_block(self, player: str) -> types.BlockReply:
        """Return whether you have blocked a player.

        `player`: The id of the player, with or without `player:`.
        """
        return self._ask('GET', f"/v1/me/blocks/{quoted(player)}")

    def block(self, player: str) -> types.BlockReply:
        """Keep a player away from you. The player is not told. To block again changes nothing.

        A blocked player cannot take a seat in the games that you open, unless you reserve one for this player; you are
        warned before you take a seat where a blocked player sits. You do not see the player's messages any more, and
        neither challenges nor pools bring you together. Games that run go on. The organisers of a tournament in which both
        of you take part see that you wish to be kept apart, but not whose wish it is.

        `player`: The id of the player, with or without `player:`.
        """
        return self._ask('PUT', f"/v1/me/blocks/{quoted(player)}")

    def unblock(self, player: str) -> None:
        """End a block. Without one nothing changes. The response has no body.

        `player`: The id of the player, with or without `player:`.
        """
        return self._ask('DELETE', f"/v1/me/blocks/{quoted(player)}")

    def calendar_links(self) -> types.CalendarLinkList:
        """Return your calendar links in force, without their secrets."""
        return self._ask('GET', "/v1/me/calendar-links")

    def make_calendar_link(self, body: types.NewCalendarLink, *, key: str | None = None) -> types.CalendarLinkMade:
        """Create an address for calendar programs, which send no headers. It reads your calendar and nothing else.

        A link ends with the token that created it; one of a session, with the token or passkey that started the session,
        and not by signing out. Revoke a link whose address another person has seen.
        """
        return self._ask('POST', "/v1/me/calendar-links", body=body, key=key)

    def revoke_calendar_link(self, link: str, *, key: str | None = None) -> None:
        """Revoke one of your calendar links permanently.

        `link`: The id of a calendar link.
        """
        return self._ask('DELETE', f"/v1/me/calendar-links/{quoted(link)}", key=key)

    def own_calendar(self, *, token: str | None = None, lang: str | None = None) -> bytes:
        """Return your running clocks and the rounds of your tournaments, for calendar programs.

        The parameter `token` is the only credential: a header Authorization does not count. A deadline moves or disappears
        when the program reads the calendar again, at most once a minute.

        `token`: The secret of a calendar link, part of its `url`.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('GET', "/v1/me/calendar.ics", query={"token": token, "lang": lang}, accept='text/calendar')

    def begin_consent(self, body: types.AppRequest | types.DeviceRequest) -> types.ConsentReply:
        """Return what an app or a device asks for, with the one-time value by which the person decides.

        For the pages of this site only: the request needs a session, and the `Origin` of the site. The value is valid for
        5 minutes, once, for this request and session. After 10 wrong user codes within an hour it returns 429.
        """
        return self._ask('POST', "/v1/me/consents", body=body)

    def decide_consent(self, body: types.AppDecision | types.DeviceDecision) -> types.Decided:
        """Store what the person has decided, and return where the browser goes: to the app, with its code or an error.

        For the pages of this site only, with the one-time value of `beginConsent`. A repetition with the same value has the
        same answer and no further effect. The access lasts as chosen, at most until what started the session expires, and
        ends with it.
        """
        return self._ask('POST', "/v1/me/consents/decisions", body=body)

    def digest(self) -> types.DigestReply:
        """Return your daily e-mail, and whether this server sends e-mails."""
        return self._ask('GET', "/v1/me/digest")

    def ask_digest(self, body: types.NewDigest, *, key: str | None = None) -> types.DigestReply:
        """Ask for an e-mail once a day, at a local hour, in the language of this request, only if something waits.

        These are open decisions with their deadlines, rounds that open, challenges, and with `messages` what is not read.
        A new address gets one e-mail with a link that confirms it. The daily e-mail ends with the token of the last such
        request; that of a session ends with what started the session, and not by signing out. A late repetition of a
        request returns what there is now.
        """
        return self._ask('PUT', "/v1/me/digest", body=body, key=key)

    def end_digest(self, *, key: str | None = None) -> None:
        """Delete the daily e-mail with its address, whether there is one or not."""
        return self._ask('DELETE', "/v1/me/digest", key=key)

    def export_me(self) -> bytes:
        """Return everything that the service stores about you, as a zip file: JSON, the logs of your games, and a README.

        The file is sent while it is made; with thousands of games it takes minutes. It has no Content-Length: it is
        complete if the connection ends regularly. The service stores no copy. One export of an account is made at a time,
        and the operator limits those of a day. An app cannot ask for it.

        This is the copy of your data of GDPR 15 and 20.
        """
        return self._ask('GET', "/v1/me/export", accept='application/zip')

    def own_games(self, *, awaiting: bool | None = None, invited: bool | None = None, status: Literal['open', 'running', 'ended', 'cancelled', 'abandoned'] | None = None, ruleset: str | None = None, limit: int | None = None, cursor: str | None = None) -> Pages[types.OwnGame]:
        """Return the games in which you have a seat or a seat waits for you, newest first, and whether it is your turn.

        With a seat token, the list has only the game of this seat.

        Shows where it is your turn, and since when. For notifications, use GET /v1/me/stream.

        `awaiting`: Only games in which it is your turn (`true`) or not (`false`).

        `invited`: Only games in which a seat waits for you (`true`), or only the others (`false`).

        `status`: Only games with this status. `cancelled` and `abandoned`, its name in replies, mean the same.

        `ruleset`: Only games of this title, such as `giganten`.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', "/v1/me/games", query={"awaiting": awaiting, "invited": invited, "status": status, "ruleset": ruleset, "limit": limit, "cursor": cursor})

    def grants(self) -> types.Grants:
        """Return the apps that you allow something, with what each may do, and when it was used last."""
        return self._ask('GET', "/v1/me/grants")

    def revoke_grant(self, grant: str, *, key: str | None = None) -> None:
        """End what you allow to an app, at once and permanently.

        Its tokens end, its open streams close, and all that it made with them ends: seat tokens of guests, invitations,
        calendar links, pings, webhooks, browsers that show pings, and the daily e-mail. The response has no body.

        `grant`: The id of the grant of an app.
        """
        return self._ask('DELETE', f"/v1/me/grants/{quoted(grant)}", key=key)

    def limits(self) -> types.LimitsReply:
        """Return the request limits and what remains of them, and the caps of your account and what it uses.

        Each process of the service counts requests separately. All other numbers are common to all processes.

        This request counts towards the limits. Every response to a counted request has the same values in the headers
        RateLimit-Policy and RateLimit. Not counted are health checks, preflights, and some requests that are answered with
        503, or with 429 because too many of your address wait.
        """
        return self._ask('GET', "/v1/me/limits")

    def change_name(self, body: types.NewName, *, key: str | None = None) -> types.PlayerReply:
        """Change the name of your account. All lists, results and leaderboards show the new name.

        The former name stays reserved for you for 90 days, and your profile shows it as long. A name can be changed twice
        within 30 days.
        """
        return self._ask('PUT', "/v1/me/name", body=body, key=key)

    def organised_games(self, *, status: Literal['open', 'running', 'ended', 'cancelled', 'abandoned'] | None = None, ruleset: str | None = None, tag: str | None = None, limit: int | None = None, cursor: str | None = None) -> Pages[types.OrganisedGame]:
        """Return the games that you opened, newest first: free seats, the players who must act, and the next step.

        Shows free seats, the players who must act, and what the service does next and when.

        `status`: Only games with this status. `cancelled` and `abandoned`, its name in replies, mean the same.

        `ruleset`: Only games of this title, such as `giganten`.

        `tag`: Only games with this tag.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', "/v1/me/organised", query={"status": status, "ruleset": ruleset, "tag": tag, "limit": limit, "cursor": cursor})

    def passkeys(self) -> types.PasskeyList:
        """Return your passkeys, oldest first.

        A passkey of which no device has a copy any more can be deleted.
        """
        return self._ask('GET', "/v1/me/passkeys")

    def make_passkey(self, body: types.NewPasskey, *, key: str | None = None) -> types.PasskeyReply:
        """Register the passkey that an authenticator has created with the options.

        A session that it starts has the scopes of the token of this request. The passkey expires with that token, and is
        deleted when that token is revoked.

        `credential` is what `toJSON()` of the new credential returns. Register one for each device.
        """
        return self._ask('POST', "/v1/me/passkeys", body=body, key=key)

    def begin_passkey(self) -> types.PasskeyOptions:
        """Return the options for `navigator.credentials.create`, with a challenge that is valid once, within 5 minutes.

        Pass `options` through `PublicKeyCredential.parseCreationOptionsFromJSON` to `navigator.credentials.create`.
        """
        return self._ask('POST', "/v1/me/passkeys/registrations")

    def delete_passkey(self, passkey: str, *, key: str | None = None) -> None:
        """Delete one of your passkeys, and end all that was made with it, except the session of this request.

        That is what `revokeToken` lists.

        The passkey no longer signs in. The response has no body. The calendar links, pings, webhooks, browsers and daily
        e-mail that its sessions made end, too.

        `passkey`: The id of the passkey.
        """
        return self._ask('DELETE', f"/v1/me/passkeys/{quoted(passkey)}", key=key)

    def pings(self) -> types.Pings:
        """Return your pings. They contain URLs that others could write to, so the scope `organise` is needed.

        A ping is shown with its URL, which can contain a credential of yours.
        """
        return self._ask('GET', "/v1/me/pings")

    def make_ping(self, body: types.NewPing, *, key: str | None = None) -> types.PingReply:
        """Create a ping: a message to a URL of yours when it is your turn.

        It is sent if the decision is still open after `delay`, once for each game until you have answered. The message has
        at most 200 characters, in the language of this request. It ends with the token that made or last changed it; that
        of a session, with what started the session, and not by signing out.

        On Discord create a webhook of a channel and give its URL; send a test before you rely on it.
        """
        return self._ask('POST', "/v1/me/pings", body=body, key=key)

    def change_ping(self, ping: str, body: types.NewPing, *, key: str | None = None) -> types.PingReply:
        """Replace all fields of a ping. From then on it ends with the token of this request.

        Enabling a ping that was disabled forgets its failures.

        `ping`: The id of the ping.
        """
        return self._ask('PUT', f"/v1/me/pings/{quoted(ping)}", body=body, key=key)

    def delete_ping(self, ping: str, *, key: str | None = None) -> None:
        """Delete a ping and its deliveries.

        Nothing more is sent. The response has no body.

        `ping`: The id of the ping.
        """
        return self._ask('DELETE', f"/v1/me/pings/{quoted(ping)}", key=key)

    def ping_deliveries(self, ping: str) -> types.Deliveries:
        """Return the last 20 deliveries.

        Decisions that were answered before their ping are not listed.

        `ping`: The id of the ping.
        """
        return self._ask('GET', f"/v1/me/pings/{quoted(ping)}/deliveries")

    def test_ping(self, ping: str, *, key: str | None = None) -> types.DeliveryReply:
        """Send a test at once, and return what came of it. A repetition with the key of the request sends nothing.

        The response is 200 even if the test failed: read `state`, `status` and `error`.

        `ping`: The id of the ping.
        """
        return self._ask('POST', f"/v1/me/pings/{quoted(ping)}/tests", key=key)

    def own_pool(self) -> types.OwnPool:
        """Return your place in a pool, or the last pairing for five minutes. It does not keep your place: PUT does."""
        return self._ask('GET', "/v1/me/pools")

    def stay_in_pool(self) -> types.WaitingReply:
        """Show that you still wait, and learn whether you are paired. The request has no body.

        A client that comes back within five minutes keeps its place, also after a restart of the service; later the
        response is 404.
        """
        return self._ask('PUT', "/v1/me/pools")

    def join_pool(self, body: types.JoinPool) -> types.WaitingReply:
        """Wait for players who want to play the same title with the same clock. You leave any other pool.

        The service pairs players of about the same skill. The longer you wait, the more it may differ; after 45 seconds by
        any amount. Send PUT every 5 seconds: a client that sends none for 20 seconds is not paired. When you are paired the
        game begins at once: it is public and rated, has the default options, and nobody rules in it.
        """
        return self._ask('POST', "/v1/me/pools", body=body)

    def leave_pool(self) -> None:
        """Wait no longer. A repetition does nothing. The response has no body; it is 409 if you were paired before."""
        return self._ask('DELETE', "/v1/me/pools")

    def play_bots_instead(self, body: types.PoolBot) -> types.ChallengeReply:
        """Leave the pool for a game with bots on all other seats, with the same clock. It is not rated.

        If you were paired in the meantime, the reply is that pairing.
        """
        return self._ask('POST', "/v1/me/pools/bots", body=body)

    def pushes(self) -> types.PushReplies:
        """Return the browsers that show notifications of yours, and the key with which a browser subscribes."""
        return self._ask('GET', "/v1/me/push")

    def subscribe(self, body: types.NewPush, *, key: str | None = None) -> types.PushReply:
        """Let a browser show a notification when it is your turn: Web Push (RFC 8030), encrypted for it (RFC 8291).

        It is sent if the decision is still open after `delay`, once for each game until you have answered, and replaces an
        earlier one about the game. A subscription that the push service has ended is deleted. The same endpoint again
        replaces the subscription, also that of another player. It ends with the token that made it; that of a session, with
        what started the session, and not by signing out.
        """
        return self._ask('POST', "/v1/me/push", body=body, key=key)

    def unsubscribe(self, push: str, *, key: str | None = None) -> None:
        """Delete the subscription of a browser with the messages that wait for it.

        `push`: The id of the subscription of a browser.
        """
        return self._ask('DELETE', f"/v1/me/push/{quoted(push)}", key=key)

    def test_push(self, push: str, *, key: str | None = None) -> types.DeliveryReply:
        """Send a notification at once, and return what came of it. A repetition with the key sends nothing.

        The response is 200 even if the test failed: read `state`, `status` and `error`. A browser whose subscription has
        ended is deleted with its deliveries, so that a repetition with the key returns 404; `detail` says that the test was
        sent.

        `push`: The id of the subscription of a browser.
        """
        return self._ask('POST', f"/v1/me/push/{quoted(push)}/tests", key=key)

    def own_reports(self, *, limit: int | None = None, cursor: str | None = None) -> Pages[types.ReportReply]:
        """Return what you have reported, newest first, with the state and the answer.

        They are deleted with your account, or a time after the answer, which the operator sets.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', "/v1/me/reports", query={"limit": limit, "cursor": cursor})

    def mark_reports(self, body: types.NewReadMark) -> types.ReadMark:
        """Set up to when you have read answers to reports, acts about you and answers to appeals, on all your devices."""
        return self._ask('PUT', "/v1/me/reports/mark", body=body)

    def own_standing(self) -> types.StandingReply:
        """Return your suspension, your warnings and your roles. It works while you are locked out, too."""
        return self._ask('GET', "/v1/me/standing")

    def own_stream(self, *, cursor: str | None = None, follow: bool | None = None) -> Stream[types.PlayerEvent | types.Ready | types.ChallengeReply | types.ModerationNews]:
        """Send an event when a decision of yours opens, and when a game of yours starts, ends or invites you.

        One stream covers all your games. With a seat token, it covers only the game of this seat. With the token of an
        account, it also sends `challenge`, without an id, for each change of a challenge, a rematch or a pairing; and
        `moderation` when moderators answer a report or an appeal of yours, or do something about you. That needs the scope
        `profile:read`, too.

        The event `ready` comes when all earlier events were sent and the lists are up to date; its cursor continues the
        stream after a reconnect. Open the stream, wait for `ready`, then read GET /v1/me/games and GET /v1/challenges:
        nothing is lost in between. The events of the last 500,000 positions of the log are stored.

        `cursor`: The `cursor` of an earlier event: only later events are sent. By default the stream begins now.

        `follow`: Whether to wait for further events after the last one.
        """
        return self._stream('GET', "/v1/me/stream", query={"cursor": cursor, "follow": follow})

    def make_stream_ticket(self, body: types.NewTicket, *, key: str | None = None, invitation: str | None = None) -> types.TicketMade:
        """Create a ticket that opens one stream once, for clients that cannot send headers.

        A browser's `EventSource` cannot send `Authorization`. It opens the stream with `?ticket=` within a minute. A
        GET request uses the ticket up even if it is refused, such as for an invalid `cursor`: create another one. The
        stream ends when the token of this request is revoked or expires. A `Ludolog-Invitation` of this request holds for
        the stream, too.

        A reconnect needs a new ticket: open a new `EventSource` with `cursor` set to the id of the last event. A ticket
        opens only the path that it was created for.
        """
        return self._ask('POST', "/v1/me/stream-tickets", body=body, key=key, invitation=invitation)

    def accept_terms(self, body: types.Acceptance) -> types.LawDocuments:
        """Accept the version of the terms that is in force.

        At a site that asks for it, other changes get 403 `terms-not-accepted` until then.
        """
        return self._ask('PUT', "/v1/me/terms", body=body)

    def tokens(self, *, limit: int | None = None, cursor: str | None = None) -> Pages[types.TokenReply]:
        """Return your valid tokens without their secrets.

        The list has ids, labels and creation times, but not the tokens themselves.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', "/v1/me/tokens", query={"limit": limit, "cursor": cursor})

    def make_token(self, body: types.NewToken, *, key: str | None = None) -> types.TokenMade:
        """Create a token and return it once. It may do at most what the token of the request may do.

        `read`, `play` and `organise` are bundles of scopes, and each comes with `read`.

        It ends with that token, or with what started the session of the request.

        Create one token for each device or program, so that you can revoke each token separately.
        """
        return self._ask('POST', "/v1/me/tokens", body=body, key=key)

    def revoke_token(self, token: str, *, key: str | None = None) -> None:
        """Revoke one of your tokens or seat tokens permanently. A token cannot revoke one that may do more.

        A token without the scope `account` can revoke itself only.

        All that was made with it ends, too: tokens, seat tokens, invitations, passkeys, sessions, calendar links, pings,
        webhooks, browsers that show pings, the daily e-mail, and what was made with these. It can be the token of the
        request. Tokens and passkeys that were made before the service recorded who made them have `ends_with` null.

        Requests with the token return 401 from now on. The list of tokens has the id. The calendar links, pings, webhooks,
        browsers and daily e-mail that it made end, too.

        `token`: The id of the token (not the token itself).
        """
        return self._ask('DELETE', f"/v1/me/tokens/{quoted(token)}", key=key)

    def own_tournaments(self, *, status: Literal['registration', 'running', 'ended', 'cancelled'] | None = None, limit: int | None = None, cursor: str | None = None) -> Pages[types.TournamentLine]:
        """Return the tournaments in which you have a role, newest first.

        `status`: Only tournaments with this status.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', "/v1/me/tournaments", query={"status": status, "limit": limit, "cursor": cursor})

    def confirm_warning(self, warning: str) -> types.StandingReply:
        """Say that you have read a warning. It is not shown again on the pages of this site.

        `warning`: The id of a warning of yours.
        """
        return self._ask('POST', f"/v1/me/warnings/{quoted(warning)}/confirmations")

    def moderation_acts(self, *, player: str | None = None, by: str | None = None, action: str | None = None, limit: int | None = None, cursor: str | None = None) -> Pages[types.ActReply]:
        """Return what operators and moderators have done, newest first. Only operators may read it.

        The log is append-only. It keeps the ids of deleted accounts without their names.

        `player`: Only acts that concern this player.

        `by`: Only acts of this moderator.

        `action`: Only acts of this kind, such as `role.granted`.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', "/v1/moderation/acts", query={"player": player, "by": by, "action": action, "limit": limit, "cursor": cursor})

    def appeals(self, *, status: Literal['open', 'closed'] | None = None, limit: int | None = None, cursor: str | None = None) -> Pages[types.ContestedReply]:
        """Return appeals against acts of moderators, in the order of the acts.

        `status`: Those that wait, or the others.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', "/v1/moderation/appeals", query={"status": status, "limit": limit, "cursor": cursor})

    def answer_appeal(self, act: int, body: types.NewAppealAnswer, *, key: str | None = None) -> types.ContestedReply:
        """Grant or refuse an appeal. Who did the act cannot, unless there is no other moderator.

        It undoes nothing by itself: lift the act first, and name what you did in `acts`.

        `act`: The number of the act that the appeal is against.
        """
        return self._ask('POST', f"/v1/moderation/appeals/{quoted(act)}/answers", body=body, key=key)

    def fair_play_reports(self) -> types.AskedReports:
        """Return the latest 20 reports that operators have asked for. Only operators may read them."""
        return self._ask('GET', "/v1/moderation/fair-play-reports")

    def ask_fair_play_report(self, body: types.NewFairPlayReport, *, key: str | None = None) -> types.AskedReply:
        """Let the service compute what the log says about the rated games of a period. Only operators may.

        The report lists pairs that exchange wins, early resignations, accounts of one network or browser, regular times
        and choices of a published bot. A finding is no proof, and nothing follows from it by itself. The same log gives the
        same report; `deploy/fair-play.md` has the method.
        """
        return self._ask('POST', "/v1/moderation/fair-play-reports", body=body, key=key)

    def fair_play_report(self, report: str) -> types.WholeReport:
        """Return a report, with the current names of its players. It is deleted when one of them deletes the account.

        `report`: The id of the report.
        """
        return self._ask('GET', f"/v1/moderation/fair-play-reports/{quoted(report)}")

    def moderated_game(self, game: str) -> types.ModeratedGame:
        """Return what moderators have decided about a game, also about a private one. It shows nothing of the board.

        `game`: The id of the game, a UUID.
        """
        return self._ask('GET', f"/v1/moderation/games/{quoted(game)}")

    def act_about_game(self, game: str, body: types.GameActRequest) -> types.ModeratedGame:
        """Close a game that has not started, withhold a game from public view, or void its result. Return what holds now.

        A withheld game is answered 451 to all but its players, its owner and operators, and is absent from lists, feeds,
        embeds and streams. Its log is unchanged: who has the bundle can still verify it. After a result was voided, the
        ratings are computed again from the first game on, which takes seconds to minutes; the old ones are read meanwhile.

        `game`: The id of the game, a UUID.
        """
        return self._ask('POST', f"/v1/moderation/games/{quoted(game)}/acts", body=body)

    def remove_text(self, message: str, body: types.ReasonRequest) -> None:
        """Delete the text of a message. Its place stays, and the log of moderation says that it was removed.

        The text itself is in no log: quote it nowhere. The response has no body.

        `message`: The id of a message at a game or tournament.
        """
        return self._ask('POST', f"/v1/moderation/messages/{quoted(message)}/removals", body=body)

    def void_periods(self) -> types.VoidPeriods:
        """Return the times whose games count for no rating, and whether the ratings are being computed again."""
        return self._ask('GET', "/v1/moderation/periods")

    def void_period(self, body: types.NewVoidPeriod) -> types.VoidPeriods:
        """Let the games that ended within a time count for no rating. Operators only. Return all such periods.

        The ratings are computed again from the first game on, as if these games had not been rated.
        """
        return self._ask('POST', "/v1/moderation/periods", body=body)

    def restore_period(self, period: str, body: types.ReasonRequest) -> types.VoidPeriods:
        """Let the games of a period count again. Operators only. Return the periods that are left.

        `period`: The id of the period.
        """
        return self._ask('DELETE', f"/v1/moderation/periods/{quoted(period)}", body=body)

    def moderated_players(self, *, q: str | None = None, state: Literal['suspended', 'warned', 'limited', 'moderators', 'deleted'] | None = None, limit: int | None = None, cursor: str | None = None) -> Pages[types.FoundPlayerReply]:
        """Return players by name, former name, id or state, newest first. Moderators and operators may.

        `q`: A part of the name, a whole former name, or an id. By default all.

        `state`: Only players in this state.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', "/v1/moderation/players", query={"q": q, "state": state, "limit": limit, "cursor": cursor})

    def moderated_player(self, player: str) -> types.ModeratedPlayer:
        """Return the state of a player, the former names, the warnings, and the last acts. Moderators may.

        Of a deleted account, the id and the acts are left.

        `player`: The id of the player, with or without `player:`.
        """
        return self._ask('GET', f"/v1/moderation/players/{quoted(player)}")

    def act_about_player(self, player: str, body: types.SuspendRequest | types.LiftRequest | types.WarnRequest | types.RenameRequest | types.SignOutEverywhereRequest | types.RecoveryRequest | types.SetLimitsRequest, *, key: str | None = None) -> types.PlayerActDone:
        """Suspend, warn or rename a player, or do what only operators do. Return the player after it.

        All acts are in the log of moderation, with their reasons. Only operators act about operators and moderators; nobody
        acts about the own account. A suspension holds from now on for all requests, on all devices, and ends the streams of
        a player who is locked out.

        `player`: The id of the player, with or without `player:`.
        """
        return self._ask('POST', f"/v1/moderation/players/{quoted(player)}/acts", body=body, key=key)

    def messages_of_player(self, player: str) -> types.TextsReply:
        """Return what a player has written last at games and tournaments, also at private ones. Moderators may read it.

        `player`: The id of the player, with or without `player:`.
        """
        return self._ask('GET', f"/v1/moderation/players/{quoted(player)}/messages")

    def report_cases(self, *, status: Literal['waiting', 'open', 'taken', 'answered', 'dismissed', 'closed'] | None = None, limit: int | None = None, cursor: str | None = None) -> Pages[types.CaseReply]:
        """Return cases: one for each reported subject. Those that wait begin with the oldest, closed ones with the newest.

        Moderators and operators may read it.

        `status`: `waiting`: open and taken cases; `closed`: answered and dismissed ones.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', "/v1/moderation/reports", query={"status": status, "limit": limit, "cursor": cursor})

    def report_case(self, case: str) -> types.WholeCase:
        """Return a case with its reports, the acts that followed, and earlier cases about the same player.

        `case`: The id of the case.
        """
        return self._ask('GET', f"/v1/moderation/reports/{quoted(case)}")

    def answer_report(self, case: str, body: types.NewAnswer, *, key: str | None = None) -> types.WholeCase:
        """Close a case that you have taken. All who reported it get the answer, and read no other report.

        `acts` links the acts of moderation that followed, such as a warning or a removed text. Do them first.

        `case`: The id of the case.
        """
        return self._ask('POST', f"/v1/moderation/reports/{quoted(case)}/answers", body=body, key=key)

    def take_report(self, case: str, body: types.TakeCaseRequest) -> types.WholeCase:
        """Look at a case, so that no other moderator does. Who has reported it, or is reported, cannot take it.

        `case`: The id of the case.
        """
        return self._ask('PUT', f"/v1/moderation/reports/{quoted(case)}/taker", body=body)

    def release_report(self, case: str) -> types.WholeCase:
        """Put a case that you have taken back into the queue.

        `case`: The id of the case.
        """
        return self._ask('DELETE', f"/v1/moderation/reports/{quoted(case)}/taker")

    def roles(self) -> types.RolesReply:
        """Return who is an operator or a moderator, since when and by whom. Only operators may read it."""
        return self._ask('GET', "/v1/moderation/roles")

    def grant_role(self, player: str, role: Literal['operator', 'moderator'], body: types.ReasonRequest) -> types.RolesReply:
        """Make a player an operator or a moderator, at once and on all devices. Return all roles.

        Only operators may, in a session that a passkey has started; so that a stolen token gives no role away. The first
        operator is made with `ludolog people grant NAME operator`.

        `player`: The id of the player, with or without `player:`.

        `role`: The role.
        """
        return self._ask('PUT', f"/v1/moderation/roles/{quoted(player)}/{quoted(role)}", body=body)

    def revoke_role(self, player: str, role: Literal['operator', 'moderator'], body: types.ReasonRequest) -> types.RolesReply:
        """Take a role from a player, at once and on all devices. Return all roles.

        Only operators may, in a session that a passkey has started. The last operator keeps the role.

        `player`: The id of the player, with or without `player:`.

        `role`: The role.
        """
        return self._ask('DELETE', f"/v1/moderation/roles/{quoted(player)}/{quoted(role)}", body=body)

    def moderated_tournament(self, tournament: str) -> types.ModeratedTournament:
        """Return what moderators have done about a tournament, also about a private one, and why.

        `tournament`: The id of the tournament, a UUID.
        """
        return self._ask('GET', f"/v1/moderation/tournaments/{quoted(tournament)}")

    def close_tournament(self, tournament: str, body: types.ReasonRequest) -> types.ActsReply:
        """Cancel a tournament that is not over. Its running games go on. Return the acts about it.

        The log of the tournament says that the operator of the site has closed it, and not why.

        `tournament`: The id of the tournament, a UUID.
        """
        return self._ask('POST', f"/v1/moderation/tournaments/{quoted(tournament)}/closings", body=body)

    def players(self, *, ids: str | None = None, name: str | None = None, limit: int | None = None, cursor: str | None = None) -> Pages[types.PlayerReply]:
        """Return registered players by name, page by page, or the players with these `ids`.

        With `name`, only those whose names begin like it. Deleted players are in neither list; guests are only found by
        id. `limit` and `cursor` do not apply to `ids`.

        `ids`: Up to 100 player ids, separated by commas.

        `name`: The beginning of a name. Case and letters that look the same do not count.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', "/v1/players", query={"ids": ids, "name": name, "limit": limit, "cursor": cursor})

    def sign_up(self, body: types.SignUp, *, key: str | None = None) -> types.SignedUp:
        """Create a player and return the first token.

        The Idempotency-Key of a sign-up is as secret as the token: use at least 32 random characters.

        An operator may ask for a code (`invitation`), or for the acceptance of the terms (`terms`): `siteState` says so.

        Store the token: no other request returns it. With an `Idempotency-Key`, a repeated request returns the same token.
        """
        return self._ask('POST', "/v1/players", body=body, key=key)

    def player(self, player: str) -> types.PlayerProfile:
        """Return the public profile of a player with the ratings.

        The profile is public. `owner` and `seats` of a game contain player ids.

        `player`: The id of the player, with or without `player:`.
        """
        return self._ask('GET', f"/v1/players/{quoted(player)}")

    def activity_of_player(self, player: str, *, since: str | None = None, until: str | None = None) -> types.PlayerActivity:
        """Return the games of a player that ended on each day (UTC), for at most a year.

        The games are those of `results`: public ones, and private ones that were opened as rated. Days without games are
        left out.

        `player`: The id of the player, with or without `player:`.

        `since`: The first day (UTC), such as 2026-01-31; by default 365 days before `until`.

        `until`: The last day (UTC), which is included; by default today.
        """
        return self._ask('GET', f"/v1/players/{quoted(player)}/activity", query={"since": since, "until": until})

    def head_to_head(self, player: str, opponent: str) -> types.HeadToHead:
        """Return how a player has done against another one, in all and by title.

        The games are those of `results` in which both had a seat at the end, rated or not, with any number of other
        players. The better rank wins; ranks are those of the results, where resigned players are last. `results` leads to
        the games themselves.

        `player`: The id of the player, with or without `player:`.

        `opponent`: The id of the other player, with or without `player:`.
        """
        return self._ask('GET', f"/v1/players/{quoted(player)}/against/{quoted(opponent)}")

    def player_atom(self, player: str, *, lang: str | None = None, limit: int | None = None, cursor: str | None = None) -> bytes:
        """Return the finished public games of a player and the newest 20 public tournaments, newest first, as Atom.

        `player`: The id of the player, with or without `player:`.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.

        `limit`: The maximum number of items. A page has at most 100: a larger number counts as 100.

        `cursor`: `next` of the previous page.
        """
        return self._ask('GET', f"/v1/players/{quoted(player)}/feed.atom", query={"lang": lang, "limit": limit, "cursor": cursor}, accept='application/atom+xml')

    def player_json_feed(self, player: str, *, lang: str | None = None, limit: int | None = None, cursor: str | None = None) -> dict[str, Any]:
        """Return the same as `playerAtom` as JSON Feed 1.1, with the next page in `next_url`.

        `player`: The id of the player, with or without `player:`.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.

        `limit`: The maximum number of items. A page has at most 100: a larger number counts as 100.

        `cursor`: `next` of the previous page.
        """
        return self._ask('GET', f"/v1/players/{quoted(player)}/feed.json", query={"lang": lang, "limit": limit, "cursor": cursor})

    def games_of_player(self, player: str, *, status: Literal['open', 'running', 'ended', 'cancelled', 'abandoned'] | None = None, ruleset: str | None = None, limit: int | None = None, cursor: str | None = None) -> Pages[types.GameRow]:
        """Return the games of a player that you may see, newest first, including games the player resigned from.

        The same list as `games` with `player`. `owner` and `seats` of a game contain player ids.

        `player`: The id of the player, with or without `player:`.

        `status`: Only games with this status. `cancelled` and `abandoned`, its name in replies, mean the same.

        `ruleset`: Only games of this title, such as `giganten`.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', f"/v1/players/{quoted(player)}/games", query={"status": status, "ruleset": ruleset, "limit": limit, "cursor": cursor})

    def player_note(self, player: str) -> None:
        """Return your note about a player. No one else can read it. It is deleted with either account.

        `player`: The id of the player, with or without `player:`.
        """
        return self._ask('GET', f"/v1/players/{quoted(player)}/note")

    def write_player_note(self, player: str, body: types.NewPlayerNote) -> None:
        """Keep a note about a player for yourself. An empty text deletes it.

        `player`: The id of the player, with or without `player:`.
        """
        return self._ask('PUT', f"/v1/players/{quoted(player)}/note", body=body)

    def ratings_of_player(self, player: str, *, ruleset: str | None = None, profile: str | None = None, limit: int | None = None, cursor: str | None = None) -> Pages[types.RatedGame]:
        """Return the rated games of a player and the rating after each, oldest first, as JSON, NDJSON or CSV.

        The last row of a title has the current rating. A game that is withheld from public view counts, and is not named.

        `player`: The id of the player, with or without `player:`.

        `ruleset`: Only games of this title, such as `giganten`.

        `profile`: The rating in this profile, by default in the title.

        `limit`: The maximum number of items. A page has at most 1,000: a larger number counts as 1,000.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', f"/v1/players/{quoted(player)}/ratings", query={"ruleset": ruleset, "profile": profile, "limit": limit, "cursor": cursor})

    def record_of_player(self, player: str) -> types.PlayerRecord:
        """Return what a player has played and won by title and number of seats, and against whom most often.

        The games are those of `results` in which the player had a seat at the end, rated or not. `headToHead` compares two
        players in more detail, and `results` with `opponents` has the games themselves.

        `player`: The id of the player, with or without `player:`.
        """
        return self._ask('GET', f"/v1/players/{quoted(player)}/record")

    def pools(self) -> types.PoolsReply:
        """Return all pools, and how many players wait in each. Pools are always open."""
        return self._ask('GET', "/v1/pools")

    def presence(self, *, games: str | None = None) -> types.PresenceReply:
        """Return how many players are here, and how many watch public games, in all and the games asked for.

        The numbers are those of open streams, some seconds old. A person counts once for each address or account. Private
        games, and games without spectators, are watched by nobody. The reply says nothing of who it is.

        `games`: Up to 100 ids of games, separated by commas.
        """
        return self._ask('GET', "/v1/presence", query={"games": games})

    def rating_model(self) -> types.RatingModel:
        """Return the rating model, its parameters, and the conditions for rated games.

        With these parameters and the results, anyone can recompute all ratings exactly.
        """
        return self._ask('GET', "/v1/ratings")

    def recover(self, body: types.RecoverySecret) -> types.RecoveredReply:
        """Use the link that an operator has made for you. Return a new token, with which you sign in.

        A link works once, within a day. Register a passkey next, so that you need no further link.
        """
        return self._ask('POST', "/v1/recoveries", body=body)

    def make_report(self, body: types.NewReportBody, *, key: str | None = None) -> types.ReportReply:
        """Tell the moderators what is wrong. They see your name; the reported player does not.

        The text of a message, and a name, is kept as it is now, so that it can be judged even if it is removed. You report
        a subject once: a second report returns the first. Reports of several players about a subject are one case; if a
        message or name was decided about already, you get the answer at once. Above the limits of an account or a network
        the response is 429.
        """
        return self._ask('POST', "/v1/reports", body=body, key=key)

    def results(self, *, since: str | None = None, until: str | None = None, ruleset: str | None = None, profile: str | None = None, player: str | None = None, owner: str | None = None, tag: str | None = None, tournament: str | None = None, opponents: str | None = None, order: Literal['asc', 'desc'] | None = None, limit: int | None = None, cursor: str | None = None) -> Pages[types.FinishedGame]:
        """Return the results of public games in the order of the log, as JSON, NDJSON or CSV by `Accept`.

        New results are always appended. A client that reads oldest first and continues from the `cursor` of the last row
        gets every result exactly once. In CSV, each row is a seat, and `options` is JSON.

        For scoreboard sites: store the `cursor` of the last row, and continue from it at any later time. Private games that
        were not opened as rated ones, and imported games, are excluded. `resigned` includes seats that the clock gave to a
        bot and to which the player did not return. In CSV, a text that a spreadsheet would evaluate as a formula starts
        with an apostrophe; JSON is exact.

        `since`: Only games that ended at this time (RFC 3339) or later.

        `until`: Only games that ended before this time (RFC 3339).

        `ruleset`: Only games of this title, such as `giganten`.

        `profile`: Only games with this profile.

        `player`: Only games in which this player or bot has a seat; `me` for the games in which you do.

        `owner`: Only games that this player opened; `me` for the games that you opened.

        `tag`: Only games with this tag.

        `tournament`: Only games of the tables of this tournament, by its id.

        `opponents`: Only games in which all of these players or bots have a seat, up to 8 ids, separated by commas. With `player`, the games of this player against them.

        `order`: `desc` for newest first, `asc` for oldest first.

        `limit`: The maximum number of items. A page has at most 1,000: a larger number counts as 1,000.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', "/v1/results", query={"since": since, "until": until, "ruleset": ruleset, "profile": profile, "player": player, "owner": owner, "tag": tag, "tournament": tournament, "opponents": opponents, "order": order, "limit": limit, "cursor": cursor})

    def results_atom(self, *, ruleset: str | None = None, tag: str | None = None, lang: str | None = None, limit: int | None = None, cursor: str | None = None) -> bytes:
        """Return the results of public games, newest first, as Atom (RFC 4287). `rel="next"` leads to older ones.

        The id of an entry is that of the game. Private games are left out, rated ones too.

        `ruleset`: Only games of this title, such as `giganten`.

        `tag`: Only games with this tag.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.

        `limit`: The maximum number of items. A page has at most 100: a larger number counts as 100.

        `cursor`: `next` of the previous page.
        """
        return self._ask('GET', "/v1/results/feed.atom", query={"ruleset": ruleset, "tag": tag, "lang": lang, "limit": limit, "cursor": cursor}, accept='application/atom+xml')

    def results_json_feed(self, *, ruleset: str | None = None, tag: str | None = None, lang: str | None = None, limit: int | None = None, cursor: str | None = None) -> dict[str, Any]:
        """Return the same as `resultsAtom` as JSON Feed 1.1, with the next page in `next_url`.

        `ruleset`: Only games of this title, such as `giganten`.

        `tag`: Only games with this tag.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.

        `limit`: The maximum number of items. A page has at most 100: a larger number counts as 100.

        `cursor`: `next` of the previous page.
        """
        return self._ask('GET', "/v1/results/feed.json", query={"ruleset": ruleset, "tag": tag, "lang": lang, "limit": limit, "cursor": cursor})

    def results_stream(self, *, ruleset: str | None = None, profile: str | None = None, player: str | None = None, owner: str | None = None, cursor: str | None = None, follow: bool | None = None) -> Stream[types.ResultEvent | types.Ready]:
        """Send the result of each public game when it has ended. A cursor of `results` is a cursor of this stream.

        A result is sent once the list of results has it, usually within a second.

        `ruleset`: Only games of this title, such as `giganten`.

        `profile`: Only games with this profile.

        `player`: Only games in which this player or bot has a seat; `me` for the games in which you do.

        `owner`: Only games that this player opened; `me` for the games that you opened.

        `cursor`: The `cursor` of an earlier event: only later events are sent. By default the stream begins now.

        `follow`: Whether to wait for further events after the last one.
        """
        return self._stream('GET', "/v1/results/stream", query={"ruleset": ruleset, "profile": profile, "player": player, "owner": owner, "cursor": cursor, "follow": follow})

    def rulesets(self, *, lang: str | None = None) -> types.Rulesets:
        """Return the available titles.

        Start here to see which titles are available: names, numbers of players, options, defaults and bots. `words` has
        readable names of options, profiles and data sets; `lang` or `Accept-Language` chooses their language.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('GET', "/v1/rulesets", query={"lang": lang})

    def ruleset(self, name: str, *, lang: str | None = None) -> types.RulesetReply:
        """Return a title with its options, profiles, bots and data sets.

        Each option lists its values, the default first, and the numbers of the rules that it changes. `lang` or
        `Accept-Language` chooses the language of `words`.

        `name`: The name of the title, such as `giganten`.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('GET', f"/v1/rulesets/{quoted(name)}", query={"lang": lang})

    def board(self, name: str, *, data_set: str | None = None) -> bytes:
        """Return the board of a data set as an SVG picture, without pieces.

        The ids of the elements are the anchors of choices, such as `place:creta` or `square:B7`. Each place has its
        `data-kind`, `data-name` and centre (`data-x`, `data-y`, in the units of `viewBox`). Draw `pieces` into the group
        `board-pieces` and legal targets into `board-targets`, which are empty. A group `section:…` has in `data-box` the
        part of the picture that it fills. Colours are custom properties: set `--board-sea`, for example, or `data-theme` on
        the root. A data set without a layout is drawn as a plan.

        `name`: The name of the title, such as `giganten`.

        `data_set`: The name of the data set, such as `kosmos-1999`; by default that of new games.
        """
        return self._ask('GET', f"/v1/rulesets/{quoted(name)}/board.svg", query={"data_set": data_set}, accept='image/svg+xml')

    def bot_ladder(self, name: str) -> types.BotLadder:
        """Return how often each bot of a title wins against other bots, with intervals.

        A deal is played up to once with each rotation of the seats. Games have the default options.

        `name`: The name of the title, such as `giganten`.
        """
        return self._ask('GET', f"/v1/rulesets/{quoted(name)}/bots")

    def data_set(self, name: str, data_set: str) -> types.DataSetInfo:
        """Return the printed tables of a data set, each marked as documented or reconstructed.

        All data printed on the board and the cards, for clients that draw or compute. It never changes: every game that
        uses it has its digest.

        `name`: The name of the title, such as `giganten`.

        `data_set`: The name of the data set, such as `kosmos-1999`.
        """
        return self._ask('GET', f"/v1/rulesets/{quoted(name)}/data/{quoted(data_set)}")

    def guide(self, name: str, *, lang: str | None = None) -> types.GuideReply:
        """Return what a table explains: each symbol, fact and choice with its effect and rule, and a first game.

        The goal and the course of a round are in the words of the title. `first_game` says how to open a game for a new
        player, and what to explain in it, step by step. A title without a guide has empty ones. `lang` or
        `Accept-Language` chooses the language of the texts; without both they are English.

        `name`: The name of the title, such as `giganten`.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('GET', f"/v1/rulesets/{quoted(name)}/guide", query={"lang": lang})

    def rules(self, name: str, *, lang: str | None = None) -> types.Rules:
        """Return the numbered rules in the order of the rule book; those of tournaments with the name `tournaments`.

        The complete rule book in Markdown. Refusals and decisions cite these numbers. `lang` or `Accept-Language` chooses
        the language of the texts; without both they are English.

        `name`: The name of the title, such as `giganten`.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('GET', f"/v1/rulesets/{quoted(name)}/rules", query={"lang": lang})

    def rule(self, name: str, number: str, *, lang: str | None = None) -> types.RuleReply:
        """Return a rule by its number; one of tournaments with the name `tournaments`.

        `rule_url` in decisions and refusals is the path of this operation. `rulings` lists the cited rulings. `lang` or
        `Accept-Language` chooses the language of the texts.

        `name`: The name of the title, such as `giganten`.

        `number`: The number of the rule, such as `4b.2`.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('GET', f"/v1/rulesets/{quoted(name)}/rules/{quoted(number)}", query={"lang": lang})

    def rulings(self, name: str, *, lang: str | None = None) -> types.Rulings:
        """Return all rulings in one language: question, passages, decision, reason, options, and the rules that cite it.

        The sources of the rules leave points open or contradict each other; a ruling decides such a point. The words of a
        source stay in its language; `lang` or `Accept-Language` chooses that of the other texts.

        `name`: The name of the title, such as `giganten`.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('GET', f"/v1/rulesets/{quoted(name)}/rulings", query={"lang": lang})

    def ruling(self, name: str, ruling: str, *, lang: str | None = None) -> types.RulingReply:
        """Return a ruling by its id.

        `rulings` of a rule has the paths of this operation.

        `name`: The name of the title, such as `giganten`.

        `ruling`: The id of the ruling, such as `G85`.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('GET', f"/v1/rulesets/{quoted(name)}/rulings/{quoted(ruling)}", query={"lang": lang})

    def words(self, name: str, *, lang: str | None = None) -> types.Words:
        """Return the names of pieces, places, phases, options, rules, scores, effects and fields in one language.

        Without `lang` and `Accept-Language` the words are English. `places` has the names of the places of all data sets,
        `holdings` those in `effect` of choices, and `fields` those of the fields of views, so that a client needs no words
        of its own. A title without translations has English words in every language.

        `name`: The name of the title, such as `giganten`.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('GET', f"/v1/rulesets/{quoted(name)}/words", query={"lang": lang})

    def sign_in(self, body: types.PasskeySignIn | types.TokenSignIn | types.SignUpSignIn, *, key: str | None = None) -> types.SignedIn:
        """Start a session with a passkey or a token, or sign up, and set its cookie.

        For pages of this site only: the request needs the `Origin` of the site. A session of the same browser ends.

        A session is listed in GET /v1/me/tokens, as `session`, and can be revoked there. It ends after 30 days without use,
        after 180 days in any case, and with the passkey or token that started it. An `Idempotency-Key` is as secret as the
        session: use at least 32 random characters.
        """
        return self._ask('POST', "/v1/sessions", body=body, key=key)

    def begin_sign_in(self) -> types.SignInOptions:
        """Return the options for `navigator.credentials.get`, with a challenge that is valid once, within 5 minutes.

        Pass `options` through `PublicKeyCredential.parseRequestOptionsFromJSON` to `navigator.credentials.get`. The
        authenticator offers its passkeys of this site, so that no name is needed.
        """
        return self._ask('POST', "/v1/sessions/challenges")

    def current_session(self) -> types.CurrentSession:
        """Return the session of the cookie, and its player; null without one.

        The response is 200 in both cases, so that a page can find out whether there is a session.
        """
        return self._ask('GET', "/v1/sessions/current")

    def sign_out(self) -> None:
        """End the session of the cookie, and delete the cookie. Without a session, the response is the same.

        Other devices stay signed in. The response has no body.
        """
        return self._ask('DELETE', "/v1/sessions/current")

    def site_state(self) -> types.SiteReply:
        """Return who may sign up, the maintenance if there is one, and the notice to all.

        Pages look here once a minute. During maintenance everything can be read.
        """
        return self._ask('GET', "/v1/site")

    def change_site(self, body: types.SiteChange) -> types.SiteReply:
        """Switch sign-up, maintenance and the notice, at once and for all processes. Only operators may.

        Maintenance refuses all changes with 503 and `Retry-After`, except to sign in and out, and this operation.
        """
        return self._ask('PUT', "/v1/site", body=body)

    def sign_up_codes(self, *, limit: int | None = None, cursor: str | None = None) -> Pages[types.CodeReply]:
        """Return the codes, who made them and who signed up with them, newest first. Only operators may read them.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', "/v1/site/codes", query={"limit": limit, "cursor": cursor})

    def make_sign_up_code(self, body: types.NewCode) -> types.MadeCode:
        """Make a code with which one person signs up while sign-up is by invitation. Only operators may."""
        return self._ask('POST', "/v1/site/codes", body=body)

    def withdraw_sign_up_code(self, code: str) -> None:
        """Withdraw a code that is not used yet. Only operators may.

        `code`: The id of the code.
        """
        return self._ask('DELETE', f"/v1/site/codes/{quoted(code)}")

    def tournaments(self, *, status: Literal['registration', 'running', 'ended', 'cancelled'] | None = None, ruleset: str | None = None, player: str | None = None, organiser: str | None = None, limit: int | None = None, cursor: str | None = None) -> Pages[types.TournamentLine]:
        """Return the tournaments that you may see, newest first: public ones, and private ones in which you have a role.

        `status`: Only tournaments with this status.

        `ruleset`: Only tournaments of this title, such as `giganten`.

        `player`: Only tournaments in which this player takes part; `me` for you.

        `organiser`: Only tournaments that this player organises; `me` for you.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', "/v1/tournaments", query={"status": status, "ruleset": ruleset, "player": player, "organiser": organiser, "limit": limit, "cursor": cursor})

    def open_tournament(self, body: types.NewTournament, *, key: str | None = None) -> types.TournamentReply:
        """Open a tournament and commit to its secret seed. You are its owner; to play in it, register."""
        return self._ask('POST', "/v1/tournaments", body=body, key=key)

    def rounds(self, *, player: str | None = None, organiser: str | None = None, limit: int | None = None, cursor: str | None = None) -> Pages[types.RoundLine]:
        """Return when rounds were paired and finished, in the order of the log, of the tournaments that you may see.

        New lines are always appended. A client that continues from the `cursor` of the last line gets every line once; the
        webhooks `round.paired` and `round.ended` carry the same cursor. A round that was withdrawn and published again
        has another line, with a higher version.

        `player`: Only tournaments in which this player takes part; `me` for you.

        `organiser`: Only tournaments that this player organises; `me` for you.

        `limit`: The maximum number of items. A page has at most 1,000: a larger number counts as 1,000.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', "/v1/tournaments/rounds", query={"player": player, "organiser": organiser, "limit": limit, "cursor": cursor})

    def tournament(self, tournament: str) -> types.TournamentReply:
        """Return the whole tournament: terms, players, rounds with tables, games and results, and what you may do.

        `tournament`: The id of the tournament, a UUID.
        """
        return self._ask('GET', f"/v1/tournaments/{quoted(tournament)}")

    def act_in_tournament(self, tournament: str, body: types.RegisterAct | types.LeaveAct | types.ReturnAct | types.JoinSubstitutesAct | types.LeaveSubstitutesAct | types.CheckInAct | types.WithdrawCheckInAct | types.DeclineInvitationAct | types.AppointAct | types.DismissAct | types.CloseRegistrationAct | types.ReopenRegistrationAct | types.InviteAct | types.SubstituteAct | types.ForbidPairAct | types.AllowPairAct | types.HoldAct | types.LiftHoldAct | types.FinishAct | types.CancelAct | types.OpenCheckInAct | types.WithdrawRoundAct | types.CloseRoundAct | types.SwapPlayersAct | types.GiveByeAct | types.AdjustPointsAct | types.PenaliseAct | types.DisqualifyAct | types.ForfeitSeatAct | types.ReplaceResultAct | types.VoidTableAct | types.ChangeTermsAct | types.PublishRoundAct, *, key: str | None = None) -> types.ActDone:
        """Do one act: of a player, such as `register` or `check_in`, or of an organiser, such as `publish_round`.

        `you_may` of the tournament lists the acts that are possible. Players need the scope `play`; acts of organisers,
        also those for a player, need `organise`. Publishing a round for hundreds of players takes up to a minute.

        `tournament`: The id of the tournament, a UUID.
        """
        return self._ask('POST', f"/v1/tournaments/{quoted(tournament)}/acts", body=body, key=key)

    def tournament_bundle(self, tournament: str, *, format: int | None = None) -> bytes:
        """Return the log as a file: a header, one line per event, certificates, and a signed closing line (SPEC.md 11).

        Once the tournament is over, it has the seed. As soon as the transparency log of the site has all that the
        tournament has published, it has the proofs of this. `ludolog tournament check` checks them, and computes pairings
        and standings again. Of a game that is withheld from public view, it has the result, and neither id nor certificate.

        `tournament`: The id of the tournament, a UUID.

        `format`: The highest format of the file: 1 leaves out the proofs of the transparency log.
        """
        return self._ask('GET', f"/v1/tournaments/{quoted(tournament)}/bundle", query={"format": format}, accept='application/x-ndjson')

    def tournament_calendar(self, tournament: str, *, lang: str | None = None) -> bytes:
        """Return the end of registration, check-ins and rounds of a public tournament as far as their times are known.

        `tournament`: The id of the tournament, a UUID.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.
        """
        return self._ask('GET', f"/v1/tournaments/{quoted(tournament)}/calendar.ics", query={"lang": lang}, accept='text/calendar')

    def tournament_events(self, tournament: str, *, cursor: int | None = None, limit: int | None = None, wait: int | None = None) -> Pages[types.TournamentEvent]:
        """Return events in order with the heads of the chain, as JSON, or with `Accept: application/x-ndjson` as lines.

        The seed in the first event is left out; `seed` of the tournament has it once the tournament is over.

        `tournament`: The id of the tournament, a UUID.

        `cursor`: The version of the last known event, such as `next` of the previous page. By default 0.

        `limit`: The maximum number of items. A page has at most 1,000: a larger number counts as 1,000.

        `wait`: The maximum number of seconds to wait for the first event.
        """
        return self._pages('GET', f"/v1/tournaments/{quoted(tournament)}/events", query={"cursor": cursor, "limit": limit, "wait": wait})

    def tournament_atom(self, tournament: str, *, lang: str | None = None, limit: int | None = None, cursor: str | None = None) -> bytes:
        """Return rounds, results, rulings on tables and the end of a public tournament, newest first, as Atom.

        `tournament`: The id of the tournament, a UUID.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.

        `limit`: The maximum number of items. A page has at most 100: a larger number counts as 100.

        `cursor`: `next` of the previous page.
        """
        return self._ask('GET', f"/v1/tournaments/{quoted(tournament)}/feed.atom", query={"lang": lang, "limit": limit, "cursor": cursor}, accept='application/atom+xml')

    def tournament_json_feed(self, tournament: str, *, lang: str | None = None, limit: int | None = None, cursor: str | None = None) -> dict[str, Any]:
        """Return the same as `tournamentAtom` as JSON Feed 1.1, with the next page in `next_url`.

        `tournament`: The id of the tournament, a UUID.

        `lang`: A language tag of RFC 5646, such as `de` or `de-AT`. There are en, de, it.

        `limit`: The maximum number of items. A page has at most 100: a larger number counts as 100.

        `cursor`: `next` of the previous page.
        """
        return self._ask('GET', f"/v1/tournaments/{quoted(tournament)}/feed.json", query={"lang": lang, "limit": limit, "cursor": cursor})

    def tournament_messages(self, tournament: str, *, room: Literal['table', 'spectators'] | None = None, limit: int | None = None, cursor: str | None = None) -> Pages[types.MessageReply]:
        """Return the messages of one room, newest first.

        Organisers, players and substitutes write at the `table`, others among the `spectators`. Who takes part reads the
        room of the spectators after the end.

        `tournament`: The id of the tournament, a UUID.

        `room`: Whose messages.

        `limit`: The maximum number of items. A page has at most 200: a larger number counts as 200.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', f"/v1/tournaments/{quoted(tournament)}/messages", query={"room": room, "limit": limit, "cursor": cursor})

    def write_tournament_message(self, tournament: str, body: types.NewMessageBody, *, key: str | None = None) -> types.MessageReply:
        """Write in your room: at the table if you take part or organise, otherwise among the spectators.

        `tournament`: The id of the tournament, a UUID.
        """
        return self._ask('POST', f"/v1/tournaments/{quoted(tournament)}/messages", body=body, key=key)

    def remove_tournament_message(self, tournament: str, message: str) -> None:
        """Delete the text of a message of yours. Its place stays. The response has no body.

        `tournament`: The id of the tournament, a UUID.

        `message`: The id of a message of yours.
        """
        return self._ask('DELETE', f"/v1/tournaments/{quoted(tournament)}/messages/{quoted(message)}")

    def tournament_pairings(self, tournament: str, *, round: int | None = None, spreadsheet: Literal['en', 'de', 'it'] | None = None) -> bytes:
        """Return the tables of a round as CSV: `table,player 1,player 2` and so on, with the names of the players.

        `player 1` has seat 0, and so on. The columns after them have the round, the game, the ids of the players, and who
        forfeited. The lines of byes come last: they have no table and no game, and `bye` is true.

        `tournament`: The id of the tournament, a UUID.

        `round`: The round; by default the last one, or all.

        `spreadsheet`: Write the CSV for spreadsheet programs in this language: UTF-8 with a byte order mark, in `de` and `it` with `;` as separator and a decimal comma.
        """
        return self._ask('GET', f"/v1/tournaments/{quoted(tournament)}/pairings.csv", query={"round": round, "spreadsheet": spreadsheet}, accept='text/csv')

    def tournament_results(self, tournament: str, *, round: int | None = None, spreadsheet: Literal['en', 'de', 'it'] | None = None) -> bytes:
        """Return the results of a round, or of all rounds, as CSV: a line for each place of a table.

        `by` says where a result comes from: `game`, `ruling`, `void`, or `bye` for the lines of byes, which have no table.

        `tournament`: The id of the tournament, a UUID.

        `round`: The round; by default the last one, or all.

        `spreadsheet`: Write the CSV for spreadsheet programs in this language: UTF-8 with a byte order mark, in `de` and `it` with `;` as separator and a decimal comma.
        """
        return self._ask('GET', f"/v1/tournaments/{quoted(tournament)}/results.csv", query={"round": round, "spreadsheet": spreadsheet}, accept='text/csv')

    def tournament_round(self, tournament: str, round_number: int) -> types.RoundReply:
        """Return a published round: tables, seats, games, results, and the seed and cost of the pairing.

        `tournament`: The id of the tournament, a UUID.

        `round_number`: The number of the round, from 1.
        """
        return self._ask('GET', f"/v1/tournaments/{quoted(tournament)}/rounds/{quoted(round_number)}")

    def draft_round(self, tournament: str, round_number: int, body: types.DraftRequest) -> types.DraftReply:
        """Return the next round as `publish_round` with the same fields would publish it. Nothing is stored.

        Only directors see a draft. Another `attempt` draws again from the same secret seed.

        `tournament`: The id of the tournament, a UUID.

        `round_number`: The number of the round, from 1.
        """
        return self._ask('POST', f"/v1/tournaments/{quoted(tournament)}/rounds/{quoted(round_number)}/drafts", body=body)

    def tournament_standings(self, tournament: str, *, after_round: int | None = None, format: Literal['json', 'csv'] | None = None, spreadsheet: Literal['en', 'de', 'it'] | None = None) -> types.StandingsReply:
        """Return the standings after a round as JSON or CSV: points, every tie-break, and where they come from.

        All values are exact fractions. Who has the records of the rounds can compute every value again. In CSV, a fraction
        begins with an apostrophe, so that no spreadsheet makes it a date; the columns `…_decimal` have each value as a
        decimal number. `trace` is the trace as JSON. With `spreadsheet`, the format is CSV unless `format` is given.

        `tournament`: The id of the tournament, a UUID.

        `after_round`: The round after which to rank; by default the last one.

        `format`: The format; by default that of `Accept`.

        `spreadsheet`: Write the CSV for spreadsheet programs in this language: UTF-8 with a byte order mark, in `de` and `it` with `;` as separator and a decimal comma.
        """
        return self._ask('GET', f"/v1/tournaments/{quoted(tournament)}/standings", query={"after_round": after_round, "format": format, "spreadsheet": spreadsheet})

    def tournament_talk(self, tournament: str) -> types.TalkReply:
        """Return who may write here and in the games, the rooms that you may read, and what you have muted.

        `tournament`: The id of the tournament, a UUID.
        """
        return self._ask('GET', f"/v1/tournaments/{quoted(tournament)}/talk")

    def set_tournament_talk(self, tournament: str, body: types.NewLevels) -> types.TalkReply:
        """Turn talk off, or allow it to those who take part, or to all; here, and in the games of the tournament.

        Directors may do this. A line at the table says who changed it. The games may set what is stricter.

        `tournament`: The id of the tournament, a UUID.
        """
        return self._ask('PUT', f"/v1/tournaments/{quoted(tournament)}/talk", body=body)

    def mark_tournament_talk(self, tournament: str, body: types.NewMark) -> types.MarkReply:
        """Set what holds for you on all your devices: whether you hide the messages, and what you have read.

        `tournament`: The id of the tournament, a UUID.
        """
        return self._ask('PUT', f"/v1/tournaments/{quoted(tournament)}/talk/mine", body=body)

    def wishes_in_tournament(self, tournament: str) -> types.Wishes:
        """Return the pairs of players of a tournament of whom one has blocked the other. Directors may read them.

        It does not say whose wish it is, and leaves out pairs with yourself. Nothing follows from a wish: you decide.

        `tournament`: The id of the tournament, a UUID.
        """
        return self._ask('GET', f"/v1/tournaments/{quoted(tournament)}/wishes")

    def transparency(self) -> types.Transparency:
        """Return how many reports players made, what moderators did, and what came of appeals, by month, without names.

        The numbers are up to ten seconds old.
        """
        return self._ask('GET', "/v1/transparency")

    def verify(self, body: bytes) -> types.VerificationReply:
        """Verify a bundle of this or another service. The service does not store the bundle.

        Send the unchanged file as `application/octet-stream` or `application/x-ndjson`. The response to an invalid bundle
        is also 200: `valid` and `checks` report the errors and their lines.

        For bundles that you cannot verify with a program of your own.
        """
        return self._ask('POST', "/v1/verifications", body=body)

    def webhooks(self) -> types.Webhooks:
        """Return your webhooks without their secrets.

        `waiting` and `failing_since` show whether your receiver keeps up.
        """
        return self._ask('GET', "/v1/webhooks")

    def make_webhook(self, body: types.NewWebhook, *, key: str | None = None) -> types.WebhookMade:
        """Create a webhook: a POST to your URL for each event, signed as Standard Webhooks (v1 and v1a) describe.

        The body is `{type, timestamp, data: {game, version, url, cursor, feed, links}}`: what happened, not its content.
        `url` is a page, and `links` has the resources of the API. Events of rounds have `tournament` and `round` in place
        of `game`. `result.published` also has `ruleset`, `ending` and `seats`, best first: `seat`, `player`, `rank`,
        `score`, `resigned` and `won` of each, and `links.result`. Answer 2xx within 6 seconds. Otherwise it is repeated
        after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, with the same `webhook-id`. After a longer failure read `feed`
        after the last `cursor`: it has what was missed, except `seat.abandoned`, and `deadline.near` of games that you
        organise. Send these again by `POST /v1/webhooks/{webhook}/redeliveries`, or read `GET /v1/me/organised`. A receiver
        that answers 410, or fails for five days, is disabled. A webhook ends with the token that made or last changed it;
        that of a session, with what started the session, and not by signing out.

        Verify the signature with a library of Standard Webhooks in your language. Events can arrive more than once and out
        of order: ignore a `webhook-id` that you know. `ludolog webhooks listen` needs no public address.
        """
        return self._ask('POST', "/v1/webhooks", body=body, key=key)

    def webhook(self, webhook: str) -> types.WebhookReply:
        """Return one of your webhooks without its secret.

        `public_key` verifies `v1a` signatures, so that your receiver needs no secret.

        `webhook`: The id of the webhook.
        """
        return self._ask('GET', f"/v1/webhooks/{quoted(webhook)}")

    def change_webhook(self, webhook: str, body: types.NewWebhook, *, key: str | None = None) -> types.WebhookReply:
        """Replace all fields of a webhook. Its secret stays. Disabling it ends the deliveries that wait.

        From then on the webhook ends with the token of this request.

        Enabling a webhook that was disabled forgets its failures; what happened before is in the feeds.

        `webhook`: The id of the webhook.
        """
        return self._ask('PUT', f"/v1/webhooks/{quoted(webhook)}", body=body, key=key)

    def delete_webhook(self, webhook: str, *, key: str | None = None) -> None:
        """Delete a webhook and its deliveries.

        Nothing more is sent. The response has no body.

        `webhook`: The id of the webhook.
        """
        return self._ask('DELETE', f"/v1/webhooks/{quoted(webhook)}", key=key)

    def webhook_deliveries(self, webhook: str, *, state: Literal['waiting', 'delivered', 'failed'] | None = None, limit: int | None = None, cursor: str | None = None) -> Pages[types.DeliveryReply]:
        """Return the deliveries of the last 14 days, newest first.

        `body` is what was sent; the signature of each attempt differs.

        `webhook`: The id of the webhook.

        `state`: Only deliveries in this state.

        `limit`: The maximum number of items. A page has at most 100: a larger number counts as 100.

        `cursor`: `next` of the previous page.
        """
        return self._pages('GET', f"/v1/webhooks/{quoted(webhook)}/deliveries", query={"state": state, "limit": limit, "cursor": cursor})

    def redeliver(self, webhook: str, body: types.RedeliveryRequest, *, key: str | None = None) -> types.RedeliveryReply:
        """Send one delivery again, or the deliveries of a range of time. They keep their ids and bodies.

        To catch up after a long failure, the feed named in the payloads is faster for the types that it has.

        A delivery that waits already is not queued twice.

        `webhook`: The id of the webhook.
        """
        return self._ask('POST', f"/v1/webhooks/{quoted(webhook)}/redeliveries", body=body, key=key)

    def rotate_secret(self, webhook: str, *, key: str | None = None) -> types.WebhookMade:
        """Give a webhook a new secret and a new public key. For 24 hours, requests also have signatures of the old ones.

        The webhook still ends with the token that made or last changed it.

        Configure the new secret within 24 hours: until then both are good.

        `webhook`: The id of the webhook.
        """
        return self._ask('POST', f"/v1/webhooks/{quoted(webhook)}/rotations", key=key)

    def test_webhook(self, webhook: str, *, key: str | None = None) -> types.DeliveryReply:
        """Send a signed event `webhook.test` at once, and return what came of it. It is not retried.

        A repetition with the key of the request sends nothing.

        The response is 200 even if the test failed: read `state`, `status` and `error`.

        `webhook`: The id of the webhook.
        """
        return self._ask('POST', f"/v1/webhooks/{quoted(webhook)}/tests", key=key)
