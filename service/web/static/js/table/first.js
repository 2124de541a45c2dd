// The first requests of a table. The page runs this module before the others have come, so that the answers are there
// when they are needed. The page names the game; it does not for a game whose board some visitors may not see.

import {begin} from '../core/api.js';
import {me} from '../core/session.js';
import {wordsOf} from '../core/words.js';
import {eventsAddress, FIRST, gameAddress, NDJSON, partAddress, versionOf} from './addresses.js';

// other pages have no such template, and begin nothing
const {game = '', ruleset = '', status, version} = /** @type {HTMLElement | null} */ (
  document.querySelector('template#later'))?.dataset ?? {};
if (game) beginAll();

function beginAll() {
  const as = new URLSearchParams(location.search).get('as');
  const path = gameAddress(game);
  begin(path);
  // what the requests of the page find wrong is shown by the page
  me().catch(() => {});
  const isPast = versionOf(location.search) !== null;
  // while the game runs, not every viewer is permitted
  if (isPast && (status === 'ended' || !as)) begin(partAddress(path, 'views', as), NDJSON);
  begin(partAddress(path, 'view', as));
  wordsOf(ruleset).catch(() => {});
  if (status === 'running') begin(partAddress(path, 'decisions', as));
  if (!isPast || status === 'running') begin(eventsAddress(path, as, Number(version), FIRST));
}
