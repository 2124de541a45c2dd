import {html} from '../../vendor/lit-html/lit-html.js';
import {define, LudoElement} from '../core/element.js';

class Account extends LudoElement {
  view() {
    return html``;
  }
}

define('ludo-account', Account);
