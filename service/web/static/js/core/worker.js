// The service worker of the site: it shows notifications, and a page of its own while nothing can be reached.

const WORKER = '/push-worker.js';

/** @type {{createScriptURL(url: string): string} | undefined} */
let policy;

/** Return the registration of the worker, or undefined if this browser has none. */
export function registration() {
  return navigator.serviceWorker.getRegistration(WORKER);
}

/** Register the worker; a further call changes nothing. */
export function register() {
  // a policy of this name can be created once; the worker is a script of this site, at a fixed address
  policy ??= Reflect.get(window, 'trustedTypes')?.createPolicy('ludolog-worker', {createScriptURL: () => WORKER});
  return navigator.serviceWorker.register(policy ? policy.createScriptURL(WORKER) : WORKER);
}
