// Where the focus goes when a rendering removes the control that has it.

const FOCUSABLE = 'button, a[href], summary, select, input:not([readonly]), [tabindex]';

/** Keeps the focus near the control that had it. Without it, the focus would fall back to the top of the page. */
export class FocusKeeper {
  /** @type {Element[]} The control that has the focus, and what it is in, up to the root */
  #path = [];

  /**
   * @param {HTMLElement} root
   * @param {AbortSignal} signal
   */
  constructor(root, signal) {
    this.root = root;
    root.addEventListener('focusin', ({target}) => {
      this.#path = [];
      for (let each = /** @type {Element | null} */ (target); each && each !== root; each = each.parentElement) {
        this.#path.push(each);
      }
    }, {signal});
    root.addEventListener('focusout', ({relatedTarget}) => {
      // a control that is removed is still connected here: only a person's move has a target or leaves it in place
      if (relatedTarget) this.#path = [];
    }, {signal});
  }

  /** Called after each rendering. */
  keep() {
    const [control, ...around] = this.#path;
    if (!control || control.isConnected || document.activeElement !== document.body) return;
    const asked = this.root.querySelector('[data-confirm]');
    // with its row gone, the next control would be that of another row: a second Enter would act on it
    const isRowGone = this.#path.some((each) => each.localName === 'li' && !each.isConnected);
    if (isRowGone && !asked) return focusHeading(around.filter((each) => each.isConnected));
    const near = around.filter((each) => each.isConnected).map((each) => each.querySelector(FOCUSABLE)).find(Boolean);
    /** @type {HTMLElement | null | undefined} */ (asked ?? near)?.focus();
  }
}

/**
 * Focus the heading of the innermost of some elements that has one.
 * @param {Element[]} around from the inside to the outside
 */
function focusHeading(around) {
  const heading = around.map((each) => each.querySelector('h2, h3')).find(Boolean);
  heading?.setAttribute('tabindex', '-1');
  /** @type {HTMLElement | null | undefined} */ (heading)?.focus();
}
