import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** One marker as its fixture shows it: `test/language/markers/fixtures/<Marker>/case.yaml`. */
export interface MarkerCase {
  readonly name: string;
  /** The arguments as they are written between the parentheses. */
  readonly arguments: string;
  /** Another marker that has to stand beside it. */
  readonly beside?: string;
  /** The type of a field that it fits. */
  readonly field?: string;
  /** What the schema of the field then says, at least; null where the field has none. */
  readonly schema?: object | null;
  /** What the CustomResourceDefinition then says, at least; null where there is none. For markers on kinds. */
  readonly crd?: object | null;
  /** Problems that the marker makes on a kind that has nothing else. */
  readonly problems?: readonly string[];
  /** Arguments and fields that it refuses. */
  readonly refused?: readonly { readonly arguments: string; readonly field: string }[];
}

const folder = fileURLToPath(new URL('../language/markers/fixtures', import.meta.url));

export const markerCases: readonly MarkerCase[] = readdirSync(folder).map((name) => ({
  name,
  ...(parse(readFileSync(join(folder, name, 'case.yaml'), 'utf8')) as Omit<MarkerCase, 'name'>),
}));
