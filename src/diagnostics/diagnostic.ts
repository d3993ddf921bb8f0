import type { Position } from '../model/position.js';
import { catalogue } from './catalogue.js';
import type { CatalogueEntry, Severity } from './catalogue/entry.js';
import { defined } from '../model/defined.js';

export type { Position, Severity };

/** One problem, as data: what is wrong, where, and what to do. How it is shown is decided elsewhere. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string;
  readonly position?: Position;
  /** What the help is about, as it stands in a file: lines to be put there, or taken out, by hand. */
  readonly lines?: readonly string[];
}

type Catalogue = typeof catalogue;

/** The codes that exist: the keys of the catalogue. */
export type DiagnosticCode = keyof Catalogue;

/** What a code's message wants to be told. */
export type DiagnosticParameters<C extends DiagnosticCode> = Parameters<Catalogue[C]['message']>[0];

/** Makes a diagnostic from its code and the values that its message names. */
export function diagnostic<C extends DiagnosticCode>(
  code: C,
  parameters: DiagnosticParameters<C>,
  position?: Position,
): Diagnostic {
  const entry = catalogue[code] as CatalogueEntry<DiagnosticParameters<C>>;
  return {
    code,
    severity: entry.severity,
    message: entry.message(parameters),
    help: entry.help(parameters),
    ...defined({ position }),
  };
}

/** Thrown where going on makes no sense; the command wrapper prints its diagnostics and exits. Never a programmer's error. */
export class DiagnosticsError extends Error {
  override readonly name = 'DiagnosticsError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(...diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((each) => `${each.code}: ${each.message}`).join('\n'));
    this.diagnostics = diagnostics;
  }
}

/** Refuses with one diagnostic: shorthand for the commonest throw. */
export function refuse<C extends DiagnosticCode>(
  code: C,
  parameters: DiagnosticParameters<C>,
  position?: Position,
): never {
  throw new DiagnosticsError(diagnostic(code, parameters, position));
}
