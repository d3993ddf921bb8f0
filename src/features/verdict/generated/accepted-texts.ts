import { sha256 } from '../../../base/io/sha256.js';
import type { Memory } from '../../../base/memory/memory.js';

/** The manifests of a project that a helper has accepted. */
export interface AcceptedTexts {
  has(text: string): boolean;
  /** Replaces the remembered texts. */
  keep(texts: readonly string[]): void;
}

interface Kept {
  readonly build: string;
  readonly helper: string;
  readonly root: string;
  readonly hashes: readonly string[];
}

/** Returns the manifests that the helper with this identity has accepted for the project at `root`. */
export function acceptedTexts(memory: Memory | undefined, root: string, helper: string): AcceptedTexts {
  const name = `accepted-${sha256(root).slice(0, 32)}`;
  const kept = memory && parse(memory.read(name));
  const isSame = kept?.build === memory?.build && kept?.helper === helper && kept.root === root;
  const hashes = new Set(isSame ? kept.hashes : []);
  return {
    has: (text) => hashes.has(sha256(text)),
    keep: (texts) =>
      memory?.write(
        name,
        JSON.stringify({ build: memory.build, helper, root, hashes: texts.map(sha256) } satisfies Kept),
      ),
  };
}

function parse(content: Buffer | undefined): Kept | undefined {
  try {
    return content === undefined ? undefined : (JSON.parse(content.toString()) as Kept);
  } catch {
    return undefined;
  }
}
