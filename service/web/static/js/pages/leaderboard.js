// The leaderboard of a title, or of one of its profiles.

import {html} from '../../vendor/lit-html/lit-html.js';
import {define, LudoElement} from '../core/element.js';
import {Paged, pagedView} from '../core/paged.js';
import {me} from '../core/session.js';
import {t} from '../core/texts.js';
import {knownFor} from './known.js';
import {leaderboardTable} from './leaderboard_rows.js';
import {profileName} from './profiles.js';

/** @typedef {import('../core/types.js').RankedPlayer} RankedPlayer */

class Leaderboard extends LudoElement {
  known = knownFor(this);
  profile = new URLSearchParams(location.search).get('profile') ?? '';
  /** @type {string | undefined} */
  own;
  /** @type {Paged<RankedPlayer>} */
  rows = new Paged(this, '');
  /** @type {Paged<RankedPlayer>} */
  provisional = new Paged(this, '');

  async connected() {
    const query = this.profile ? `&profile=${encodeURIComponent(this.profile)}` : '';
    this.rows.path = `/v1/leaderboards/${this.dataset['title']}?limit=50${query}`;
    this.provisional.path = `${this.rows.path}&provisional=true`;
    this.rows.load();
    this.provisional.load();
    this.own = (await me().catch(() => null))?.id;
    this.update();
  }

  empty() {
    return this.provisional.items?.length ? t('Nobody is ranked yet.') : t('No rated game yet.');
  }

  provisionalView() {
    return html`<section aria-labelledby="provisional"><h2 id="provisional">${t('Provisional ratings')}</h2>
      <p class="hint">${t('These players have few games, or the deviation is still large. They have no rank yet.')}</p>
      ${pagedView(this.provisional, (rows) => leaderboardTable(rows, this.own, true), '')}</section>`;
  }

  view() {
    const title = this.dataset['title'] ?? '';
    const ruleset = this.known.titles.get(title);
    const profiles = Object.keys(ruleset?.profiles ?? {});
    /** @type {[string, string][]} */
    const tabs = [['', t('All profiles')], ...profiles.map(
      (name) => /** @type {[string, string]} */ ([name, profileName(ruleset, name)]),
    )];
    return html`<nav class="tabs profiles" aria-label=${t('Profiles')}>${tabs.map(([name, shown]) => html`
        <a href="/leaderboards/${title}${name ? `?profile=${name}` : ''}"
          aria-current=${name === this.profile ? 'page' : 'false'}>${shown}</a>`)}</nav>
      ${pagedView(this.rows, (rows) => leaderboardTable(rows, this.own), this.empty())}
      ${this.provisional.items?.length || this.provisional.problem ? this.provisionalView() : ''}
      <p class="hint">${t(
        'The rating is the skill minus three times its deviation. After few games the deviation is large.',
      )}
        ${t('After n rated games of the same two players within 24 hours, the next one counts 1 / (n + 1).')}
        ${t('With more players, it is the mean over the opponents.')}
        ${t('A game counts only if the players of every seat have made two decisions.')}
        <a href="/v1/ratings">${t('The rating model')}</a></p>`;
  }
}

define('ludo-leaderboard', Leaderboard);
