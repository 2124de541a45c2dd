// Checks a bundle, the file of a game, from domain/ledger/SPEC.md alone: form, chain, seals, draws, clocks, signature.
// Of a game in the log of its site it checks the proofs of the log, too (SPEC.md 12).
// It knows no rules of any title: that every step was legal is checked by `ludolog verify`.
// Of the file of a tournament it checks form, chain, seals, results, certificates and signature. Acts, pairings and
// standings need the rules of tournaments: `ludolog tournament check`.
//
// Node 18.11 or later: node verify.mjs [--key KEY] [--receipt FILE] [--log-key KEY] [--site URL [--witness KEY]] [--json] FILE …
//                      KEY: a public key in hex, or a file of keys (/.well-known/jwks.json); --help explains all options.
//                      The exit code is 1 if anything is wrong
// A browser:           import { verify } from "./verify.mjs"; await verify(new Uint8Array(bytes), { trusted: ["…"] })

const MAX_LINE = 2 ** 18, MAX_DEPTH = 32, MAX_SEATS = 64, MAX_TAKE_BACKS = 100, MAX_EDITION = 2 ** 32 - 1, AHEAD = 8;
const CHECKS = ["form", "chain", "seals", "draws", "clocks", "signature", "replay", "result"];
const TOURNAMENT_FORMATS = ["ludolog-tournament/1", "ludolog-tournament/2"], LOGGED_TOURNAMENT = "ludolog-tournament/2";
const OF_TOURNAMENTS = ["form", "chain", "seals", "results", "certificates", "signature", "acts", "pairings", "standings"];
const LOGGED = "ludolog-bundle/2", MAX_HASHES = 63, MAX_NOTE = 2 ** 16, MAX_SIGNATURES = 64, MAX_SIZE = 2n ** 63n - 1n;
const NOT_OPEN = "the seed is not open to this viewer", UNSIGNED = "the file is not signed";

const utf8 = new TextEncoder();
let known;
const subtle = async () => (known ??= (globalThis.crypto ?? (await import("node:crypto")).webcrypto).subtle);

class Failed extends Error {}
class Skipped extends Error {}
const fail = (reason) => { throw new Failed(reason); };

// Bytes

const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const joined = (...parts) => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { whole.set(part, at); at += part.length; }
  return whole;
};
const text = (string) => utf8.encode(string);
const u64 = (number) => { const b = new Uint8Array(8); new DataView(b.buffer).setBigUint64(0, BigInt(number)); return b; };
const u32 = (number) => { const b = new Uint8Array(4); new DataView(b.buffer).setUint32(0, number); return b; };
const idBytes = (uuid) => bytesOf(uuid.replaceAll("-", ""));

const sha1 = async (...parts) => new Uint8Array(await (await subtle()).digest("SHA-1", joined(...parts)));
const sha256 = async (...parts) => new Uint8Array(await (await subtle()).digest("SHA-256", joined(...parts)));
const hmacKeys = new WeakMap();
const hmac = async (key, ...parts) => {
  const crypto = await subtle();
  if (!hmacKeys.has(key)) hmacKeys.set(key, await crypto.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]));
  return new Uint8Array(await crypto.sign("HMAC", hmacKeys.get(key), joined(...parts)));
};
const isSignedBy = async (key, message, signature) => {
  const crypto = await subtle();
  try {
    const made = await crypto.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
    return await crypto.verify({ name: "Ed25519" }, made, signature, message);
  } catch (error) {
    if (error.name === "NotSupportedError") throw new Skipped("this version of Node.js or of the browser does not support Ed25519: use a newer version");
    return false;
  }
};

// JSON in canonical form (RFC 8785), whole numbers below 2^53 only

const LONE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function canonical(value, depth = MAX_DEPTH) {
  if (typeof value === "string") return LONE.test(value) ? fail("a text is no Unicode") : JSON.stringify(value);
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : fail("a number is not whole, or 2^53 or more");
  if (value === null || typeof value === "boolean") return String(value);
  if (depth === 0) fail(`the line is nested deeper than ${MAX_DEPTH}`);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth - 1)).join(",")}]`;
  const pairs = Object.keys(value).sort().map((key) => {
    if (!/^[\x00-\x7f]*$/.test(key)) fail("a key is beyond ASCII");
    return `${JSON.stringify(key)}:${canonical(value[key], depth - 1)}`;
  });
  return `{${pairs.join(",")}}`;
}

function parsed(raw) {
  if (raw.length > MAX_LINE) fail(`the line is longer than ${MAX_LINE} bytes`);
  let line, value;
  try {
    line = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
    value = JSON.parse(line);
  } catch {
    fail("the line is no JSON that can be read");
  }
  if (!isObject(value)) fail("the line is no JSON object");
  // written again, whatever was not canonical has become so: spaces, order, repeated keys, escapes, numbers
  if (canonical(value) !== line) fail("the line is not canonical: keys in order and once each, no spaces, shortest numbers and escapes");
  return value;
}

// What a line may look like

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isWhole = (value) => Number.isSafeInteger(value) && value >= 0;
const isVersion = (value) => Number.isSafeInteger(value) && value >= 1;
const isSeat = (value) => isWhole(value) && value < MAX_SEATS;
const isText = (value) => typeof value === "string";
const like = (pattern) => (value) => isText(value) && pattern.test(value) && !value.endsWith("\n");
const isHash = like(/^[0-9a-f]{64}$/);
const isSignature = like(/^[0-9a-f]{128}$/);
const isGame = like(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const isTime = like(/^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{6}Z$/);
const daysOf = (year, month) => month === 2 ? (year % 4 || (year % 100 === 0 && year % 400) ? 28 : 29) : [4, 6, 9, 11].includes(month) ? 30 : 31;
const isDay = (year, month, day) => year > 0 && day <= daysOf(year, month);
const isMoment = (value) => isTime(value) && isDay(+value.slice(0, 4), +value.slice(5, 7), +value.slice(8, 10));
const orNull = (test) => (value) => value === null || test(value);

const HEADER = {
  data_digest: isText, data_set: isText, format: (value) => value === "ludolog-bundle/1" || value === LOGGED, game: isGame, options: isObject,
  ruleset: isText, ruleset_version: isWhole, seats: (value) => isWhole(value) && value >= 1 && value <= MAX_SEATS,
  viewer: like(/^(full|public|seat:(0|[1-9][0-9]?))$/),
};
const TOURNAMENT = { format: (value) => TOURNAMENT_FORMATS.includes(value), tournament: isGame, viewer: like(/^(full|public)$/) };
const CERTIFICATE = { public_key: orNull(isHash), signature: orNull(isSignature), statement: isObject };
const RECORD = {
  at: isMoment, cause: isVersion, data: isObject, game: isGame, known_to: (value) => Array.isArray(value) && value.every(isSeat),
  sealed: orNull(isHash), seat: orNull(isSeat), shape: isVersion, type: like(/^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/), version: isVersion,
};
const EVENT = { head: isHash, record: (value) => isObject(value) };
const OPENED = { salt: isHash, secret: isObject };
const STATEMENT = { at: isText, game: isText, head: isHash, key_id: orNull(like(/^[0-9a-f]{16}$/)), version: Number.isSafeInteger };
const KEPT = { ...STATEMENT, version: isVersion };
const RECEIPT = { ...KEPT, command: orNull(isText), decision: isText };
const isSeats = (value) => Array.isArray(value) && value.every(isSeat);
const isForm = (form) => (value) => { try { fits(value, form); return true; } catch (error) { if (error instanceof Failed) return false; throw error; } };
const PART = { amount: Number.isSafeInteger, part: isText, rule: isText };
const PLACE = { parts: (value) => Array.isArray(value) && value.every(isForm(PART)), rank: isVersion, score: Number.isSafeInteger, seat: isSeat };
const isPlaces = (value) => Array.isArray(value) && value.every(isForm(PLACE));
const RESULT_OF_GAME = {
  ...KEPT, places: isPlaces, players: (value) => Array.isArray(value) && value.every(orNull(isText)), resigned: isSeats, ruleset: isText,
  ruleset_version: Number.isSafeInteger, status: (value) => value === "ended" || value === "abandoned",
};
const OF_SOME_RESULTS = { adjudicated: (value) => value === true, winners: isSeats };
const PROOF = { hashes: (value) => Array.isArray(value) && value.length <= MAX_HASHES && value.every(isHash), index: isWhole };
const PROOFS = { checkpoint: isText, ended: (value) => isObject(value) && isForm(PROOF)(value), opened: (value) => isObject(value) && isForm(PROOF)(value) };
const CHECKPOINT = { checkpoint: isText };
const CLOSING = { public_key: orNull(isHash), signature: orNull(isSignature), statement: isObject };

function fits(value, form, optional = {}) {
  for (const [key, test] of Object.entries(form)) if (!Object.hasOwn(value, key) || !test(value[key])) fail(`${key} is missing or malformed`);
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(form, key)) continue;
    if (!Object.hasOwn(optional, key)) fail(`${key} is unknown here`);
    if (!optional[key](value[key])) fail(`${key} is malformed`);
  }
}

function read(number, raw) {
  const value = parsed(raw);
  if (number === 1 && TOURNAMENT_FORMATS.includes(value.format)) { fits(value, TOURNAMENT); return { header: { ...value, game: value.tournament } }; }
  if (number === 1) { fits(value, HEADER); return { header: value }; }
  if (Object.hasOwn(value, "statement")) {
    // that of a game has the proofs too, and that of a tournament has them at its events
    fits(value, CLOSING, { log: (proofs) => isObject(proofs) && (isForm(PROOFS)(proofs) || isForm(CHECKPOINT)(proofs)) });
    fits(value.statement, STATEMENT);
    return { closing: value };
  }
  if (Object.hasOwn(value, "certificate") && !Object.hasOwn(value, "record")) {
    // the game is withheld from public view
    if (value.certificate === "withheld") { fits(value, { certificate: isText }); return { certificate: null }; }
    fits(value, { certificate: isObject });
    fits(value.certificate, CERTIFICATE);
    return { certificate: value.certificate };
  }
  fits(value, EVENT, { ...OPENED, log: (place) => isObject(place) && isForm(PROOF)(place) });
  fits(value.record, RECORD);
  return { event: value };
}

const isShared = (type) => type.startsWith("game.") || type.startsWith("clock.");

/** Follow the decisions that a seat can take back, as far as a file shows it without the rules. */
function takeBacks() {
  let isOn = false, owner = null, decided = [];
  const counts = new Map();
  return ({ record, secret }) => {
    const { version, cause, type, seat, data } = record;
    if (version === 1) isOn = data.take_back === true;
    if (type === "game.decision_taken_back") {
      if (!isWhole(data.seat) || !isWhole(data.to)) fail("a take-back has a seat and a version");
      if (!isOn) fail("decisions of this game cannot be taken back");
      if (cause !== version || data.seat !== seat) fail("a take-back is a decision event of the seat that it names");
      if (seat !== owner || decided.at(-1) !== data.to + 1) fail(`no decision of seat ${seat} after version ${data.to} can be taken back`);
      counts.set(seat, (counts.get(seat) ?? 0) + 1);
      if (counts.get(seat) > MAX_TAKE_BACKS) fail(`a seat takes back ${MAX_TAKE_BACKS} decisions at most`);
      decided.pop();
    } else if (cause === version) {
      if (seat === null || isShared(type)) decided = [];
      else {
        if (seat !== owner) decided = [];
        owner = seat;
        decided.push(version);
      }
    }
    const draws = (fields) => Array.isArray(fields?.draws) && fields.draws.length > 0;
    if (draws(data) || draws(secret)) decided = [];
  };
}

/** Follow whether a game has hints, and who knows what they say, as far as a file shows it without the rules. */
function hints() {
  let isOn = false, isRated = false;
  const last = new Map();
  return ({ version, cause, type, seat, data, sealed, known_to: seats }) => {
    if (version === 1) [isOn, isRated] = [data.hints === true, data.rated === true];
    if (type !== "game.hint_taken") return;
    if (!isWhole(data.seat) || !isText(data.decision)) fail("a hint has a seat and a decision");
    if (!isOn) fail("the game has no hints");
    if (isRated) fail("a rated game has no hints");
    if (cause !== version || data.seat !== seat) fail("a hint is a decision event of the seat that it names");
    if (sealed === null || seats.length !== 1 || seats[0] !== seat) fail("a hint has a secret that its seat alone knows");
    if (last.get(seat) === data.decision) fail("a seat takes one hint for a decision at most");
    last.set(seat, data.decision);
  };
}

// The checks: each is shown header, events and closing line, and keeps what it needs of them

/** What only a game has that has not started. */
const BEFORE_START = ["game.seat_taken", "game.seat_left", "game.seats_released", "game.abandoned"];
/** What only a game has that has started, with all events of the title and of clocks. */
const AFTER_START = [
  "game.ended", "game.seat_resigned", "game.seat_returned", "game.others_left", "game.decision_taken_back", "game.replacement_offered",
  "game.player_replaced", "game.seat_given_up", "game.adjudicated", "game.clock_extended", "game.paused", "game.resumed",
  "game.hint_taken",
];

/** Follow whether the game has started: no event may be on the wrong side of the start. */
function eventOrder() {
  let hasStarted = false;
  return ({ type, cause, version }) => {
    if (type === "game.started") {
      if (hasStarted) fail("the game has started already");
      if (cause !== version) fail("game.started is a decision event");
      hasStarted = true;
    } else if (hasStarted && BEFORE_START.includes(type)) fail(`${type} follows the start of the game`);
    else if (!hasStarted && (AFTER_START.includes(type) || !type.startsWith("game."))) fail(`${type} precedes the start of the game`);
  };
}

function form() {
  let header, version = 0, at = "", cause = 0, isOver = false;
  const followOrder = eventOrder(), followTakeBacks = takeBacks(), followHints = hints();
  const opens = (seats) => header.viewer === "full" || (header.viewer !== "public" && seats.includes(Number(header.viewer.slice(5))));
  return {
    header(found) {
      header = found;
      if (found.viewer.startsWith("seat:") && Number(found.viewer.slice(5)) >= found.seats) fail("the game has no such seat");
    },
    event({ record, secret, salt, log }) {
      if (log !== undefined) fail("log is unknown here");
      if (isOver) fail("the game was over before this event");
      if (record.version !== version + 1) fail(`version ${record.version} follows version ${version}`);
      if (record.game !== header.game) fail(`the event belongs to the game ${record.game}`);
      if ((record.version === 1) !== (record.type === "game.opened")) fail("a log begins with game.opened, and has it once");
      if (record.version === 1 && (record.seat !== null || record.known_to.length)) fail("no seat opens the game, and none knows its seed");
      if (record.version === 1)
        for (const name of ["ruleset", "ruleset_version", "data_set", "data_digest", "options", "seats"])
          if (!Object.hasOwn(record.data, name) || canonical(record.data[name]) !== canonical(header[name]))
            fail(`the first event and the header name another ${name}`);
      if (record.at < at) fail(`the time ${record.at} is before that of the event above it`);
      if (record.seat !== null && record.seat >= header.seats) fail("the game has no such seat");
      if (record.cause !== record.version) {
        if (record.cause !== cause) fail(`the cause ${record.cause} is neither the event itself nor that of its batch`);
        if (record.at !== at) fail("one batch has one time");
        if (record.seat !== null) fail("only a decision event has a seat");
      }
      const seats = record.known_to;
      if (seats.some((seat, place) => seat >= header.seats || (place > 0 && seats[place - 1] >= seat))) fail("known_to lists seats of the game in ascending order");
      if (record.sealed === null && seats.length) fail("known_to is empty where nothing is sealed");
      const isOpen = record.sealed !== null && opens(seats);
      if ((secret !== undefined) !== isOpen) fail(`a secret is ${isOpen ? "missing" : "not"} for ${header.viewer} to see`);
      if ((salt !== undefined) !== (isOpen && record.version > 1)) fail("a salt belongs to every open secret but that of the first event");
      followOrder(record);
      followTakeBacks({ record, secret });
      followHints(record);
      ({ version, at, cause } = record);
      isOver = record.type === "game.ended" || record.type === "game.abandoned";
    },
    closing({ log }) {
      if (version === 0) fail("there is no event before the closing line");
      if (header.viewer === "full" && !isOver) fail("the log ends before the game is over");
      if ((log !== undefined) !== (header.format === LOGGED)) fail(`the closing line has log in the format ${LOGGED}, and in no other one`);
      if (log !== undefined && !isForm(PROOFS)(log)) fail("log is malformed");
      if (log !== undefined && !isOver) fail("the log ends before the game is over, and so has no proof of its end");
    },
  };
}

function chain() {
  let head;
  return {
    async header({ game }) { head = await sha256(text("ludolog/chain/1"), idBytes(game)); },
    async event({ record, head: said }) {
      head = await sha256(head, text(canonical(record)));
      if (hexOf(head) !== said) fail(`the head after this record is ${hexOf(head)}, not ${said}`);
    },
    closing() {},
  };
}

function seedOf(secret) {
  if (secret === undefined) throw new Skipped(NOT_OPEN);
  fits(secret, { seed: isHash });
  return bytesOf(secret.seed);
}

function seals() {
  let seed;
  return {
    header() {},
    async event({ record, secret, salt }) {
      if (record.version === 1) {
        if (record.sealed === null || record.data.seed_commitment !== record.sealed) fail("the first event has to be sealed by its seed_commitment");
        if (secret === undefined) return;
        seed = seedOf(secret);
        if (hexOf(await sha256(text("ludolog/seed/1"), seed)) !== record.sealed) fail("the seed does not fit its commitment");
      } else if (secret !== undefined && salt !== undefined) {
        if (seed !== undefined && hexOf(await hmac(seed, text("ludolog/salt/1"), u64(record.version))) !== salt) fail("the salt does not follow from the seed");
        if (hexOf(await sha256(bytesOf(salt), text(canonical(secret)))) !== record.sealed) fail("the secret does not fit its seal");
      }
    },
    closing() {},
  };
}

function draws() {
  let seed, game, key, version, counter, entropy;
  const draw = async (size) => {
    const limit = 2n ** 64n - (2n ** 64n % BigInt(size));
    for (;;) {
      const block = await hmac(key, u64(version), u32(counter++));
      const number = new DataView(block.buffer).getBigUint64(0);
      if (number < limit) return Number(number % BigInt(size));
    }
  };
  const follow = async (fields) => {
    if (!Object.hasOwn(fields, "draws")) return;
    if (!Array.isArray(fields.draws)) fail("draws is a list of pairs");
    for (const pair of fields.draws)
      if (!(Array.isArray(pair) && pair.length === 2 && pair.every(isWhole) && pair[0] > 0)) fail("a draw is a pair of whole numbers");
    for (const [size, number] of fields.draws) {
      if (version === undefined) fail("something is drawn before the start");
      const expected = await draw(size);
      if (expected !== number) fail(`a draw of ${size} has to be ${expected} here, not ${number}`);
    }
  };
  return {
    header(header) {
      if (header.viewer !== "full") throw new Skipped(NOT_OPEN);
      game = header.game;
      entropy = new Array(header.seats).fill(null);
    },
    async event({ record, secret }) {
      const { data } = record;
      if (record.version === 1) seed = secret === undefined ? fail("the first event has no seed") : seedOf(secret);
      if (record.type === "game.started") {
        if (entropy.includes(null)) fail("the game starts while seats are free");
        key = await hmac(seed, text("ludolog/chance/1"), idBytes(game), ...entropy);
      } else if (record.type === "game.seat_taken" || record.type === "game.seat_left") {
        const isTaken = record.type === "game.seat_taken";
        if (!isWhole(data.seat) || data.seat >= entropy.length) fail("the game has no such seat");
        if (isTaken && !isHash(data.entropy)) fail("the entropy is no 32 bytes");
        entropy[data.seat] = isTaken ? bytesOf(data.entropy) : null;
      }
      if (record.cause === record.version && key !== undefined) { version = record.version - 1; counter = 0; }
      await follow(data);
      if (secret !== undefined) await follow(secret);
    },
    closing() {},
  };
}

// Clocks: times are BigInt microseconds since 1970

const SECOND = 1000000n, LONGEST = 366 * 24 * 60 * 60, MOST_STRIKES = 1000;

function micros(at) {
  const [year, month, day, hour, minute, second, fraction] = at.match(/[0-9]+/g).map(Number);
  if (year === 0) fail("the year 0 is no year");
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  return BigInt(date.getTime()) * 1000n + BigInt(fraction);
}

const later = (a, b) => (a > b ? a : b);
const isPositive = (value) => isWhole(value) && value >= 1;
const isDuration = (value) => isWhole(value) && value <= LONGEST;
const CLOCK = {
  allowance: (value) => isDuration(value) && value >= 1, bank: isDuration, on_empty: (value) => value === "bot" || value === "resign",
  strikes: (value) => isPositive(value) && value <= MOST_STRIKES,
};
const RULED = { author: isText, reason: isText };
const SHARED_EVENTS = {
  "game.seat_taken": { seat: isWhole, player: isText, entropy: isText, entropy_from: (value) => value === "player" || value === "server" },
  "game.seat_left": { seat: isWhole }, "game.started": {}, "game.ended": {}, "game.adjudicated": {},
  "game.seat_resigned": { seat: isWhole, player: isText }, "game.others_left": { seat: isWhole }, "game.decision_taken_back": { seat: isWhole, to: Number.isSafeInteger },
  "clock.switched": { seats: (value) => Array.isArray(value) && value.every(isWhole) },
  "clock.ran_out": { seat: isWhole, decision: isText, strike: isPositive }, "clock.seat_taken_over": { seat: isWhole, player: isText },
  "game.seat_returned": { seat: isWhole }, "clock.vacation_taken": { seat: isWhole, seconds: isPositive },
  "game.player_replaced": { seat: isWhole, player: isText, ...RULED }, "game.seat_given_up": { seat: isWhole, player: isText, ...RULED },
  "game.clock_extended": { seat: isWhole, seconds: isPositive, ...RULED }, "game.paused": { until: isMoment, ...RULED },
  "game.resumed": { author: orNull(isText), reason: orNull(isText) },
};
const OF_CLOCKS = ["game.seat_returned", "game.clock_extended"];
const BY_SEAT = ["game.seat_resigned", "game.seat_returned", "clock.vacation_taken", "game.decision_taken_back"];
const BY_TABLE = ["game.started", "clock.ran_out", "game.player_replaced", "game.seat_given_up", "game.adjudicated", "game.clock_extended", "game.paused", "game.resumed"];
const NO_DECISION = ["clock.switched", "clock.seat_taken_over", "game.others_left", "game.ended"];

function clocks() {
  let count, settings = null, takesBack = false, bots, table = null, isPaused = false, until = "", past = [], pastSeat = null;
  let allowed = [], missing = null, leaving = null, isOpenBatch = false;
  const away = new Set();
  const fresh = (isBot) => ({
    bank: BigInt(settings.bank) * SECOND, vacation: BigInt(settings.vacation ?? 0) * SECOND, decided: 0, isOpen: false,
    used: 0n, since: null, awayUntil: 0n, strikes: 0, ranOut: false, isBot,
  });
  const allowance = () => BigInt(settings.allowance) * SECOND;
  const start = (clock) => later(clock.since, clock.awayUntil);
  const running = (clock, at) => (clock.since === null ? 0n : later(0n, at - start(clock)));
  const due = (clock) => (clock.since === null ? null : start(clock) + later(0n, allowance() + clock.bank - clock.used));
  const stop = (clock, at) => { clock.used += running(clock, at); clock.since = null; };
  const run = (clock, at) => { if (clock.isOpen && !clock.isBot && !clock.ranOut && !isPaused) clock.since = at; };
  const close = (clock, at) => {
    const over = later(0n, clock.used + running(clock, at) - allowance());
    if (!clock.ranOut) clock.bank = later(0n, clock.bank - over);
    Object.assign(clock, { isOpen: false, used: 0n, since: null, ranOut: false });
  };
  const copied = () => table.map((clock) => ({ ...clock }));
  const isBotName = (player) => player.startsWith("bot:");
  const demand = (name) => { allowed = [name]; missing = name; };

  function read(type, data) {
    const form = SHARED_EVENTS[type];
    if (form === undefined) return type.startsWith("clock.") ? fail(`the event ${type} is unknown`) : null;
    for (const [key, test] of Object.entries(form)) if (!Object.hasOwn(data, key) || !test(data[key])) fail(`${key} is missing or malformed`);
    if ("seat" in form && data.seat >= count) fail("the game has no such seat");
    if (TO_BOT.includes(type) && !isBotName(data.player)) fail(`a bot has to take over seat ${data.seat}`);
    if (type === "clock.switched" && data.seats.some((seat, place) => seat >= count || (place > 0 && data.seats[place - 1] >= seat)))
      fail("seats lists seats of the game in ascending order");
    return type;
  }

  function checkRanOut({ seat, decision, strike }, at) {
    const clock = table[seat];
    if (!clock.isOpen || decision !== `${seat}.${clock.decided + 1}`) fail(`${decision} is not the open decision of seat ${seat}`);
    if (due(clock) === null) fail(`the clock of seat ${seat} is stopped`);
    if (at < due(clock)) fail(`the clock of seat ${seat} ran out ${due(clock) - at} microseconds early`);
    if (strike !== clock.strikes + 1) fail(`this is strike ${clock.strikes + 1} of seat ${seat}, not ${strike}`);
    if (strike >= settings.strikes) { demand(settings.on_empty === "bot" ? "clock.seat_taken_over" : "game.seat_resigned"); leaving = seat; }
  }

  function checkDecision(shared, { at, seat, type, data }) {
    if (NO_DECISION.includes(shared)) fail(`${type} is not a decision event`);
    switch (type.startsWith("game.") || type.startsWith("clock.") ? shared : "title") {
      case "title":
        if (seat === null) fail("this decision event has to have a seat");
        if (isPaused) fail("the game is paused");
        if (seat >= count || !table[seat].isOpen) fail(`no decision of seat ${seat} is open`);
        return;
      case "clock.ran_out": return checkRanOut(data, micros(at));
      case "game.decision_taken_back":
        if (isPaused) fail("the game is paused");
        return demand("clock.switched");
      case "game.adjudicated": return demand("game.ended");
      case "game.seat_resigned": case "game.seat_given_up": allowed = ["game.others_left"]; return;
      case "game.seat_returned":
        if (!away.has(data.seat)) fail(`the clock has not given seat ${data.seat} to a bot`);
        return;
      case "clock.vacation_taken":
        if (isPaused) fail("the game is paused");
        if (BigInt(data.seconds) * SECOND > table[seat].vacation) fail("the seat has no such vacation left");
        if (micros(at) < table[seat].awayUntil) fail("the seat is on vacation already");
        return;
      case "game.paused":
        if (isPaused) fail("the game is paused already");
        return;
      case "game.resumed":
        if (!isPaused) fail("the game is not paused");
        if ((data.author === null) !== (data.reason === null)) fail("a ruling has an author and a reason");
        if (data.author === null && at < until) fail(`the pause lasts until ${until}`);
    }
  }

  function beginBatch(shared, isTitle, record) {
    if (missing !== null) fail(`${missing} is missing from the batch above`);
    if (BY_TABLE.includes(shared) && record.seat !== null) fail("the seat of this decision event has to be null");
    if (BY_SEAT.includes(shared) && record.seat !== record.data.seat) fail(`the seat of this decision event has to be ${record.data.seat}`);
    const isStart = shared === "game.started";
    allowed = [];
    // events that section 9 does not name may follow
    isOpenBatch = isTitle || isStart || shared === null;
    if (isTitle || isStart) { allowed = ["title", "clock.switched", "game.ended"]; missing = "clock.switched"; }
    if (table !== null) checkDecision(shared, record);
  }

  function continueBatch(shared, isTitle, { type, data, cause }) {
    if (shared === null && !isTitle && isOpenBatch) return;
    if (!allowed.includes(isTitle ? "title" : type)) fail(`${type} does not follow from the decision event of version ${cause}`);
    if ((shared === "clock.seat_taken_over" || shared === "game.seat_resigned") && data.seat !== leaving) fail(`a bot has to take over seat ${leaving}`);
    if (isTitle) return;
    isOpenBatch = false;
    if (shared === "game.others_left") {
      const people = table.flatMap((clock, seat) => (clock.isBot ? [] : [seat]));
      if (people.length !== 1 || people[0] !== data.seat) fail(`the players of the seats [${people}] have not left`);
      return demand("game.ended");
    }
    allowed = ["clock.seat_taken_over", "game.seat_resigned"].includes(shared) ? ["game.others_left"] : [];
    missing = null;
  }

  function takeBack({ seat, to }, at) {
    const before = past.at(-1);
    if (before === undefined || before.version !== to || pastSeat !== seat) fail(`no decision of seat ${seat} after version ${to} can be taken back`);
    const now = table;
    table = before.table.map((clock, place) => ({ ...clock, decided: now[place].decided + 1 }));
    table.forEach((clock, place) => {
      if (place !== seat && clock.isOpen && !now[place].isOpen) { stop(clock, before.at); run(clock, at); }
    });
    past = past.slice(0, -1);
    if (past.length === 0) pastSeat = null;
  }

  function decide(seat, version, at) {
    const clock = table[seat];
    if (!takesBack || clock.ranOut || clock.isBot) { past = []; pastSeat = null; }
    else { past = [...(pastSeat === seat ? past : []), { version: version - 1, at, table: copied() }]; pastSeat = seat; }
    close(clock, at);
    clock.decided += 1;
  }

  function change(shared, data, at) {
    const clock = table[data.seat];
    past = [];
    pastSeat = null;
    switch (shared) {
      case "clock.ran_out": stop(clock, at); return Object.assign(clock, { bank: 0n, strikes: data.strike, ranOut: true });
      case "game.seat_resigned": case "game.seat_given_up": case "clock.seat_taken_over": stop(clock, at); clock.isBot = true; return;
      case "game.seat_returned": clock.isBot = false; return run(clock, at);
      case "game.player_replaced": {
        const { decided, isOpen } = clock;
        Object.assign(clock, fresh(isBotName(data.player)), { decided, isOpen });
        return run(clock, at);
      }
      case "clock.vacation_taken": {
        const isRunning = clock.since !== null, seconds = BigInt(data.seconds) * SECOND;
        stop(clock, at);
        return Object.assign(clock, { vacation: clock.vacation - seconds, awayUntil: at + seconds, since: isRunning ? at : null });
      }
      case "game.clock_extended": clock.bank += BigInt(data.seconds) * SECOND; return;
      case "game.ended": return table.forEach((each) => { stop(each, at); each.isOpen = false; });
      case "game.paused": isPaused = true; until = data.until; return table.forEach((each) => stop(each, at));
      case "game.resumed": isPaused = false; table.forEach((each) => run(each, at));
    }
  }

  function follow(shared, isTitle, record) {
    const at = micros(record.at);
    if (isTitle) return record.seat === null ? undefined : decide(record.seat, record.version, at);
    if (shared === "game.decision_taken_back") return takeBack(record.data, at);
    if (shared !== "clock.switched") return change(shared, record.data, at);
    table.forEach((clock, seat) => {
      const isAsked = record.data.seats.includes(seat);
      if (clock.isOpen && !isAsked) close(clock, at);
      else if (!clock.isOpen && isAsked) { clock.isOpen = true; run(clock, at); }
    });
  }

  return {
    header({ seats }) { count = seats; bots = new Array(seats).fill(false); },
    event({ record }) {
      const { type, data } = record;
      if (record.version === 1) {
        takesBack = data.take_back === true;
        settings = null;
        if (!Object.hasOwn(data, "clock")) return;
        if (!isObject(data.clock)) fail("the clock is malformed");
        for (const [key, test] of Object.entries(CLOCK)) if (!Object.hasOwn(data.clock, key) || !test(data.clock[key])) fail(`${key} of the clock is missing or malformed`);
        if (Object.hasOwn(data.clock, "vacation") && !isDuration(data.clock.vacation)) fail("vacation of the clock is malformed");
        settings = data.clock;
        return;
      }
      if (settings === null) { if (OF_CLOCKS.includes(type) || type.startsWith("clock.")) fail("the game has no clock"); return; }
      const isTitle = !type.startsWith("game.") && !type.startsWith("clock.");
      const shared = isTitle ? null : read(type, data);
      if (table === null && shared !== "game.started") {
        // no batch of the lobby has to be complete: the form lets nothing of section 9 precede the start
        if (shared !== null) bots[data.seat] = shared === "game.seat_taken" && isBotName(data.player);
        return;
      }
      if (record.cause === record.version) beginBatch(shared, isTitle, record);
      else continueBatch(shared, isTitle, record);
      if (shared === "clock.seat_taken_over") away.add(data.seat);
      if (["game.seat_returned", "game.seat_resigned", "game.seat_given_up", "game.player_replaced"].includes(shared)) away.delete(data.seat);
      if (table === null) table = bots.map(fresh);
      else follow(shared, isTitle, record);
    },
    closing() { if (missing !== null) fail(`${missing} is missing at the end`); },
  };
}

function signature(trusted) {
  let last;
  return {
    keyId: null,
    header() {},
    event(event) { last = event; },
    async closing({ statement, signature: made, public_key: key }) {
      if (last === undefined) throw new Skipped("the file has no events");
      const { record, head } = last;
      if (statement.at !== record.at || statement.game !== record.game || statement.head !== head || statement.version !== record.version)
        fail("the statement is not about the last event: its time, game, head and version");
      if (statement.key_id === null || made === null || key === null) {
        if (statement.key_id !== null || made !== null || key !== null) fail("key_id, signature and public_key go together: all three, or three nulls");
        if (trusted) fail(UNSIGNED);
        throw new Skipped(UNSIGNED);
      }
      const id = hexOf(await sha256(bytesOf(key))).slice(0, 16);
      if (statement.key_id !== id) fail(`the statement names the key ${statement.key_id}, but the key given with it is ${id}`);
      if (!(await isSignedBy(bytesOf(key), text(canonical(statement)), bytesOf(made)))) fail(`the signature does not fit the statement and the key ${id}`);
      if (trusted && !trusted.includes(key)) fail(`it is signed by the key ${id}, which is none of those given`);
      this.keyId = id;
    },
  };
}

// What a reader has kept of a log: receipts and signed heads (SPEC.md 6)

function statementsIn(line) {
  let reply;
  try {
    reply = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line));
  } catch {
    fail("the line is no JSON that can be read");
  }
  if (!isObject(reply)) fail("the line is no JSON object");
  // the result of a game has a certificate, the reply to a command a receipt
  const members = ["receipt", "certificate"].filter((name) => Object.hasOwn(reply, name)).map((name) => reply[name]);
  return (members.length ? members : [reply]).map(statementIn);
}

function statementIn(reply) {
  if (!isObject(reply)) fail("the line has no object as its receipt or certificate");
  const isHead = isObject(reply.statement);
  // a receipt has further members, which are not signed
  const statement = isHead ? reply.statement : Object.fromEntries(Object.keys(RECEIPT).filter((name) => Object.hasOwn(reply, name)).map((name) => [name, reply[name]]));
  try {
    const isCertificate = isHead && Object.hasOwn(statement, "places");
    if (isCertificate) fits(statement, RESULT_OF_GAME, OF_SOME_RESULTS);
    else fits(statement, isHead ? KEPT : RECEIPT);
    if (!isSignature(reply.signature)) fail("signature is missing or malformed");
    return { ...statement, signed: canonical(statement), signature: reply.signature, isCertificate };
  } catch (error) {
    return fail(`the line is no receipt, signed head or certificate: ${error.message}`);
  }
}

/** Return the statements in a file (Uint8Array), each with its line. Throws an Error that names a malformed line. */
export function receiptsIn(bytes) {
  const found = [];
  let number = 0, from = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    if (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) continue;
    const line = bytes.subarray(from, at);
    if (bytes[at] === 13 && bytes[at + 1] === 10) at += 1;
    from = at + 1;
    number += 1;
    if (line.every((byte) => byte === 32 || (byte >= 9 && byte <= 12))) continue;
    try {
      for (const statement of statementsIn(line)) found.push({ ...statement, line: number });
    } catch (error) {
      throw new Error(`line ${number}: ${error.message}`);
    }
  }
  return found;
}

/** Follow the public records of a game as far as its certificate depends on them (SPEC.md 6). */
function outcomeOfGame({ ruleset, ruleset_version: edition, seats: count }) {
  const players = Array(count).fill(null), resigned = new Map();
  let places = [], isAdjudicated = false, last;
  const isBotName = (player) => player.startsWith("bot:");
  const rankedPlaces = () => {
    if (isAdjudicated) return places;
    const stayed = places.filter(({ seat }) => !resigned.has(seat)).map(({ rank }) => rank);
    const behind = Math.max(2, 1 + stayed.length);
    const rankOf = ({ seat, rank }) => (resigned.has(seat) ? behind : 1 + stayed.filter((other) => other < rank).length);
    return places.map((place) => ({ ...place, rank: rankOf(place) })).sort((one, other) => one.rank - other.rank);
  };
  const winners = () => {
    const hasPeople = players.some((player) => player !== null && !isBotName(player));
    if (resigned.size && !hasPeople && !isAdjudicated) return [];
    return rankedPlaces().filter(({ rank }) => rank === 1).map(({ seat }) => seat);
  };
  return {
    event({ type, version, data }) {
      last = { type, version };
      if (type === "game.adjudicated") isAdjudicated = true;
      else if (type === "game.ended" && Object.hasOwn(data, "places")) {
        if (!isPlaces(data.places)) fail(`${type}: places is malformed`);
        ({ places } = data);
      }
      if (!CHANGES_OF_SEATS.includes(type)) return;
      const { seat, player = null } = data;
      if (!isWhole(seat) || !orNull(isText)(player)) fail(`${type}: seat or player is malformed`);
      if (seat >= count) fail(`the game has the seats 0 to ${count - 1}`);
      if (TO_BOT.includes(type)) {
        if (!resigned.has(seat)) resigned.set(seat, players[seat]);
        players[seat] = player;
        return;
      }
      const former = resigned.get(seat) ?? null;
      resigned.delete(seat);
      players[seat] = type === "game.seat_returned" ? former : type === "game.seat_left" ? null : player;
    },
    /** Return the result as its certificate states it, without a key. */
    result({ at, game, version, type }, head) {
      const whole = {
        at, game, head, places: rankedPlaces(), players, resigned: [...resigned.keys()].sort((a, b) => a - b), ruleset, ruleset_version: edition,
        status: STATUSES[type], version, winners: winners(),
      };
      return isAdjudicated ? { ...whole, adjudicated: true } : whole;
    },
    check(certificate) {
      if (certificate.version !== last.version) fail(`the certificate is of version ${certificate.version}, the log ends at ${last.version}`);
      // the earliest certificates have the places by the rules
      const isCurrent = Object.hasOwn(certificate, "winners");
      const expected = {
        status: STATUSES[last.type] ?? null, ruleset, ruleset_version: edition, players, resigned: [...resigned.keys()].sort((a, b) => a - b),
        adjudicated: isAdjudicated, places: isCurrent ? rankedPlaces() : places, winners: isCurrent ? winners() : null,
      };
      for (const [name, value] of Object.entries(expected)) {
        const stated = certificate[name] ?? (name === "adjudicated" ? false : null);
        if (canonical(stated) !== canonical(value)) fail(`the certificate states other ${name} than the log has`);
      }
    },
  };
}

const STATUSES = { "game.ended": "ended", "game.abandoned": "abandoned" };
const TO_BOT = ["game.seat_resigned", "game.seat_given_up", "clock.seat_taken_over"];
const CHANGES_OF_SEATS = [...TO_BOT, "game.seat_taken", "game.seat_left", "game.seat_returned", "game.player_replaced"];

function receipts(kept, trusted) {
  const due = new Map();
  let unchecked = null, certificates = [], outcome = null;
  return {
    async header(header) {
      const { game } = header;
      const own = kept.filter((receipt) => receipt.game === game);
      if (!own.length) throw new Skipped("none of the receipts is of this log");
      const keys = new Map();
      for (const key of trusted ?? []) keys.set(hexOf(await sha256(bytesOf(key))).slice(0, 16), key);
      for (const receipt of own) {
        const key = keys.get(receipt.key_id);
        if (key === undefined) fail(`no key that was given signed the receipt for version ${receipt.version}`);
        try {
          if (!(await isSignedBy(bytesOf(key), text(receipt.signed), bytesOf(receipt.signature)))) fail(`the signature of the receipt for version ${receipt.version} does not fit`);
        } catch (error) {
          if (!(error instanceof Skipped)) throw error;
          // without Ed25519 the heads are compared all the same
          unchecked = error;
        }
        due.set(receipt.version, [...(due.get(receipt.version) ?? []), receipt]);
      }
      certificates = own.filter(({ isCertificate }) => isCertificate);
      if (certificates.length && !TOURNAMENT_FORMATS.includes(header.format)) outcome = outcomeOfGame(header);
    },
    event({ record, head }) {
      for (const receipt of due.get(record.version) ?? [])
        if (receipt.head !== head || receipt.at !== record.at) fail(`a receipt has the head ${receipt.head} at version ${receipt.version}: the log was rewritten`);
      due.delete(record.version);
      outcome?.event(record);
    },
    closing() {
      if (due.size) fail(`there is a receipt for version ${Math.max(...due.keys())}: the log was cut short`);
      for (const certificate of certificates) {
        if (outcome === null) fail("a certificate is of a game, and this log is of a tournament");
        outcome.check(certificate);
      }
      if (unchecked) throw unchecked;
    },
  };
}

// The checks of a tournament (SPEC.md 11)

// The log of the site (SPEC.md 12): notes and checkpoints of C2SP, the tree of RFC 6962

const isKeyName = (name) => name !== "" && !/[\p{White_Space}+]/u.test(name);

function bytesIn64(encoded) {
  let decoded = null;
  try { decoded = atob(encoded); } catch { /* no base64 at all */ }
  if (decoded === null || btoa(decoded) !== encoded) fail("a key, a hash or a signature is no base64");
  return Uint8Array.from(decoded, (each) => each.charCodeAt(0));
}

const OF_LOGS = 1, OF_WITNESSES = 4;

/** Return a verifier key of Ed25519 (C2SP signed-note): NAME+ID+BASE64. Throws an Error with the reason. */
async function noteKeyIn(vkey, form) {
  const [, name = "", id = "", encoded = ""] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/.exec(vkey.trim()) ?? [];
  let material;
  try { material = bytesIn64(encoded); } catch { material = []; }
  if (!isKeyName(name) || material.length !== 33 || ![OF_LOGS, OF_WITNESSES].includes(material[0])) throw new Error(form);
  if (hexOf((await sha256(text(`${name}\n`), material)).slice(0, 4)) !== id) throw new Error(`the id of the key of ${name} does not follow from it`);
  return { name, id, kind: material[0], key: material.slice(1), vkey: vkey.trim() };
}

/** Return a key of a log, as /log/vkey has it. Throws an Error with the reason. */
export async function logKeyIn(vkey) {
  const form = "a key of a log has the form NAME+8 hex digits+base64, as /log/vkey has it", found = await noteKeyIn(vkey, form);
  if (found.kind !== OF_LOGS) throw new Error(form);
  return found;
}

/** Return a key of a witness (C2SP tlog-cosignature). Throws an Error with the reason. */
export async function witnessKeyIn(vkey) {
  const found = await noteKeyIn(vkey, "a key of a witness has the form NAME+8 hex digits+base64");
  if (found.kind !== OF_WITNESSES) throw new Error(`the key of ${found.name} is of a log: the key of a witness has the type 4`);
  return found;
}

function noteIn(note) {
  if (text(note).length > MAX_NOTE) fail("the checkpoint is too long");
  if (/[\x00-\x09\x0b-\x1f]/.test(note) || LONE.test(note)) fail("the checkpoint has control characters");
  const split = note.lastIndexOf("\n\n");
  if (split < 0 || !note.endsWith("\n")) fail("the checkpoint has no blank line before its signatures, or does not end with a line feed");
  const signatures = note.slice(split + 2).split("\n").slice(0, -1).map((line) => {
    const [, name = "", encoded = ""] = /^\u2014 ([^ ]*) (.*)$/u.exec(line) ?? [];
    const content = isKeyName(name) ? bytesIn64(encoded) : [];
    if (content.length <= 4) fail("a signature of the checkpoint is malformed");
    return { name, id: hexOf(content.slice(0, 4)), signature: content.slice(4) };
  });
  if (signatures.length < 1 || signatures.length > MAX_SIGNATURES) fail("the checkpoint has no signature, or too many");
  return { text: note.slice(0, split + 1), signatures };
}

function checkpointIn(note) {
  const lines = note.split("\n");
  if (lines.length < 4 || lines.pop() !== "" || lines.some((line) => line === "")) fail("the checkpoint has not the lines origin, size and root");
  const [origin, size, root] = lines;
  if (!/^(0|[1-9][0-9]{0,18})$/.test(size) || BigInt(size) > MAX_SIZE) fail("the size of the checkpoint is no number");
  const hash = bytesIn64(root);
  if (hash.length !== 32) fail("the root of the checkpoint is no hash");
  return { origin, size: BigInt(size), root: hexOf(hash) };
}

/** Fail unless one of the keys has signed the note in the name of the log, and none of its signatures is invalid. */
async function checkSigned(note, origin, keys) {
  const signers = [];
  for (const { name, id, signature: made } of note.signatures)
    for (const key of keys.filter((each) => each.name === name && each.id === id)) {
      if (!(await isSignedBy(key.key, text(note.text), made))) fail(`the signature of ${name} is not valid`);
      signers.push(name);
    }
  if (!signers.length) fail(`no trusted key has signed the checkpoint of ${origin}`);
  if (!signers.includes(origin)) fail(`the checkpoint is of the log ${origin}, but it is signed for ${signers[0]}`);
}

/** Return the names of the witnesses that have not cosigned a note (C2SP tlog-cosignature). Fails for an invalid cosignature. */
async function notCosignedBy(note, witnesses) {
  const cosigned = new Set();
  for (const { name, id, signature: made } of note.signatures)
    for (const witness of witnesses.filter((each) => each.name === name && each.id === id)) {
      const at = made.length === 72 ? new DataView(made.buffer, made.byteOffset).getBigUint64(0) : null;
      const isValid = at !== null && at <= MAX_SIZE
        && (await isSignedBy(witness.key, text(`cosignature/v1\ntime ${at}\n${note.text}`), made.slice(8)));
      if (!isValid) fail(`the cosignature of ${name} is not valid`);
      cosigned.add(witness);
    }
  return witnesses.filter((each) => !cosigned.has(each)).map(({ name }) => name);
}

// The log of a site as it is now (SPEC.md 12, C2SP tlog-tiles)

const WIDTH = 256, NO_LEAVES = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
/** A site shows a log that does not continue what it has shown before. The message has both checkpoints. */
export class Forked extends Error {}

/** Return the largest full subtrees of the first `size` leaves, from the left: their heights and numbers on this height. */
function subtreesOf(size) {
  const found = [];
  let left = size, from = 0;
  for (let height = 52; height >= 0; height -= 1) {
    const leaves = 2 ** height;
    if (left < leaves) continue;
    found.push({ height, number: from / leaves });
    [left, from] = [left - leaves, from + leaves];
  }
  return found;
}

/** Return the tile that has the leaves of a subtree, and where: of a tree of `size` leaves. */
function tileOf({ height, number }, size) {
  const level = Math.floor(height / 8), count = 2 ** (height % 8), first = number * count;
  const tile = Math.floor(first / WIDTH), width = Math.min(WIDTH, Math.floor(size / 2 ** (8 * level)) - tile * WIDTH);
  const digits = String(tile), groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/.{3}/g);
  const path = [...groups.slice(0, -1).map((group) => `x${group}`), groups.at(-1)].join("/");
  return { path: `/log/tile/${level}/${path}${width === WIDTH ? "" : `.p/${width}`}`, level, tile, from: (first % WIDTH) * 32, bytes: count * 32 };
}

/** Return the root of the first `size` leaves of a tree of `whole` leaves, by its tiles. */
async function rootIn(tiles, size, whole) {
  if (size === 0) return NO_LEAVES;
  let root = null;
  for (const subtree of subtreesOf(size).reverse()) {
    const { path, level, tile, from, bytes } = tileOf(subtree, whole), hashes = (await tiles(path)).subarray(from, from + bytes);
    if (hashes.length !== bytes) fail(`tile ${level}/${tile} of the log is too short`);
    let row = Array.from({ length: bytes / 32 }, (_, place) => hashes.subarray(32 * place, 32 * place + 32));
    while (row.length > 1) row = await Promise.all(Array.from({ length: row.length / 2 }, (_, place) => sha256([1], row[2 * place], row[2 * place + 1])));
    root = root === null ? row[0] : await sha256([1], row[0], root);
  }
  return hexOf(root);
}

const UNREAD = "whether the log has another opening or end: this program does not read its entries, a mirror does";

/**
 * Read the last checkpoint of the log of a site, and compare it with the one that was kept.
 *
 * `download` returns a promise of a file of the site (Uint8Array) by its path. `logKeys` are the keys that you trust; null:
 * that of `kept`, or that which the site states. `kept` is `state` of an earlier result. Throws Forked, an Error with the
 * reason if something cannot be used, and what `download` throws.
 *
 * Of the result, `missing` are the names of the `witnesses` (`witnessKeyIn`) that have not cosigned the checkpoint, `keys`
 * are for `verify`, and `judged` returns a report of `verify` with the check that the log has its game now.
 */
export async function followLog(site, download, { logKeys = null, witnesses = [], kept = null } = {}) {
  const decoded = async (path) => new TextDecoder().decode(await download(path));
  const files = new Map();
  const tiles = (path) => { if (!files.has(path)) files.set(path, download(path)); return files.get(path); };
  const opened = async (content, keys) => {
    const note = noteIn(content), { origin, size, root } = checkpointIn(note.text);
    await checkSigned(note, origin, keys);
    if (size > BigInt(Number.MAX_SAFE_INTEGER)) fail(`the log ${origin} has more entries than this program can count`);
    return { note, origin, size: Number(size), root };
  };
  const fork = async (earlier, now) => {
    if (earlier.origin !== now.origin) return `the log is named ${now.origin} now, and was ${earlier.origin} before`;
    if (now.size < earlier.size) return `the log was rolled back: it had ${earlier.size} entries before, and has ${now.size} now`;
    try {
      if ((await rootIn(tiles, now.size, now.size)) !== now.root) return `the tiles of the log do not give the root of its checkpoint of size ${now.size}`;
      if ((await rootIn(tiles, earlier.size, now.size)) !== earlier.root)
        return `the log was rewritten: its first ${earlier.size} entries have another root than it signed before`;
    } catch (error) {
      if (error instanceof Failed) return error.message;
      throw error;
    }
    return null;
  };
  const keptKey = kept === null ? null : await logKeyIn(kept.vkey);
  const keys = logKeys ?? (keptKey ? [keptKey] : await Promise.all((await decoded("/log/vkey")).split(/\s+/).filter(Boolean).map(logKeyIn)));
  const content = await decoded("/log/checkpoint"), now = await opened(content, keys);
  const before = kept === null ? null : await opened(kept.checkpoint, [...keys, keptKey]);
  const found = before === null ? null : await fork(before, now);
  if (found !== null) throw new Forked(`${site}: ${found}\nbefore:\n${kept.checkpoint}\nnow:\n${content}`);
  const doubtAbout = async ({ log, log_size: size, log_root: root }) => {
    if (log === null) return "its file has no proof of the log";
    if (size > now.size) return `its proofs are of a log of ${size} entries, and the log of the site has ${now.size}`;
    return fork({ origin: log, size, root }, now);
  };
  return {
    keys, before, now: { origin: now.origin, size: now.size, root: now.root }, missing: await notCosignedBy(now.note, witnesses),
    state: { vkey: keys.find(({ name }) => name === now.origin).vkey, checkpoint: content },
    async judged(report, { unlogged = false } = {}) {
      if (!report.valid) return report;
      const doubt = await doubtAbout(report), isIn = doubt === null;
      if (!isIn && unlogged && report.log === null) {
        const checks = [...report.checks, { check: "site", verdict: "skipped", line: null, reason: doubt }];
        return { ...report, checks, unchecked: uncheckedIn(checks) };
      }
      const checks = [...report.checks, { check: "site", verdict: isIn ? "passed" : "failed", line: isIn ? null : 1, reason: doubt }];
      // a second end of the game in the same log (SPEC.md 12)
      if (isIn) checks.push({ check: "entries", verdict: "skipped", line: null, reason: UNREAD });
      return { ...report, valid: isIn, unchecked: uncheckedIn(checks), checks, first_bad_line: isIn ? null : 1, reason: doubt };
    },
  };
}

/** Return the root that follows from a leaf and its proof (RFC 9162 2.1.3.2); null if the proof has not the form of one. */
async function rootBy(leaf, index, size, path) {
  let number = BigInt(index), last = size - 1n, root = leaf;
  if (number > last) return null;
  for (const step of path) {
    if (last === 0n) return null;
    if (number & 1n || number === last) {
      root = await sha256([1], step, root);
      while (number && !(number & 1n)) [number, last] = [number >> 1n, last >> 1n];
    } else root = await sha256([1], root, step);
    [number, last] = [number >> 1n, last >> 1n];
  }
  return last === 0n ? hexOf(root) : null;
}

const OF_OPENING = ["data_digest", "data_set", "ruleset", "ruleset_version", "seed_commitment"];

const NO_PROOF = "the file has no proof of the log: it is of the first format, or the game is not over";
const NO_LOG_KEY = "the proofs are right, but no key of the log was given: nothing says whose log it is";

/** Return the entry that stands for that of a private game or tournament. */
async function sealedEntry(seed, version, entry) {
  const about = "tournament" in entry ? "tournament" : "game";
  const salt = await hmac(seed, text("ludolog/log/1"), u64(version));
  const tag = hexOf(await hmac(seed, text(`ludolog/log-${about}/1`), idBytes(entry[about])));
  return { about, commitment: hexOf(await sha256(salt, text(canonical(entry)))), tag, type: "sealed" };
}

function inLog(keys, isProofDemanded) {
  let outcome = null, opened = {}, opening, seed = null, last;
  const logged = async (entry, version) => {
    if (opened.visibility === "public") return entry;
    if (seed === null) throw new Skipped("the log has a private game under a seal, which only the file with all secrets opens");
    return sealedEntry(seed, version, entry);
  };
  const check = {
    origin: null, index: null, size: null, root: null,
    header(header) {
      if (header.format === LOGGED) outcome = outcomeOfGame(header);
      else if (!isProofDemanded) throw new Skipped(NO_PROOF);
    },
    event({ record, head, secret }) {
      const { at, game, version, data } = record;
      if (version === 1) {
        opened = data;
        opening = { at, game, head, rated: data.rated ?? null, type: "game_opened" };
        for (const name of OF_OPENING) opening[name] = data[name] ?? null;
        if (outcome !== null && secret !== undefined) seed = seedOf(secret);
      }
      outcome?.event(record);
      last = { record, head };
    },
    async closing({ log }) {
      const { record, head } = last;
      // whoever removes the proof from a file must not make it pass
      if (outcome === null) {
        if (!Object.hasOwn(STATUSES, record.type)) throw new Skipped(NO_PROOF);
        fail("the game is over, and the file has no proof that the log has it: the proof was removed, or never made");
      }
      const note = noteIn(log.checkpoint), { origin, size, root } = checkpointIn(note.text);
      const result = hexOf(await sha256(text(canonical(outcome.result(record, head)))));
      const ending = { at: record.at, game: record.game, head, result, type: "game_ended", version: record.version };
      if (record.type === "game.abandoned") {
        const isNoShow = opened.no_show === "cancel" && isText(opened.starts_at) && record.at >= opened.starts_at;
        Object.assign(ending, { reason: isNoShow ? "no_show" : "cancelled", type: "game_abandoned" });
      }
      for (const [what, entry, { hashes, index }] of [["opening", await logged(opening, 1), log.opened], ["end", await logged(ending, record.version), log.ended]]) {
        const leaf = await sha256([0], text(canonical(entry)));
        if ((await rootBy(leaf, index, size, hashes.map(bytesOf))) !== root)
          fail(`entry ${index} of the log ${origin} is not the ${what} of this game: the log of the site states another one, or the proof is damaged`);
      }
      if (log.opened.index >= log.ended.index) fail("the log has the end of the game before its opening");
      if (keys === null) throw new Skipped(NO_LOG_KEY);
      await checkSigned(note, origin, keys);
      Object.assign(check, { origin, index: log.ended.index, size: Number(size), root });
    },
  };
  return check;
}

/** The events of tournaments of which the log has entries, by type. */
const PUBLICATIONS = {
  "tournament.opened": "tournament_opened", "tournament.round_published": "tournament_round", "tournament.result_taken": "tournament_result",
  "tournament.finished": "tournament_finished", "tournament.cancelled": "tournament_cancelled",
};
const NO_PROOF_OF_TOURNAMENT = "the file has no proof of the log: it is of the first format, or the log did not have all of it";
const OF_PUBLICATIONS = ["edition", "game", "round", "seed_commitment", "table"];

function inLogOfTournament(keys, isProofDemanded) {
  let seed = null, wasPrivate = false, isOver = false;
  const placed = [];
  const check = {
    origin: null, index: null, size: null, root: null,
    header({ format, viewer }) {
      isOver = viewer === "full";
      if (format !== LOGGED_TOURNAMENT && !isProofDemanded) throw new Skipped(NO_PROOF_OF_TOURNAMENT);
    },
    event({ record, head, secret, log }) {
      const { at, game: tournament, version, type, data } = record;
      if (version === 1 && secret !== undefined) seed = seedOf(secret);
      if (["tournament.opened", "tournament.terms_changed"].includes(type)) wasPrivate ||= (data.terms?.visibility ?? "public") !== "public";
      if (!Object.hasOwn(PUBLICATIONS, type)) return;
      const entry = { at, head, tournament, type: PUBLICATIONS[type], version };
      for (const name of OF_PUBLICATIONS) if (Object.hasOwn(data, name)) entry[name] = data[name];
      placed.push({ entry, version, ...log });
    },
    certificate() {},
    async closing({ log }) {
      // whoever removes the proofs from a file must not make it pass
      if (log === undefined) {
        if (!isOver) throw new Skipped(NO_PROOF_OF_TOURNAMENT);
        fail("the tournament is over, and the file has no proof that the log has it: the proof was removed, or never made");
      }
      const note = noteIn(log.checkpoint), { origin, size, root } = checkpointIn(note.text);
      let before = -1;
      for (const { entry, version, index, hashes } of placed) {
        if (index <= before) fail(`entry ${index} of event ${version} is not after that of an earlier event`);
        before = index;
        const leadsTo = async (leaf) => (await rootBy(await sha256([0], text(canonical(leaf))), index, size, hashes.map(bytesOf))) === root;
        // as it is or under a seal: the visibility of a tournament can change
        if (await leadsTo(entry)) continue;
        if (seed === null && wasPrivate) throw new Skipped("the log has a private tournament under a seal, which only the seed opens: it is not over");
        if (seed === null || !(await leadsTo(await sealedEntry(seed, version, entry))))
          fail(`entry ${index} of the log ${origin} is not event ${version} of this tournament: the log of the site states another one, or the proof is damaged`);
      }
      if (keys === null) throw new Skipped(NO_LOG_KEY);
      await checkSigned(note, origin, keys);
      Object.assign(check, { origin, index: before, size: Number(size), root });
    },
  };
  return check;
}

const RESULT = "tournament.result_taken";

/** What stands for the id of a game that is withheld from public view. */
const NO_GAME = "00000000-0000-0000-0000-000000000000";

/** Return the id of the game of a table: UUIDv5 in the name space of the tournament. */
async function gameId(tournament, ...numbers) {
  const found = (await sha1(idBytes(tournament), text(numbers.join("/")))).slice(0, 16);
  found[6] = (found[6] & 0x0f) | 0x50;
  found[8] = (found[8] & 0x3f) | 0x80;
  return hexOf(found).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Restore the ids of withheld games in records; returns whether there was one. Other data are left to the checks. */
function restorer(tournament) {
  const rounds = new Map();
  return async ({ type, data }) => {
    const { round } = data;
    if (!isWhole(round)) return false;
    if (type === RESULT) {
      const game = rounds.get(round)?.games.get(data.table);
      if (game === undefined || data.game !== NO_GAME) return false;
      data.game = game;
      return true;
    }
    const isChange = type === "tournament.tables_changed";
    if (type === "tournament.round_published" && isWhole(data.edition)) rounds.set(round, { edition: data.edition, changes: 0, games: new Map() });
    else if (!isChange || !rounds.has(round)) return false;
    const held = rounds.get(round);
    if (isChange) held.changes += 1;
    if (!Array.isArray(data.tables)) return false;
    let isRestored = false;
    for (const [place, table] of data.tables.entries()) {
      const number = isChange ? table?.table : place + 1;
      if (!isObject(table) || !isWhole(number)) return false;
      const game = await gameId(tournament, round, held.edition, number, held.changes);
      held.games.set(number, game);
      if (table.game === NO_GAME) { table.game = game; isRestored = true; }
    }
    return isRestored;
  };
}

function tournamentForm() {
  let header, version = 0, at = "", isOver = false, isAwaited = false;
  const certified = (isCertificate) => { if (isCertificate !== isAwaited) fail("a certificate follows every event of a result, and nothing else"); };
  return {
    header(found) { header = found; },
    event({ record, secret, salt, log }) {
      certified(false);
      if (isOver) fail("the tournament was over before this event");
      if (record.version !== version + 1) fail(`version ${record.version} follows version ${version}`);
      if (record.cause !== record.version) fail("every event is a batch of its own");
      if (record.game !== header.tournament) fail(`the event belongs to the log ${record.game}`);
      if ((record.version === 1) !== (record.type === "tournament.opened")) fail("a log begins with tournament.opened, and has it once");
      if (!record.type.startsWith("tournament.")) fail("the event is of no tournament");
      if (record.at < at) fail(`the time ${record.at} is before that of the event above it`);
      if (record.seat !== null || record.known_to.length) fail("the events of a tournament have no seats");
      if ((record.sealed === null) !== (record.version > 1)) fail("the first event is sealed, and no other");
      if ((secret !== undefined) !== (record.version === 1 && header.viewer === "full") || salt !== undefined) fail("the seed stands in the first event of a full file, and nowhere else");
      if ((log !== undefined) !== (header.format === LOGGED_TOURNAMENT && Object.hasOwn(PUBLICATIONS, record.type)))
        fail(`an event has log in the format ${LOGGED_TOURNAMENT} if the log has an entry of it, and otherwise not`);
      ({ version, at } = record);
      isOver = record.type === "tournament.finished" || record.type === "tournament.cancelled";
      isAwaited = record.type === RESULT;
    },
    certificate() { certified(true); isAwaited = false; },
    closing({ log }) {
      certified(false);
      if ((log !== undefined) !== (header.format === LOGGED_TOURNAMENT)) fail(`the closing line has log in the format ${LOGGED_TOURNAMENT}, and in no other one`);
      if (log !== undefined && !isForm(CHECKPOINT)(log)) fail("log is malformed");
      if (version === 0) fail("there is no event before the closing line");
      if (header.viewer === "full" && !isOver) fail("the log ends before the tournament is over");
    },
  };
}

function tournamentSeals() {
  let seed;
  return {
    header() {},
    async event({ record, secret }) {
      const { type, version, data, sealed } = record;
      if (version === 1) {
        if (sealed === null || data.seed_commitment !== sealed) fail("the first event has to be sealed by its seed_commitment");
        if (secret === undefined) return;
        seed = seedOf(secret);
        if (hexOf(await sha256(text("ludolog/seed/1"), seed)) !== sealed) fail("the seed does not fit its commitment");
      } else if (type === "tournament.round_published" && seed !== undefined) {
        if (!isWhole(data.round) || !isWhole(data.edition) || data.edition > MAX_EDITION) fail("a published round has a number and an edition");
        const expected = hexOf(await hmac(seed, text("ludolog/pairing/1"), u64(data.round), u32(data.edition)));
        if (data.seed !== expected) fail(`the seed of round ${data.round} is ${expected}`);
      }
    },
    closing() { if (seed === undefined) throw new Skipped(NOT_OPEN); },
  };
}

const isBotId = (player) => player.startsWith("bot:");

/** Return the places that follow from the certificate of a game: those of bots are behind all others. */
function placesOf({ status, places, players, adjudicated }) {
  if (status !== "ended") return [];
  const all = places.map(({ seat, rank, score }) => ({ player: players[seat] ?? "bot:", rank, score, seat }));
  const stayed = all.filter(({ player }) => !isBotId(player));
  const moved = adjudicated === true ? all : all.map((place) => ({
    ...place,
    rank: isBotId(place.player) ? Math.max(2, 1 + stayed.length) : 1 + stayed.filter(({ rank }) => rank < place.rank).length,
  }));
  return moved.sort((one, other) => one.rank - other.rank || one.seat - other.seat);
}

function results() {
  let taken;
  const games = new Set();
  return {
    header() {},
    event({ record: { type, data } }) {
      if (type !== RESULT) return;
      if (games.has(data.game)) fail(`the game ${data.game} has a result already`);
      games.add(data.game);
      taken = data;
    },
    certificate(certificate) {
      if (certificate === null) return;
      const { statement } = certificate;
      for (const name of ["game", "head", "status", "version"])
        if (taken?.[name] !== statement[name]) fail(`the result and the certificate name another ${name}`);
      const isPlace = (place) => isObject(place) && isPositive(place.rank) && isSeat(place.seat) && Number.isSafeInteger(place.score);
      if (![statement.players, statement.places, taken.places].every(Array.isArray)) fail("the certificate, or the result, has no players or places");
      if (!statement.players.every(orNull(isText)) || !statement.places.every(isPlace)) fail("the players or places of the certificate are malformed");
      if (canonical(taken.places) !== canonical(placesOf(statement))) fail("the places of the result are not those of the certificate");
    },
    closing() {},
  };
}

function certificates(trusted) {
  let withheld = 0;
  return {
    header() {},
    event() {},
    async certificate(certificate) {
      if (certificate === null) { withheld += 1; return; }
      const { statement, signature: made, public_key: key } = certificate;
      if (made === null || key === null) {
        if (made !== null || key !== null || statement.key_id !== null || trusted) fail("the certificate of the game is not signed");
        return;
      }
      const id = hexOf(await sha256(bytesOf(key))).slice(0, 16);
      if (statement.key_id !== id) fail(`the certificate names the key ${statement.key_id}, but the key given with it is ${id}`);
      if (!(await isSignedBy(bytesOf(key), text(canonical(statement)), bytesOf(made)))) fail(`the signature does not fit the certificate and the key ${id}`);
      if (trusted && !trusted.includes(key)) fail(`it is signed by the key ${id}, which is none of those given`);
    },
    closing() { if (withheld) throw new Skipped(`withheld from public view, and without a certificate here: ${withheld} of the games`); },
  };
}

const leftTo = (reason) => ({ header() { throw new Skipped(reason); } });
const OF_TITLES = "it needs the rules of the title: run `ludolog verify`";
const OF_TOURNAMENT_RULES = "it needs the rules of tournaments: run `ludolog tournament check`";

const checksOfGame = (trusted) => [form(), chain(), seals(), draws(), clocks(), signature(trusted), leftTo(OF_TITLES), leftTo(OF_TITLES)];
const checksOfTournament = (trusted) => [
  tournamentForm(), chain(), tournamentSeals(), results(), certificates(trusted), signature(trusted),
  ...["acts", "pairings", "standings"].map(() => leftTo(OF_TOURNAMENT_RULES)),
];

function* linesOf(bytes) {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from);
    yield { raw: bytes.subarray(from, end < 0 ? bytes.length : end), isEnded: end >= 0 };
    from = end < 0 ? bytes.length : end + 1;
  }
}

const uncheckedIn = (reports) => reports.filter(({ verdict }) => verdict === "skipped").map(({ check }) => check);

/**
 * Check a bundle (Uint8Array). Never throws for what it holds.
 * `trusted` are the public keys that you trust, in hex; `kept` are the receipts that you have, of any logs (`receiptsIn`);
 * `logKeys` are the keys of logs that you trust (`logKeyIn`). With them a file fails that has no proofs though its game or
 * tournament is over, unless `unlogged` is true.
 */
export async function verify(bytes, options = {}) {
  return verifyLines(linesOf(bytes), options);
}

async function verifyLines(lines, { trusted = null, kept = [], logKeys = null, unlogged = false }) {
  const withReceipts = (names, checks) => kept.length ? [[...names, "receipts"], [...checks, receipts(kept, trusted)]] : [names, checks];
  let [names, checks] = withReceipts(CHECKS, checksOfGame(trusted)), outcomes = checks.map(() => null);
  const isProofDemanded = logKeys !== null && !unlogged;
  let log = inLog(logKeys, isProofDemanded);
  const addLog = () => { [names, checks, outcomes] = [[...names, "log"], [...checks, log], [...outcomes, null]]; };
  if (logKeys !== null) addLog();
  let number = 0, events = 0, isClosed = false, isTournament = false, game = null, restore = async () => false, isHidden = false;
  const note = (place, line, error) => {
    if (outcomes[place]) return;
    if (error instanceof Skipped) outcomes[place] = { check: names[place], verdict: "skipped", line: null, reason: error.message };
    else if (error instanceof Failed) outcomes[place] = { check: names[place], verdict: "failed", line, reason: error.message };
    else throw error;
  };
  for (const { raw, isEnded } of lines) {
    number += 1;
    let found;
    try {
      if (!isEnded && raw.length <= MAX_LINE) fail("the line has no line feed at its end: the file is cut short");
      if (isClosed) fail("there is a line after the closing one");
      found = read(number, raw);
    } catch (error) {
      note(0, number, error);
      break;
    }
    isClosed = "closing" in found;
    const [[kind, what]] = Object.entries(found);
    if (kind === "event") events += 1;
    if (kind === "header") {
      game = what.game;
      isTournament = TOURNAMENT_FORMATS.includes(what.format);
      if (isTournament) restore = restorer(game);
      if (isTournament) [names, checks] = withReceipts(OF_TOURNAMENTS, checksOfTournament(trusted));
      if (isTournament) log = inLogOfTournament(logKeys, isProofDemanded);
      outcomes = checks.map(() => null);
      // that of a game was added before its header was read
      if (logKeys === null ? [LOGGED, LOGGED_TOURNAMENT].includes(what.format) : isTournament) addLog();
    }
    if (kind === "event") isHidden = await restore(what.record);
    if (kind === "certificate" && (what === null) !== isHidden)
      note(0, number, new Failed("the result of a withheld game has no certificate, and any other has one"));
    if (kind === "certificate" && !isTournament) note(0, number, new Failed("a game has no certificates in its file"));
    for (const [place, check] of checks.entries()) {
      // the other checks rely on the form of every line that they read, and form is the first one
      if (outcomes[place] || outcomes[0]) continue;
      try {
        await check[kind]?.(what);
      } catch (error) {
        // a result that does not fit its certificate is at the line above it
        note(place, kind === "certificate" && names[place] === "results" ? number - 1 : number, error);
      }
    }
    if (outcomes[0]) break;
  }
  if (!outcomes[0] && !isClosed) note(0, number + 1, new Failed("the file ends without a closing line"));
  if (outcomes[0]) checks.forEach((_, place) => note(place, null, new Skipped("the file cannot be read to its end")));
  const reports = outcomes.map((outcome, place) => outcome ?? { check: names[place], verdict: "passed", line: null, reason: null });
  const failed = reports.filter((report) => report.verdict === "failed");
  const first = failed.reduce((best, report) => (best && best.line <= report.line ? best : report), null);
  return {
    valid: failed.length === 0, unchecked: uncheckedIn(reports), game, events, checks: reports, first_bad_line: first?.line ?? null, reason: first?.reason ?? null,
    key_id: checks[5].keyId, trusted: checks[5].keyId !== null && trusted !== null, log: log.origin, log_index: log.index,
    log_size: log.size, log_root: log.root,
  };
}

// On the command line

const USAGE = "usage: node verify.mjs [--key KEY] [--receipt FILE] [--log-key KEY] [--unlogged] [--site URL] [--witness KEY] [--json] FILE …";
const HELP = `${USAGE}

Verifies bundles of games and tournaments offline. Prints each check, and the first bad line with the reason.
Which decisions standing orders made is in no bundle: \`ludolog verify-orders\` checks it.

  FILE            one or more bundles, or a folder of them (.jsonl, .jsonl.gz, .jsonl.zst); - reads the standard input;
                  none with --site alone
  --key KEY       a key that you trust: 64 hex digits, or a file such as /.well-known/jwks.json; repeatable
  --receipt FILE  a file of receipts, signed heads or certificates to compare with the log, one on each line; repeatable
  --log-key KEY   a key of a log that you trust, as /log/vkey has it, or a file of such keys; repeatable
  --unlogged      with --log-key or --site: leave the log unchecked for files without proofs, such as those of games from
                  before the log
  --site URL      the address of a site: its log has to continue what you saw last, and to have the games
  --witness KEY   with --site: the key of a witness that has to have cosigned the log, or a file of keys; repeatable
  --state FILE    with --site: the file with the checkpoints that you saw last, which \`ludolog verify\` uses, too
  --json          print a line of JSON for each bundle
  --version       print the formats that this program checks
  --help          print this text

The last line of a file names the checks that were skipped, and why: these show nothing.
Exit code: 0 if no check fails, 1 if one fails, 2 if an option or a file cannot be used.`;
const OPTIONS = {
  key: { type: "string", multiple: true, default: [] },
  receipt: { type: "string", multiple: true, default: [] },
  "log-key": { type: "string", multiple: true, default: [] },
  unlogged: { type: "boolean", default: false },
  site: { type: "string" },
  witness: { type: "string", multiple: true, default: [] },
  state: { type: "string" },
  json: { type: "boolean", default: false },
  version: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
};
const MOST_BYTES = 2 ** 30;
/** What is said of a compressed file that cannot be decompressed, by `ludolog verify` too. */
const DAMAGED = "its gzip data are damaged or cut short: get the file again";

/** An option or a file that cannot be used. */
class Unusable extends Error {}

// the text may come from a file: without control characters it commands no terminal
const printable = (line) => line.replace(/[^\P{C}]/gu, "\uFFFD");
/** Return the reason in an error of Node.js, without its code and the path: "ENOENT: no such file or directory, open 'a'". */
const reasonOf = (error) => error.message.replace(/^[A-Z0-9_]+: /, "").replace(/, \w+( '.*')?$/s, "");

async function contentOf(file) {
  const { readFile } = await import("node:fs/promises");
  try {
    return await readFile(file);
  } catch (error) {
    throw new Unusable(`${file}: ${reasonOf(error)}`);
  }
}

/** Return the public keys, in hex, in 64 hex digits or in a JSON Web Key set (RFC 7517, 8037). */
function keysIn(content) {
  if (/^\s*[0-9a-f]{64}\s*$/.test(content)) return [content.trim()];
  let keys;
  try {
    ({ keys } = JSON.parse(content));
  } catch {
    keys = null;
  }
  if (!Array.isArray(keys) || !keys.every(isObject)) throw new Unusable("a key is 64 hex digits, or a file such as /.well-known/jwks.json");
  const found = keys.filter(({ kty, crv }) => kty === "OKP" && crv === "Ed25519");
  if (!found.length) throw new Unusable("there is no Ed25519 key in this file");
  if (!found.every(({ x }) => like(/^[A-Za-z0-9_-]{43}=*$/)(x))) throw new Unusable("a key must be 32 bytes in base64url");
  return found.map(({ x }) => Buffer.from(x, "base64url").toString("hex"));
}

async function keysOf(key) {
  if (/^\s*([0-9a-f]{64}\s*$|\{)/.test(key)) return keysIn(key);
  const content = (await contentOf(key)).toString();
  try {
    return keysIn(content);
  } catch (error) {
    throw new Unusable(`${key}: ${error.message}`);
  }
}

/** Return keys of logs or of witnesses: that of a verifier key, or those in a file of them. */
async function noteKeysOf(key, read) {
  const lines = key.includes("+") ? [key] : (await contentOf(key)).toString().split("\n").filter((line) => line.trim() !== "");
  try {
    return await Promise.all(lines.map(read));
  } catch (error) {
    throw new Unusable(key.includes("+") ? error.message : `${key}: ${error.message}`);
  }
}

async function receiptsOf(file) {
  let found;
  try {
    found = receiptsIn(await contentOf(file));
  } catch (error) {
    throw error instanceof Unusable ? error : new Unusable(`${file}: ${error.message}`);
  }
  if (!found.length) throw new Unusable(`${file}: there is no receipt in this file`);
  return found.map((receipt) => ({ ...receipt, file }));
}

/** Return a file, or the bundles in a folder. Throw Unusable if it cannot be read: a misspelt name is not a bad bundle. */
async function bundlesOf(file) {
  if (file === "-") return [file];
  const { access, constants, readdir, stat } = await import("node:fs/promises");
  const { join } = await import("node:path");
  try {
    await access(file, constants.R_OK);
    if (!(await stat(file)).isDirectory()) return [file];
    return (await readdir(file)).filter((name) => /\.jsonl(\.gz|\.zst)?$/.test(name)).sort().map((name) => join(file, name));
  } catch (error) {
    throw new Unusable(`${file}: ${reasonOf(error)}`);
  }
}

/** Throw an Error if a gzip file is damaged: its checksums are at the ends of its members, after the lines. */
async function checkGzip(file) {
  const { createReadStream } = await import("node:fs");
  const { stat } = await import("node:fs/promises");
  const { createGunzip } = await import("node:zlib");
  const packed = createReadStream(file), unpacked = createGunzip();
  let left = MOST_BYTES;
  try {
    if ((await stat(file)).size === 0) throw new Error(DAMAGED);
    packed.on("error", (error) => unpacked.destroy(error)).pipe(unpacked);
    for await (const part of unpacked) {
      left -= part.length;
      if (left <= 0) return;
    }
    // zeros may fill up the end; zlib ignores whatever else follows the last member
    for await (const part of createReadStream(file, { start: unpacked.bytesWritten }))
      if (part.some((byte) => byte !== 0)) throw new Error(DAMAGED);
  } catch (error) {
    throw error.syscall ? error : new Error(DAMAGED);
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

/** Yield the parts of a file, decompressed. Throws Unusable, and an Error for damaged data. */
async function* partsOf(file) {
  if (file === "-") { yield* process.stdin; return; }
  const { createReadStream } = await import("node:fs");
  const packed = createReadStream(file, { highWaterMark: 2 ** 18 });
  if (!/\.(gz|zst)$/.test(file)) { yield* packed; return; }
  const zlib = await import("node:zlib");
  const isGzip = file.endsWith(".gz");
  if (!isGzip && zlib.createZstdDecompress === undefined)
    throw new Unusable(`${file}: this Node.js (${process.version}) has no zstd: use 22.15 or later, or decompress the file (zstd -d)`);
  if (isGzip) await checkGzip(file);
  const unpacked = isGzip ? zlib.createGunzip() : zlib.createZstdDecompress();
  packed.on("error", (error) => unpacked.destroy(error)).pipe(unpacked);
  try {
    yield* unpacked;
  } catch (error) {
    throw error.syscall ? error : new Error(isGzip ? DAMAGED : "its zstd data are damaged: get the file again");
  } finally {
    packed.destroy();
  }
}

/** Yield the lines of a file. Of one that is longer than a line may be, no more is kept than shows it. */
async function* linesIn(file) {
  let rest = new Uint8Array(0), isDropped = false;
  for await (const part of partsOf(file)) {
    let from = 0;
    for (let end = part.indexOf(10); end >= 0; end = part.indexOf(10, from)) {
      if (!isDropped) yield { raw: joined(rest, part.subarray(from, end)), isEnded: true };
      [rest, isDropped, from] = [new Uint8Array(0), false, end + 1];
    }
    if (!isDropped) rest = joined(rest, part.subarray(from));
    if (rest.length <= MAX_LINE) continue;
    yield { raw: rest.subarray(0, MAX_LINE + 1), isEnded: false };
    [rest, isDropped] = [new Uint8Array(0), true];
  }
  if (rest.length) yield { raw: rest, isEnded: false };
}

/** The beginning of the header of each game, and of no other line: canonical JSON has sorted keys. */
const BEGINNING = text('{"data_digest":');

/** Yield the bundles of a file in which several may be, one after another: their lines, and the number of the first one. */
async function* splitFile(file) {
  let lines = [], first = 1, isOneOfMany = false, unreadable = null;
  try {
    for await (const line of linesIn(file)) {
      if (lines.length && BEGINNING.every((byte, place) => line.raw[place] === byte)) {
        isOneOfMany = true;
        yield { name: `${file}:${first}`, lines, isOneOfMany, unreadable };
        [lines, first] = [[], first + lines.length];
      }
      lines.push(line);
    }
  } catch (error) {
    if (error instanceof Unusable) throw error;
    unreadable = `the file cannot be read: ${error.syscall ? reasonOf(error) : error.message}`;
  }
  yield { name: isOneOfMany ? `${file}:${first}` : file, lines, isOneOfMany, unreadable };
}

async function reportOn({ lines, unreadable }, options, log) {
  if (unreadable !== null) {
    const checks = [{ check: "form", verdict: "failed", line: 1, reason: unreadable }];
    return {
      valid: false, unchecked: [], game: null, events: 0, checks, first_bad_line: 1, reason: unreadable, key_id: null, trusted: false,
      log: null, log_index: null, log_size: null, log_root: null,
    };
  }
  const report = await verifyLines(lines, options);
  return log === null ? report : log.judged(report, options);
}

const COSIGNED_WITHIN = 10_000;
const stateFile = async () => {
  const { join } = await import("node:path");
  const { homedir } = await import("node:os");
  return join(process.env.XDG_STATE_HOME || join(homedir(), ".local", "state"), "ludolog", "logs.json");
};

/** Return a file of a site. Throws Unusable. */
async function downloaded(site, path) {
  let reply, content;
  try {
    reply = await fetch(`${site}${path}`, { headers: { accept: "*/*" } });
    content = new Uint8Array(await reply.arrayBuffer());
  } catch (error) {
    throw new Unusable(`${site} cannot be reached: ${error.cause?.message ?? error.message}`);
  }
  if (reply.ok) return content;
  let detail = `status ${reply.status} for ${path}`;
  try { detail = JSON.parse(new TextDecoder().decode(content)).detail ?? detail; } catch { /* no problem details */ }
  throw new Unusable(`${site}: ${detail}`);
}

/** Return what is kept of the logs of sites, by their addresses. Throws Unusable. */
async function statesIn(file) {
  const { readFile } = await import("node:fs/promises");
  let content;
  try {
    content = await readFile(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return {};
    throw new Unusable(`${file}: ${reasonOf(error)}`);
  }
  const isKept = (each) => isObject(each) && isText(each.vkey) && isText(each.checkpoint);
  try {
    const states = JSON.parse(content);
    if (isObject(states) && Object.values(states).every(isKept)) return states;
  } catch { /* no JSON */ }
  throw new Unusable(`${file} does not contain the checkpoints of sites: give another file with --state`);
}

/** Keep the state of a site. The file is always complete. */
async function keepState(file, site, state) {
  const { mkdir, open, rename } = await import("node:fs/promises");
  const { dirname } = await import("node:path");
  const states = { ...(await statesIn(file)), [site]: state };
  try {
    await mkdir(dirname(file), { recursive: true });
    const partial = await open(`${file}.part`, "w");
    try {
      await partial.writeFile(JSON.stringify(states, null, 2));
      await partial.sync();
    } finally {
      await partial.close();
    }
    await rename(`${file}.part`, file);
  } catch (error) {
    throw new Unusable(`${file}: ${reasonOf(error)}`);
  }
}

/** A site that breaks its promise: the exit code is 1. */
class Broken extends Error {}

/** Return the log of a site that continues what was seen last, and that the witnesses have cosigned; keep what it shows now. */
async function siteLog(address, file, logKeys, witnesses) {
  if (!/^https?:\/\/[^/]/.test(address)) throw new Unusable(`${address} is no address of a site: give one like https://games.example`);
  const site = address.replace(/\/+$/, ""), kept = (await statesIn(file))[site] ?? null, until = Date.now() + COSIGNED_WITHIN;
  for (;;) {
    let log;
    try {
      log = await followLog(site, (path) => downloaded(site, path), { logKeys, witnesses, kept });
    } catch (error) {
      if (error instanceof Forked) throw new Broken(`the site shows another log than before. Keep both checkpoints: they prove it.\n${error.message}`);
      throw error instanceof Unusable ? error : new Unusable(error.message);
    }
    if (!log.missing.length) {
      await keepState(file, site, log.state);
      return { ...log, site };
    }
    // cosignatures follow the publication of a checkpoint
    if (Date.now() > until) throw new Broken(`${site}: the checkpoint of the log is not cosigned by ${log.missing.join(", ")}`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** Return the outcome of one of many bundles in a line. */
function shortOutcomeOf({ valid, checks, first_bad_line: line, reason, key_id: key, trusted }) {
  if (!valid) return `BAD line ${line}, ${checks.find((each) => each.verdict === "failed" && each.line === line).check}: ${reason}`;
  const signed = key === null ? "not signed" : `signed by the key ${key}, ${trusted ? "which you gave" : "which is not checked"}`;
  return `ok, ${signed}${leftOut(checks)}`;
}

function outcomeOf({ valid, checks, first_bad_line: line, reason, key_id: key, trusted }) {
  if (!valid) return `BAD: first bad line ${line} (${checks.find((each) => each.verdict === "failed" && each.line === line).check}): ${reason}`;
  const left = leftOut(checks);
  if (trusted) return `OK${left ? " as far as it was checked" : ""}: signed by the key ${key}, which you gave${left}`;
  if (key !== null) return `OK, signed by the key ${key}, which is not trusted: give the key of the server with --key${left}`;
  const why = checks.find(({ check }) => check === "signature").reason;
  return why === UNSIGNED ? `OK, but not signed: no service has attested this file${left}` : `OK, but the signature is not checked: ${why}${left}`;
}

/** Return what an outcome adds about skipped checks and their reasons. A signature that is not checked is named before. */
function leftOut(checks) {
  const reasons = new Map();
  for (const { check, verdict, reason } of checks)
    if (verdict === "skipped" && check !== "signature") reasons.set(reason, [...(reasons.get(reason) ?? []), check]);
  return reasons.size ? `; not checked: ${[...reasons].map(([reason, names]) => `${names.join(", ")} (${reason})`).join("; ")}` : "";
}

/** Yield a message for each log that has receipts but no bundle, and for each file that they are from. */
function* strays(kept, games) {
  const groups = new Map();
  for (const receipt of kept.filter(({ game }) => !games.has(game))) {
    const group = JSON.stringify([receipt.file, receipt.game]);
    groups.set(group, [...(groups.get(group) ?? []), receipt]);
  }
  for (const group of groups.values()) {
    const [{ file, line, game }] = group;
    yield `${file}: line ${line}: ${group.length === 1 ? "1 receipt is" : `${group.length} receipts are`} of ${game}, and no given file is the bundle of it`;
  }
}

async function readArguments(args) {
  const { parseArgs } = await import("node:util");
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Unusable(`${error.message.replace(/\s+/g, " ")}\n${USAGE}`);
  }
}

async function main(args) {
  const { values: options, positionals: named } = await readArguments(args);
  if (options.help) { console.log(HELP); return 0; }
  if (options.version) { console.log("verify.mjs: ludolog-bundle/1, ludolog-bundle/2, ludolog-tournament/1, ludolog-tournament/2"); return 0; }
  if (!named.length && options.site === undefined) throw new Unusable(`no file is given\n${USAGE}`);
  const trusted = options.key.length ? (await Promise.all(options.key.map(keysOf))).flat() : null;
  const kept = (await Promise.all(options.receipt.map(receiptsOf))).flat();
  let logKeys = options["log-key"].length ? (await Promise.all(options["log-key"].map((key) => noteKeysOf(key, logKeyIn)))).flat() : null;
  const witnesses = (await Promise.all(options.witness.map((key) => noteKeysOf(key, witnessKeyIn)))).flat();
  if (kept.length && trusted === null) throw new Unusable("receipts show something only with the --key that signed them");
  if (witnesses.length && options.site === undefined) throw new Unusable("a witness cosigns the log of a site: give its address with --site");
  const files = (await Promise.all(named.map(bundlesOf))).flat();
  if (!files.length && named.length) throw new Unusable("there is no bundle in these folders");
  const log = (line) => console.log(printable(line));
  let followed = null;
  if (options.site !== undefined) {
    followed = await siteLog(options.site, options.state ?? (await stateFile()), logKeys, witnesses);
    const { site, now, before } = followed;
    logKeys = followed.keys;
    if (!options.json) log(`${site}: the log ${now.origin} of ${now.size} entries ${before ? `continues that of ${before.size} entries` : "is seen for the first time"}`);
  }
  const waiting = [], games = new Set(), bundles = bundlesIn(files);
  let all = 0, bad = 0, partly = 0;
  for (;;) {
    // a few ahead: digests are computed on other threads
    while (waiting.length < AHEAD) {
      const { value: bundle, done } = await bundles.next();
      if (done) break;
      const reporting = reportOn(bundle, { trusted, kept, logKeys, unlogged: options.unlogged }, followed);
      // it may fail while another one is awaited
      reporting.catch(() => {});
      waiting.push({ bundle, reporting });
    }
    if (!waiting.length) break;
    const { bundle: { name, isOneOfMany }, reporting } = waiting.shift(), report = await reporting;
    all += 1;
    bad += report.valid ? 0 : 1;
    partly += report.valid && report.unchecked.length ? 1 : 0;
    games.add(report.game);
    if (options.json) {
      console.log(JSON.stringify({ file: name, ...report }));
      continue;
    }
    if (isOneOfMany) {
      log(`${name}: ${shortOutcomeOf(report)}`);
      continue;
    }
    const kind = report.checks.some(({ check }) => check === "pairings") ? "tournament" : "game";
    log(`${name}: ${report.game === null ? "" : `${kind} ${report.game}, `}${report.events} events`);
    for (const { check, verdict, line, reason } of report.checks)
      log(`  ${check.padEnd(12)} ${verdict.padEnd(8)} ${line === null ? "" : `line ${line}: `}${reason ?? ""}`.trimEnd());
    if (report.valid && report.log !== null) log(`  The log ${report.log} has it at position ${report.log_index}`);
    log(outcomeOf(report));
  }
  if (all > 1 && !options.json)
    log(`${all} ${all === files.length ? "files" : "bundles"}, ${bad} of them bad${partly ? `, ${partly} checked in part` : ""}`);
  const alone = [...strays(kept, games)];
  for (const message of alone) console.error(`verify.mjs: ${printable(message)}`);
  return bad || alone.length ? 1 : 0;
}

async function* bundlesIn(files) {
  for (const file of files) yield* splitFile(file);
}

// a link to this file runs it, too: Node.js names the file itself in `import.meta`
async function isProgram() {
  if (typeof process === "undefined" || !process.argv?.[1]) return false;
  const { pathToFileURL } = await import("node:url");
  const { realpathSync } = await import("node:fs");
  return import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href;
}

if (await isProgram())
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    if (!(error instanceof Unusable || error instanceof Broken)) throw error;
    const [reason, ...more] = error.message.split("\n");
    console.error([`verify.mjs: ${printable(reason)}`, ...more.map(printable)].join("\n"));
    return error instanceof Broken ? 1 : 2;
  });
