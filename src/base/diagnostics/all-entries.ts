import { extensionPoint } from '../extensions/extension-point.js';
import { catalogue } from './catalogue.js';
import type { DiagnosticTable } from './diagnostic.js';

/** Loads the entries of a feature. */
export type EntryLoader = () => Promise<DiagnosticTable>;

/** The entries of features. */
export const moreEntries = extensionPoint<EntryLoader>();

/** Returns the entries of the core and of all features, by code. */
export async function allEntries(): Promise<DiagnosticTable> {
  const tables = await Promise.all(moreEntries.all().map((each) => each()));
  return Object.assign({}, catalogue, ...tables) as DiagnosticTable;
}
