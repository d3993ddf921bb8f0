import { posix } from 'node:path';
import type { Origins } from '../../language/analyze/parts.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { emitCrd, type CrdOptions } from '../emit/crd.js';
import type { Host } from '../../base/io/host.js';
import { sha256 } from '../../base/io/sha256.js';
import type { Memory } from '../../base/memory/memory.js';
import { recollect, workOut } from '../../base/memory/recollection.js';
import type { Kind } from '../../base/model/kind.js';
import { verifyKind } from '../../language/rules/kind-rules.js';
import { quietly } from '../../base/io/quietly.js';

/** Results that depend on one kind alone. In a project with many kinds, most of them have not changed since the last run. */
export interface KindResults {
  /** Sets the origins of the kinds in each file: everything that they depend on. */
  readonly use: (origins: Origins | undefined) => void;
  /** Returns what the API server would reject in a kind, as `verifyKind`. */
  readonly verify: (kind: Kind, options?: { readonly isConverted?: boolean | undefined }) => readonly Diagnostic[];
  /**
   * Returns the file with the CustomResourceDefinition of a kind, and its size as `emitCrd`.
   * @param current returns the present content of the file, which is returned if it is up to date
   */
  readonly crd: (kind: Kind, input: CrdInput, current: () => string | undefined) => EmittedFile;
  /** Keeps the results for the next run. */
  readonly keep: () => Promise<void>;
}

interface CrdInput {
  readonly header: string;
  readonly toolVersion: string;
  readonly options: CrdOptions | undefined;
}

interface EmittedFile {
  readonly content: string;
  readonly bytes: number;
}

/** Results, by a key for their inputs. */
interface Kept {
  readonly problems: Map<string, readonly Diagnostic[]>;
  readonly crds: Map<string, { readonly hash: string; readonly bytes: number }>;
}

/** Computes all results. */
export const computedResults: KindResults = {
  use: () => undefined,
  verify: verifyKind,
  crd: (kind, { header, toolVersion, options }) => {
    const { text, bytes } = emitCrd(kind, toolVersion, options);
    return { content: header + text, bytes };
  },
  keep: () => Promise.resolve(),
};

/** Returns the results for a project. Those of unchanged kinds come from an earlier run. */
export function kindResults(memory: Memory | undefined, root: string, host: Host): KindResults {
  if (memory === undefined) return computedResults;
  const topic = { name: 'kinds', folder: root };
  const kept = recollect<Kept>(memory, topic, host);
  const now: Kept = { problems: new Map(), crds: new Map() };
  let known: Origins = new Map();
  const keyOf = (kind: Kind, ...more: readonly string[]): string | undefined => {
    const origins = kind.versions.map(({ position }) => known.get(posix.join(root, position.file)));
    return origins.includes(undefined) ? undefined : JSON.stringify([kind.kind, kind.group, ...origins, ...more]);
  };
  return {
    use: (origins = new Map()) => void (known = origins),
    verify: (kind, options) => {
      const key = keyOf(kind, String(options?.isConverted === true));
      const found = (key === undefined ? undefined : kept?.problems.get(key)) ?? verifyKind(kind, options);
      if (key !== undefined) now.problems.set(key, found);
      return found;
    },
    crd: (kind, input, current) => {
      const key = keyOf(kind, sha256(JSON.stringify(input)));
      const before = key === undefined ? undefined : kept?.crds.get(key);
      const content = before && quietly(current);
      const isSame = before !== undefined && content !== undefined && before.hash === sha256(content);
      const file = isSame ? { content, bytes: before.bytes } : computedResults.crd(kind, input, current);
      if (key !== undefined) now.crds.set(key, isSame ? before : { hash: sha256(file.content), bytes: file.bytes });
      return file;
    },
    // The disk is not read: the results depend only on the parts of the keys.
    keep: async () => {
      const isKnown = [...now.crds].every(([key, { hash }]) => kept?.crds.get(key)?.hash === hash);
      if (now.crds.size < 2 || (isKnown && kept?.crds.size === now.crds.size)) return;
      await workOut(
        memory,
        topic,
        host,
        () => Promise.resolve(now),
        (each) => each,
      );
    },
  };
}
