import type { Position } from '../model/position.js';
import { catalogue } from './catalogue.js';
import type { CatalogueEntry, Severity } from './catalogue/entry.js';
import { defined } from '../model/defined.js';

export type { Position, Severity };

/** One problem as data: what is wrong, where, and how to fix it. It does not determine how the problem is displayed. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string;
  readonly position?: Position;
  /** The lines that the help refers to, as in a file: to be added or removed by hand. */
  readonly lines?: readonly string[];
  /** Identifies the problem in other runs; by default the message does. */
  readonly identity?: Identity;
}

/** The parts of a problem by which it is recognized in another run. */
export interface Identity {
  /** The message without the parts that differ between runs. */
  readonly message: string;
  /** Hash of values that the message does not show completely. */
  readonly values?: string;
}

/** Entries by code: those of the core, or those of a feature. */
export type DiagnosticTable = Readonly<Record<string, CatalogueEntry<never>>>;

/** The parameters of a code's message. */
export type ParametersIn<T extends DiagnosticTable, C extends keyof T> = Parameters<T[C]['message']>[0];

/** The codes of the core: the keys of its catalogue. */
export type DiagnosticCode = keyof typeof catalogue;

export type DiagnosticParameters<C extends DiagnosticCode> = ParametersIn<typeof catalogue, C>;

/** Functions that report the problems of a table. */
export interface Reporters<T extends DiagnosticTable> {
  /** Creates a diagnostic from its code and the parameters of its message. */
  readonly diagnostic: <C extends keyof T & string>(
    code: C,
    parameters: ParametersIn<T, C>,
    position?: Position,
  ) => Diagnostic;
  /** Throws a `DiagnosticsError` with one diagnostic: shorthand for the most common case. */
  readonly refuse: <C extends keyof T & string>(code: C, parameters: ParametersIn<T, C>, position?: Position) => never;
}

/** Returns the functions that report the problems of a table. */
function reportersOf<const T extends DiagnosticTable>(table: T): Reporters<T> {
  const diagnostic: Reporters<T>['diagnostic'] = (code, parameters, position) => {
    const entry = table[code] as CatalogueEntry<typeof parameters>;
    return {
      code,
      severity: entry.severity,
      message: entry.message(shortened(parameters, mostInMessage)),
      help: entry.help(shortened(parameters, mostInHelp)),
      ...defined({ position }),
    };
  };
  const refuseWith: Reporters<T>['refuse'] = (...problem) => {
    throw new DiagnosticsError(diagnostic(...problem));
  };
  return { diagnostic, refuse: refuseWith };
}

/** Maximum length of a text in a message: values from untrusted sources can have megabytes. */
const mostInMessage = 1000;
/** Maximum length of a text in a help text, which can be a command with many names. */
const mostInHelp = 5000;

/** Returns parameters with texts of at most this length, without half of a character at the end. */
function shortened<T extends object>(parameters: T, most: number): T {
  const shorten = (value: unknown): unknown =>
    typeof value === 'string' && value.length > most
      ? `${value.slice(0, most).replace(/[\ud800-\udbff]$/, '')}... (${value.length} characters)`
      : value;
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, shorten(value)])) as T;
}

/**
 * Thrown when it makes no sense to continue; the command wrapper prints its diagnostics and exits. Never used for
 * programming errors.
 */
export class DiagnosticsError extends Error {
  override readonly name = 'DiagnosticsError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(...diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((each) => `${each.code}: ${each.message}`).join('\n'));
    this.diagnostics = diagnostics;
  }
}

const core = reportersOf(catalogue);

export const { diagnostic } = core;
export const refuse: Reporters<typeof catalogue>['refuse'] = core.refuse;

/** The entries of the core, and those of some tables. */
type WithCore<T extends readonly DiagnosticTable[]> = T extends readonly [
  infer One extends DiagnosticTable,
  ...infer Others extends readonly DiagnosticTable[],
]
  ? One & WithCore<Others>
  : typeof catalogue;

/** Returns the functions that report the problems of the core, and those in the tables of features. */
export function reportersWith<const T extends readonly DiagnosticTable[]>(...tables: T): Reporters<WithCore<T>> {
  return reportersOf(Object.assign({}, catalogue, ...tables) as WithCore<T>);
}

/** Throws a `DiagnosticsError` with all problems; does nothing if there are none. */
export function refuseAll(problems: readonly (Diagnostic | undefined)[]): void {
  const found = problems.filter((each) => each !== undefined);
  if (found.length > 0) throw new DiagnosticsError(...found);
}
