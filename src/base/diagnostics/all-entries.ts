import { catalogue } from './catalogue.js';
import type { DiagnosticTable } from './diagnostic.js';
import { moreEntries } from './more-entries.js';

/** Returns the entries of the core and of all features, by code. */
export async function allEntries(): Promise<DiagnosticTable> {
  const tables = await Promise.all(moreEntries.all().map((each) => each()));
  return Object.assign({}, catalogue, ...tables) as DiagnosticTable;
}
