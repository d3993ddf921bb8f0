import { readFileSync } from 'node:fs';

/** This package as installed. */
export interface Tool {
  readonly version: string;
  /** The dependencies of the package, and their versions. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Where to report bugs. */
  readonly bugs?: { readonly url: string };
}

/** Reads the package.json of this tool, which is two folders up from both the sources and the build output. */
export function readTool(): Tool {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Tool;
}

export function toolVersion(): string {
  return readTool().version;
}
