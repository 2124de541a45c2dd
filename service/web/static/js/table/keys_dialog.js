// The list of the keys, loaded when it is opened.

import {html, render} from '../../vendor/lit-html/lit-html.js';
import {t} from '../core/texts.js';

/**
 * Open the dialog that lists the keys.
 * @param {HTMLDialogElement} dialog
 */
export function openKeys(dialog) {
  const keys = [
    ['?', t('show the keys')], ['/', t('search the choices')], ['l L', t('next or previous place that may be pressed')],
    ['m M', t('my next or previous piece')], ['← ↑ → ↓', t('move on the board')], ['Enter', t('press')],
    ['Esc', t('undo a press')], ['e', t('say the last event')], ['t', t('say whose turn it is, and until when')],
    ['s', t('say what has happened since my turn')], ['p', t('play again what has happened since my turn')],
    ['i', t('say my money and income')], ['n', t('the next game that waits for me')],
    ['x', t('explain what has the focus')], [', .', t('previous or next event')],
    ['< >', t('previous or next decision')], ['[ ]', t('previous or next turn or phase')],
    ['{ }', t('previous or next round')], ['Home End', t('first version, or the present')],
  ];
  render(html`<h2 id="keys-title">${t('Keys')}</h2>
    <dl>${keys.map(([key, text]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${text}</dd></div>`)}</dl>
    <form method="dialog"><button class="primary">${t('Close')}</button></form>`, dialog);
  if (!dialog.open) dialog.showModal();
}
