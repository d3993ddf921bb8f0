import { extensionPoint } from '../extensions/extension-point.js';
import type { DiagnosticTable } from './diagnostic.js';

/** Loads the entries of a feature. */
export type EntryLoader = () => Promise<DiagnosticTable>;

/** The entries of features. */
export const moreEntries = extensionPoint<EntryLoader>();
