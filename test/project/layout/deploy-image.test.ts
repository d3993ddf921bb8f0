import { runInNewContext } from 'node:vm';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { layoutOf } from '../../../src/project/layout/layout.js';
import type { DeployImage, Project, ProjectResource } from '../../../src/project/project.js';

const image = 'example.com/app:1.2';

const resource = (deployImage: DeployImage, more: Partial<ProjectResource> = {}): ProjectResource => ({
  group: 'cache',
  domain: 'example.com',
  version: 'v1',
  kind: 'Memcached',
  api: { crdVersion: 'v1', namespaced: true },
  controllers: [{}],
  deployImage,
  ...more,
});

const plain = (more: Partial<ProjectResource>): ProjectResource => {
  const { deployImage: _, ...rest } = resource({ image }, more);
  return rest;
};

const project = (...resources: readonly ProjectResource[]): Project => ({
  domain: 'example.com',
  projectName: 'cache-operator',
  multigroup: false,
  namespaced: false,
  permissions: 'declared',
  certificates: 'cert-manager',
  parts: [],
  manifests: {},
  resources,
});

const contentOf = (of: Project, path: string): string => {
  const file = layoutOf(of).get(path);
  if (file === undefined) throw new Error(`there is no ${path}: ${[...layoutOf(of).keys()].join(' ')}`);
  return file.content;
};
const objects = 'src/controller/memcached.objects.ts';

describe('the code of a controller that keeps Pods of an image', () => {
  const full = { image, containerCommand: 'memcached,-m=64', containerPort: 11_211, runAsUser: 1001 };
  const long = Array.from({ length: 30 }, (_, index) => `--argument-${index}`).join(',');
  const config = { singleQuote: true, printWidth: 120, parser: 'typescript' };

  it.each<[string, Project]>([
    ['with nothing but the image', project(resource({ image }))],
    ['with all that can be said', project(resource(full))],
    ['as root', project(resource({ ...full, runAsUser: 0 }))],
    ['with a long command', project(resource({ ...full, containerCommand: long }))],
    [
      'with quotes in the command',
      project(resource({ ...full, containerCommand: `sh,-c,echo "it's" \\ {{x}} \${y}` })),
    ],
    ['of a short name', project(resource(full, { kind: 'Ab' }))],
    ['of a long name', project(resource(full, { kind: 'DistributedMemcachedClusterBackupPolicy' }))],
    ['with a name of its own', project(resource(full, { controllers: [{ name: 'captain-memory' }] }))],
    ['beside another controller', project(resource(full, { controllers: [{}, { name: 'captain-memory' }] }))],
    ['in folders of groups', { ...project(resource(full)), multigroup: true }],
    ['of a namespaced operator', { ...project(resource(full)), namespaced: true }],
    ['in two versions', project(resource(full), plain({ version: 'v2', controllers: [] }))],
  ])('is as Prettier has it: %s', async (_, of) => {
    const code = [...layoutOf(of).values()].filter(({ path }) => /^src\/(api|controller)\//.test(path));
    expect(code.length).toBeGreaterThan(5);
    for (const { path, content } of code) expect(content, path).toBe(await format(content, config));
  });

  it('has the command word for word, whatever stands in it', () => {
    const words = ['sh', '-c', `echo "it's" \\n {{kind}} \${HOME} \`date\``, "''"];
    const code = contentOf(project(resource({ image, containerCommand: words.join(',') })), objects);
    const [, list] = /container\.command = (\[[^]*?\]);\n/.exec(code)!;
    expect([...(runInNewContext(list!) as string[])]).toEqual(words);
  });

  it('says of the user and of the port only what was said', () => {
    const bare = contentOf(project(resource({ image })), objects);
    for (const part of ['command', 'ports', 'runAsUser']) expect(bare).not.toContain(part);
    expect(bare).toContain('runAsNonRoot: true');
    const root = contentOf(project(resource({ image, runAsUser: 0 })), objects);
    expect(root).toContain('runAsUser: 0');
    // The kubelet would not start it.
    expect(root).not.toContain('runAsNonRoot');
  });
});

describe('the variables that name images', () => {
  const manager = (of: Project) => contentOf(of, 'config/manager/manager.yaml');

  it('are one for each kind, in the order of PROJECT', () => {
    const text = manager(project(resource({ image: 'a:1' }), resource({ image: 'b:2' }, { kind: 'WebServer' })));
    const named = [...text.matchAll(/- name: (\w+_IMAGE)\n {10}value: (.*)/g)].map(([, ...found]) => found);
    expect(named).toEqual([
      ['MEMCACHED_IMAGE', 'a:1'],
      ['WEBSERVER_IMAGE', 'b:2'],
    ]);
  });

  it('begin with the group of a kind whose name is taken', () => {
    const other = resource({ image: 'b:2' }, { group: 'far.away' });
    const of = { ...project(resource({ image: 'a:1' }), other), multigroup: true };
    expect(manager(of)).toContain('- name: MEMCACHED_IMAGE\n          value: a:1\n');
    expect(manager(of)).toContain('- name: FAR_AWAY_MEMCACHED_IMAGE\n          value: b:2\n');
    const controller = contentOf(of, 'src/controller/far.away/memcached.controller.ts');
    expect(controller).toContain("process.env['FAR_AWAY_MEMCACHED_IMAGE']");
  });
});
