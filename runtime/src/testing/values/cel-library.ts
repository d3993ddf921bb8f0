import { createRequire } from 'node:module';
import type * as Cel from '@bufbuild/cel';
import type * as Extensions from '@bufbuild/cel/ext';
import type * as Protobuf from '@bufbuild/protobuf';
import type * as WellKnown from '@bufbuild/protobuf/wkt';
import type * as Re2 from 're2js';

/** The packages that evaluate CEL, and its regular expressions. */
export interface CelLibrary {
  readonly cel: typeof Cel;
  readonly extensions: typeof Extensions;
  readonly protobuf: typeof Protobuf;
  readonly wellKnown: typeof WellKnown;
  readonly re2: typeof Re2;
}

/** Returns functions of CEL. */
export type FunctionTable = (library: CelLibrary) => Cel.CelFunc[];

let library: CelLibrary | undefined;

/** Returns the packages, which are loaded for the first rule: most tests import this package and evaluate none. */
export function celLibrary(): CelLibrary {
  if (library === undefined) {
    const load = createRequire(import.meta.url);
    library = {
      cel: load('@bufbuild/cel') as typeof Cel,
      extensions: load('@bufbuild/cel/ext') as typeof Extensions,
      protobuf: load('@bufbuild/protobuf') as typeof Protobuf,
      wellKnown: load('@bufbuild/protobuf/wkt') as typeof WellKnown,
      re2: load('re2js') as typeof Re2,
    };
  }
  return library;
}
