import type { CatalogueEntry } from '../diagnostic.js';

/** Types an entry's parameters once for both of its sentences. */
export function error<P>(message: (parameters: P) => string, help: (parameters: P) => string): CatalogueEntry<P> {
  return { severity: 'error', message, help };
}

/** As `error`, for a problem that does not stop the command. */
export function warning<P>(message: (parameters: P) => string, help: (parameters: P) => string): CatalogueEntry<P> {
  return { severity: 'warning', message, help };
}
