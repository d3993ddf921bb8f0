import { isNode, isScalar } from 'yaml';
import { placeOf } from '../base/text/text.js';
import type { Position } from '../base/model/position.js';
import { projectFile } from './paths.js';
import type { ProjectFile } from './project-file.js';

/** The release of operator-gen that last scaffolded or upgraded a project. */
export interface CliVersion {
  /** Undefined if PROJECT does not contain it. */
  readonly version: string | undefined;
  readonly position: Position;
}

/** Reads the release from PROJECT. */
export function cliVersionOf({ document, text }: ProjectFile): CliVersion {
  const node: unknown = document.get('cliVersion', true);
  if (!isNode(node)) return { version: undefined, position: { file: projectFile, line: 1, column: 1 } };
  const [start = 0, end = start] = node.range ?? [];
  const source = isScalar(node) ? (node.source ?? String(node.value)) : text.slice(start, end).trim();
  const place = placeOf(text, start);
  // No release has a longer version, and messages show it.
  return { version: source === '' ? undefined : source.slice(0, 60), position: { file: projectFile, ...place } };
}
