// Scores and prices with their symbols, as the language writes them.

import {formatNumber, language, minus, once} from './texts.js';

const dollars = once(() => new Intl.NumberFormat(language, {
  style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0, useGrouping: 'always',
}));

/**
 * Return a score or a price with its symbol: `$15,000`, `15.000 $`, `40 T`.
 * @param {number} number
 * @param {string} symbol
 */
export function formatAmount(number, symbol) {
  return symbol === '$' ? minus(dollars().format(number)) : `${formatNumber(number)} ${symbol}`.trim();
}
