// The service makes this module from the symbols of the title: `projections/boards/<title>/symbols.json`.

import type {Drawing} from '../../types.d.ts';

export const SYMBOLS: Record<string, Drawing>;
