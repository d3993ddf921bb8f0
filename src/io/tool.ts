import { readFileSync } from 'node:fs';

/** This package as it was installed. */
export interface Tool {
  readonly version: string;
  /** The packages that it is made with, and their versions. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Where defects are reported. */
  readonly bugs?: { readonly url: string };
}

/** Reads our own package.json: two folders up, from the sources as from what is built. */
export function readTool(): Tool {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Tool;
}

export function toolVersion(): string {
  return readTool().version;
}
