import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disk } from '../../../src/base/io/disk.js';
import type { Host } from '../../../src/base/io/host.js';
import type { Memory } from '../../../src/base/memory/memory.js';
import { readOnce } from '../../../src/base/io/read-once.js';
import { bringUpToDate } from '../../../src/cli/commands/manifests/bring-up-to-date.js';
import { check } from '../../../src/cli/commands/check/run.js';
import { manifests } from '../../../src/cli/commands/manifests/run.js';
import { recall } from '../../../src/cli/commands/manifests/remembered.js';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { apply } from '../../../src/output/plan/apply.js';
import { changesOf, problemsOf, projectWithApi, type TestProject } from '../../support/projects.js';
import { TestMemory } from '../../support/test-memory.js';

const types = 'src/api/v1/webserver.types.ts';
const crd = 'config/crd/bases/my.domain_webservers.yaml';

const environmentOf = ({ root }: TestProject, memory?: Memory, host: Host = disk) => ({
  host: readOnce(host),
  cwd: root,
  env: {},
  memory,
});

/** A project with what an analysis can read beside its kinds: an import, permissions, an edited sample, a warning. */
async function rememberedProject() {
  const project = await projectWithApi();
  project.write('src/api/v1/parts.ts', '/** A part. */\nexport class Part {\n  name!: string;\n}\n');
  project.edit(types, "from './group-version.js';", "from './group-version.js';\nimport { Part } from './parts.js';");
  project.edit(types, 'size: Int32 = 1;', 'size: Int32 = 1;\n  /** Parts. */\n  part?: Part;');
  project.edit(types, "from './parts.js';", "from './parts.js';\nimport type { Nothing } from './not-there.js';");
  await project.manifests();
  const memory = new TestMemory();
  const first = await manifests({}, environmentOf(project, memory));
  expect(changesOf(first)).toEqual([]);
  expect(problemsOf(first)).toEqual([]);
  return { project, memory, first };
}

const recalled = (project: TestProject, memory: Memory): Outcome | undefined =>
  recall(memory, environmentOf(project, memory));

describe('a run after which nothing changed', () => {
  it('answers what a run that does all the work answers, and reads the sources only', async () => {
    const { project, memory, first } = await rememberedProject();
    expect(recalled(project, memory)).toEqual(first);
    expect(recalled(project, memory)).toEqual(await bringUpToDate(environmentOf(project)));
    expect(await check({}, environmentOf(project, memory))).toEqual({ ...first, drift: true });
  });

  it('says the warnings again', async () => {
    const project = await projectWithApi();
    project.edit(types, '  status?: WebServerStatus;\n', '');
    await project.manifests();
    const memory = new TestMemory();
    const warned = await manifests({}, environmentOf(project, memory));
    expect(problemsOf(warned)).toEqual(['status-missing']);
    expect(recalled(project, memory)).toEqual(warned);
  });

  it('is remembered by check for manifests, and by no one else', async () => {
    const { project } = await rememberedProject();
    const memory = new TestMemory();
    await check({}, environmentOf(project, memory));
    expect(recalled(project, memory)).toBeDefined();
    expect(recall(memory, { ...environmentOf(project), cwd: join(project.root, 'src') })).toBeUndefined();
    const other = new TestMemory('another build');
    for (const [name, content] of memory.kept) other.write(name, content);
    expect(recalled(project, other)).toBeUndefined();
  });
});

describe('a run after which something changed', () => {
  const changes: readonly (readonly [string, (project: TestProject) => void])[] = [
    ['a source', (project) => project.edit(types, 'An example field.', 'Mine.')],
    ['an imported file', (project) => project.edit('src/api/v1/parts.ts', 'A part.', 'My part.')],
    ['a file that was imported and not there', (project) => project.write('src/api/v1/not-there.d.ts', 'export {};')],
    ['a source that had nothing to say', (project) => project.edit('src/main.ts', 'import', '// @Resource\nimport')],
    ['a new source', (project) => project.write('src/more.ts', 'export {};\n')],
    ['a new folder of sources', (project) => project.write('src/more/index.ts', 'export {};\n')],
    ['a source that went', (project) => rmSync(join(project.root, 'src/api/v1/parts.ts'))],
    ['a controller that went', (project) => rmSync(join(project.root, 'src/controller/webserver.controller.ts'))],
    ['PROJECT', (project) => project.edit('PROJECT', 'test-operator', 'another-operator')],
    ['an edited output', (project) => project.edit(crd, 'WebServerList', 'Other')],
    ['an output that went', (project) => rmSync(join(project.root, 'config/rbac/role.yaml'))],
    ['an edited sample', (project) => project.edit('config/samples/_v1_webserver.yaml', 'size: 1', 'size: 2')],
    ['a kustomization', (project) => project.write('config/crd/kustomization.yaml', 'resources: []\n')],
    ['a kustomization that went', (project) => rmSync(join(project.root, 'config/crd/kustomization.yaml'))],
    ['the record of what was written', (project) => project.write('.operator-gen/scaffold.json', '{"version":9}')],
    [
      'an output behind a link',
      (project) => {
        rmSync(join(project.root, 'config/rbac/role.yaml'));
        symlinkSync('/dev/null', join(project.root, 'config/rbac/role.yaml'));
      },
    ],
    [
      'a folder of outputs behind a link',
      (project) => {
        const folder = join(project.root, 'config/rbac');
        disk.rename(folder, join(project.root, 'config/elsewhere'));
        symlinkSync('elsewhere', folder);
      },
    ],
  ];
  it.each(changes)('does all the work: %s', async (_what, change) => {
    const { project, memory } = await rememberedProject();
    change(project);
    expect(recalled(project, memory)).toBeUndefined();
    const settled = (environment: ReturnType<typeof environmentOf>) =>
      manifests({}, environment).catch((error: unknown) => String(error));
    expect(await settled(environmentOf(project, memory))).toEqual(await settled(environmentOf(project)));
  });

  it('does all the work where a package that generates was replaced', async () => {
    const { project, memory } = await rememberedProject();
    const packages = ['@operator-gen/runtime', 'ts-morph', '@ts-morph/common', 'valibot', 're2js'];
    const unnoticed = [...packages, '@eslint-community/regexpp'].filter((name) => {
      const read: Host['read'] = (path) =>
        path.endsWith(`/${name}/package.json`) ? '{"version":"99.0.0"}' : disk.read(path);
      return recall(memory, environmentOf(project, memory, { ...disk, read })) !== undefined;
    });
    expect(unnoticed).toEqual([]);
  });

  it('hits again when the change is reverted', async () => {
    const { project, memory, first } = await rememberedProject();
    const before = project.read(types);
    project.edit(types, 'An example field.', 'Mine.');
    expect(recalled(project, memory)).toBeUndefined();
    project.write(types, before);
    expect(recalled(project, memory)).toEqual(first);
  });
});

describe('a run that wrote', () => {
  const edits: readonly (readonly [string, (project: TestProject) => void])[] = [
    ['an edited source', (project) => project.edit(types, 'An example field.', 'Mine.')],
    ['a source with a warning', (project) => project.edit(types, '  status?: WebServerStatus;\n', '')],
    ['an output that went', (project) => rmSync(join(project.root, 'config/rbac/role.yaml'))],
    ['all outputs that went', (project) => rmSync(join(project.root, 'config/crd'), { recursive: true })],
    ['another definition', (project) => project.edit(types, '@StatusSubresource()\n', '')],
  ];

  it.each(edits)('is answered by the next run, which does no work: %s', async (_what, edit) => {
    const project = await projectWithApi();
    const memory = new TestMemory();
    edit(project);
    const wrote = await manifests({}, environmentOf(project, memory));
    expect(changesOf(wrote)).not.toEqual([]);
    // Not before it is written.
    expect(recalled(project, memory)).toBeUndefined();
    apply(disk, project.root, wrote.plan);
    const next = recalled(project, memory);
    expect(next).toEqual(await bringUpToDate(environmentOf(project)));
    expect(changesOf(next!)).toEqual([]);
  });

  it('leaves what the sources say, and nothing else, if it was not written or a file is different', async () => {
    const project = await projectWithApi();
    const memory = new TestMemory();
    project.edit(types, 'An example field.', 'Mine.');
    const wrote = await manifests({}, environmentOf(project, memory));
    apply(disk, project.root, wrote.plan);
    project.write(crd, `${project.read(crd)}# Mine.\n`);
    expect(recalled(project, memory)).toBeUndefined();
    const sources = [...memory.kept].find(([name]) => name.startsWith('sources'))![1];
    const next = await manifests({}, environmentOf(project, memory));
    expect(next).toEqual(await manifests({}, environmentOf(project)));
    expect([...memory.kept.values()]).toContain(sources);
    project.edit(types, 'Mine.', 'Yours.');
    const after = await manifests({}, environmentOf(project, memory));
    expect(after).toEqual(await manifests({}, environmentOf(project)));
    expect(changesOf(after)).not.toEqual([]);
  });
});

describe('what is not remembered', () => {
  it('is a run with errors, with drift that nobody repairs, or with a call that failed', async () => {
    const { project } = await rememberedProject();
    const memory = new TestMemory();
    const before = project.read(types);
    project.edit(types, 'size: Int32', 'size: Nonsense');
    expect((await manifests({}, environmentOf(project, memory))).diagnostics).not.toEqual([]);
    project.write(types, before.replace('An example field.', 'Mine.'));
    expect(changesOf(await check({}, environmentOf(project, memory)))).not.toEqual([]);
    expect(recalled(project, memory)).toBeUndefined();
    project.write(types, before);
    memory.kept.clear();
    let failures = 0;
    const failing: Host = {
      ...disk,
      read: (path) => {
        if (path.endsWith('role.yaml') && failures++ === 0) throw Object.assign(new Error('EIO'), { code: 'EIO' });
        return disk.read(path);
      },
    };
    await manifests({}, environmentOf(project, memory, failing));
    expect(recalled(project, memory)).toBeUndefined();
    expect([...memory.kept.keys()].filter((name) => name.startsWith('manifests'))).toEqual([]);
  });

  it('is a run under which the disk changed', async () => {
    const { project } = await rememberedProject();
    const memory = new TestMemory();
    let calls = 0;
    const shifting: Host = {
      ...disk,
      kind: (path) => (path.endsWith('/config') && calls++ === 1 ? 'symlink' : disk.kind(path)),
    };
    await manifests({}, environmentOf(project, memory, shifting));
    expect(recalled(project, memory)).toBeUndefined();
    expect([...memory.kept.keys()].filter((name) => name.startsWith('manifests'))).toEqual([]);
  });
});

describe('a memory that was damaged', () => {
  it('is not memory, wherever the damage is', async () => {
    const { project, memory, first } = await rememberedProject();
    const [name, content] = [...memory.kept].find(([each]) => each.startsWith('manifests'))!;
    fc.assert(
      fc.property(fc.nat(content.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), (at, by, cut) => {
        const damaged = Buffer.from(cut ? content.subarray(0, at) : content);
        if (!cut) damaged[at]! ^= by;
        memory.write(name, damaged);
        expect(recalled(project, memory)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
    memory.write(name, content);
    expect(recalled(project, memory)).toEqual(first);
  });
});
