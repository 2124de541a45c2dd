// Who is an operator or a moderator. Operators who have signed in with a passkey change it.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {get, send} from '../core/api.js';
import {define} from '../core/element.js';
import {formatDay, t} from '../core/texts.js';
import {anyoneIn} from '../pages/player_field.js';
import {Acting, reasonField, textOf} from './acting.js';
import {roleNamed} from './acts.js';

/** @typedef {import('../core/types.js').GrantedRole} GrantedRole */

class Roles extends Acting {
  /** @type {GrantedRole[]} */
  items = [];

  async read() {
    if (this.isOperator) this.items = (await get('/v1/moderation/roles', {signal: this.leaving})).items;
  }

  /** @param {SubmitEvent} event */
  async grant(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const data = new FormData(form);
    const isDone = await this.act('grant', t('The role is granted.'), async () => {
      const player = await anyoneIn(form);
      const path = `/v1/moderation/roles/${player}/${textOf(data, 'role')}`;
      await send('PUT', path, {reason: textOf(data, 'reason')});
    });
    if (isDone) form.reset();
  }

  /** @param {SubmitEvent} event */
  async revoke(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const data = new FormData(form);
    const path = `/v1/moderation/roles/${textOf(data, 'held')}`;
    const isDone = await this.act('revoke', t('The role is revoked.'),
      () => send('DELETE', path, {reason: textOf(data, 'reason')}));
    if (isDone) form.reset();
  }

  content() {
    if (!this.isOperator) return html`<h1>${t('Roles')}</h1><p>${t('Only operators see and grant roles.')}</p>`;
    return html`<h1>${t('Roles')}</h1>
      <p class="hint">${t('To change roles, sign in with a passkey. At the command line: ludolog people grant.')}</p>
      <ul class="rows">${repeat(this.items, ({player, role}) => player + role, (each) => html`<li class="row">
        <span><a href="/desk/players/${each.player}">${each.name}</a>
          <span class="badge accent">${roleNamed(each.role)}</span></span>
        <span class="muted">${t('since {date}', {date: formatDay(each.since)})}</span></li>`)}</ul>
      <h2>${t('Grant a role')}</h2>${this.outcome('grant')}
      <form class="desk-form" novalidate @submit=${(/** @type {SubmitEvent} */ event) => this.grant(event)}>
        <ludo-player-field class="field" id="grantee" .label=${t('Player')}></ludo-player-field>
        <div class="field"><label for="role">${t('Role')}</label><select id="role" name="role">
          <option value="moderator">${t('Moderator: warns, suspends, renames, removes texts, closes')}</option>
          <option value="operator">${t('Operator: may do everything')}</option></select></div>
        ${reasonField('grant-reason')}
        <button class="primary" aria-disabled=${String(this.isBusy)}>${t('Grant')}</button></form>
      ${this.items.length ? html`<h2>${t('Revoke a role')}</h2>${this.outcome('revoke')}
        <form class="desk-form" @submit=${(/** @type {SubmitEvent} */ event) => this.revoke(event)}>
          <div class="field"><label for="held">${t('Role')}</label><select id="held" name="held">
            ${this.items.map(({player, name, role}) => html`<option value="${player}/${role}">
              ${name}: ${roleNamed(role)}</option>`)}</select></div>
          ${reasonField('revoke-reason')}
          <button aria-disabled=${String(this.isBusy)}>${t('Revoke')}</button></form>` : nothing}`;
  }
}

define('ludo-desk-roles', Roles);
