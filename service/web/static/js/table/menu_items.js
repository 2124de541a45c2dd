// The items of the menu of a table: keys, sound, sending at once, vacation, return to the seat, resignation.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {getText, invitation} from '../core/api.js';
import {formatDuration} from '../core/durations.js';
import {t} from '../core/texts.js';
import {tone} from './tone.js';

/** @typedef {import('./menu.js').Menu} Menu */

/** Milliseconds in which a browser has begun to save a file. */
const SAVED = 10_000;
const HOUR = 3_600;
/** The vacations that are offered, in hours, as far as they are left. */
const VACATIONS = [12, 24, 48, 72, 168, 336];

/** @param {Menu} menu */
export function menuItems(menu) {
  const {answer, alerts, state} = menu;
  if (!state.game) return nothing;
  return html`<div class="menu-items">
    <button @click=${() => menu.fire('help')}>${t('Keys')}</button>
    ${toggle(t('Sound on my turn'), alerts.sound !== null, (isOn) => {
      alerts.sound = isOn ? tone : null;
      alerts.sound?.();
    })}
    ${isPlaying(menu) ? html`
      <button @click=${() => order(menu)}>${t('Standing orders…')}</button>
      ${state.canTakeBack ? toggle(
        t('Send a choice that can be taken back as soon as it is pressed'), answer.isImmediate, (isOn) => {
          answer.isImmediate = isOn;
        }) : nothing}
      ${offered(menu).length ? html`<button @click=${() => dialog(menu, 'vacation')}>${t('Vacation…')}</button>`
        : nothing}
      <button class="danger" @click=${() => dialog(menu, 'resign')}>${t('Resign…')}</button>` : nothing}
    ${returnButton(menu)}
    ${state.isOwner && !state.isOver && !state.game.foreign
      ? html`<button @click=${() => rule(menu)}>${t('Manage the game…')}</button>` : nothing}
    ${state.game.visibility === 'public'
      ? html`<button @click=${() => share(menu)}>${t('Copy embed code')}</button>` : nothing}
    <a href=${`${state.path}/bundle`} download
      @click=${(/** @type {Event} */ event) => download(menu, event)}>${t('Download the record')}</a>
    <a href="/rules/${state.game.ruleset}">${t('Rules')}</a></div>`;
}

/** @param {Menu} menu */
export function menuDialogs(menu) {
  const seat = `seats/${menu.state.seat}`;
  return html`
    <dialog class="resign" aria-labelledby="resign-title"><h2 id="resign-title">${t('Resign from the game?')}</h2>
      <p>${t('A bot plays your seat to the end, unless one player is left: then the game ends.')}
        ${t('You are ranked last, and you cannot come back.')}</p>
      <form method="dialog" class="buttons"><button>${t('Keep playing')}</button>
        <button class="danger" @click=${() => change(menu, 'resignations')}>${t('Resign')}</button></form></dialog>
    <dialog class="vacation" aria-labelledby="vacation-title"><h2 id="vacation-title">${t('Take a vacation?')}</h2>
      <p>${t('Your clock stops for this time. A vacation cannot be ended or extended while it runs.')}</p>
      <form method="dialog" class="buttons"><label>${t('Vacation')}
          <select>${offered(menu).map((hours) => html`<option value=${hours}>
            ${formatDuration(`PT${hours}H`)}</option>`)}</select></label>
        <button>${t('Cancel')}</button>
        <button class="primary" @click=${(/** @type {Event} */ event) => {
          const form = /** @type {HTMLElement} */ (event.target).closest('form');
          const hours = form?.querySelector('select')?.value;
          void change(menu, `${seat}/vacations`, {duration: `PT${hours}H`});
        }}>${t('Take the vacation')}</button></form></dialog>`;
}

/** @param {Menu} menu */
function isPlaying({state}) {
  return state.seat !== null && state.game?.status === 'running' && !state.game.foreign;
}

/**
 * Return the vacations that the own seat has left, in hours.
 * @param {Menu} menu
 */
function offered({state}) {
  const clock = state.game?.clocks?.find(({seat}) => seat === state.seat);
  return VACATIONS.filter((hours) => hours * HOUR <= (clock?.vacation ?? 0));
}

/** @param {Menu} menu */
function returnButton(menu) {
  const {game, person} = menu.state;
  const seat = game?.seats.find((one) => one.may_return && person && one.resigned_player === person.id);
  if (!seat) return nothing;
  const {isSending} = menu.state;
  return html`<button class="primary" aria-disabled=${isSending}
    @click=${() => isSending || change(menu, `seats/${seat.seat}/returns`)}>${t('Return to my seat')}</button>`;
}

/**
 * @param {Menu} menu
 * @param {string} part
 * @param {unknown} [body]
 */
function change(menu, part, body) {
  return menu.tried(() => menu.state.change('POST', part, body));
}

/**
 * Copy the code with which other sites show the game, or the version that is shown.
 * @param {Menu} menu
 */
async function share({state}) {
  const {copyFrame} = await import('../core/share.js');
  await copyFrame(state.id, {at: state.past?.version});
}

/** @param {Menu} menu */
async function rule({state}) {
  (await import('./rulings.js')).openRulings(state);
}

/** @param {Menu} menu */
async function order({state}) {
  (await import('./orders.js')).openOrders(state);
}

/**
 * Save the record of a game that is seen by invitation: a link cannot carry the invitation.
 * @param {Menu} menu
 * @param {Event} event
 */
async function download(menu, event) {
  if (invitation() === null) return;
  event.preventDefault();
  await menu.tried(async () => {
    const {id, path} = menu.state;
    const text = await getText(`${path}/bundle`, {accept: 'application/x-ndjson'});
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], {type: 'application/x-ndjson'}));
    link.download = `${id}.jsonl`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), SAVED);
  });
}

/**
 * @param {Menu} menu
 * @param {string} name
 */
function dialog(menu, name) {
  /** @type {HTMLDialogElement | null} */ (menu.querySelector(`dialog.${name}`))?.showModal();
}

/**
 * @param {string} text
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} set
 */
function toggle(text, isOn, set) {
  return html`<label><input type="checkbox" .checked=${isOn} @change=${(/** @type {Event} */ event) => {
    set(/** @type {HTMLInputElement} */ (event.target).checked);
  }}> ${text}</label>`;
}
