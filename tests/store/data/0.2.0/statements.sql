SELECT pg_advisory_xact_lock($1)
SELECT id, name FROM players WHERE erased_at IS NULL ORDER BY created_at, id
SELECT secret FROM account_secret
INSERT INTO account_secret VALUES ($1)
SELECT COALESCE(MAX(number), 0) AS number FROM account_changes
SELECT * FROM tokens WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1)
SELECT * FROM players
SELECT MAX(notification_id) FROM "public"."ludolog_events"
INSERT INTO signing_keys (key_id, jwk) VALUES ($1,$2) ON CONFLICT (key_id) DO NOTHING
SELECT jwk FROM signing_keys ORDER BY key_id
SELECT COALESCE(MAX(notification_id), 0), NULL, NULL, 0 FROM ludolog_events
SELECT pg_advisory_xact_lock(30528371711307623)
SELECT game FROM awaited_bots WHERE since < $1
SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
SELECT notification_id, originator_id, originator_version, (SELECT COALESCE(MAX(number), 0) FROM account_changes) AS account_change FROM (SELECT * FROM ludolog_events WHERE notification_id > $1 ORDER BY notification_id LIMIT 5000) AS later RIGHT JOIN (SELECT 1) AS always ON TRUE ORDER BY notification_id
SELECT 1
LOCK TABLE account_changes IN EXCLUSIVE MODE
SELECT name FROM players WHERE (name_folded=$1 OR name_shape=$2) AND id<>$3
INSERT INTO players (id, name, created_at, name_folded, name_shape, made_by, guest_in) VALUES ($1,$2,$3,$4,$5,$6,$7)
INSERT INTO account_changes (token, player) VALUES ($1,$2)
INSERT INTO tokens (id, player, label, hash, created_at, scopes, game, seat, expires_at) VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9)
SELECT * FROM tokens WHERE id IN (SELECT token FROM account_changes WHERE number > $1 AND number <= $2)
SELECT * FROM players WHERE id IN (SELECT player FROM account_changes WHERE number > $1 AND number <= $2)
LOCK TABLE "public"."ludolog_events" IN EXCLUSIVE MODE
INSERT INTO "public"."ludolog_events" AS t (originator_id, originator_version, topic, state) SELECT originator_id, originator_version, topic, state FROM unnest($1::"public"."stored_event_text"[]) WHERE (SELECT coalesce(bool_and((SELECT b.head IS NULL OR position(b.head IN e.state) > 0 FROM "public"."ludolog_events" AS e WHERE e.originator_id = b.game AND e.originator_version = b.version) IS TRUE), TRUE) FROM unnest((SELECT $2::text[]), (SELECT $3::bigint[]), (SELECT $4::bytea[])) AS b (game, version, head)) RETURNING notification_id
SELECT * FROM ratings WHERE player = $1 ORDER BY ruleset, profile
SELECT * FROM "public"."ludolog_events" WHERE originator_id = $1 AND originator_version > $2 ORDER BY originator_version ASC
SELECT * FROM tokens WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1) AND scopes = '' AND game = $2 ORDER BY created_at, id LIMIT $3
UPDATE tokens SET revoked_at=$1 WHERE id=$2
SELECT digest, token FROM account_keys WHERE key=$1
INSERT INTO account_keys VALUES ($1,$2,$3)
SELECT * FROM tokens WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1) AND scopes <> '' AND player = $2 AND game = $3 AND seat = $4 ORDER BY created_at, id LIMIT $5
SELECT * FROM tokens WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1) AND scopes <> '' AND player = $2 AND game IS NULL ORDER BY created_at, id LIMIT $3
UPDATE players SET name=$1, name_folded=$2, name_shape=$3 WHERE id=$4 AND erased_at IS NULL
SELECT pg_try_advisory_lock($1)
SELECT * FROM "public"."ludolog_events" WHERE notification_id>=$1 ORDER BY notification_id LIMIT $2
SELECT * FROM lobby WHERE (is_public = 1 OR (owner = $1 OR game IN (SELECT game FROM sitters WHERE player = $2))) ORDER BY opened_at DESC, game DESC LIMIT $3
SELECT * FROM lobby WHERE (is_public = 1 OR (owner = $1 OR game IN (SELECT game FROM sitters WHERE player = $2))) AND status = $3 ORDER BY opened_at DESC, game DESC LIMIT $4
SELECT * FROM lobby WHERE (is_public = 1 OR (owner = $1 OR game IN (SELECT game FROM sitters WHERE player = $2))) AND owner = $3 ORDER BY opened_at DESC, game DESC LIMIT $4
SELECT * FROM lobby WHERE (is_public = 1 OR (owner = $1 OR game IN (SELECT game FROM sitters WHERE player = $2))) AND game IN (SELECT game FROM sitters WHERE player = $3) ORDER BY opened_at DESC, game DESC LIMIT $4
SELECT * FROM lobby WHERE (is_public = 1 OR (owner = $1 OR game IN (SELECT game FROM sitters WHERE player = $2))) AND status = $3 AND ruleset = $4 ORDER BY opened_at DESC, game DESC LIMIT $5
SELECT r.*, s.seat, s.player, s.ranked, s.score, s.resigned, s.bot, s.won FROM (SELECT * FROM results WHERE 1 = 1 ORDER BY number ASC LIMIT $1) r JOIN result_seats s ON s.number = r.number ORDER BY r.number ASC, s.place
SELECT r.*, s.seat, s.player, s.ranked, s.score, s.resigned, s.bot, s.won FROM (SELECT * FROM results WHERE number IN (SELECT number FROM result_seats WHERE player = $1) ORDER BY number ASC LIMIT $2) r JOIN result_seats s ON s.number = r.number ORDER BY r.number ASC, s.place
SELECT r.*, s.seat, s.player, s.ranked, s.score, s.resigned, s.bot, s.won FROM (SELECT * FROM results WHERE ruleset = $1 AND profile = $2 ORDER BY number ASC LIMIT $3) r JOIN result_seats s ON s.number = r.number ORDER BY r.number ASC, s.place
SELECT l.*, s.seat, s.decision, s.since FROM lobby l JOIN seats s ON l.game = s.game WHERE s.player = $1 ORDER BY s.opened_at DESC, s.game DESC LIMIT $2
SELECT l.*, s.seat, s.decision, s.since FROM lobby l JOIN seats s ON l.game = s.game WHERE s.player = $1 AND s.decision IS NOT NULL ORDER BY s.opened_at DESC, s.game DESC LIMIT $2
SELECT l.*, s.seat, s.decision, s.since FROM lobby l JOIN seats s ON l.game = s.game WHERE s.player = $1 AND s.status = $2 ORDER BY s.opened_at DESC, s.game DESC LIMIT $3
SELECT * FROM rating_history WHERE player = $1 AND profile = $2 AND number > $3 ORDER BY number LIMIT $4
SELECT * FROM ratings WHERE ruleset = $1 AND profile = $2 AND NOT EXISTS (SELECT 1 FROM players p WHERE p.id = ratings.player AND p.erased_at IS NOT NULL) ORDER BY ordinal DESC, player LIMIT $3
SELECT COUNT(*) AS number FROM tokens WHERE player = $1 AND scopes <> '' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
SELECT COUNT(*) AS number FROM tokens WHERE player = $1 AND scopes = '' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
SELECT COUNT(*) AS number FROM account_games WHERE owner = $1 AND NOT EXISTS ( SELECT 1 FROM ludolog_events AS event WHERE event.originator_id = account_games.game AND (event.topic LIKE $2 OR event.topic LIKE $3))
SELECT COUNT(*) AS number FROM players WHERE made_by = $1 AND guest_in IS NOT NULL AND NOT EXISTS ( SELECT 1 FROM ludolog_events AS event WHERE event.originator_id = players.guest_in AND (event.topic LIKE $2 OR event.topic LIKE $3) AND event.originator_version > $4 + ( SELECT MAX(last.originator_version) FROM ludolog_events AS last WHERE last.originator_id = players.guest_in))
SELECT game FROM lobby WHERE owner = $1 AND status = 'open' AND is_foreign = 0
UPDATE players SET name='', name_folded=NULL, name_shape=NULL, erased_at=$1 WHERE id=$2
UPDATE account_keys SET digest='' WHERE token IN (SELECT id FROM tokens WHERE player = $1)
UPDATE tokens SET label='', revoked_at=COALESCE(revoked_at, $1) WHERE player=$2
SELECT id FROM tokens WHERE player = $1
