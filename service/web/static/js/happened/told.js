// What has happened since the own turn as one text, for a screen reader.

import {t} from '../core/texts.js';
import {groupsOf} from '../table/groups.js';
import {nameOrYou} from '../table/names.js';

/** @typedef {import('./happened.js').Happened} Happened */

/**
 * Return the heading of what is told.
 * @param {Happened} happened
 */
export function titleOf({since}) {
  return since?.origin === 'start' ? t('Since the start') : t('Since your turn');
}

/**
 * Return the sentences by player and turn.
 * @param {Happened} happened
 */
export function toldOf(happened) {
  const parts = groupsOf(happened.told).map(({seat, kind, events}) => {
    const texts = events.slice(kind === 'turn' ? 1 : 0).map(({text, record}) => text ?? record.type);
    const name = seat === null ? '' : nameOrYou(happened.state, seat);
    return texts.length ? `${name && `${name}: `}${texts.join(' ')}` : '';
  }).filter(Boolean);
  return parts.length ? `${titleOf(happened)}: ${parts.join(' ')}` : t('Nobody has done anything since your turn.');
}
