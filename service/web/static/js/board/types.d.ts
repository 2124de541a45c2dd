// Types of the board: the pieces of a title, and the data of the picture.

import type {Scene} from './scene.js';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A piece on the board. Pieces with equal `kind` and `seat` may become each other: a moved piece keeps its element. */
export interface Piece {
  /** Unique on the board. The part before `#` is the anchor of choices, if it is one. */
  id: string;
  /** The id of its place. */
  at: string;
  /** The symbol. */
  kind: string;
  seat: number | null;
  count: number;
  label: string;
  /** Units from the centre of the place; absent: the board arranges the pieces of the place. */
  dx?: number;
  dy?: number;
  size?: number;
  /** Whether it is next to its place, on the free side; `dx` counts from there outwards. */
  beside?: boolean;
  /** What is written on it instead of the count. */
  text?: string;
  /** Symbols on it, from top to bottom. */
  faces?: string[];
}

/** A symbol of 24 units: outlines from back to front, lines in page colour, where the mark of the seat is cut in. */
export interface Drawing {
  d: string[];
  line?: string;
  cut?: [x: number, y: number, size: number];
  /** The middle of a text on it. */
  label?: [x: number, y: number, size: number];
}

/** An entry of the rack, which shows what lies near the board: cards, prices, hands. */
export interface RackItem {
  /** The anchor, if it can be pressed. */
  id?: string;
  seat?: number;
  name: string;
  value?: string;
  faces?: string[];
}

export interface RackGroup {
  heading: string;
  items: RackItem[];
}

/** Names from the API. */
export interface Names {
  piece(id: string): string;
  place(id: string): string;
  seat(seat: number): string;
}

export interface PlaceInfo {
  id: string;
  kind: string;
  name: string;
  x: number;
  y: number;
  section: string;
  node: SVGGraphicsElement;
  /** The side of pieces with `beside`: 1 right, -1 left. */
  side: 1 | -1;
}

/** The board of a title. `V` is its view. */
export interface TitleModule<V = any> {
  SYMBOLS: Record<string, Drawing>;
  pieces(view: V, seats: string[], names: Names): Piece[];
  placeName?(place: PlaceInfo, names: Names): string;
  sideOf?(place: PlaceInfo, places: Map<string, PlaceInfo>): 1 | -1;
  /** Places that are not in play, or used up. */
  closed?(view: V, places: Iterable<string>): string[];
  rack?(view: V, seats: string[], names: Names): RackGroup[];
  sections?(own: number | null): [id: string, name: string][];
  /** Whether the question shows a target itself, so that the board need not. */
  isAsked?(id: string): boolean;
  /** Shows a section in a corner of the board while it is needed. Returns a promise while its module loads. */
  pin?(scene: Scene, view: V, own: number | null): Promise<void> | undefined;
  /** Changes the picture for what may be pressed, or is pressed. */
  react?(svg: SVGSVGElement, ids: string[]): void;
  /** Buttons of its own in the toolbar, as a template. */
  tools?(svg: SVGSVGElement): unknown;
}
