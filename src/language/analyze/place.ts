import type { Schema, Validation } from '../../base/model/schema.js';
import type { ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import type { Written } from './type-names.js';

/** The place where a type is used: the node and the name for problems. */
export interface Place {
  /** The declaration, or the type node. */
  readonly node: ts.Node;
  readonly written?: Written | undefined;
  /** `WebServerSpec.ports[].name` */
  readonly field: string;
  /** The object types being expanded around this place, outermost first. */
  readonly expanding: readonly ts.Type[];
  /** Number of types around this one, including lists and maps. */
  readonly levels?: number;
  /** Set below a field that preserves unknown fields, where a recursive type ends instead of being a problem. */
  readonly openEnded?: boolean;
}

/** Reads the type at a place. It is passed to the readers of its parts, because types nest. */
export type SchemaReader = (type: ts.Type, place: Place, analysis: Analysis) => Schema | undefined;

/** Facts collected while the fields of an object are read. */
export interface Reading {
  /** Whether the type node determines more than the type itself: the names of generic arguments. */
  generic: boolean;
  /** Validations that markers on the fields add to the object. */
  readonly validations: Validation[];
}
