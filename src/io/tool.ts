import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownPackage } from './own-package.js';

/** This package as it was installed. */
export interface Tool {
  readonly version: string;
  /** The packages that it is made with, and their versions. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Where defects are reported. */
  readonly bugs?: { readonly url: string };
}

/** Reads our own package.json. */
export function readTool(): Tool {
  return JSON.parse(readFileSync(join(ownPackage, 'package.json'), 'utf8')) as Tool;
}

export function toolVersion(): string {
  return readTool().version;
}
