// What part of the board is shown. A gesture transforms the picture; its end sets the `viewBox`, so that it is crisp.

/** @typedef {import('./types.d.ts').Box} Box */

const DEEPEST = 8;
/** Milliseconds after the last turn of the wheel. */
const WHEEL_ENDS = 140;
/** Pixels that a finger moves in a tap. */
const TAP = 7;
const STEP = 1.5;

export class Camera {
  /** @type {Box} */
  #shown;
  /** @type {Box} */
  #next;
  /** @type {Map<number, {x: number, y: number}>} */
  #pointers = new Map();
  #travelled = 0;
  #wheel = 0;
  /** The size of the frame in pixels, as it was last seen. */
  #size = '';
  /** @type {Box | null} */
  #fitted;
  /** The part of the whole that is shown as long as a rectangle is fitted. @type {Box} */
  #bounds;

  /**
   * @param {HTMLElement} frame
   * @param {SVGSVGElement} svg
   * @param {Box} whole
   * @param {AbortSignal} signal
   */
  constructor(frame, svg, whole, signal) {
    this.frame = frame;
    this.svg = svg;
    this.whole = whole;
    this.#shown = this.#next = this.#fitted = this.#bounds = whole;
    this.#measure();
    const sizes = new ResizeObserver(() => this.#resized());
    sizes.observe(frame);
    signal.addEventListener('abort', () => sizes.disconnect(), {once: true});
    this.#listen(signal);
  }

  /** Whether the last press moved the board, so that it is no pick. */
  get wasDragged() {
    return this.#travelled > TAP;
  }

  /** Whether less than the whole width is shown. */
  get isZoomed() {
    return this.#next.width < this.#widest() * 0.98 && this.#next.width < this.whole.width * 0.98;
  }

  /** Whether the board shows what it was told to: no person has moved it since. */
  get isFitted() {
    return this.#fitted !== null;
  }

  /** Pixels of a unit. */
  get scale() {
    return this.frame.clientWidth / this.#next.width;
  }

  /**
   * Show a rectangle as large as it fits, and around it only what is within the bounds.
   * @param {Box} box
   * @param {Box} [bounds]
   */
  fit(box, bounds = this.whole) {
    this.#fitted = box;
    this.#bounds = bounds;
    const width = Math.max(box.width, box.height * this.#aspect());
    const height = width / this.#aspect();
    this.#show({x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height});
    this.#commit();
  }

  /**
   * Zoom by a factor, around a point in pixels of the frame or its centre.
   * @param {number} factor
   * @param {number} [px]
   * @param {number} [py]
   */
  zoom(factor, px = this.frame.clientWidth / 2, py = this.frame.clientHeight / 2) {
    this.#fitted = null;
    const {x, y, width} = this.#next;
    const wide = Math.min(this.#widest(), Math.max(this.whole.width / DEEPEST, width / factor));
    const [before, after] = [width / this.frame.clientWidth, wide / this.frame.clientWidth];
    this.#show({
      x: x + px * (before - after),
      y: y + py * (before - after),
      width: wide,
      height: wide / this.#aspect(),
    });
  }

  /** @param {1 | -1} direction */
  step(direction) {
    this.zoom(direction > 0 ? STEP : 1 / STEP);
    this.#commit();
  }

  /**
   * Whether a point of the board is shown.
   * @param {number} x
   * @param {number} y
   */
  isShown(x, y) {
    const {x: left, y: top, width, height} = this.#next;
    return x >= left && x <= left + width && y >= top && y <= top + height;
  }

  /**
   * Move the board so that a point is shown.
   * @param {number} x
   * @param {number} y
   */
  reveal(x, y) {
    if (this.isShown(x, y)) return;
    const {width, height} = this.#next;
    this.#show({x: x - width / 2, y: y - height / 2, width, height});
    this.#commit();
  }

  /**
   * Return the units of a point of the screen.
   * @param {number} clientX
   * @param {number} clientY
   */
  unitsAt(clientX, clientY) {
    const {left, top} = this.frame.getBoundingClientRect();
    const unit = 1 / this.scale;
    return {x: this.#next.x + (clientX - left) * unit, y: this.#next.y + (clientY - top) * unit};
  }

  #aspect() {
    return Math.max(1, this.frame.clientWidth) / Math.max(1, this.frame.clientHeight);
  }

  #widest() {
    return Math.max(this.whole.width, this.whole.height * this.#aspect());
  }

  /** Give the picture the size of its frame. Returns whether it has changed. */
  #measure() {
    const {width, height} = this.frame.getBoundingClientRect();
    const size = `${width} ${height}`;
    if (size === this.#size) return false;
    this.#size = size;
    // a size in per cent would lay out all texts of the picture whenever the page around it changes
    Object.assign(this.svg.style, {width: `${width}px`, height: `${height}px`});
    return true;
  }

  #resized() {
    if (!this.#measure()) return;
    if (this.#fitted) return this.fit(this.#fitted, this.#bounds);
    this.#show({...this.#next, height: this.#next.width / this.#aspect()});
    this.#commit();
  }

  /** @param {Box} box */
  #show(box) {
    const {x, y, width, height} = this.#fitted ? this.#bounds : this.whole;
    this.#next = {...box, x: within(box.x, box.width, x, width), y: within(box.y, box.height, y, height)};
    const scale = this.#shown.width / this.#next.width;
    const pixels = (this.frame.clientWidth / this.#shown.width) * scale;
    const [left, top] = [(this.#shown.x - this.#next.x) * pixels, (this.#shown.y - this.#next.y) * pixels];
    this.svg.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
    this.frame.classList.toggle('zoomed', this.isZoomed);
  }

  #commit() {
    this.#shown = this.#next;
    const {x, y, width, height} = this.#shown;
    this.svg.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
    this.svg.style.transform = '';
  }

  /** @param {AbortSignal} signal */
  #listen(signal) {
    const {frame} = this;
    frame.addEventListener('pointerdown', (event) => this.#pressed(event), {signal});
    frame.addEventListener('pointermove', (event) => this.#moved(event), {signal});
    for (const end of ['pointerup', 'pointercancel']) {
      frame.addEventListener(end, (event) => this.#released(/** @type {PointerEvent} */ (event)), {signal});
    }
    frame.addEventListener('wheel', (event) => this.#turned(event), {signal, passive: false});
    // one finger scrolls the page unless the board is zoomed; two fingers are always for the board
    frame.addEventListener(
      'touchmove',
      (event) => {
        if ((event.touches.length > 1 || this.isZoomed) && event.cancelable) event.preventDefault();
      },
      {signal, passive: false},
    );
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    if (event.button > 0) return;
    if (this.#pointers.size === 0) this.#travelled = 0;
    this.#pointers.set(event.pointerId, {x: event.clientX, y: event.clientY});
    if (this.#pointers.size === 2) for (const id of this.#pointers.keys()) this.frame.setPointerCapture(id);
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    // released outside of the board
    if (!event.buttons) return this.#released(event);
    const [other] = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    this.#travelled += Math.hypot(dx, dy);
    this.#pointers.set(event.pointerId, {x: event.clientX, y: event.clientY});
    if (!other && event.pointerType === 'touch' && !this.isZoomed) return;
    if (!other && !this.wasDragged) return;
    if (!this.frame.hasPointerCapture(event.pointerId)) this.frame.setPointerCapture(event.pointerId);
    const part = other ? 0.5 : 1;
    const unit = this.#next.width / this.frame.clientWidth;
    this.#fitted = null;
    this.#show({...this.#next, x: this.#next.x - dx * unit * part, y: this.#next.y - dy * unit * part});
    if (!other) return;
    const {left, top} = this.frame.getBoundingClientRect();
    const spread = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    const was = Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
    this.zoom(spread / was, (event.clientX + other.x) / 2 - left, (event.clientY + other.y) / 2 - top);
  }

  /** @param {PointerEvent} event */
  #released(event) {
    if (!this.#pointers.delete(event.pointerId) || this.#pointers.size) return;
    if (this.#next !== this.#shown) this.#commit();
  }

  /** @param {WheelEvent} event */
  #turned(event) {
    const factor = Math.exp(-event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 0.05 : 0.0016));
    // at the end of its range the wheel scrolls the page
    if (factor < 1 && this.#next.width >= this.#widest() * 0.999) return;
    event.preventDefault();
    const {left, top} = this.frame.getBoundingClientRect();
    this.zoom(factor, event.clientX - left, event.clientY - top);
    clearTimeout(this.#wheel);
    this.#wheel = setTimeout(() => this.#commit(), WHEEL_ENDS);
  }
}

/**
 * Return the start of a part that lies within a whole, or is centred if it is longer.
 * @param {number} start
 * @param {number} length
 * @param {number} from
 * @param {number} whole
 */
function within(start, length, from, whole) {
  if (length >= whole) return from - (length - whole) / 2;
  return Math.min(Math.max(start, from), from + whole - length);
}
