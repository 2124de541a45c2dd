// The service worker: it shows notifications and opens their games. It keeps nothing and intercepts no request.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener('install', () => worker.skipWaiting());

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
