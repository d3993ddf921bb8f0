import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** A marker as described by its fixture: `test/language/markers/fixtures/<Marker>/case.yaml`. */
export interface MarkerCase {
  readonly name: string;
  /** The arguments as written between the parentheses. */
  readonly arguments: string;
  /** Another marker that must be used with it. */
  readonly beside?: string;
  /** The type of a field to which it can be applied. */
  readonly field?: string;
  /** The minimum content of the field's schema; null if it has none. */
  readonly schema?: object | null;
  /** The minimum content of the CustomResourceDefinition, for markers on kinds; null if there is none. */
  readonly crd?: object | null;
  /** Problems that the marker causes on a kind without anything else. */
  readonly problems?: readonly string[];
  /** Arguments and fields that it rejects. */
  readonly refused?: readonly { readonly arguments: string; readonly field: string }[];
}

const folder = fileURLToPath(new URL('../language/markers/fixtures', import.meta.url));

export const markerCases: readonly MarkerCase[] = readdirSync(folder).map((name) => ({
  name,
  ...(parse(readFileSync(join(folder, name, 'case.yaml'), 'utf8')) as Omit<MarkerCase, 'name'>),
}));
