import type { ts } from '../../../language/compiler/compiler.js';
import type { Call, FunctionLike } from './calls.js';

/** The calls of a function. */
export interface CallsOfFunction {
  readonly calls: readonly Invocation[];
  /** Arguments that the standard library passes. */
  readonly passed: readonly Passed[];
  /** Whether unknown code, such as an installed package, also calls it. */
  readonly isOpen: boolean;
}

/** Call of a function, including calls with `call` or `apply`, or of the result of `bind`. */
export interface Invocation {
  readonly call: Call;
  /** Arguments of the function. */
  readonly given: readonly ts.Expression[];
}

/** Argument that the standard library passes: `kinds.map((kind) => ...)`, `promise.then((kind) => ...)`. */
export interface Passed {
  readonly index: number;
  readonly from: ts.Expression;
  /** The passed part of the expression: its value, each of its elements, or each key (`0`) or value (`1`) of a map. */
  readonly as: 'value' | 'element' | '0' | '1';
}

/** Names and calls in the sources of a project. */
export interface CodeIndex {
  has(file: ts.SourceFile): boolean;
  nodesNamed(text: string): readonly ts.Node[];
  /** Returns the names that imports give to default exports. */
  defaultImports(): readonly ts.Identifier[];
  /** Returns the members of interfaces and base classes that a member of a class or an object literal implements. */
  signaturesOf(member: ts.ClassElement | ts.ObjectLiteralElement): readonly ts.NamedDeclaration[];
  functionsOf(call: ts.CallExpression): readonly FunctionLike[];
  callsOf(from: FunctionLike): CallsOfFunction;
}
