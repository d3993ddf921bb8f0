import { describe, expect, it } from 'vitest';
import { loadMarkers, markers } from '../../../src/language/markers/registry.js';
import { inspect } from '../../../src/cli/commands/inspect/run.js';
import { inspectMarkers } from '../../../src/cli/commands/inspect-markers/run.js';
import { manifests } from '../../../src/cli/commands/manifests/run.js';
import { disk } from '../../../src/base/io/disk.js';
import { newProject, problemsOf, projectWithApi, testFolder } from '../../support/projects.js';
import { TestMemory } from '../../support/test-memory.js';

await loadMarkers();

const types = 'src/api/v1/webserver.types.ts';

describe('inspect', () => {
  it('answers the model that the manifests are made from, and plans nothing', async () => {
    const project = await projectWithApi();
    project.edit(types, "plural: 'webservers'", "plural: 'webservers', shortNames: ['ws']");
    const { plan, result, diagnostics } = await project.inspect();
    expect({ plan, diagnostics }).toEqual({ plan: { files: [] }, diagnostics: [] });
    expect(result?.json).toMatchObject({
      modelVersion: 1,
      tool: { version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
      model: {
        kinds: [
          {
            group: 'my.domain',
            kind: 'WebServer',
            plural: 'webservers',
            singular: 'webserver',
            listKind: 'WebServerList',
            shortNames: ['ws'],
            scope: 'Namespaced',
            versions: [{ name: 'v1', served: true, storage: true, status: true, position: { file: types } }],
          },
        ],
      },
    });
    const { model } = result!.json as any;
    const [spec] = model.kinds[0].versions[0].schema.properties;
    expect(spec).toMatchObject({
      name: 'spec',
      schema: { properties: [{ name: 'size', schema: { type: 'integer' } }] },
    });
    expect(model.rbac).toContainEqual(expect.objectContaining({ groups: ['my.domain'], resources: ['webservers'] }));
    // It is data: nothing is lost on the way through JSON.
    expect(JSON.parse(JSON.stringify(result?.json))).toEqual(result?.json);
  });

  it('reads no source again that manifests has read, and the other way round', async () => {
    const project = await projectWithApi();
    const memory = new TestMemory();
    const environment = { host: disk, cwd: project.root, env: {}, memory };
    const first = await inspect({}, environment);
    expect([...memory.kept.keys()].map((name) => name.split('-')[0])).toEqual(['sources']);
    const kept = [...memory.kept.values()];
    expect(await inspect({}, environment)).toEqual(first);
    await manifests({}, environment);
    expect(await inspect({}, environment)).toEqual(await project.inspect());
    // What was kept at first has served them all: who reads the sources anew keeps that anew.
    expect([...memory.kept].find(([name]) => name.startsWith('sources'))![1]).toBe(kept[0]);
    project.edit(types, 'An example field', 'Mine');
    expect(await inspect({}, environment)).toEqual(await project.inspect());
  });

  it('says the same in a few lines', async () => {
    const project = await projectWithApi();
    project.edit(types, "plural: 'webservers'", "plural: 'webservers', shortNames: ['ws', 'web'], categories: ['all']");
    project.edit(types, 'size: Int32 = 1;', 'size: Int32 = 1;\n  limits?: { cpu?: Int32; ports?: Int32[] };');
    const text = (await project.inspect()).result?.text;
    expect(text).toContain(
      'WebServer (my.domain, Namespaced)\n  plural webservers; singular webserver; short ws, web; categories all\n  v1: ',
    );
    const before = (await (await projectWithApi()).inspect()).result?.text ?? '';
    const fields = (shown = '') => Number(/v1: (\d+) fields/.exec(shown)?.[1]);
    expect(fields(text)).toBe(fields(before) + 3);
    expect(text).toMatch(/^Permissions\n {2}.*\bget\b.* on webservers of my\.domain$/m);
  });

  it('of a project without a kind', async () => {
    const project = await newProject();
    const { result } = await project.inspect();
    expect(result?.text).toBe('No kinds\n\nNo permissions\n');
    expect(result?.json).toMatchObject({ modelVersion: 1, model: { kinds: [], rbac: [] } });
  });

  it('tells the problems of the sources, and of what PROJECT says about them', async () => {
    const project = await projectWithApi();
    project.edit(types, 'size: Int32 = 1;', 'size: number = 1;');
    expect(problemsOf(await project.inspect())).toEqual(['bare-number']);
    project.edit(types, 'size: number = 1;', 'size: Int32 = -1;');
    project.edit(types, "plural: 'webservers'", "plural: 'webs'");
    expect(problemsOf(await project.inspect())).toEqual(['project-mismatch', 'invalid-default']);
    project.edit(types, "plural: 'webs'", "plural: 'webservers', scope: 'Cluster'");
    expect((await project.inspect()).diagnostics[0]).toMatchObject({
      code: 'project-mismatch',
      help: expect.stringContaining('set namespaced: false under api in PROJECT'),
    });
    expect(problemsOf(await testFolder().inspect())).toEqual(['project-not-found']);
  });
});

describe('inspect markers', () => {
  const environment = { cwd: '/nowhere' } as never;

  it('answers every marker of the registry with what a tool needs to know', async () => {
    const { result } = await inspectMarkers({}, environment);
    const found = (result!.json as any).markers as readonly any[];
    expect(found.map(({ name }) => name)).toEqual(markers.map(({ name }) => name));
    expect(found.find(({ name }) => name === 'PrintColumn')).toMatchObject({
      tag: 'printColumn',
      on: 'kind',
      repeatable: true,
      summary: expect.stringMatching(/\.$/),
      parameters: [
        { name: 'column', argument: { type: 'object', fields: { jsonPath: { argument: { type: 'string' } } } } },
      ],
    });
    expect(found.find(({ name }) => name === 'MinItems')).toMatchObject({
      tag: 'minItems',
      kubebuilder: ['kubebuilder:validation:MinItems'],
      on: 'schema',
      target: 'array',
      repeatable: false,
      parameters: [
        { name: 'items', argument: { type: 'number', integer: true, minimum: 0 }, optional: false, rest: false },
      ],
    });
    for (const { name } of markers) expect(result?.text).toContain(`@${name}(`);
  });

  it('describes one for people', async () => {
    const { result } = await inspectMarkers({ names: ['ListType'] }, environment);
    expect(result?.text).toMatch(
      /^@ListType\(type: 'atomic' \| 'set' \| 'map'\) {2}or {2}@listType\n {2}Sets how .*\n {2}On fields and types that are lists\.\n/,
    );
    expect((result!.json as any).markers).toHaveLength(1);
  });
});
