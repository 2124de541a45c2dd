// The answer that a person is preparing: what is pressed, what is chosen, its preview, and its refusal.

import {isPassing, newKey, Problem, send} from '../core/api.js';
import {diceChoice, diceOf} from './dice.js';
import {handOf, isStep, left, stillPrepared} from './placing.js';
import {press, pressedValue, remaining, targets} from './selection.js';
import {switchesOf, turned} from './switches.js';

/** @typedef {import('../core/types.js').Choice} Choice */
/** @typedef {import('../core/types.js').Preview} Preview */
/** @typedef {import('./state.js').TableState} TableState */

const DEBOUNCE = 150;
/** Milliseconds after which an answer that could not be sent is sent again, unless the stream is back before. */
const AGAIN = 10_000;
/** The refusals after which another decision is open. */
export const MOVED_ON = new Set(['decision-closed', 'version-changed', 'game-not-running', 'game-paused']);

/** Fires `change` after each change. */
export class Answer extends EventTarget {
  /** @type {string[]} The pressed places and pieces, in order. */
  pressed = [];
  /** @type {Choice | null} */
  choice = null;
  /** @type {number | null} The number in the range of the choice; null if what is typed is none of them. */
  value = null;
  /** @type {Choice[]} The placements that are prepared, and sent together. */
  prepared = [];
  /** @type {Set<number>} The dice that are released. */
  released = new Set();
  /** @type {Preview | null} */
  preview = null;
  /** @type {Problem | null} Why the last answer was refused. */
  problem = null;
  /** Whether a choice that can be taken back is sent as soon as it is pressed. */
  isImmediate = false;
  /** How many answers the person has confirmed. */
  confirmed = 0;

  /** Whether the choice is sent once its preview says that it can be taken back. */
  #isDirect = false;
  /** The hand for which placements are prepared. @type {import('./placing.js').Hand | null} */
  #hand = null;
  /** @type {string} */
  #key = '';
  /** @type {Choice[] | null} */
  #choices = null;
  /** @type {AbortController | null} */
  #asking = null;
  /** @type {unknown} */
  #seen = null;
  /** The answer that could not be sent, and its key: it is sent again. @type {{text: string, key: string} | null} */
  #unsent = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #again;
  /** Whether what the page has kept is still to be taken over. */
  #isRestoring = false;

  /** @param {TableState} state */
  constructor(state) {
    super();
    this.state = state;
    state.addEventListener('change', () => this.#sync());
    state.addEventListener('connected', () => this.#sendAgain());
  }

  /** Whether the answer is one to the decision that is open now. */
  get isOfNow() {
    return this.#seen === this.state.own;
  }

  /** The legal choices of the own decision; empty without one, and while the past is shown. */
  get choices() {
    if (this.state.past || !this.#choices) return [];
    return left(this.#choices, this.prepared, /** @type {any} */ (this.state.live), this.state.seat);
  }

  get remaining() {
    return remaining(this.choices, this.pressed);
  }

  get targets() {
    return this.state.isSending || this.state.isBehind ? [] : targets(this.choices, this.pressed);
  }

  /** The ids to mark on the board: what was pressed, or else what the choice from the list names. */
  get marked() {
    return this.pressed.length || this.dice ? this.pressed : this.choice?.anchors ?? [];
  }

  /** The dice, if the question is which of them to roll again. */
  get dice() {
    return diceOf(this.choices, this.state.live);
  }

  /** The switches, if the question is which sides of tiles are up. */
  get switches() {
    return switchesOf(this.choices);
  }

  /** The command that would be sent; null without a choice, or while its number is out of range. */
  get command() {
    if (!this.choice) return null;
    const {command, range} = this.choice;
    if (!range) return command;
    return this.value === null ? null : {...command, [range.field]: this.value};
  }

  /** Whether a press is the answer: only where it can be taken back. */
  get #sendsAtOnce() {
    return this.isImmediate && this.state.canTakeBack;
  }

  /** Whether the person has prepared anything: dice and switches have a choice from the beginning. */
  get isAny() {
    const {choice, prepared, pressed, released} = this;
    const isOwn = choice !== null && choice !== this.#given;
    return isOwn || prepared.length > 0 || pressed.length > 0 || released.size > 0;
  }

  /** The choice that is chosen from the beginning: all dice are kept, and no tile is turned over. */
  get #given() {
    return this.dice?.stop ?? this.switches?.choices[0] ?? null;
  }

  /** Whether the answer could not be sent, and is sent when the service is back. */
  get isWaiting() {
    return this.#unsent !== null;
  }

  /**
   * Press a place or piece.
   * @param {string} id
   */
  press(id) {
    if (this.state.isSending) return;
    const {dice, switches} = this;
    if (dice) return this.#pressDie(dice, id);
    if (switches && this.choice) return this.show(turned(switches, this.choice, id) ?? this.choice);
    this.pressed = press(this.choices, this.pressed, id);
    const [only, ...others] = this.pressed.length ? this.remaining : [];
    this.#choose(only && !others.length ? only : null);
  }

  /** Undo the choice, or else the last press. Dice are kept again. Returns whether something was undone. */
  undo() {
    if (this.state.isSending) return false;
    const isAny = this.choice !== null || this.pressed.length > 0 || this.released.size > 0;
    if (!isAny && this.prepared.length) {
      this.drop(this.prepared.length - 1);
      return true;
    }
    const isPressedTo = this.pressed.length > 0 && this.remaining.length === 1;
    this.problem = null;
    this.clear(this.pressed.slice(0, !this.choice || isPressedTo ? -1 : undefined));
    return isAny;
  }

  /**
   * Choose from the list.
   * @param {Choice} choice
   */
  take(choice) {
    if (!this.state.isSending) this.#choose(choice);
  }

  /**
   * Choose what may still be changed: it is not sent at once.
   * @param {Choice} choice
   */
  show(choice) {
    if (!this.state.isSending) this.#choose(choice, false);
  }

  /**
   * Take a prepared placement back.
   * @param {number} at
   */
  drop(at) {
    this.prepared = this.prepared.filter((_, number) => number !== at);
    this.clear();
  }

  /** Send the prepared placements, one after the other. Those that could not be sent stay prepared. */
  async place() {
    if (this.state.isSending) return;
    this.confirmed += 1;
    for (let [next] = this.prepared; next; [next] = this.prepared) {
      const text = JSON.stringify(next.command);
      const legal = this.#choices?.find(({command}) => JSON.stringify(command) === text);
      if (!legal) break;
      this.choice = legal;
      await this.send();
      // a token that has arrived is not prepared any more; before the state after it is known, none follows it
      if (this.problem || this.isWaiting || this.prepared.includes(next)) return;
    }
    this.prepared = [];
    // that all of them lie is said with one more press
    const [last, ...others] = (this.#choices ?? []).filter(({anchors}) => !anchors?.length);
    if (last && !others.length) this.#choose(last, false);
    else this.clear();
  }

  /**
   * Keep or release a die.
   * @param {number} at
   */
  toggle(at) {
    const {dice} = this;
    if (!dice || this.state.isSending) return;
    const released = new Set(this.released);
    if (!released.delete(at)) released.add(at);
    this.released = released;
    this.#choose(diceChoice(dice, released), false);
  }

  /** @param {number | null} value null: what is typed is out of range */
  setValue(value) {
    this.#forget();
    this.#isRestoring = false;
    // what was refused was another number
    this.problem = null;
    this.value = value;
    this.#foresee();
  }

  /** Send the answer that the person has confirmed. */
  async confirm() {
    this.confirmed += 1;
    await this.send();
  }

  /** Send the answer. */
  async send() {
    const {command} = this;
    if (!command || this.state.isSending) return;
    // a preview that arrives after the answer would be refused
    this.#asking?.abort();
    this.problem = null;
    // an answer that was lost may have arrived: with its key it happens once
    const {id} = this.state.own ?? {};
    const text = this.#text;
    const key = this.#unsent?.text === text ? this.#unsent.key : newKey();
    this.#forget();
    try {
      await this.state.answer(command, key);
      import('./kept.js').then(({drop}) => drop(id), () => {});
      this.clear();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (isPassing(error)) {
        if (this.#text === text) return this.#wait({text, key});
        // the answer has arrived, or another one: what is prepared now is for the decision that is open now
        if (this.state.own?.id !== id) return this.#emit();
      }
      this.problem = error;
      const legal = /** @type {Choice[] | undefined} */ (error.body['legal']);
      if (legal) this.#choices = legal;
      this.choice = null;
      this.pressed = [];
      this.#emit();
    }
  }

  /**
   * Keep an answer that could not be sent until the stream is back, or some time has passed.
   * @param {{text: string, key: string}} unsent
   */
  #wait(unsent) {
    this.#unsent = unsent;
    this.#again = setTimeout(() => this.#sendAgain(), AGAIN);
    this.#emit();
  }

  /** Send the answer that could not be sent, if it still is the answer to the open decision. */
  #sendAgain() {
    if (!this.#unsent) return;
    if (this.state.isSending) {
      this.#again = setTimeout(() => this.#sendAgain(), AGAIN);
      return;
    }
    if (this.#unsent.text === this.#text) return void (this.prepared.length ? this.place() : this.send());
    this.#forget();
    this.#emit();
  }

  /** The open decision and its answer as text: they tell whether an answer is the same one. */
  get #text() {
    return JSON.stringify([this.state.own?.id, this.command]);
  }

  /** Send an answer no more that could not be sent. */
  #forget() {
    clearTimeout(this.#again);
    this.#unsent = null;
  }

  /**
   * Forget the answer, except for some presses. Dice are kept again: they may have come with the last reply.
   * @param {string[]} pressed
   */
  clear(pressed = []) {
    this.#asking?.abort();
    this.#forget();
    this.preview = null;
    this.pressed = pressed;
    this.released = new Set();
    this.choice = this.#given;
    this.#emit();
  }

  /**
   * @param {import('./dice.js').Dice} dice
   * @param {string} id
   */
  #pressDie(dice, id) {
    const symbol = id.split(':').pop();
    const all = dice.dice.map((one, at) => (one === symbol ? at : -1)).filter((at) => at >= 0);
    const at = all.find((one) => !this.released.has(one)) ?? all[0];
    if (at !== undefined) this.toggle(at);
  }

  /**
   * @param {Choice | null} choice
   * @param {boolean} [mayBeSent]
   */
  #choose(choice, mayBeSent = true) {
    this.#forget();
    this.#isRestoring = false;
    if (choice && isStep(choice) && (this.prepared.length || !this.#sendsAtOnce)) {
      const text = JSON.stringify(choice.command);
      const isLeft = this.choices.some(({command}) => JSON.stringify(command) === text);
      // equal tokens may go to the same place
      if (isLeft) this.prepared = [...this.prepared, {...choice}];
      return this.clear();
    }
    this.choice = choice;
    this.value = choice ? pressedValue(choice, this.pressed) ?? ownValue(choice) : null;
    this.problem = null;
    this.#isDirect = choice !== null && !choice.range && this.#sendsAtOnce && mayBeSent;
    this.#foresee();
  }

  /** Ask for the preview of the choice, soon. A newer choice cancels the question. */
  #foresee() {
    this.#asking?.abort();
    this.preview = null;
    this.#emit();
    const {command, state} = this;
    if (!command || !state.own) return;
    const asking = new AbortController();
    this.#asking = asking;
    const body = {decision: state.own.id, command};
    const timer = setTimeout(async () => {
      try {
        const preview = await send('POST', `${state.path}/previews`, body, {signal: asking.signal});
        if (asking.signal.aborted) return;
        this.preview = preview;
        // what chance or hidden things follow cannot be taken back
        if (this.#isDirect && preview.stopped_by === 'decision') return void this.send();
        this.#emit();
      } catch (error) {
        if (asking.signal.aborted || !(error instanceof Problem)) return;
        if (error.code === 'refused') this.problem = error;
        this.#emit();
      }
    }, this.#isDirect ? 0 : DEBOUNCE);
    asking.signal.addEventListener('abort', () => clearTimeout(timer), {once: true});
  }

  /** Take over a new decision. An answer in preparation stays if its choice is still legal. */
  #sync() {
    const {own} = this.state;
    if (own === this.#seen) return;
    this.#seen = own;
    const key = own ? JSON.stringify([own.id, (own.choices ?? []).map(({command}) => command)]) : '';
    if (key === this.#key) return;
    this.#key = key;
    this.#choices = own?.choices ?? null;
    const {live, seat} = this.state;
    // a reply that was lost leaves the others prepared
    this.prepared = stillPrepared(this.prepared, this.#hand, /** @type {any} */ (live), seat, this.#choices ?? []);
    this.#hand = handOf(/** @type {any} */ (live), seat);
    if (this.problem && !MOVED_ON.has(this.problem.code)) this.problem = null;
    const kept = history.state?.answer;
    this.#isRestoring = Boolean(own && kept?.decision === own.id && !this.problem);
    this.clear();
    if (!own || !this.#isRestoring) return;
    import('./kept.js').then(({restored}) => {
      // a newer answer is not replaced
      if (this.state.own?.id !== own.id || !this.#isRestoring) return;
      this.#isRestoring = false;
      Object.assign(this, restored(kept, own.choices ?? [], this.state.live));
      this.#foresee();
    }, () => {
      this.#isRestoring = false;
    });
  }

  #emit() {
    if (this.isAny || history.state?.answer) {
      import('./kept.js').then(({keep}) => {
        // what was kept is not replaced by nothing before it is restored; that may begin while the module is loaded
        if (!this.#isRestoring) keep(this);
      }, () => {});
    }
    this.dispatchEvent(new Event('change'));
  }
}

/** @param {Choice} choice */
export function ownValue({command, range}) {
  if (!range) return null;
  return Number(/** @type {Record<string, unknown>} */ (/** @type {unknown} */ (command))[range.field] ?? range.min);
}
