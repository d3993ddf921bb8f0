import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeOnce, problemsOf, projectWithApi } from '../../support/projects.js';

const types = 'src/api/v2/webserver.types.ts';

/** A kind whose second version has a field that the first, which is stored, has not. */
const projectWithTwoVersions = madeOnce(async () => {
  const project = await projectWithApi();
  await project.createApi({ version: 'v2', controller: false });
  project.edit(types, 'size: Int32 = 1;', "size: Int32 = 1;\n  mode: 'fast' | 'safe' = 'safe';");
  await project.manifests();
  return project;
});

describe('the conversions that PROJECT lists', () => {
  it('are what keeps the fields that one version alone has', async () => {
    const project = await projectWithTwoVersions();
    expect(problemsOf(await project.check())).toEqual(['version-loses-fields']);
    expect(problemsOf(await project.createWebhook({ conversion: true, spoke: ['v2'] }))).toEqual([]);
    expect(problemsOf(await project.check())).toEqual([]);
    await project.deleteWebhook();
    expect(problemsOf(await project.check())).toEqual(['version-loses-fields']);
  });

  it('are of versions that there are, by way of the one that is stored', async () => {
    const project = await projectWithTwoVersions();
    await project.createWebhook({ conversion: true, spoke: ['v2'] });
    project.edit('src/api/v1/webserver.types.ts', '@StorageVersion()\n', '');
    project.edit(types, '@Resource(', '@StorageVersion()\n@Resource(');
    project.edit(types, '  StatusSubresource,', '  StatusSubresource,\n  StorageVersion,');
    expect(problemsOf(await project.manifests())).toEqual(['hub-not-storage-version']);
    project.edit('PROJECT', '    - v2\n', '    - v2\n    - v3\n');
    expect(problemsOf(await project.check())).toEqual(['spoke-missing', 'hub-not-storage-version']);
  });

  it('are not compared with sources that cannot be read', async () => {
    const project = await projectWithTwoVersions();
    await project.createWebhook({ conversion: true, spoke: ['v2'] });
    project.edit(
      'src/api/v1/webserver.types.ts',
      'export class WebServerSpec',
      '<<<<<<< ours\nexport class WebServerSpec',
    );
    const codes = new Set(problemsOf(await project.check()));
    expect(codes).toContain('syntax-error');
    expect(codes).not.toContain('hub-not-storage-version');
  });

  it('know every version that is served', async () => {
    const project = await projectWithTwoVersions();
    await project.createWebhook({ conversion: true, spoke: ['v2'] });
    expect(problemsOf(await project.createApi({ version: 'v3', controller: false }))).toEqual([
      'version-not-converted',
    ]);
    const v3 = 'src/api/v3/webserver.types.ts';
    project.edit(v3, '@Resource(', '@UnservedVersion()\n@Resource(');
    project.edit(v3, '  StatusSubresource,', '  StatusSubresource,\n  UnservedVersion,');
    expect(problemsOf(await project.manifests())).toEqual([]);
  });

  it('have a converter', async () => {
    const project = await projectWithTwoVersions();
    await project.createWebhook({ conversion: true, spoke: ['v2'] });
    rmSync(join(project.root, 'src/webhook/webserver.converter.ts'));
    expect(problemsOf(await project.check())).toContain('webhook-file-missing');
  });
});
