import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownPackage } from './own-package.js';

/** This package as installed. */
export interface Tool {
  readonly version: string;
  /** The dependencies of the package, and their versions. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** The URL for bug reports. */
  readonly bugs?: { readonly url: string };
}

/** Reads our own package.json. */
export function readTool(): Tool {
  return JSON.parse(readFileSync(join(ownPackage, 'package.json'), 'utf8')) as Tool;
}

export function toolVersion(): string {
  return readTool().version;
}
