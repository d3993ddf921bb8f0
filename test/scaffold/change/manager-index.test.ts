import { describe, expect, it } from 'vitest';
import { rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { disk } from '../../../src/base/io/disk.js';
import { buildKustomization } from '../../../src/output/kustomize/build.js';
import { operatorWorkloads } from '../../../src/output/kustomize/operator-workloads.js';
import { listAt, textAt, textsAt } from '../../../src/base/model/json-at.js';
import { stateFile } from '../../../src/output/plan/leftovers.js';
import { madeOnce, newProject, problemsOf, type TestProject } from '../../support/projects.js';

const manager = 'config/manager/manager.yaml';
const list = 'config/default/kustomization.yaml';
const metrics = 'config/default/manager_metrics_patch.yaml';

const sidecar = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: controller-manager
  namespace: system
spec:
  template:
    spec:
      containers:
      - name: proxy
        image: example.com/proxy:1
        args: []
        ports: []
        volumeMounts: []
`;

function withSidecarPatch(project: TestProject, from: string, to: string): void {
  project.write('config/default/proxy_patch.yaml', sidecar);
  project.edit(list, from, to);
}

const projectWithApi = madeOnce(async () => {
  const project = await newProject();
  await project.createApi();
  return project;
});

/** How teams add a sidecar, and the index at which their own patches have to name the manager. */
const sidecars: Readonly<Record<string, readonly [index: number, add: (project: TestProject) => void]>> = {
  'comes first in the Deployment': [
    1,
    (project) => {
      const first = '- name: proxy\n        image: example.com/proxy:1\n        args: []\n';
      project.edit(
        manager,
        '      - args:\n',
        `      ${first}        ports: []\n        volumeMounts: []\n      - args:\n`,
      );
    },
  ],
  'comes last in the Deployment': [
    0,
    (project) => {
      const mounts = '        volumeMounts: []\n';
      project.edit(manager, mounts, `${mounts}      - name: proxy\n        image: example.com/proxy:1\n`);
    },
  ],
  'is in a patch before the others': [
    1,
    (project) => withSidecarPatch(project, 'patches:\n', 'patches:\n- path: proxy_patch.yaml\n'),
  ],
  'is in a patch after the others': [
    0,
    (project) => {
      const last = '    name: controller-manager\n';
      withSidecarPatch(project, last, `${last}- path: proxy_patch.yaml\n`);
    },
  ],
  'is inserted by an inline JSON patch': [
    1,
    (project) => {
      const value = '{name: proxy, image: "example.com/proxy:1", args: [], ports: [], volumeMounts: []}';
      const patch = `[{op: add, path: /spec/template/spec/containers/0, value: ${value}}]`;
      const entry = `- target: {kind: Deployment}\n  patch: '${patch}'\n`;
      project.edit(list, 'patches:\n', `patches:\n${entry}`);
    },
  ],
  'is in a component': [
    1,
    (project) => {
      project.write('config/proxy/kustomization.yaml', 'kind: Component\npatches:\n- path: proxy_patch.yaml\n');
      project.write('config/proxy/proxy_patch.yaml', sidecar);
      project.edit(list, 'patches:\n', 'components:\n- ../proxy\npatches:\n');
    },
  ],
};

/** The arguments and mounts of the manager's container, and the arguments of all others. */
function containersOf(project: TestProject): { args: string[]; mounts: string[]; others: string[] } {
  const read = (path: string): string | undefined => disk.read(posix.join(project.root, path));
  const built = buildKustomization(posix.dirname(list), read);
  expect(built.isWhole).toBe(true);
  const [operator] = operatorWorkloads(built.objects);
  const containers = listAt(operator!.built.object, 'spec', 'template', 'spec', 'containers');
  return {
    args: textsAt(operator!.container, 'args').map((each) => each.split('=', 1)[0]!),
    mounts: listAt(operator!.container, 'volumeMounts').map((each) => textAt(each, 'name')),
    others: containers.flatMap((each) => (each === operator!.container ? [] : textsAt(each, 'args'))),
  };
}

describe('a sidecar of the user', () => {
  const usual = ['--leader-elect', '--health-probe-bind-address', '--metrics-bind-address'];

  it.for(Object.entries(sidecars))('%s: new patches are for the manager', async ([, [index, add]]) => {
    const project = await projectWithApi();
    add(project);
    if (index > 0) project.write(metrics, project.read(metrics).replaceAll('containers/0', `containers/${index}`));
    expect(containersOf(project)).toEqual({ args: usual, mounts: [], others: [] });

    expect(problemsOf(await project.settings({ enable: ['metrics-certs'] }))).toEqual([]);
    expect(problemsOf(await project.createWebhook({ defaulting: true }))).toEqual([]);
    const certified = [...usual, '--metrics-cert-path', '--webhook-cert-path'];
    expect(containersOf(project)).toEqual({ args: certified, mounts: ['metrics-certs', 'webhook-certs'], others: [] });
    expect(problemsOf(await project.check())).toEqual([]);

    // A project without a record of its files has the same ones.
    rmSync(join(project.root, stateFile));
    await project.settings({ disable: ['metrics-certs'] });
    await project.createApi({ kind: 'Cache' });
    const webhook = { kind: 'Cache', validation: true, certificates: 'self-signed' } as const;
    expect(problemsOf(await project.createWebhook(webhook))).toEqual([]);
    const issued = [...usual, '--webhook-self-signed', '--webhook-service'];
    expect(containersOf(project)).toEqual({ args: issued, mounts: [], others: [] });
    expect(problemsOf(await project.check())).toEqual([]);
  });
});
