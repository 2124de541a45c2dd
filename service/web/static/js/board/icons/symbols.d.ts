// The service makes this module from the icons of the pictures of boards: `projections/boards/glyphs.py`.

/** Lines in a box of 24 units, as path data, by the id of what they stand for. */
export const GLYPHS: Record<string, string>;
