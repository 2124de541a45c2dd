// Why an answer was refused, with the rule.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {t} from '../core/texts.js';
import {MOVED_ON} from './answer.js';

/**
 * @param {import('./state.js').TableState} state
 * @param {import('./answer.js').Answer} answer
 */
export function refusal(state, answer) {
  const {problem} = answer;
  if (!problem) return nothing;
  const rule = String(problem.body['rule'] ?? '');
  const [title = '', number = ''] = rule.split('/');
  const heading = String(problem.body['rule_title'] ?? state.words?.rules[number] ?? '');
  return html`<div class="problem" role="alert">
    <p>${MOVED_ON.has(problem.code)
      ? t('The game has moved on. Nothing was done. This is the question now.') : problem.message}</p>
    ${rule ? html`<p><a href="/rules/${title}#${number}">${t('Rule {number}', {number})}${heading
      ? html` · ${heading}` : nothing}</a></p>` : nothing}
    ${problem.body['legal'] ? html`<p>${t('Nothing was done. The choices below are legal.')}</p>` : nothing}
  </div>`;
}
