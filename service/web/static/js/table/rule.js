// A rule over the page: its paragraph, the options that change it and its rulings, from the page of the rule book.

import {offline} from '../core/api.js';
import {language, t} from '../core/texts.js';

/** @type {Map<string, Promise<Document>>} The pages that were read, by title. */
const books = new Map();

/**
 * Show the rule of a link over the page.
 * @param {HTMLAnchorElement} link such as `/rules/minos#3.1`
 */
export async function openRule(link) {
  const book = new URL(link.href).pathname;
  const number = decodeURIComponent(link.hash.slice(1));
  const page = await bookOf(book);
  const dialog = dialogOf();
  if (!dialog.open) dialog.showModal();
  show(dialog, page, book, number, number);
}

/** @param {string} path */
function bookOf(path) {
  const found = books.get(path) ?? read(path);
  books.set(path, found);
  found.catch(() => books.delete(path));
  return found;
}

/**
 * Read a page as a document whose scripts do not run.
 * @param {string} path
 * @returns {Promise<Document>}
 */
function read(path) {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.responseType = 'document';
    // without the cookie, the page of the table may have another language than the book
    request.open('GET', `${path}?lang=${language}`);
    request.onloadend = () => {
      const {response, status} = request;
      if (status === 200 && response) return done(response);
      try {
        offline();
      } catch (error) {
        fail(error);
      }
    };
    request.send();
  });
}

/** Return the dialog, which the page has once. */
function dialogOf() {
  const known = /** @type {HTMLDialogElement | null} */ (document.querySelector('dialog.rule-over'));
  if (known) return known;
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = new URL('../../css/rules.css', import.meta.url).href;
  document.head.append(style);
  const dialog = document.createElement('dialog');
  dialog.className = 'rule-over';
  dialog.setAttribute('aria-labelledby', 'rule-over-title');
  // a press beside the dialog closes it
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.querySelector('main')?.append(dialog);
  return dialog;
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {Document} page
 * @param {string} book
 * @param {string} number
 * @param {string} first the rule of the link, to which a button leads back
 */
function show(dialog, page, book, number, first) {
  const found = page.getElementById(number);
  const heading = found?.querySelector(':scope > h3');
  const isRuling = found?.classList.contains('ruling');
  const title = document.createElement('h2');
  title.id = 'rule-over-title';
  title.tabIndex = -1;
  title.textContent = heading?.textContent?.trim()
    || (isRuling ? t('Ruling {id}', {id: number}) : t('Rule {number}', {number}));
  const whole = document.createElement('a');
  whole.href = `${book}#${number}`;
  whole.textContent = t('In the rule book');
  const close = document.createElement('button');
  close.className = 'primary';
  close.textContent = t('Close');
  close.addEventListener('click', () => dialog.close());
  const foot = document.createElement('p');
  foot.className = 'buttons';
  foot.append(close, whole);
  if (number !== first) {
    const back = document.createElement('button');
    back.textContent = t('Back to rule {number}', {number: first});
    back.addEventListener('click', () => show(dialog, page, book, first, first));
    close.after(back);
  }
  const body = document.createElement('div');
  body.className = 'rule-text';
  body.tabIndex = 0;
  body.role = 'group';
  body.setAttribute('aria-labelledby', title.id);
  const parts = [...found?.children ?? []].filter((part) => part !== heading);
  body.append(...parts.map((part) => document.importNode(part, true)));
  // what the paragraph cites is shown in its place
  body.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const cited = link?.getAttribute('href') ?? '';
    if (!cited.startsWith('#')) return;
    event.preventDefault();
    const rule = page.getElementById(cited.slice(1))?.closest('section.rule, .ruling');
    if (!rule) return;
    show(dialog, page, book, rule.id || cited.slice(1), first);
  });
  dialog.replaceChildren(title, body, foot);
  for (const part of body.querySelectorAll('[id]')) part.removeAttribute('id');
  for (const part of body.querySelectorAll('details')) part.open = true;
  // what had the focus is gone, and the title says which rule is shown
  title.focus();
}
