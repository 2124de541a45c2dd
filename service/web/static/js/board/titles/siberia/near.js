// Siberia: the names of places and sections, and what lies near the board.

import {t} from '../../../core/texts.js';
import {facesOf} from './faces.js';

/** @typedef {import('../../types.d.ts').Names} Names */
/** @typedef {import('../../types.d.ts').PlaceInfo} PlaceInfo */
/** @typedef {import('../../types.d.ts').RackGroup} RackGroup */
/** @typedef {import('../../../core/types.d.ts').SiberiaView} View */

/** The order in which the picture prints prices. */
const RESOURCES = ['gas', 'coal', 'oil', 'gold', 'diamonds'];

/**
 * @param {PlaceInfo} place
 * @param {Names} names
 */
export function placeName({id, kind, name, node}, names) {
  const [, first = '', second = ''] = id.split(':');
  const seat = names.seat(Number(first));
  switch (kind) {
    case 'area':
    case 'start':
      return names.place(first);
    case 'exchange':
      return [names.place(first), ...pricesOf(node, names)].join(', ');
    case 'reserve':
      return id.startsWith('cubes:')
        ? t('Reserve of {resource}', {resource: names.piece(first)})
        : t('Pawns of {seat}', {seat});
    case 'tile':
      return t('Investment tile {name}', {name: names.piece(first)});
    case 'column':
      return t('Column {name} of {seat}', {name: names.piece(second), seat});
    case 'research':
      return t('Research zone of {seat}', {seat});
    default:
      return name;
  }
}

/**
 * Return the printed prices of an exchange, from the picture: its name, then a figure for each resource.
 * @param {Element} node
 * @param {Names} names
 */
function pricesOf(node, names) {
  const found = [];
  let next = node.nextElementSibling?.nextElementSibling;
  for (const resource of RESOURCES) {
    const price = next?.textContent ?? '-';
    if (price !== '-') found.push(`${names.piece(resource)} ${price}`);
    next = next?.nextElementSibling;
  }
  return found;
}

/**
 * Return the drawn tokens of the viewer, which lie on no place yet.
 * @param {View} view
 * @param {string[]} seats
 * @param {Names} names
 * @returns {RackGroup[]}
 */
export function rack(view, seats, names) {
  return view.players
    .filter(({hand}) => hand)
    .map(({seat, hand}) => ({
      heading: t('Drawn tokens'),
      items: [
        ...(hand?.tokens ?? []).map((token) => ({
          id: `token:${seat}:${token}`,
          name: names.piece(token),
          faces: facesOf(token),
        })),
        ...(hand?.placed ?? []).map(({token, spot}) => ({
          id: `token:${seat}:${token}`,
          name: names.piece(token),
          value: `→ ${names.piece(spot)}`,
          faces: facesOf(token),
        })),
      ],
    }))
    .filter(({items}) => items.length);
}

/**
 * @param {number | null} own
 * @returns {[string, string][]}
 */
export function sections(own) {
  /** @type {[string, string][]} */
  const panels =
    own === null
      ? [['panels', t('Panels')]]
      : [
          [`panel-${own}`, t('My panel')],
          ['panels', t('Panels')],
        ];
  return [['map', t('Map')], ['exchanges', t('Exchanges')], ['stock', t('Reserves')], ...panels];
}

/**
 * Show the own panel in a corner while tokens are placed on it.
 * @param {import('../../scene.js').Scene} scene
 * @param {View} view
 * @param {number | null} own
 */
export function pin(scene, view, own) {
  const isPlacing = view.players.some(({seat, hand}) => seat === own && hand);
  if (scene.inset) return void scene.inset.show(isPlacing ? `panel-${own}` : '', scene);
  if (!isPlacing) return;
  return import('./inset.js').then(({Inset}) => {
    scene.inset ??= new Inset();
    scene.inset.show(`panel-${own}`, scene);
  });
}
