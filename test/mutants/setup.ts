import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { ExecutedByFile } from './executed.js';

// As a setup file of every test in a copy with mutants: switches a mutant on, or records which mutants each test executes, in a
// file for each test file.

await import('./switch.js');
const data = process.env['MUTANTS_DATA']!;
const path = relative(process.cwd(), expect.getState().testPath!);
const plan = JSON.parse(readFileSync(`${data}/plan.json`, 'utf8')) as Readonly<Record<string, number>>;
globalThis.activeMutant = plan[path] ?? 0;
writeFileSync(`${data}/active`, String(globalThis.activeMutant));
writeFileSync(`${data}/current`, path);
const started = performance.now();
const [loading, hooks] = [new Set<number>(), new Set<number>()];
const tests: { name: string; milliseconds: number; failed: boolean; mutants: number[] }[] = [];
const running = new Map<string, { began: number; mutants: Set<number> }>();
let other = loading;

// The code is loaded again for each file: with its mutant, or to record what is executed while it is loaded.
vi.resetModules();
if (globalThis.activeMutant > 0) {
  vi.setConfig({ testTimeout: 25_000 });
  // One failure tells enough: many tests of what hangs would wait long.
  let hasFailed = false;
  beforeEach(({ skip, onTestFailed }) => {
    if (hasFailed) skip();
    onTestFailed(() => {
      hasFailed = true;
    });
  });
} else {
  globalThis.mutantExecuted = (id) => {
    if (running.size === 0) other.add(id);
    for (const { mutants } of running.values()) mutants.add(id);
  };
  mkdirSync(`${data}/workers`, { recursive: true });
  writeFileSync(`${data}/workers/${process.pid}`, '');
  beforeAll(() => {
    other = hooks;
  });
  beforeEach(({ task }) => {
    running.set(task.id, { began: performance.now(), mutants: new Set() });
  });
  afterEach(({ task }) => {
    collectFromProcesses();
    const { began, mutants } = running.get(task.id)!;
    running.delete(task.id);
    const failed = task.result?.state === 'fail' || (task.result?.errors ?? []).length > 0;
    tests.push({ name: fullName(task), milliseconds: performance.now() - began, failed, mutants: [...mutants] });
  });
  afterAll(() => {
    collectFromProcesses();
    const milliseconds = performance.now() - started;
    const record: ExecutedByFile = { path, milliseconds, loading: [...loading], hooks: [...hooks], tests };
    mkdirSync(`${data}/executed`, { recursive: true });
    writeFileSync(`${data}/executed/${path.replaceAll('/', '+')}.json`, JSON.stringify(record));
  });
}

/** Adds what processes have executed that this one has started, or that have been started by one of those. */
function collectFromProcesses(): void {
  for (const name of readdirSync(`${data}/processes`)) {
    const parent = name.split('-')[0]!;
    if (parent !== String(process.pid) && readdirSync(`${data}/workers`).includes(parent)) continue;
    const file = `${data}/processes/${name}`;
    try {
      for (const line of readFileSync(file, 'utf8').trim().split('\n')) globalThis.mutantExecuted!(Number(line));
      rmSync(file);
    } catch {
      // Another worker was faster.
    }
  }
}

/** Returns the name of a test as `testNamePattern` compares it. */
function fullName(task: { name: string; suite?: { name: string; suite?: unknown } | undefined }): string {
  return task.suite ? `${fullName(task.suite as typeof task)} ${task.name}` : task.name;
}
