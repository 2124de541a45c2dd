// One's own notifications: browsers, pings and webhooks, with their deliveries.

import {html} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {get, Problem, send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {FocusKeeper} from '../core/focus.js';
import {problemView, skeleton} from '../core/paged.js';
import {me} from '../core/session.js';
import {t} from '../core/texts.js';
import {connectErrors} from '../pages/form_fields.js';
import {errorsOf} from '../pages/opening.js';
import {subscribe, subscription, unsubscribe} from '../push/browser.js';
import {browsersView, testText} from './browsers.js';
import {digestView} from './digest.js';
import {pingsView} from './pings.js';
import {webhooksView} from './webhooks.js';

/**
 * @typedef {import('../core/types.js').Me} Me
 * @typedef {import('../core/types.js').Ping} Ping
 * @typedef {import('../core/types.js').Webhook} Webhook
 * @typedef {import('../core/types.js').Push} Push
 * @typedef {import('../core/types.js').Digest} Digest
 * @typedef {import('../core/types.js').Delivery} Delivery
 * @typedef {'pings' | 'webhooks'} Part
 */

/** The days of deliveries that the service keeps. */
const KEPT = 14;

export class Notifications extends LudoElement {
  /** @type {Me | null | undefined} undefined until it is known */
  person;
  /** @type {{pings: Ping[], webhooks: Webhook[], browsers: Push[]} | null} */
  lists = null;
  /** @type {Digest | null} */
  digest = null;
  /** The public key with which a browser subscribes. */
  key = '';
  /** @type {string | undefined} The URL at which this browser gets messages. */
  endpoint;
  /** @type {Map<string, Delivery[] | null>} The deliveries that are shown, by receiver; null until they are read. */
  deliveries = new Map();
  /** @type {{id: string, delivery: Delivery} | null} The last test. */
  tested = null;
  /** @type {{label: string, secret: string, key: string} | null} A new secret, which is shown once. */
  made = null;
  /** The part in which an action failed. */
  failed = '';
  /** @type {Error | null} */
  problem = null;
  /** @type {Record<string, string>} Errors of the form in `failed`, by pointer. */
  errors = {};
  isBusy = false;
  /** @type {FocusKeeper | undefined} */
  focusKeeper;
  #areErrorsNew = false;

  async connected() {
    this.focusKeeper = new FocusKeeper(this, this.leaving);
    try {
      this.person = await me();
      if (this.person) await this.read();
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
    }
    this.update();
  }

  async read() {
    const options = {signal: this.leaving};
    const paths = ['/v1/me/pings', '/v1/webhooks', '/v1/me/push', '/v1/me/digest'];
    const found = await Promise.all(paths.map((path) => get(path, options)));
    const [pings, webhooks, browsers] = found.map(({items}) => items);
    this.key = found[2].public_key;
    this.digest = found[3];
    this.endpoint = (await subscription())?.endpoint;
    const shown = [...this.deliveries.keys()].filter((id) => [...pings, ...webhooks].some((each) => each.id === id));
    const lists = await Promise.all(shown.map(async (id) => {
      const part = webhooks.some((/** @type {Webhook} */ each) => each.id === id) ? 'webhooks' : 'pings';
      const page = await get(deliveriesOf(part, id), options);
      return /** @type {[string, Delivery[]]} */ ([id, page.items]);
    }));
    this.lists = {pings, webhooks, browsers};
    const fresh = new Map(lists);
    // some may have been shown or hidden since
    this.deliveries = new Map([...this.deliveries].map(([id, old]) => [id, fresh.get(id) ?? old]));
  }

  /**
   * Do something in a part of the page, and read the lists again.
   * @param {string} part
   * @param {string} done What is announced afterwards; empty: the action announces
   * @param {() => Promise<unknown>} action
   */
  async act(part, done, action) {
    if (this.isBusy) return;
    [this.isBusy, this.failed, this.problem, this.errors] = [true, '', null, {}];
    this.update();
    try {
      await action();
      await this.read();
      if (done) announce(done);
    } catch (error) {
      [this.failed, this.problem, this.#areErrorsNew] = [part, /** @type {Error} */ (error), true];
      if (error instanceof Problem && error.code === 'invalid-value') this.errors = errorsOf(error);
    }
    this.isBusy = false;
    this.update();
  }

  /**
   * @param {Part} part
   * @param {object} body
   * @param {HTMLFormElement} form
   */
  make(part, body, form) {
    const done = part === 'pings' ? t('The ping is ready. Test it.') : t('The webhook is ready.');
    return this.act(`new-${part}`, done, async () => {
      const made = await send('POST', pathOf(part), body);
      if (part === 'webhooks') this.made = {label: made.label, secret: made.secret, key: made.public_key};
      form.reset();
      const fold = form.closest('details');
      if (fold) fold.open = false;
    });
  }

  /**
   * @param {Part} part
   * @param {Ping | Webhook} one
   */
  test(part, one) {
    return this.act(one.id, '', async () => {
      const delivery = await send('POST', `${pathOf(part)}/${one.id}/tests`);
      this.tested = {id: one.id, delivery};
      announce(delivery.state === 'delivered' ? t('The test has arrived.') : t('The test has failed.'));
    });
  }

  /**
   * Enable or disable.
   * @param {Part} part
   * @param {Ping | Webhook} one
   */
  toggle(part, one) {
    const body = 'format' in one
      ? {url: one.url, format: one.format, mention: one.mention, delay: one.delay, messages: one.messages,
        challenges: one.challenges, orders: one.orders, enabled: !one.enabled}
      : {url: one.url, types: one.types, games: one.games, label: one.label, enabled: !one.enabled};
    const done = one.enabled ? t('Disabled') : t('Enabled');
    return this.act(one.id, done, () => send('PUT', `${pathOf(part)}/${one.id}`, body));
  }

  /**
   * @param {Part} part
   * @param {Ping | Webhook} one
   */
  delete(part, one) {
    return this.act(one.id, t('Deleted'), () => send('DELETE', `${pathOf(part)}/${one.id}`));
  }

  /** @param {import('../push/browser.js').Wishes} wishes */
  enableBrowser(wishes) {
    return this.act('browsers', '', async () => {
      const isAllowed = await subscribe(this.key, wishes);
      announce(isAllowed ? t('This browser shows notifications.') : t('Notifications were refused.'));
    });
  }

  /** @param {Push} own */
  disableBrowser(own) {
    return this.act('browsers', t('Disabled'), async () => {
      await unsubscribe();
      await send('DELETE', `/v1/me/push/${own.id}`);
    });
  }

  /** @param {Push} one */
  forgetBrowser(one) {
    return this.act('browsers', t('Deleted'), () => send('DELETE', `/v1/me/push/${one.id}`));
  }

  /** @param {Push} own */
  testBrowser(own) {
    return this.act('browsers', '', async () => {
      this.tested = {id: own.id, delivery: await send('POST', `/v1/me/push/${own.id}/tests`)};
      announce(testText(this.tested.delivery));
    });
  }

  /** @param {{address: string, hour: number, time_zone: string, messages: boolean}} body */
  askDigest(body) {
    return this.act('digest', t('The daily e-mail is set up.'), () => send('PUT', '/v1/me/digest', body));
  }

  endDigest() {
    return this.act('digest', t('You get no more e-mails.'), () => send('DELETE', '/v1/me/digest'));
  }

  /** @param {Webhook} one */
  rotate(one) {
    return this.act(one.id, t('The webhook has a new secret.'), async () => {
      const made = await send('POST', `/v1/webhooks/${one.id}/rotations`);
      this.made = {label: one.label, secret: made.secret, key: made.public_key};
    });
  }

  /**
   * Show or hide the deliveries.
   * @param {Ping | Webhook} one
   */
  async show(one) {
    if (this.deliveries.delete(one.id)) return this.update();
    this.deliveries.set(one.id, null);
    this.update();
    try {
      const page = await get(deliveriesOf('types' in one ? 'webhooks' : 'pings', one.id), {signal: this.leaving});
      if (this.deliveries.has(one.id)) this.deliveries.set(one.id, page.items);
    } catch (error) {
      this.deliveries.delete(one.id);
      [this.failed, this.problem, this.errors] = [one.id, /** @type {Error} */ (error), {}];
    }
    this.update();
  }

  /**
   * Send one delivery again; without one, all that have failed.
   * @param {Webhook} one
   * @param {string} [delivery]
   */
  again(one, delivery) {
    const since = new Date(Date.now() - KEPT * 86_400_000).toISOString();
    return this.act(one.id, '', async () => {
      const body = delivery === undefined ? {since} : {delivery};
      const {queued} = await send('POST', `/v1/webhooks/${one.id}/redeliveries`, body);
      announce(t('{number} queued again', {number: queued}));
    });
  }

  /** @param {string} part */
  problemIn(part) {
    const isMarked = Object.keys(this.errors).some((pointer) => this.querySelector(`[data-pointer="${pointer}"]`));
    return this.problem && this.failed === part && !isMarked ? problemView(this.problem) : '';
  }

  draw() {
    super.draw();
    const form = /** @type {HTMLElement | null} */ (this.querySelector(`form[data-part="${this.failed}"]`));
    for (const each of this.querySelectorAll('form')) connectErrors(each, this.#areErrorsNew && each === form);
    this.#areErrorsNew = false;
  }

  rendered() {
    this.focusKeeper?.keep();
  }

  view() {
    if (this.problem && !this.failed) return problemView(this.problem, () => location.reload());
    if (this.person === undefined) return skeleton();
    if (this.person === null) {
      return html`<p>${t('You are not signed in.')}</p>
        <p><a class="button primary" href="/sign-in?next=/account/notifications">${t('Sign in')}</a></p>`;
    }
    if (!this.lists || !this.digest) return skeleton();
    return html`${browsersView(this, this.lists.browsers)}
      ${digestView(this, this.digest)} ${pingsView(this, this.lists.pings)} ${webhooksView(this, this.lists.webhooks)}`;
  }
}

/** @param {Part} part */
function pathOf(part) {
  return part === 'pings' ? '/v1/me/pings' : '/v1/webhooks';
}

/**
 * @param {Part} part
 * @param {string} id
 */
function deliveriesOf(part, id) {
  return `${pathOf(part)}/${id}/deliveries`;
}

define('ludo-notifications', Notifications);
