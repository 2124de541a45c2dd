// Requests to the public API. A write has an idempotency key, so that repeating it after a lost answer is safe.

import {language, t, translated} from './texts.js';

/** The header of an invitation, from the fragment of the address: a fragment reaches no server log. */
const INVITATION = 'Ludolog-Invitation';

/** The header with what an answer shows, and in a request with what the page has seen: `log.accounts`. */
const POSITION = 'Ludolog-Position';

const RETRIES = [300, 1_000, 3_000, 5_000, 10_000];
/** The statuses after which the same request may succeed: the key makes the repetition safe. */
const REPEATED = new Set([502, 503, 504]);

/** Whether the page is an embed: it shows what every visitor may see, also to a person who is signed in. */
const isPublic = document.documentElement.dataset['public'] === 'true';

/** Milliseconds by which the clock of the service is ahead of that of the device. */
let ahead = -Infinity;

/** What the page has seen of a service with replicas; null: the next answer shows all. @type {number[] | null} */
let seen = null;
/** How often the page has forgotten it: the answers to requests from before do not bring it back. */
let forgotten = 0;

/** Forget what the page has seen: something newer was learnt elsewhere, and the next answer shows all. */
export function forgetPosition() {
  seen = null;
  forgotten += 1;
}

/**
 * Note what the answer to a request shows. After a change that does not say it, the next answer has to show all.
 * @param {string | null} text
 * @param {number} before How often the page had forgotten what it has seen when it sent the request
 * @param {boolean} isRead
 */
function note(text, before, isRead) {
  const shown = text?.split('.').map(Number);
  if (!shown) {
    if (!isRead) forgetPosition();
  } else if (before === forgotten) {
    seen = shown.map((each, index) => Math.max(each, seen?.[index] ?? 0));
  }
}

// another page of this browser may have changed something meanwhile
addEventListener('pageshow', forgetPosition);
document.addEventListener('visibilitychange', forgetPosition);

/** Requests that were begun before their answers are needed, by path. @type {Map<string, Promise<Response>>} */
const begun = new Map();

/** The answers that are in the page, by path: `service/web/first/given.py`. @type {Map<string, any>} */
const given = new Map();

/** Take the answers that are in the page, for the person who plays there. */
function takeGiven() {
  const block = document.getElementById('given');
  if (!block) return;
  const {answers, now} = JSON.parse(block.textContent);
  for (const [path, answer] of Object.entries(answers)) given.set(path, answer);
  // the service has made them before it sent the first byte
  const {responseStart = 0} = /** @type {PerformanceNavigationTiming | undefined} */ (
    performance.getEntriesByType('navigation')[0]) ?? {};
  ahead = now - performance.timeOrigin - responseStart;
  block.remove();
}

takeGiven();

/** Return the time of the service, in milliseconds since 1970: the clock of the device may be wrong. */
export function serverNow() {
  return Date.now() + (Number.isFinite(ahead) ? ahead : 0);
}

/** A problem document of the service (RFC 9457), or `offline` if no answer came. */
export class Problem extends Error {
  /** @param {{code: string, title: string, detail: string, status: number, [more: string]: unknown}} body */
  constructor(body) {
    super(body.detail || body.title);
    this.code = body.code;
    this.title = body.title;
    this.status = body.status;
    this.body = body;
  }
}

/** @returns {string | null} */
export function invitation() {
  return new URLSearchParams(location.hash.slice(1)).get('invitation');
}

/**
 * Begin a request whose answer is needed soon: the first `get` or `getText` of the path takes it.
 * @param {string} path
 * @param {{accept?: string}} [options]
 */
export function begin(path, options = {}) {
  if (given.has(path)) return;
  const response = request('GET', path, undefined, {}, options);
  response.catch(() => {});
  begun.set(path, response);
}

/** Whether the answer of a path is in the page, and was not taken yet. @param {string} path */
export function isGiven(path) {
  return given.has(path);
}

/** Forget the requests whose answers were not needed: they grow old. */
export function forgetBegun() {
  begun.clear();
  given.clear();
}

/**
 * @param {string} path
 * @param {{signal?: AbortSignal, accept?: string}} options
 */
function read(path, options) {
  const response = begun.get(path) ?? request('GET', path, undefined, {}, options);
  begun.delete(path);
  return response;
}

/**
 * Read a resource.
 * @param {string} path
 * @param {{signal?: AbortSignal, accept?: string}} [options]
 * @returns {Promise<any>}
 */
export async function get(path, options = {}) {
  const answer = given.get(path);
  if (given.delete(path)) return answer;
  return JSON.parse(await getText(path, options));
}

/**
 * Read a resource as text, such as a picture or lines of JSON.
 * @param {string} path
 * @param {{signal?: AbortSignal, accept?: string}} [options]
 */
export async function getText(path, options = {}) {
  return textOf(await read(path, options), options.signal);
}

/**
 * Read a resource that the service may be making: `isFinal` is false if a newer answer follows (Retry-After).
 * @param {string} path
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<{body: any, isFinal: boolean}>}
 */
export async function getMade(path, options = {}) {
  // the cache may have one that is made again since
  const response = await request('GET', path, undefined, {}, {...options, cache: 'no-cache'});
  return {body: JSON.parse(await textOf(response, options.signal)), isFinal: !response.headers.has('retry-after')};
}

/**
 * Whether the same request may succeed later: no answer came, or the service is away for a moment.
 * @param {unknown} error
 */
export function isPassing(error) {
  return error instanceof Problem && (error.code === 'offline' || REPEATED.has(error.status));
}

/**
 * Send a change. A lost answer is repeated with the same idempotency key, so that nothing happens twice.
 * @param {'POST' | 'PUT' | 'DELETE'} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {{signal?: AbortSignal, key?: string, lost?: () => void}} [options] `lost` is called before each repetition.
 * @returns {Promise<any>} The body of the answer, or null
 */
export async function send(method, path, body, options = {}) {
  const headers = {'Idempotency-Key': options.key ?? newKey()};
  for (const delay of [...RETRIES, null]) {
    try {
      const text = await textOf(await request(method, path, body, headers, options), options.signal);
      return text ? JSON.parse(text) : null;
    } catch (error) {
      if (delay === null || !isPassing(error) || options.signal?.aborted) throw error;
      options.lost?.();
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}

/** Return a new idempotency key. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {Record<string, string>} headers
 * @param {{signal?: AbortSignal, accept?: string, cache?: RequestCache}} options
 */
async function request(method, path, body, headers, options) {
  const code = invitation();
  const isRead = method === 'GET';
  const before = forgotten;
  const response = await fetch(path, {
    method,
    headers: {
      Accept: options.accept ?? 'application/json',
      'Accept-Language': language,
      ...(body === undefined ? {} : {'Content-Type': 'application/json'}),
      ...(code === null ? {} : {[INVITATION]: code}),
      ...(isRead && seen ? {[POSITION]: seen.join('.')} : {}),
      ...headers,
    },
    credentials: isPublic ? 'omit' : 'same-origin',
    ...(options.cache ? {cache: options.cache} : {}),
    ...(body === undefined ? {} : {body: JSON.stringify(body)}),
    ...(options.signal ? {signal: options.signal} : {}),
  }).catch((error) => {
    note(null, before, isRead);
    return unlessAborted(options.signal)(error);
  });
  note(response.headers.get(POSITION), before, isRead);
  // answers that are late or from a cache have an older date, so that the greatest difference is the best
  const date = Date.parse(response.headers.get('date') ?? '');
  if (Number.isFinite(date)) ahead = Math.max(ahead, date - Date.now());
  if (!response.ok) throw await problemOf(response);
  return response;
}

/**
 * Read the body of an answer. A connection that breaks inside it has lost the answer.
 * @param {Response} response
 * @param {AbortSignal} [signal]
 */
function textOf(response, signal) {
  return response.text().catch(unlessAborted(signal));
}

/**
 * Return a handler that throws the problem of a lost answer, or the error of a request that was aborted.
 * @param {AbortSignal} [signal]
 */
function unlessAborted(signal) {
  return (/** @type {unknown} */ error) => {
    if (signal?.aborted) throw error;
    return offline();
  };
}

/**
 * Throw the problem of an answer that did not come.
 * @returns {never}
 */
export function offline() {
  const title = t('The service cannot be reached');
  throw new Problem({code: 'offline', title, detail: t('Check the connection, and try again.'), status: 0});
}

/**
 * Return a handler that replaces what the service does not have, and throws all other problems.
 * @template Value
 * @param {Value} value
 */
export function whenMissing(value) {
  return (/** @type {unknown} */ error) => {
    if (error instanceof Problem && error.status === 404) return value;
    throw error;
  };
}

/**
 * Return a problem document with its title in the language of the page, also before the detail, which is English
 * unless a rule refuses.
 * @param {{code: string, title: string, detail: string}} problem
 */
function titled(problem) {
  if (language === 'en') return problem;
  const title = translated(problem.title);
  return {...problem, title, detail: problem.detail ? `${title}: ${problem.detail}` : title};
}

/** @param {Response} response */
async function problemOf(response) {
  const {status} = response;
  const body = await response.json().catch(() => {
    return {code: 'internal', title: t('The service sent an unexpected answer'), detail: String(status)};
  });
  return new Problem({...titled(body), status});
}
