import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder with the examples of all markers, which is part of the package. */
export const markerExamplesFolder = fileURLToPath(new URL('../../docs/reference/examples', import.meta.url));

/** How a marker is used, and what follows from it. */
export interface MarkerExample {
  /** The TypeScript files by name: `Minimum.ts`; where it takes two versions of a kind, `StorageVersion.v1beta1.ts` too. */
  readonly sources: Readonly<Record<string, string>>;
  /** The part of the manifests that the marker is about, as YAML. */
  readonly generated: string;
}

/** Returns the example of the marker with this name. */
export function readMarkerExample(name: string): MarkerExample {
  return { sources: markerExampleSources(name), generated: read(`${name}.yaml`) };
}

/** Returns the TypeScript files of a marker's example. */
export function markerExampleSources(name: string): MarkerExample['sources'] {
  const files = readdirSync(markerExamplesFolder).filter((file) => file.startsWith(`${name}.`) && file.endsWith('.ts'));
  return Object.fromEntries(
    files.toSorted((one, other) => one.length - other.length).map((file) => [file, read(file)]),
  );
}

function read(file: string): string {
  return readFileSync(`${markerExamplesFolder}/${file}`, 'utf8');
}
