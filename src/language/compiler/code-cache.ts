import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import type { Memory } from '../../base/memory/memory.js';
import { defined } from '../../base/model/defined.js';
import { sha256 } from '../../base/io/sha256.js';

let memory: Pick<Memory, 'read' | 'write'> | undefined;

/** Enables loading large modules from the machine code that an earlier run has left in this memory. */
export function keepCodeIn(given: Pick<Memory, 'read' | 'write'> | undefined): void {
  memory = given;
}

/**
 * Returns the exports of a CommonJS module from the code that an earlier run cached for the same file and engine.
 * Undefined if the engine has no such code, or caches it itself; the module must then be required as usual.
 */
export function loadFromCode(path: string): unknown {
  if (memory === undefined) return undefined;
  const store = memory;
  const name = `code-${sha256(path).slice(0, 16)}-${process.versions.node}-${process.arch}`;
  // The engine only checks the length of a source, but a rewritten file has different timestamps.
  const { size, mtimeMs, ctimeMs, ino } = statSync(path);
  const identity = JSON.stringify([path, size, mtimeMs, ctimeMs, ino, process.versions]);
  const cachedData = unsealed(store.read(name), identity);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) { ${readSource(path)}\n})`, {
    filename: path,
    ...defined({ cachedData }),
  });
  if (cachedData === undefined || script.cachedDataRejected === true) {
    // Runs at exit, so that the functions that were used are cached as well.
    process.once('exit', () => {
      const code = script.createCachedData();
      store.write(name, Buffer.concat([Buffer.from(`${sealOf(code, identity)}\n`), code]));
    });
  }
  const loaded = { exports: {} as unknown };
  const run = script.runInThisContext() as (...given: readonly unknown[]) => void;
  run.call(loaded.exports, loaded.exports, createRequire(path), loaded, path, dirname(path));
  return loaded.exports;
}

function readSource(path: string): string {
  const content = readFileSync(path);
  return content.toString(isAscii(content) ? 'latin1' : 'utf8');
}

/**
 * Returns the cached code after checking its seal, because the engine does not detect damaged code: it would run it.
 */
function unsealed(content: Buffer | undefined, identity: string): Buffer | undefined {
  const end = content?.indexOf('\n') ?? -1;
  const code = content?.subarray(end + 1);
  return end > 0 && code && content?.toString('latin1', 0, end) === sealOf(code, identity) ? code : undefined;
}

function sealOf(code: Buffer, identity: string): string {
  return createHash('sha256').update(identity).update(code).digest('hex');
}
