import { expect, it } from 'vitest';
import { check } from '../../../src/cli/commands/check/run.js';
import { manifests } from '../../../src/cli/commands/manifests/run.js';
import { disk } from '../../../src/base/io/disk.js';
import { projectWithApi } from '../../support/projects.js';

it('a warning is an error where that was asked for, and then nothing is written', async () => {
  const project = await projectWithApi();
  const types = 'src/api/v1/webserver.types.ts';
  project.edit(types, '@Minimum(0)', '@Minimum(0) @Maximum(-1)');
  project.edit(types, '  Minimum,', '  Maximum,\n  Minimum,');
  project.edit(types, ' = 1;', ';');
  project.edit(types, 'size: Int32', 'size?: Int32');
  const environment = { host: disk, cwd: project.root, env: {} };
  for (const [operation, plans] of [
    [manifests, false],
    [check, true],
  ] as const) {
    const lenient = await operation({}, environment);
    expect(lenient.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['empty-range', 'warning']]);
    expect(lenient.plan.files.some(({ action }) => action === 'update')).toBe(true);
    const strict = await operation({ strict: true }, environment);
    expect(strict.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['empty-range', 'error']]);
    // Drift is reported, too.
    expect(strict.plan.files.length > 0).toBe(plans);
  }
  project.edit(types, '@Maximum(-1)', '@Maximum(9)');
  expect((await manifests({ strict: true }, environment)).plan.files.length).toBeGreaterThan(0);
});
