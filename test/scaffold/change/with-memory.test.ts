import { expect, it } from 'vitest';
import { runLine } from '../../sequences/run-line.js';
import type { Files } from '../../support/memory-disk.js';
import { TestMemory } from '../../support/test-memory.js';

const types = 'src/api/v1/well.types.ts';

const manager = 'config/manager/manager.yaml';

const edited = (files: Files, path: string, from: string, to: string): Files =>
  new Map([...files, [path, files.get(path)!.replace(from, to)]]);

/** Each command line, or an edit of the user, after those before it. */
const steps: readonly (string | ((files: Files) => Files))[] = [
  'init --domain example.com --skip-install',
  'create api --group water --version v1 --kind Well',
  'create api --group water --version v1 --kind Pump',
  'check',
  (files) => edited(files, manager, '- --leader-elect\n', ''),
  'rbac',
  (files) => edited(files, types, 'export class WellSpec {', '$&\n  depth?: string;'),
  'create webhook --group water --version v1 --kind Well --defaulting --certificates self-signed',
  'manifests',
  'create api --group water --version v1 --kind Tap --dry-run',
  'create api --group water --version v2 --kind Pump',
  'edit --multigroup',
  'rename api --group water --kind Pump --to-kind Engine',
  'check',
  'delete webhook --group water --version v1 --kind Well',
  'rbac',
  'delete api --group water --version v1 --kind Well',
  'check',
];

it('commands do and say with what earlier ones have kept what they do and say without it', async () => {
  const memory = new TestMemory();
  let files: Files = new Map();
  for (const step of steps) {
    if (typeof step !== 'string') {
      files = step(files);
      continue;
    }
    const alone = await runLine(files, step);
    const remembering = await runLine(files, step, undefined, undefined, memory);
    expect([step, alone.exitCode, remembering]).toEqual([step, 0, alone]);
    ({ files } = alone);
  }
  expect(memory.kept.size).toBeGreaterThan(3);
});
