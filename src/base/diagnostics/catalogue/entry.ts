/**
 * An error stops the command before it writes; a warning is only reported, unless `--strict` makes it an error. A note is
 * about the run instead of the project, and never affects the result.
 */
export type Severity = 'error' | 'warning' | 'note';

/** A catalogue entry: the severity, and the texts with their typed parameters. */
export interface CatalogueEntry<P> {
  readonly severity: Severity;
  readonly message: (parameters: P) => string;
  readonly help: (parameters: P) => string;
}

/** Returns an error entry, whose parameters are typed once for both texts. */
export function error<P>(message: (parameters: P) => string, help: (parameters: P) => string): CatalogueEntry<P> {
  return { severity: 'error', message, help };
}

/** Like `error`, for a problem that does not stop the command. */
export function warning<P>(message: (parameters: P) => string, help: (parameters: P) => string): CatalogueEntry<P> {
  return { severity: 'warning', message, help };
}

/** Like `error`, for something that does not concern the project. */
export function note<P>(message: (parameters: P) => string, help: (parameters: P) => string): CatalogueEntry<P> {
  return { severity: 'note', message, help };
}
