import type { Memory } from '../../src/base/memory/memory.js';

/** A memory whose content a test can read. */
export class TestMemory implements Memory {
  readonly kept = new Map<string, Buffer>();
  constructor(readonly build = 'this build') {}
  read(name: string) {
    return this.kept.get(name);
  }
  write(name: string, content: string | Buffer) {
    this.kept.set(name, Buffer.from(content));
  }
}
