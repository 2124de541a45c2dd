import {html} from '../../vendor/lit-html/lit-html.js';
import {define, LudoElement} from '../core/element.js';

class Leaderboard extends LudoElement {
  view() {
    return html``;
  }
}

define('ludo-leaderboard', Leaderboard);
