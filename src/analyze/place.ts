import type { Schema, Validation } from '../model/schema.js';
import type { ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import type { Written } from './type-names.js';

/** Where a type was met: what a problem with it points at and calls it. */
export interface Place {
  /** The declaration, or the type as it is written. */
  readonly node: ts.Node;
  readonly written?: Written | undefined;
  /** `WebServerSpec.ports[].name` */
  readonly field: string;
  /** The object types that are being expanded around this place, outermost first. */
  readonly expanding: readonly ts.Type[];
  /** How many types are around this one, lists and records included. */
  readonly levels?: number;
  /** Set below a field that preserves unknown fields: a type that contains itself ends there, and is not a problem. */
  readonly openEnded?: boolean;
}

/** Reads the type at a place. Handed down to what reads its parts, because types nest. */
export type SchemaReader = (type: ts.Type, place: Place, analysis: Analysis) => Schema | undefined;

/** What is learnt on the way through the fields of an object. */
export interface Reading {
  /** Whether what is written of the object says more than its type: the names of a generic's arguments. */
  generic: boolean;
  /** What markers on the fields ask of the object. */
  readonly validations: Validation[];
}
