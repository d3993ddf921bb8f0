import { describe, expect, it } from 'vitest';
import { runLine } from '../sequences/run-line.js';
import { accepted } from '../support/accepted.js';

const path = 'src/controller/webserver.controller.test.ts';

/** Edits of the scaffolded test of a controller: what `delete webhook --conversion` would remove. */
const edits: readonly (readonly [string, string])[] = [
  ['log: context.log });', 'log: context.log, cache: {} });'],
  ['10_000', '30_000'],
  ['    stop.abort();', "    stop.abort('done');"],
];

describe('delete webhook --conversion of a kind with an edited test', () => {
  it('names each line that stays once', async () => {
    const base = await accepted(
      new Map(),
      'init --domain example.com --project-name test-operator --skip-install',
      'create api --version v1 --kind WebServer',
      'create api --version v2 --kind WebServer --no-controller',
      'create webhook --version v1 --kind WebServer --conversion --spoke v2',
    );
    let text = base.get(path)!;
    for (const [from, to] of edits) {
      expect(text).toContain(from);
      text = text.replace(from, to);
    }
    const { files, said, exitCode } = await runLine(
      new Map(base).set(path, text),
      'delete webhook --version v1 --kind WebServer --conversion',
    );
    expect(exitCode, said).toBe(0);
    const lines = files.get(path)!.split('\n');
    const told = [
      ...said.matchAll(/:(\d+):\d+ - warning edit-by-hand[^]*?help: .*; (\w+) .*\n(?: *\/\/.*\n)* {4}(.*)/g),
    ].map(([, line, remedy, code]) => [remedy, lines[Number(line) - 1]!.trim(), code!.trim()]);
    const removed = told.filter(([remedy]) => remedy === 'remove');
    expect(removed.length).toBeGreaterThan(3);
    for (const [, line, code] of removed) expect(line).toBe(code);
    expect(new Set(removed.map(([, , code]) => code)).size).toBe(removed.length);
    expect(told.filter(([remedy]) => remedy !== 'remove')).toEqual([
      ['put', 'afterAll(async () => {', 'afterAll(() => environment?.stop());'],
    ]);
  });
});
