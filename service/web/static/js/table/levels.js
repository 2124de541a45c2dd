// Who may write at a table, in words.

import {t} from '../core/texts.js';

/** @type {Record<string, () => string>} */
export const LEVELS = {
  all: () => t('Players and spectators'),
  players: () => t('Only players'),
  off: () => t('No one'),
};

/** The lines that say who has changed it. @type {Record<string, (name: string) => string>} */
export const LEVEL_SET = {
  all: (name) => t('{name} allows players and spectators to write.', {name}),
  players: (name) => t('{name} allows only players to write.', {name}),
  off: (name) => t('{name} has turned talk off.', {name}),
};
