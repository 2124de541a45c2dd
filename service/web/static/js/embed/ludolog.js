// Games, tournaments, leaderboards and results of a service on any page. The address of this script never changes.
//   <script src="https://…/ludolog.js" async></script>  <ludolog-game game="…"></ludolog-game>
(() => {
  const script = /** @type {HTMLScriptElement | null} */ (
    document.currentScript ?? document.querySelector('script[src$="/ludolog.js"]')
  );
  const here = script?.src ?? location.href;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':host{display:block}:host([hidden]){display:none}'
    + 'iframe{display:block;width:100%;min-width:280px;height:420px;border:0;color-scheme:normal}');

  class Embed extends HTMLElement {
    /** Returns the path of the embed, from the value of its own attribute. @type {(id: string) => string} */
    static path = () => '';
    /** The name of that attribute. */
    static named = 'title';
    static observedAttributes = [
      'game', 'tournament', 'title', 'at', 'as', 'follow', 'theme', 'lang', 'origin', 'label',
    ];
    #frame = document.createElement('iframe');

    constructor() {
      super();
      const shadow = this.attachShadow({mode: 'open'});
      shadow.adoptedStyleSheets = [sheet];
      this.#frame.loading = 'lazy';
      this.#frame.setAttribute('part', 'frame');
      shadow.append(this.#frame);
    }

    connectedCallback() {
      addEventListener('message', this);
      this.attributeChangedCallback();
    }

    disconnectedCallback() {
      removeEventListener('message', this);
    }

    attributeChangedCallback() {
      if (!this.isConnected) return;
      const frame = this.#frame;
      const {localName} = this;
      const id = this.getAttribute(/** @type {typeof Embed} */ (this.constructor).named);
      const url = new URL(/** @type {typeof Embed} */ (this.constructor).path(encodeURIComponent(id ?? '')),
        this.getAttribute('origin') ?? here);
      for (const name of ['at', 'as', 'follow', 'theme']) {
        const value = this.getAttribute(name);
        if (value) url.searchParams.set(name, value);
      }
      const lang = /** @type {HTMLElement | null} */ (this.closest('[lang]'))?.lang;
      if (lang) url.searchParams.set('lang', lang);
      frame.title = this.getAttribute('label') ?? 'Ludolog';
      if (frame.src !== url.href && (id || localName === 'ludolog-results')) frame.src = url.href;
    }

    /** @param {MessageEvent} event */
    handleEvent({source, origin, data}) {
      const frame = this.#frame;
      if (source !== frame.contentWindow || origin !== new URL(frame.src).origin) return;
      if (data?.type !== 'ludolog:resize' || !(data.height > 0)) return;
      frame.style.height = `${data.height}px`;
      if (!this.hasAttribute('label')) frame.title = data.title;
    }
  }

  const kinds = {
    game: (/** @type {string} */ id) => `/embed/games/${id}`,
    leaderboard: (/** @type {string} */ id) => `/embed/leaderboards/${id}`,
    tournament: (/** @type {string} */ id) => `/embed/tournaments/${id}`,
    results: (/** @type {string} */ id) => `/embed/results${id && `?title=${id}`}`,
  };
  for (const [kind, path] of Object.entries(kinds)) {
    const name = `ludolog-${kind}`;
    if (customElements.get(name)) continue;
    const named = kind === 'game' || kind === 'tournament' ? kind : 'title';
    customElements.define(name, class extends Embed { static path = path; static named = named; });
  }
})();
