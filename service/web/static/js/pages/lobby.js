import {html} from '../../vendor/lit-html/lit-html.js';
import {define, LudoElement} from '../core/element.js';

class Lobby extends LudoElement {
  view() {
    return html``;
  }
}

define('ludo-lobby', Lobby);
