import type { ts } from '../compiler/compiler.js';
import type { Marker } from '../markers/marker.js';
import type { Position } from '../model/position.js';

/** A marker as it was written: where, and with which expressions as arguments. */
export interface Usage {
  readonly marker: Marker;
  /** As the user wrote it: `@Minimum` or `@minimum`. */
  readonly label: string;
  readonly position: Position;
  readonly expressions: readonly ts.Expression[];
  /** Where a part of an argument stands; a tag's parts are all where the tag is. */
  readonly where: (node: ts.Node) => Position;
  /** A tag with quotes around its text, where they are missing. */
  readonly meant?: string | undefined;
  /** The marker that a call among the arguments means, where markers are arguments. */
  readonly nested: (call: ts.CallExpression) => Usage | undefined;
}

/** What is said of a declaration beside its type: its doc comment, and its markers in source order. */
export interface Annotations {
  readonly description: string;
  readonly usages: readonly Usage[];
}
