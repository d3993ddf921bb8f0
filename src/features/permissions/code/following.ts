import type { ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import type { FunctionLike, Origins } from './calls.js';
import type { CallSites } from './call-sites.js';

/** Search for the origins of one value, which collects them. */
export interface Following extends Origins {
  readonly program: SourceProgram;
  readonly sites: CallSites;
  readonly values: Set<ts.Expression>;
  isOpen: boolean;
  /** Whether something comes from a parameter of a function that is never called. */
  isUnused: boolean;
  follow(expression: ts.Expression): void;
  /** Follows a property of the possible values of an expression. */
  followProperty(owner: ts.Expression, name: string): void;
  /** Follows a property of a value: of an object or of an array. */
  followPropertyOf(value: ts.Expression, name: string): void;
  /** Follows the elements of the possible values of an expression. */
  followElements(collection: ts.Expression): void;
  /** Follows the elements of a value. */
  followElementsOf(value: ts.Expression): void;
  /** Follows the keys (`0`) or the values (`1`) of a map. */
  followEntries(map: ts.Expression, name: '0' | '1'): void;
  followYields(from: FunctionLike): void;
  followReturns(from: FunctionLike): void;
  followDeclaration(declaration: ts.Declaration): void;
  /** Follows something separately, so that its values can be inspected. */
  part(follow: (part: Following) => void): Origins;
  /** Follows something that is not itself the value. */
  aside(follow: (part: Following) => void): Origins;
}
