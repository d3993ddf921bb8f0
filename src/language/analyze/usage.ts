import type { ts } from '../compiler/compiler.js';
import type { Marker } from '../markers/marker.js';
import type { Position } from '../../base/model/position.js';

/** A marker as written: its position, and the expressions of its arguments. */
export interface Usage {
  readonly marker: Marker;
  /** The marker as the user wrote it: `@Minimum` or `@minimum`. */
  readonly label: string;
  readonly position: Position;
  readonly expressions: readonly ts.Expression[];
  /** Returns the position of a part of an argument; for a tag, that of the tag. */
  readonly where: (node: ts.Node) => Position;
  /** The tag with missing quotes added. */
  readonly meant?: string | undefined;
  /** The way to mention the tag in text, if it follows text of a description. */
  readonly plain?: string;
  /** Returns the marker of a call in the arguments, if markers are arguments. */
  readonly nested: (call: ts.CallExpression) => Usage | undefined;
}

/** The annotations of a declaration: its doc comment, and its markers in source order. */
export interface Annotations {
  readonly description: string;
  readonly usages: readonly Usage[];
}
