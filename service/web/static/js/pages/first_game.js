// The button that starts the first game of a title: against bots, with explanations at the table.

import {send} from '../core/api.js';
import {define} from '../core/element.js';
import {t} from '../core/texts.js';
import {titles} from '../core/titles.js';
import {guideOf} from '../table/guide.js';
import {AgainstBots, botsOf} from './against_bots.js';

class FirstGame extends AgainstBots {
  /** @returns {Promise<string>} The id of the game. A second attempt gets the same game. */
  async opened() {
    const name = this.dataset['title'] ?? '';
    const [found, {first_game: lesson}] = await Promise.all([titles(), guideOf(name)]);
    const seats = lesson?.seats ?? 2;
    const request = {
      ruleset: name, seats, bots: botsOf(found.get(name), seats), clock: null, rated: false, hints: true,
      options: lesson?.options ?? {},
    };
    return (await send('POST', '/v1/games', request, {key: this.key})).id;
  }

  /** @param {string} game */
  address(game) {
    return `/games/${game}?first=1`;
  }

  label() {
    const title = this.dataset['name'] ?? '';
    return {short: t('Learn it in a first game'), long: t('Learn it in a first game: {title}', {title})};
  }
}

define('ludo-first-game', FirstGame);
