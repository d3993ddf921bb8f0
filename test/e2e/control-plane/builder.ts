import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isExecutable } from '../../../runtime/src/testing/environment/platform.js';
import { build as buildProgram } from '../../../scripts/upstream/go.js';
import { assertGo } from './go.js';
import { isAlive, withLock } from './lock.js';
import {
  controlPlaneFolder,
  controlPlanePrograms,
  programPath,
  referenceTools,
  versionOf,
  type Program,
} from './programs.js';
import { showStep } from './step-progress.js';

/**
 * Builds what is missing of the control plane and the reference tools into the cache and returns the folder. What is
 * there already, from a run that was broken off too, is not built again.
 *
 * @throws Error when Go is missing, too old, or fails.
 */
export async function buildControlPlane(
  programs: readonly Program[] = [...controlPlanePrograms, ...referenceTools],
): Promise<string> {
  const folder = controlPlaneFolder();
  if (missing(programs).length === 0) return folder;
  await assertGo();
  mkdirSync(folder, { recursive: true });
  await withLock(join(folder, '.lock'), sayWaiting, async () => {
    removeLeftovers(folder);
    const todo = missing(programs);
    if (todo.length === 0) return;
    process.stderr.write(`Building ${todo.length} programs into ${folder}: about ten minutes from nothing, once.\n`);
    for (const [index, program] of todo.entries()) {
      await showStep(`[${index + 1}/${todo.length}] ${program.name} ${versionOf(program)}`, () => build(program));
    }
  });
  return folder;
}

function sayWaiting(pid: number): void {
  process.stderr.write(`Waiting for process ${pid}, which is building it.\n`);
}

function missing(programs: readonly Program[]): Program[] {
  return programs.filter(({ name }) => !isExecutable(programPath(name)));
}

/** What a build that was killed left behind. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /\.(\d+)\.unfinished$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name));
  }
}

async function build(program: Program): Promise<void> {
  const target = programPath(program.name);
  const unfinished = `${target}.${process.pid}.unfinished`;
  try {
    await buildProgram(program, unfinished, program.toolchain === undefined ? {} : { toolchain: program.toolchain });
    renameSync(unfinished, target);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
