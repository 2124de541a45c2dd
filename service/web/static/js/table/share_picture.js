// The picture of a game, given to another program of the device, or saved.

import {announce} from '../core/announce.js';
import {Problem} from '../core/api.js';
import {t} from '../core/texts.js';

/** Milliseconds in which a browser has begun to save a file. */
const SAVED = 10_000;

/** Share the picture that the page names for other sites. Raises Problem. */
export async function sharePicture() {
  const named = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[property="og:image"]'))?.content;
  const address = new URL(named ?? `/embed${location.pathname}/picture.svg`, location.href);
  // the page names the address under which others reach the site
  const response = await fetch(address.pathname + address.search, {cache: 'no-cache'}).catch(() => null);
  if (!response?.ok) {
    const detail = t('The picture could not be read. Try again.');
    throw new Problem({code: 'offline', title: detail, detail, status: response?.status ?? 0});
  }
  const picture = await response.blob();
  const name = `ludolog-${location.pathname.split('/').at(-1)}.${picture.type.includes('png') ? 'png' : 'svg'}`;
  const shared = {
    files: [new File([picture], name, {type: picture.type})],
    title: document.title, url: location.origin + location.pathname,
  };
  if (navigator.canShare?.(shared)) {
    // the person may change their mind
    await navigator.share(shared).catch(() => {});
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED);
  announce(t('The picture is saved.'));
}
