// The legend of a table: the goal, the course, and what every symbol and figure means.

import {html, nothing, render, svg} from '../../vendor/lit-html/lit-html.js';
import {icon} from '../board/drawing.js';
import {t} from '../core/texts.js';
import {guideOf, styled} from './guide.js';

/** @typedef {import('../core/types.js').Explained} Explained */
/** @typedef {import('../board/types.d.ts').Drawing} Drawing */
/** @typedef {import('./state.js').TableState} TableState */

/**
 * Open the legend over the table.
 * @param {TableState} state
 */
export async function openLegend(state) {
  const {game, words} = state;
  if (!game || !words) return;
  styled();
  const guide = await guideOf(game.ruleset);
  /** @type {import('../board/board.js').Board | null} */
  const board = document.querySelector('ludo-board');
  const drawings = board?.drawings ?? {};
  const dialog = dialogOf();
  const part = (/** @type {string} */ name, /** @type {Record<string, Explained>} */ entries, hasIcons = false) => html`
    <h3>${name}</h3>
    <dl>${Object.entries(entries).map(([key, what]) => html`<div>
      <dt>${hasIcons ? pictured(key, drawings) : nothing}<span class="name">${what.name}</span></dt>
      <dd>${what.effect} ${ruleLink(game.ruleset, what.rule)}</dd></div>`)}</dl>`;
  render(html`<h2 id="legend-title">${t('Legend')}</h2>
    <div class="legend-text" tabindex="0" role="region" aria-labelledby="legend-title">
      <p><b>${t('Goal')}:</b> ${words.goal}</p>
      <h3>${t('Course of the game')}</h3>
      <ol>${words.course.map(({name, rule, text}) => html`<li><b>${name}.</b> ${text}
        ${ruleLink(game.ruleset, rule)}</li>`)}</ol>
      ${part(t('Symbols'), guide.symbols, true)}
      ${part(t('Figures'), guide.facts)}
    </div>
    <form method="dialog" class="buttons"><button class="primary">${t('Close')}</button>
      <a href="/rules/${game.ruleset}">${t('Rules')}</a></form>`, dialog);
  if (!dialog.open) dialog.showModal();
}

/** Return the dialog, which the page has once. It is in the table, so that its rules open over the table. */
function dialogOf() {
  const known = /** @type {HTMLDialogElement | null} */ (document.querySelector('dialog.legend'));
  if (known) return known;
  const dialog = document.createElement('dialog');
  dialog.className = 'legend';
  dialog.setAttribute('aria-labelledby', 'legend-title');
  // a press beside the dialog closes it
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.querySelector('ludo-table')?.append(dialog);
  return dialog;
}

/**
 * Return the picture of a symbol: that of the piece, or what the board prints on its place.
 * @param {string} key
 * @param {Record<string, Drawing>} drawings
 */
function pictured(key, drawings) {
  const kind = key.split(':')[0] ?? key;
  if (drawings[kind]) return icon(drawings[kind]);
  const printed = document.querySelector(`ludo-board [id="die:${CSS.escape(key)}"] + path.icon`);
  if (!printed) return html`<span class="symbol"></span>`;
  return html`<svg class="symbol lines" viewBox="0 0 24 24" aria-hidden="true">
    ${svg`<path d=${printed.getAttribute('d') ?? ''} />`}</svg>`;
}

/**
 * @param {string} title
 * @param {string} number
 */
function ruleLink(title, number) {
  return html`<a class="rule" href="/rules/${title}#${number}">${t('Rule {number}', {number})}</a>`;
}
