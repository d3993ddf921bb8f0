import { posix } from 'node:path';
import type { BuiltObject } from '../../kustomize/build.js';
import type { JsonObject } from '../../model/schema.js';

/** The build of `config/default`, and the generated objects. */
export interface Deployment {
  readonly objects: readonly BuiltObject[];
  /** The generated objects, with the files that they are in. */
  readonly generated: readonly GeneratedObject[];
  readonly read: (path: string) => string | undefined;
}

export interface GeneratedObject {
  readonly object: JsonObject;
  readonly path: string;
}

/**
 * Returns what a kustomization lists so that a generated file is deployed: from another folder, it can only list folders.
 * @param other the file that is listed instead
 */
export function entryFor(path: string, other: string): string {
  return posix.dirname(path) === posix.dirname(other) ? path : posix.dirname(path);
}
