import type { Identity } from '../../base/helper/protocol.js';

/** The text of an object, and its origin. */
export interface Manifest {
  readonly text: string;
  /** Path relative to the root; undefined if it is unknown. */
  readonly file?: string | undefined;
  /** Offset of the text in the file; undefined for an object that kustomize has built. */
  readonly offset?: number;
  /** Number of the line at `offset`, counted from 1. */
  readonly line?: number;
  /** The document that contains it as an item; `offset` is that of the document. */
  readonly list?: { readonly text: string; readonly index: number };
  /** Path of the kustomization from which it was built. */
  readonly kustomization?: string;
  /** Paths of the files from which the kustomization was built. */
  readonly read?: readonly string[];
}

/** Objects that are applied together. */
export type ManifestSet = readonly Manifest[];

/** A line between documents. kubectl rejects text other than a comment after the dashes. */
const separator = /^---[ \t\r]*(?:#.*)?$\n?/gm;

/** Splits the text of a file into its objects, as kubectl does: at each line of `---`. Documents without content are omitted. */
export function manifestsIn(file: string, text: string): ManifestSet {
  const separators = Array.from(text.matchAll(separator), ({ index, 0: line }) => ({
    index,
    end: index + line.length,
  }));
  const starts = [0, ...separators.map(({ end }) => end)];
  const ends = [...separators.map(({ index }) => index), text.length];
  const manifests: Manifest[] = [];
  let line = 1;
  let counted = 0;
  for (const [index, offset] of starts.entries()) {
    line += lineBreaksIn(text.slice(counted, offset));
    counted = offset;
    const part = text.slice(offset, ends[index]);
    if (hasContent(part)) manifests.push({ file, offset, line, text: part });
  }
  return manifests;
}

function lineBreaksIn(text: string): number {
  return text.split('\n').length - 1;
}

/** Reports whether a document has a line that is neither empty nor a comment. */
export function hasContent(text: string): boolean {
  for (const [line] of text.matchAll(/^.*$/gm)) {
    const trimmed = line.trimStart();
    if (trimmed.trimEnd() !== '' && !trimmed.startsWith('#')) return true;
  }
  return false;
}

/** Returns the name of an object in messages: `Deployment system/web`. */
export function objectName({ kind, namespace, name = '' }: Identity): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`.trim();
}
