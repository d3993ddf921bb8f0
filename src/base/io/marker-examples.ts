import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownPackage } from './own-package.js';

/** The folder with the examples of all markers, which is part of the package. */
export const markerExamplesFolder = join(ownPackage, 'docs/reference/examples');

/** An example of a marker, and its output. */
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
