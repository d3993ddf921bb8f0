import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from './projects.js';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** Returns the errors that the compiler finds in a project with the settings that `init` gave it. */
export function typeErrors({ root }: Pick<TestProject, 'root'>): readonly string[] {
  if (!existsSync(join(root, 'node_modules'))) symlinkSync(packages, join(root, 'node_modules'));
  const compiler = join(packages, 'typescript/bin/tsc');
  const args = [compiler, '-p', '.', '--pretty', 'false'];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? [] : [`exit code ${status}`, ...stdout.split('\n').filter((line) => line !== '')];
}
