import { describe, expect, it } from 'vitest';
import { changesOf, newProject, problemsOf } from '../../support/projects.js';

const full = { image: 'example.com/app:1.2', containerCommand: 'app,-v', containerPort: 8080, runAsUser: 1001 };

describe('create api with an image', () => {
  it('is deleted byte for byte, with other kinds before and after it', async () => {
    const project = await newProject();
    const states = [project.snapshot()];
    const apis = [
      { kind: 'Cache', deployImage: full },
      { kind: 'Plain' },
      { kind: 'Queue', deployImage: { image: 'queue' } },
      { kind: 'Cache', version: 'v2' },
    ];
    for (const api of apis) {
      expect(problemsOf(await project.createApi(api))).toEqual([]);
      expect(changesOf(await project.check())).toEqual([]);
      states.push(project.snapshot());
    }
    for (const api of apis.toReversed()) {
      states.pop();
      expect(problemsOf(await project.deleteApi(api))).toEqual([]);
      expect(project.snapshot()).toEqual(states.at(-1));
    }
  });

  it('keeps what its user wrote in PROJECT and in the manager', async () => {
    const project = await newProject();
    project.edit('PROJECT', 'projectName:', 'plugins:\n  # mine\n  other/v1: {a: 1}\nprojectName:');
    project.edit(
      'config/manager/manager.yaml',
      '        image: controller:latest',
      '        env:\n        - name: MINE\n          value: a # kept\n        image: controller:latest',
    );
    const before = project.snapshot();
    expect(problemsOf(await project.createApi({ deployImage: full }))).toEqual([]);
    expect(project.read('PROJECT')).toContain('  # mine\n  other/v1: {a: 1}\n');
    const manager = project.read('config/manager/manager.yaml');
    expect(manager).toContain('        - name: MINE\n          value: a # kept\n');
    expect(manager).toContain('        - name: WEBSERVER_IMAGE\n          value: example.com/app:1.2\n');
    expect(problemsOf(await project.deleteApi())).toEqual([]);
    expect(project.snapshot()['PROJECT']).toBe(before['PROJECT']);
    expect(project.snapshot()['config/manager/manager.yaml']).toBe(before['config/manager/manager.yaml']);
  });

  it.each([{ multigroup: true }, { namespaced: true }])(
    'is followed by edit %j, there and back, and by what is made after it',
    async (settings) => {
      const project = await newProject();
      const back = { multigroup: false, namespaced: false };
      const undo = Object.fromEntries(Object.keys(settings).map((key) => [key, back[key as keyof typeof back]]));
      const api = { group: 'web', deployImage: full };
      expect(problemsOf(await project.createApi(api))).toEqual([]);
      const made = project.snapshot();
      expect(problemsOf(await project.settings(settings))).toEqual([]);
      const edited = project.snapshot();
      expect(edited).not.toEqual(made);
      expect(changesOf(await project.check())).toEqual([]);
      expect(problemsOf(await project.settings(undo))).toEqual([]);
      expect(project.snapshot()).toEqual(made);

      expect(problemsOf(await project.deleteApi(api))).toEqual([]);
      expect(problemsOf(await project.settings(settings))).toEqual([]);
      expect(problemsOf(await project.createApi(api))).toEqual([]);
      expect(project.snapshot()).toEqual(edited);
    },
  );

  it('keeps edited files when it is deleted, and deletes them later', async () => {
    const project = await newProject();
    const empty = project.snapshot();
    await project.createApi({ deployImage: full });
    const objects = 'src/controller/webserver.objects.ts';
    project.write(objects, `${project.read(objects)}// mine\n`);
    expect(problemsOf(await project.deleteApi())).toContain('edited-file-kept');
    expect(project.read(objects)).toContain('// mine');
    expect(project.snapshot()['PROJECT']).toBe(empty['PROJECT']);
    expect(problemsOf(await project.deleteApi({ force: true }))).toEqual([]);
    expect(project.snapshot()).toEqual(empty);
  });

  it('changes nothing when it is said again, or when nothing is said of the image', async () => {
    const project = await newProject();
    await project.createApi({ deployImage: full });
    const before = project.snapshot();
    for (const options of [{ deployImage: full }, {}]) {
      expect(changesOf(await project.createApi(options))).toEqual([]);
      expect(project.snapshot()).toEqual(before);
    }
  });

  it.each([
    [{ ...full, image: 'example.com/app:1.3' }, 'the value of --image,', 'its image is example.com/app:1.2'],
    [{ ...full, containerCommand: 'app' }, 'the value of --image-container-command,', 'its command is app,-v'],
    [{ ...full, containerPort: 80 }, 'the value of --image-container-port,', 'its port is 8080'],
    [{ ...full, runAsUser: 0 }, 'the value of --run-as-user,', 'its user is 1001'],
  ])('is refused when it says something else: %j', async (deployImage, flag, is) => {
    const project = await newProject();
    await project.createApi({ deployImage: full });
    const before = project.snapshot();
    const outcome = await project.createApi({ deployImage });
    expect(problemsOf(outcome)).toEqual(['api-exists']);
    expect(outcome.diagnostics[0]!.message).toContain(is);
    expect(outcome.diagnostics[0]!.help).toContain(flag);
    expect(project.snapshot()).toEqual(before);
    expect(problemsOf(await project.createApi({ deployImage, force: true }))).toEqual([]);
    expect(changesOf(await project.createApi({ deployImage }))).toEqual([]);
  });

  it('names every option that is left out of what was said', async () => {
    const project = await newProject();
    await project.createApi({ deployImage: full });
    const { diagnostics } = await project.createApi({ deployImage: { image: full.image } });
    expect(diagnostics.map(({ help }) => /--[a-z-]+/.exec(help)?.[0])).toEqual([
      '--image-container-command',
      '--image-container-port',
      '--run-as-user',
    ]);
  });

  it.each([
    [{ image: '' }, 'invalid-name'],
    [{ image: 'Upper/Case' }, 'invalid-name'],
    [{ image: 'a b' }, 'invalid-name'],
    [{ image: 'app:' }, 'invalid-name'],
    [{ image: 'app:1.2', containerCommand: '' }, 'invalid-name'],
    [{ image: 'app:1.2', containerCommand: 'a,,b' }, 'invalid-name'],
    [{ image: 'app:1.2', containerCommand: 'a,b\nc' }, 'invalid-name'],
    [{ image: 'app:1.2', containerPort: 0 }, 'invalid-name'],
    [{ image: 'app:1.2', containerPort: 65_536 }, 'invalid-name'],
    [{ image: 'app:1.2', containerPort: 1.5 }, 'invalid-name'],
    [{ image: 'app:1.2', runAsUser: -1 }, 'invalid-name'],
    [{ image: 'app:1.2', runAsUser: 2 ** 31 }, 'invalid-name'],
  ])('is refused for %j', async (deployImage, code) => {
    const project = await newProject();
    const before = project.snapshot();
    expect(problemsOf(await project.createApi({ deployImage }))).toEqual([code]);
    expect(project.snapshot()).toEqual(before);
  });

  it.each([
    [{ resource: false }, '--resource'],
    [{ controller: false }, '--controller'],
    [{ namespaced: false }, '--namespaced'],
  ])('is refused with %j', async (options, needed) => {
    const project = await newProject();
    const outcome = await project.createApi({ ...options, deployImage: full });
    expect(problemsOf(outcome)).toEqual(['flag-requires-flag']);
    expect(outcome.diagnostics[0]!.help).toContain(`pass ${needed}`);
  });

  it.each([
    ['a kind with a controller that does nothing yet', { kind: 'WebServer' }, {}],
    ['a kind with types alone', { kind: 'WebServer', controller: false }, {}],
    ['a kind whose controller looks after another version', { kind: 'WebServer' }, { version: 'v2' }],
  ])('is refused for %s', async (_, there, wanted) => {
    const project = await newProject();
    await project.createApi(there);
    const before = project.snapshot();
    const outcome = await project.createApi({ ...wanted, deployImage: full });
    expect(problemsOf(outcome)).toEqual(['api-exists']);
    expect(outcome.diagnostics[0]!.help).toContain('--image');
    expect(project.snapshot()).toEqual(before);
  });

  it('is refused for a kind that its own code imports', async () => {
    const project = await newProject();
    expect(problemsOf(await project.createApi({ kind: 'Deployment', deployImage: full }))).toEqual(['invalid-name']);
    expect(problemsOf(await project.createApi({ kind: 'Deployment' }))).toEqual([]);
  });
});

describe('what PROJECT says of images is refused', () => {
  it.each([
    [
      'of a resource that is not listed',
      'kind: WebServer\n      options',
      'kind: Other\n      options',
      'invalid-project',
    ],
    ['of a port that is none', 'containerPort: 8080', 'containerPort: 70000', 'invalid-name'],
    ['of an image that is none', 'image: example.com/app:1.2', 'image: a b', 'invalid-name'],
    ['with an option that is not known', 'containerPort: 8080', 'port: 8080', 'invalid-project'],
    ['of a kind without a controller', '  controller: true\n', '', 'invalid-project'],
    ['of a kind whose objects belong to the cluster', '    namespaced: true\n', '', 'invalid-project'],
  ])('%s', async (_, before, after, code) => {
    const project = await newProject();
    await project.createApi({ deployImage: full });
    project.edit('PROJECT', before, after);
    const { diagnostics } = await project.check();
    expect(diagnostics.map((each) => each.code)).toEqual([code]);
    expect(diagnostics[0]!.position?.line).toBeGreaterThan(1);
  });
});
