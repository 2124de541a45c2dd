// Types of the board: the pieces of a title, and the data of the picture.

import type {StandingPiece} from '../core/types.d.ts';
import type {Scene} from './scene.js';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * A piece on the board, as the service places it, with what it is called. Pieces with equal `kind` and `seat` may become
 * each other: a moved piece keeps its element.
 */
export type Piece = StandingPiece & {label: string};

/** A piece at its old and at its new place. */
export interface Move {
  from: StandingPiece;
  to: StandingPiece;
}

/** What others have moved: the moves, and the pieces that stand in their places no more. */
export interface Traces {
  moves: readonly Move[];
  gone: readonly StandingPiece[];
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
}

/** The board of a title. `V` is its view. */
export interface TitleModule<V = any> {
  SYMBOLS: Record<string, Drawing>;
  /** Returns what a piece is called; by default the name of its kind. */
  label?(piece: StandingPiece, view: V, seats: string[], names: Names): string;
  placeName?(place: PlaceInfo, names: Names): string;
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
