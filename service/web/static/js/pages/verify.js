// Verification in the reader's own browser: `verify.mjs` checks a bundle against SPEC.md. Nothing is uploaded.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {get, getText, whenMissing} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {formatNumber, t, tn} from '../core/texts.js';

const VERIFIER = '/docs/verify.mjs';
const LARGEST = 64 * 2 ** 20;
const SHOWN = 2_000;
/** How the verifier begins to say that it leaves a check to `ludolog`, which knows the rules. */
const NEEDS_RULES = 'it needs the rules';
/** The name under which the browser keeps the last checkpoint of the log of this site. */
const SEEN = 'log-seen';

/**
 * @typedef {'passed' | 'failed' | 'skipped'} Verdict
 * @typedef {{check: string, verdict: Verdict, line: number | null, reason: string | null}} Check
 * @typedef {{valid: boolean, unchecked: string[], events: number, checks: Check[], first_bad_line: number | null,
 *   key_id: string | null, trusted: boolean, log: string | null, log_index: number | null}} Report
 * @typedef {{name: string}} Witness
 * @typedef {{vkey: string, checkpoint: string}} SeenLog
 * @typedef {{missing: string[], before: object | null, state: SeenLog,
 *   judged: (report: Report) => Promise<Report>}} Log
 */

/** Takes a file, or the bundle of the game or tournament in the address, and shows the report. */
class Verify extends LudoElement {
  /** @type {{name: string, report: Report, bad: string | null, witnesses: string[], continues: boolean} | null} */
  result = null;
  /** The keys of witnesses, one on each line. */
  witnesses = '';
  /** Checks the last record again. */
  again = () => {};
  /** @type {string | null} */
  problem = null;
  /** What proves that the log was rewritten: two checkpoints. */
  evidence = '';
  isBusy = false;

  connected() {
    const asked = new URLSearchParams(location.search);
    for (const kind of ['game', 'tournament']) {
      const id = asked.get(kind);
      if (id) this.check(`${id}.jsonl`, () => this.download(`/v1/${kind}s/${encodeURIComponent(id)}/bundle`));
    }
  }

  /** @param {string} path */
  async download(path) {
    const text = await getText(path, {accept: '*/*'});
    return new TextEncoder().encode(text);
  }

  /**
   * @param {string} name
   * @param {() => Promise<Uint8Array>} read
   */
  async check(name, read) {
    this.again = () => { this.check(name, read); };
    if (!globalThis.crypto?.subtle) {
      // browsers offer digests and signatures only on https and on the own machine
      this.problem = t('This browser can verify only on a page with HTTPS.');
      this.update();
      return;
    }
    this.isBusy = true;
    this.problem = this.result = null;
    this.evidence = '';
    this.update();
    try {
      const [bytes, trusted, logKey, {verify, followLog, logKeyIn, witnessKeyIn, Forked}] = await Promise.all(
        [read(), trustedKeys(), logKeyOfSite(), import(VERIFIER)],
      );
      const vkeys = logKey === null ? [] : logKey.trim().split('\n');
      const logKeys = logKey === null ? null : await Promise.all(vkeys.map(logKeyIn));
      const given = this.witnesses.split('\n').map((line) => line.trim()).filter((line) => line !== '');
      /** @type {Witness[]} */
      const witnesses = await Promise.all(given.map(witnessKeyIn));
      /** @type {Report} */
      let report = await verify(bytes, {trusted, logKeys, unlogged: true});
      /** @type {Log | null} */
      let log = null;
      const kept = seenLog();
      if (logKeys !== null || kept !== null) {
        // a site that names another key than before does not get rid of what was seen under that one
        const keys = kept === null || vkeys.includes(kept.vkey) ? logKeys : null;
        try {
          log = /** @type {Log} */ (await followLog(location.origin, download, {logKeys: keys, witnesses, kept}));
        } catch (error) {
          if (!(error instanceof Forked)) throw error;
          this.evidence = /** @type {Error} */ (error).message;
          throw new Error(
            t('The log contradicts the one that this browser saw last. Keep both checkpoints: they prove it.'),
            {cause: error},
          );
        }
        if (log.missing.length) {
          throw new Error(t('The checkpoint of the log is not cosigned by {names}. Try again in a moment.', {
            names: log.missing.join(', '),
          }));
        }
        keepLog(log.state);
        if (witnesses.length) report = await log.judged(report);
      }
      this.result = {
        name, report, witnesses: witnesses.map((witness) => witness.name), continues: Boolean(log?.before),
        bad: report.first_bad_line === null ? null : lineOf(bytes, report.first_bad_line),
      };
      announce(verdictOf(report));
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.isBusy = false;
    this.update();
  }

  /** @param {File | undefined} file */
  open(file) {
    if (!file) return;
    if (file.size > LARGEST) {
      this.result = null;
      this.problem = t('The file is larger than 64 MB. It is not the record of a game or tournament.');
      this.update();
      return;
    }
    this.check(file.name, async () => new Uint8Array(await file.arrayBuffer()));
  }

  view() {
    return html`
      <label class="drop" @dragover=${(/** @type {DragEvent} */ event) => event.preventDefault()} @drop=${this.dropped}>
        <strong>${t('Drop the record of a game or tournament here, or choose a file')}</strong>
        <span class="muted">${t('It stays on this device: the page checks it itself.')}</span>
        <input type="file" accept=".jsonl,.ndjson,.json,application/jsonl" @change=${this.chosen}>
      </label>
      <details class="witnesses">
        <summary>${t('Witnesses')}</summary>
        <p class="muted">
          ${t('Witnesses are independent services that cosign the log of a site while it only grows.')}
          ${t('A game has to be in a log that all witnesses whose keys you enter have cosigned.')}
        </p>
        <label>${t('Keys of witnesses that you trust, one on each line')}
          <textarea rows="3" spellcheck="false" autocomplete="off" .value=${this.witnesses}
            @change=${(/** @type {Event} */ event) => {
              this.witnesses = /** @type {HTMLTextAreaElement} */ (event.target).value;
              // a browser does not report that the same file is chosen again
              this.again();
            }}></textarea></label>
      </details>
      <div role="status">${this.isBusy ? html`<p>${t('Checking…')}</p>` : nothing}</div>
      ${this.problem === null ? nothing : html`<p class="problem" role="alert">${this.problem}</p>`}
      ${this.evidence === '' ? nothing : html`<pre class="evidence" tabindex="0">${this.evidence}</pre>`}
      ${this.result === null ? nothing : reportOf(this.result)}`;
  }

  /** @param {DragEvent} event */
  dropped(event) {
    event.preventDefault();
    this.open(event.dataTransfer?.files[0]);
  }

  /** @param {Event} event */
  chosen(event) {
    this.open(/** @type {HTMLInputElement} */ (event.target).files?.[0]);
  }
}

/** @param {{name: string, report: Report, bad: string | null, witnesses: string[], continues: boolean}} result */
function reportOf({name, report, bad, witnesses, continues}) {
  const verdicts = {passed: t('passed'), failed: t('failed'), skipped: t('skipped')};
  const isTournament = report.checks.some(({check}) => check === 'pairings');
  const marks = {passed: '✓', failed: '✗', skipped: '–'};
  return html`
    <section class="report ${report.valid ? 'valid' : 'invalid'}" aria-label=${t('Report')}>
      <h2>${verdictOf(report)}</h2>
      <p>${name}: ${tn('{number} event', '{number} events', report.events)}</p>
      ${report.valid && report.unchecked.length
        ? html`<p class="unchecked">${t('Not checked, for the reasons below: {checks}.', {
          checks: report.unchecked.map(nameOf).join(', '),
        })}</p>`
        : nothing}
      <table>
        <thead><tr><th>${t('Check')}</th><th>${t('Verdict')}</th><th>${t('Reason')}</th></tr></thead>
        <tbody>${report.checks.map((check) => html`
          <tr class=${check.verdict}><td>${nameOf(check.check)}</td>
            <td><span aria-hidden="true">${marks[check.verdict]}</span> ${verdicts[check.verdict]}</td>
            <td>${reasonOf(check)}</td></tr>`)}
        </tbody>
      </table>
      ${bad === null ? nothing : html`
        <h3>${t('The first bad line is line {line}', {line: formatNumber(report.first_bad_line ?? 0)})}</h3>
        <pre tabindex="0">${bad}</pre>`}
      ${report.key_id === null ? nothing : html`<p class="hint">${report.trusted
        ? t('Signed by the key {key} of this service.', {key: report.key_id})
        : t('Signed by the key {key}.', {key: report.key_id})}</p>`}
      ${report.log_index === null ? nothing : html`<p class="hint">${
        t('In the log of the site, position {position}', {position: formatNumber(report.log_index)})}</p>
        <p class="hint">${witnesses.length
          ? t('The log is cosigned by {names}.', {names: witnesses.join(', ')})
          : t('Whether witnesses have cosigned the log was not checked: enter their keys above.')}</p>
        <p class="hint">${continues
          ? t('The log continues the one that this browser saw last.')
          : t('This browser sees the log for the first time, and keeps its checkpoint to compare it later.')}</p>`}
      <p class="hint">${isTournament
        ? t('These checks know no rules of tournaments. To compute all pairings and standings again, run:')
        : t('These checks know no rules of a title. To check that every decision was legal, run:')}
        <code>ludolog ${isTournament ? 'tournament check' : 'verify'} ${name}</code></p>
    </section>`;
}

/**
 * Say no more than what was checked.
 * @param {Report} report
 */
function verdictOf({valid, unchecked}) {
  if (!valid) return t('The record is not intact.');
  return unchecked.length ? t('As far as it was checked, the record is intact.') : t('The record is intact.');
}

/** @param {string} check */
function nameOf(check) {
  const names = {
    form: t('Form'), chain: t('Hash chain'), seals: t('Seals of hidden events'), draws: t('Random draws'),
    clocks: t('Clocks'), signature: t('Signature'), results: t('Results as certified'),
    certificates: t('Certificates of the games'), acts: t('Acts of players and organisers'),
    pairings: t('Pairings'), standings: t('Standings'), replay: t('Decisions by the rules'),
    result: t('Result by the rules'), log: t('Log of the site'), site: t('Log of the site as it is now'),
    entries: t('Other ends in the log'),
  };
  return names[/** @type {keyof typeof names} */ (check)] ?? check;
}

/** @param {Check} check */
function reasonOf({verdict, line, reason}) {
  if (reason === null) return nothing;
  if (verdict === 'skipped' && reason.startsWith(NEEDS_RULES)) return t('It needs the rules: run the command below.');
  // the verifier knows no other language
  const told = html`<span lang="en">${reason}</span>`;
  return line === null ? told : html`${t('line {line}:', {line: formatNumber(line)})} ${told}`;
}

/**
 * Return a line of the file, cut to a length that can be shown.
 * @param {Uint8Array} bytes
 * @param {number} number from 1
 */
function lineOf(bytes, number) {
  const line = new TextDecoder().decode(bytes).split('\n')[number - 1] ?? '';
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}

/** Return the public keys of this service in hex. */
async function trustedKeys() {
  const {keys} = await get('/.well-known/jwks.json');
  return keys.filter((/** @type {{crv: string}} */ key) => key.crv === 'Ed25519').map(
    (/** @type {{x: string}} */ key) => Array.from(
      atob(key.x.replaceAll('-', '+').replaceAll('_', '/')), (part) => part.charCodeAt(0).toString(16).padStart(2, '0'),
    ).join(''),
  );
}

/**
 * Return a file of this service, such as a tile of its log.
 * @param {string} path
 */
async function download(path) {
  // an older checkpoint from the cache of the browser would look like a log that was rolled back
  const reply = await fetch(path, {cache: path === '/log/checkpoint' ? 'no-store' : 'default'});
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  return new Uint8Array(await reply.arrayBuffer());
}

/**
 * Return what this browser keeps of the log of this site; null if it keeps nothing.
 * @returns {SeenLog | null}
 */
function seenLog() {
  try {
    // eslint-disable-next-line no-restricted-globals -- the key and the checkpoint of a site are public
    return JSON.parse(localStorage.getItem(SEEN) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {SeenLog} state */
function keepLog(state) {
  try {
    // eslint-disable-next-line no-restricted-globals -- as above
    localStorage.setItem(SEEN, JSON.stringify(state));
  } catch {
    // a browser may refuse to store anything: then it remembers nothing
  }
}

/** Return the key of the log of this service; null if the log is empty. */
function logKeyOfSite() {
  return getText('/log/vkey', {accept: '*/*'}).catch(whenMissing(null));
}

define('ludo-verify', Verify);
