import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { lineReader } from './line-reader.js';

/** Most bytes that are read at once. */
const chunkSize = 1024 * 1024;

/** Follows a log, also when another file takes its place. */
export class FollowedLog {
  readonly #path: string;
  readonly #lines: ReturnType<typeof lineReader>;
  #file: number | undefined;
  #offset = 0;

  /** @param from the bytes of it that are known; by default all that it has now */
  constructor(path: string, onLine: (line: string) => void, from?: number) {
    this.#path = path;
    this.#lines = lineReader(onLine);
    this.#open();
    if (this.#file !== undefined) this.#offset = from ?? fstatSync(this.#file).size;
  }

  /** Reads what was written since the last time. */
  read(): void {
    if (this.#file === undefined) this.#open();
    if (this.#file === undefined) return;
    // It was emptied.
    if (fstatSync(this.#file).size < this.#offset) this.#offset = 0;
    this.#rest(this.#file);
    if (!this.#isReplaced()) return;
    // The API server has begun another file. Until now, it can have written to the one before.
    this.#rest(this.#file);
    this.#lines.end();
    this.close();
    this.#offset = 0;
    this.#open();
    if (this.#file !== undefined) this.#rest(this.#file);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #open(): void {
    try {
      this.#file = openSync(this.#path, 'r');
    } catch {
      // It is created with the first request.
    }
  }

  #rest(file: number): void {
    const chunk = Buffer.alloc(chunkSize);
    for (;;) {
      const length = readSync(file, chunk, 0, chunkSize, this.#offset);
      if (length === 0) return;
      this.#offset += length;
      this.#lines.take(chunk.subarray(0, length));
    }
  }

  #isReplaced(): boolean {
    let other: number | undefined;
    try {
      other = openSync(this.#path, 'r');
      return fstatSync(other).ino !== fstatSync(this.#file!).ino;
    } catch {
      return false;
    } finally {
      if (other !== undefined) closeSync(other);
    }
  }
}
