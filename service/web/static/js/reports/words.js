// The words of reports: reasons, states, what is reported, acts of moderators.

import {t} from '../core/texts.js';

/** @type {Record<string, () => string>} What is wrong, by the reason of the API. */
const REASON = {
  insult: () => t('Insult'),
  threat: () => t('Threat'),
  spam: () => t('Advertising or spam'),
  private_data: () => t('Private data of somebody'),
  impersonation: () => t('Pretends to be somebody else'),
  illegal: () => t('Illegal content'),
  stalling: () => t('Delays the game on purpose'),
  losing_on_purpose: () => t('Loses on purpose'),
  collusion: () => t('Plays together with another player'),
  computer_help: () => t('Lets a computer play'),
  several_accounts: () => t('Has several accounts'),
  other: () => t('Something else'),
};

/** @type {Record<string, string[]>} The reasons for each kind of subject, in the order of the form. */
export const REASONS = {
  message: ['insult', 'threat', 'spam', 'private_data', 'illegal', 'other'],
  name: ['insult', 'impersonation', 'threat', 'spam', 'private_data', 'illegal', 'other'],
  play: ['stalling', 'losing_on_purpose', 'collusion', 'computer_help', 'several_accounts', 'other'],
};

/** @type {Record<string, () => string>} */
const STATE = {
  open: () => t('waits'),
  taken: () => t('a moderator looks at it'),
  answered: () => t('answered'),
  dismissed: () => t('dismissed'),
};

/** @type {Record<string, () => string>} */
const APPEAL = {
  open: () => t('waits'),
  granted: () => t('granted'),
  refused: () => t('refused'),
  withdrawn: () => t('withdrawn'),
};

/** @type {Record<string, () => string>} */
const KIND = {
  message: () => t('Message'),
  name: () => t('Name'),
  play: () => t('Play'),
};

/** @type {Record<string, () => string>} */
const ACTION = {
  'player.warned': () => t('Warning'),
  'player.suspended': () => t('Suspension'),
  'player.suspension_lifted': () => t('End of a suspension'),
  'player.renamed': () => t('New name'),
  'player.signed_out': () => t('Signed out on all devices'),
  'player.limited': () => t('Limits of the account'),
  'player.recovery_made': () => t('Link to recover an account'),
  'message.removed': () => t('Removed text'),
  'game.withheld': () => t('Game removed from view'),
  'game.shown': () => t('Game shown again'),
  'result.voided': () => t('Voided result'),
  'result.restored': () => t('Restored result'),
  'period.voided': () => t('Voided period'),
  'period.restored': () => t('Restored period'),
  'game.closed': () => t('Closed game'),
  'tournament.closed': () => t('Closed tournament'),
  'role.granted': () => t('Granted role'),
  'role.revoked': () => t('Revoked role'),
  'report.taken': () => t('Taken report'),
  'report.released': () => t('Report put back'),
  'report.answered': () => t('Answered report'),
  'report.dismissed': () => t('Dismissed report'),
  'appeal.granted': () => t('Granted appeal'),
  'fair_play.asked': () => t('Report about unfair play'),
  'appeal.refused': () => t('Refused appeal'),
};

/** @param {Record<string, () => string>} words */
const named = (words) => (/** @type {string} */ name) => words[name]?.() ?? name;

export const reasonName = named(REASON);
export const stateName = named(STATE);
export const appealName = named(APPEAL);
export const kindName = named(KIND);
export const actionName = named(ACTION);
