// Minos: the symbols of the pieces.

/** The marks of the seats, as large as a symbol. */
const SHAPES = [
  'M12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22z',
  'M2 2h20v20H2z',
  'M12 0l12.5 22.5H-.5z',
  'M12-1l13 13-13 13L-1 12z',
];
/** Figures in a triangle stand lower. */
const BASE = [17, 17, 20, 16.5];

/** @type {Record<string, import('../../types.d.ts').Drawing>} */
export const SYMBOLS = {
  ship: {
    d: ['M11 1h2.5v14H11z', 'M4 3h15.5q2.5 5 0 9.5H4q2.5-5 0-9.5z', 'M.5 14.5h23q-1.5 7.5-6.5 7.5H7q-5 0-6.5-7.5z'],
    cut: [12, 7.8, 7.5],
  },
  soldier: {
    d: ['M20.5 1l2.2 6h-1.300v16h-1.8V7h-1.300z', 'M1.5 3h16v9c0 5-3.5 8.5-8 10.5-4.5-2-8-5.5-8-10.5z'],
    cut: [9.5, 10.5, 9.5],
  },
  port: {
    d: [
      'M12 .5a4 4 0 0 1 2 7.5v1.5h4v4h-4v5q4-.7 5-4.5l-1.6-.4 4.6-3.6 1 6.5-1.6-.4Q19.5 23 12 23.5' +
        'q-7.5-.5-9.4-7.4L1 16.5l1-6.5 4.6 3.6-1.6.4q1 3.8 5 4.5v-5H6v-4h4V8A4 4 0 0 1 12 .5z',
    ],
  },
  house: {d: ['M12 1.5L23.5 12H20v11H4V12H.5z'], line: 'M12 23v-7'},
  warehouse: {d: ['M0 23V8.5L12 2l12 6.5V23z'], line: 'M5.5 23V13h13v10M5.5 18h13'},
  walls: {d: ['M1 23V3h5v4h3.5V3h5v4H18V3h5v20z'], line: 'M1 13h22M9 13v10M15 13v10'},
  ring: {d: ['M12 9.5A7 7 0 1 0 12.1 9.5M8.5 6L12 10l3.5-4-1.5-3.5h-4z']},
  joker: {d: ['M4 21.5L2 7l6.5 5.5L12 3l3.5 9.5L22 7l-2 14.5z']},
  star: {d: ['M12 1.5l3.2 7.3 7.8.7-5.9 5.2 1.8 7.7-6.9-4.1-6.9 4.1 1.8-7.700L1 9.5l7.8-.7z']},
  covered: {d: ['M3 6l3-3 6 6 6-6 3 3-6 6 6 6-3 3-6-6-6 6-3-3 6-6z']},
  badge: {d: ['M12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22z'], label: [12, 17, 14.5]},
  ...Object.fromEntries(
    SHAPES.map((d, seat) => [
      `seat${seat}`,
      {d: [d], label: /** @type {[number, number, number]} */ ([12, BASE[seat] ?? 17, 14])},
    ]),
  ),
};
