// The service worker: it shows notifications and opens their games. While nothing can be reached, it answers with the
// page that `offline/keep.js` has kept; it keeps nothing itself.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener('install', () => worker.skipWaiting());

/** Whether the last page could not be reached, as long as the worker runs: it ends when it has nothing to do. */
let isOffline = false;
/** The files of the page without connection, and what its boards need. */
const PARTS = /^\/(?:assets|v1\/rulesets)\//;

worker.addEventListener('fetch', (event) => {
  const {request} = event;
  const {origin, pathname} = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate' && request.destination === 'document') event.respondWith(page(request));
  else if ((isOffline || !navigator.onLine) && PARTS.test(pathname)) event.respondWith(fileOf(request));
});

/** @param {Request} request */
async function page(request) {
  try {
    const response = await fetch(request);
    isOffline = false;
    return response;
  } catch (error) {
    const kept = await caches.match('/offline', {ignoreVary: true});
    if (!kept) throw error;
    isOffline = true;
    return kept;
  }
}

/** @param {Request} request */
async function fileOf(request) {
  return await caches.match(request.url, {ignoreVary: true}) ?? fetch(request);
}

worker.addEventListener('push', (event) => {
  /** @type {{text?: string, url?: string, game?: string}} */
  let message = {};
  try {
    message = event.data?.json() ?? {};
  } catch {
    // a message that cannot be read is shown too: iOS ends the subscription of a worker that shows nothing
  }
  const options = {
    body: message.text ?? '',
    icon: '/icons/192.png',
    // a new notification about a game replaces the former one, and alerts again
    tag: message.game || 'ludolog',
    renotify: true,
    data: {url: message.url ?? '/'},
  };
  event.waitUntil(worker.registration.showNotification('Ludolog', options));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  // only pages of this site are opened
  const asked = new URL(event.notification.data?.url ?? '/', worker.location.origin);
  const url = new URL(asked.pathname + asked.search, worker.location.origin).href;
  event.waitUntil(openPage(url));
});

/** @param {string} url */
async function openPage(url) {
  const pages = await worker.clients.matchAll({type: 'window', includeUncontrolled: true});
  const shown = pages.find((page) => page.url.split('#')[0] === url);
  await (shown ? shown.focus() : worker.clients.openWindow(url));
}
