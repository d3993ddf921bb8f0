/** A warning is told; an error stops the command before it writes. */
export type Severity = 'error' | 'warning';

/** A catalogue entry: severity, and the prose with its parameters typed. */
export interface CatalogueEntry<P> {
  readonly severity: Severity;
  readonly message: (parameters: P) => string;
  readonly help: (parameters: P) => string;
}

/** Types an entry's parameters once for both of its sentences. */
export function error<P>(message: (parameters: P) => string, help: (parameters: P) => string): CatalogueEntry<P> {
  return { severity: 'error', message, help };
}

/** As `error`, for a problem that does not stop the command. */
export function warning<P>(message: (parameters: P) => string, help: (parameters: P) => string): CatalogueEntry<P> {
  return { severity: 'warning', message, help };
}
