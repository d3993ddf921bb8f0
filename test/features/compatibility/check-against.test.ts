import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from '../../cli/framework/support.js';
import { commands } from '../../../src/commands.js';
import { check } from '../../../src/cli/commands/check/run.js';
import { disk } from '../../../src/base/io/disk.js';
import type { Environment, Outcome } from '../../../src/output/operation/outcome.js';
import type { Question } from '../../../src/base/helper/protocol.js';
import { largeProject, problemsOf, projectWithApi, type TestProject } from '../../support/projects.js';
import { HelperFailed } from '../../../src/base/helper/helper-process.js';
import { few } from '../../support/few.js';
import { upstreamThat } from '../../support/upstream.js';

const types = 'src/api/v1/webserver.types.ts';
const crd = 'config/crd/bases/my.domain_webservers.yaml';

/** Keeps the manifests as they are now, in the folder `released` of the project. */
function release({ root }: TestProject): void {
  rmSync(join(root, 'released'), { recursive: true, force: true });
  cpSync(join(root, 'config'), join(root, 'released/config'), { recursive: true });
}

/** Compares a project with what was released, after the generated files were updated. */
async function compared(project: TestProject, against = 'released', more: Partial<Environment> = {}): Promise<Outcome> {
  await project.manifests();
  return check({ against }, { host: disk, cwd: project.root, env: {}, ...more });
}

const shown = ({ diagnostics }: Outcome): readonly string[] =>
  diagnostics.map(({ severity, code, message }) => `${severity} ${code} ${message.split(';', 1)[0]!}`);

describe('what nobody notices', () => {
  it('the same project', async () => {
    const project = await largeProject();
    release(project);
    expect(shown(await compared(project))).toEqual([]);
  });

  it('other descriptions, and an optional field', async () => {
    const project = await projectWithApi();
    release(project);
    project.edit(types, '@Minimum(0)', '/** A new description. */\n  other?: string;\n\n  @Minimum(0)');
    expect(shown(await compared(project))).toEqual([]);
  });
});

describe('a change', () => {
  it('is reported at its marker, with the line that accepts it', async () => {
    const project = await projectWithApi();
    release(project);
    project.edit(types, '@Minimum(0)', '@Minimum(1)');
    const { diagnostics } = await compared(project);
    expect(diagnostics).toMatchObject([
      {
        code: 'breaks-writers',
        position: { file: types, line: 19 },
        lines: [expect.stringContaining('path: spec.size, change: minimum-raised') as string],
      },
    ]);
    const line = diagnostics[0]!.lines![0]!.replace('say why nobody is affected', 'nobody has so few');
    project.write('compatibility.yaml', `${line}\n`);
    expect(problemsOf(await compared(project))).toEqual([]);
  });

  it('is found although the generated files are out of date', async () => {
    const project = await projectWithApi();
    release(project);
    project.edit(types, '@Minimum(0)', '@Minimum(1)');
    const before = project.snapshot();
    const outcome = await check({ against: 'released' }, { host: disk, cwd: project.root, env: {} });
    expect(problemsOf(outcome)).toEqual(['breaks-writers']);
    expect(outcome.drift).toBe(true);
    expect(project.snapshot()).toEqual(before);
  });

  it('is an error with --strict if it is a warning', async () => {
    const project = await projectWithApi();
    project.edit(
      types,
      '@StatusSubresource()',
      '@StatusSubresource()\n@PrintColumn({ name: "Size", jsonPath: ".spec.size", type: "integer" })',
    );
    project.edit(types, '  Resource,', '  PrintColumn,\n  Resource,');
    await project.manifests();
    release(project);
    project.edit(types, '\n@PrintColumn({ name: "Size", jsonPath: ".spec.size", type: "integer" })', '');
    await project.manifests();
    const environment = { host: disk, cwd: project.root, env: {} };
    const [normal, strict] = [
      await check({ against: 'released' }, environment),
      await check({ against: 'released', strict: true }, environment),
    ];
    expect(normal.diagnostics).toMatchObject([{ code: 'breaks-readers', severity: 'warning' }]);
    expect(strict.diagnostics).toMatchObject([{ code: 'breaks-readers', severity: 'error' }]);
  });

  it('of an alpha version is exempt, unless PROJECT says otherwise', async () => {
    const project = await projectWithApi();
    await project.createApi({ kind: 'Cache', version: 'v1alpha1' });
    release(project);
    project.edit('src/api/v1alpha1/cache.types.ts', '@Minimum(0)', '@Minimum(1)');
    expect(problemsOf(await compared(project))).toEqual([]);
    const policy = (text: string): void =>
      project.write(
        'PROJECT',
        `${project.read('PROJECT').replace(/^plugins:[^]*/m, '')}plugins:\n  compatibility.operator-gen/v1: {${text}}\n`,
      );
    policy('alpha: check');
    expect((await compared(project)).diagnostics).toMatchObject([{ code: 'breaks-writers', severity: 'error' }]);
    policy('alpha: check, ratcheted: warning');
    expect((await compared(project)).diagnostics).toMatchObject([{ code: 'breaks-writers', severity: 'warning' }]);
    policy('alpha: maybe');
    await expect(compared(project)).rejects.toThrow('invalid-project');
  });

  it('that removes a kind is reported in PROJECT', async () => {
    const project = await projectWithApi();
    await project.createApi({ kind: 'Cache' });
    release(project);
    await project.deleteApi({ kind: 'Cache', force: true });
    expect((await compared(project)).diagnostics).toMatchObject([
      {
        code: 'breaks-clients',
        position: { file: 'PROJECT' },
        message: expect.stringMatching(/^Cache: the kind was removed/) as string,
      },
    ]);
  });

  it.each([
    ['a folder without PROJECT', undefined, ['breaks-clients']],
    ['a project that listed it', (text: string) => text, ['breaks-clients']],
    ['a project that had a definition of someone else', () => 'domain: my.domain\n', []],
  ])('that removes the last kind of a group is found in %s', async (_, listed, codes) => {
    const project = await projectWithApi();
    release(project);
    if (listed !== undefined) project.write('released/PROJECT', listed(project.read('PROJECT')));
    await project.deleteApi({ force: true });
    expect(problemsOf(await compared(project))).toEqual(codes);
  });

  it('of the plural is reported once', async () => {
    const project = await projectWithApi();
    release(project);
    await project.rename({ kind: 'WebServer', toPlural: 'sites' });
    const { diagnostics } = await check({ against: 'released' }, { host: disk, cwd: project.root, env: {} });
    const found = diagnostics.filter(({ code }) => code.startsWith('breaks-'));
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringContaining('a different name (before "webservers", now "sites")'),
    ]);
  });
});

describe('accepted breaks', () => {
  const entry = '- {crd: webservers.my.domain, version: v1, path: spec.size, change: minimum-raised, reason: unused';

  few(5).each([
    ['is there twice', `${entry}}\n${entry}}\n`, ['unused-acceptance']],
    ['is there again after it expired', `${entry}, expires: 2020-01-31}\n${entry}}\n`, ['unused-acceptance']],
    ['has an unknown field', `${entry}, because: x}\n`, ['invalid-acceptance']],
    ['is not a list', 'accepted: []\n', ['invalid-acceptance']],
    ['is too deep', '['.repeat(2000), ['invalid-acceptance']],
    ['has expired', `${entry}, expires: 2020-01-31}\n`, ['breaks-writers', 'unused-acceptance']],
    ['is valid for now', `${entry}, expires: 2999-01-31}\n`, []],
    ['is for another field', `${entry.replace('spec.size', 'spec.sizes')}}\n`, ['breaks-writers', 'unused-acceptance']],
    ['is for another version', `${entry.replace('v1,', 'v2,')}}\n`, ['breaks-writers', 'unused-acceptance']],
    ['names no change', `${entry.replace('minimum-raised', 'minimum-raise')}}\n`, ['invalid-acceptance']],
    [
      'is of another definition',
      `${entry.replace('webservers', 'webserver')}}\n`,
      ['breaks-writers', 'unused-acceptance'],
    ],
    ['has a date of no calendar', `${entry}, expires: soon}\n`, ['invalid-acceptance']],
    ['has a day that does not exist', `${entry}, expires: 2099-02-30}\n`, ['invalid-acceptance']],
    [
      'has the reason of the example',
      `${entry.replace('unused', 'say why nobody is affected')}}\n`,
      ['invalid-acceptance'],
    ],
    ['has an empty reason', `${entry.replace('unused', "'  '")}}\n`, ['invalid-acceptance']],
    ['is not YAML', '- {\n', ['invalid-acceptance']],
    ['is missing', '', ['breaks-writers']],
  ])('an entry that %s', async (_, text, codes) => {
    const project = await projectWithApi();
    release(project);
    project.edit(types, '@Minimum(0)', '@Minimum(1)');
    project.write('compatibility.yaml', text);
    expect(problemsOf(await compared(project))).toEqual(codes);
  });
});

describe('an entry that nothing needs', () => {
  const entry =
    '- {crd: webservers.my.domain, version: v1, path: spec.sizes, change: minimum-raised, reason: unused}\n';

  it('is reported with what was probably meant', async () => {
    const project = await projectWithApi();
    release(project);
    project.edit(types, '@Minimum(0)', '@Minimum(1)');
    project.write('compatibility.yaml', entry);
    const { diagnostics } = await compared(project);
    expect(diagnostics.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('spec.sizes (did you mean minimum-raised webservers.my.domain v1 spec.size?)'),
    );
    project.write('compatibility.yaml', entry.replace('minimum-raised', 'minimum-raise'));
    const [problem] = (await compared(project)).diagnostics;
    expect(problem).toMatchObject({
      message: expect.stringContaining(
        '"minimum-raise", which is not a change: did you mean minimum-raised?',
      ) as string,
      position: { file: 'compatibility.yaml', line: 1 },
    });
  });

  it('is a note if the base has the entry, too: it belongs to an older release', async () => {
    const project = await projectWithApi();
    release(project);
    project.write('compatibility.yaml', entry);
    expect(shown(await compared(project))).toEqual([expect.stringMatching('^warning unused-acceptance')]);
    project.write('released/compatibility.yaml', entry);
    expect(shown(await compared(project))).toEqual([expect.stringMatching('^note unused-acceptance')]);
    project.write('released/compatibility.yaml', 'invalid: {\n');
    expect(shown(await compared(project))).toEqual([expect.stringMatching('^warning unused-acceptance')]);
  });
});

describe('roles and webhooks', () => {
  const rbac = (rule: string) => `@Rbac(${rule})\nexport class`;

  // The code of these projects uses none of them.
  const againstRelease = (outcome: Outcome) => shown(outcome).filter((line) => !line.includes(' unused-permission '));

  it('new permissions are notes', async () => {
    const project = await projectWithApi();
    release(project);
    project.edit(
      'src/controller/webserver.controller.ts',
      'export class',
      rbac("{ groups: ['apps'], resources: ['deployments'], verbs: ['get', 'list'] }"),
    );
    expect(againstRelease(await compared(project))).toEqual([
      'note new-permission ClusterRole manager-role has a new permission: get, list deployments.apps',
    ]);
  });

  it('of subresources are shown as kubectl shows resources', async () => {
    const project = await projectWithApi();
    release(project);
    const rule = "{ groups: ['apps'], resources: ['deployments/scale'], verbs: ['patch'], resourceNames: ['web'] }";
    project.edit('src/controller/webserver.controller.ts', 'export class', rbac(rule));
    expect(againstRelease(await compared(project))).toEqual([
      'note new-permission ClusterRole manager-role has a new permission: patch deployments.apps/scale web',
    ]);
  });

  it('what a wildcard contained is not new', async () => {
    const project = await projectWithApi();
    release(project);
    project.edit(
      'released/config/rbac/role.yaml',
      'rules:',
      "rules:\n- {apiGroups: ['*'], resources: ['*'], verbs: ['*']}",
    );
    project.edit(
      'src/controller/webserver.controller.ts',
      'export class',
      rbac("{ groups: ['apps'], resources: ['deployments'], verbs: ['get'] }"),
    );
    expect(againstRelease(await compared(project))).toEqual([]);
  });

  few(2).each([
    ['every operation', '    - CREATE\n', "    - '*'\n"],
    ['every resource', '    - webservers\n', "    - '*'\n"],
    ['every resource and subresource', '    - webservers\n', "    - '*/*'\n"],
    ['every group', '    - my.domain\n', "    - '*'\n"],
    ['every version', '    - v1\n', "    - '*'\n"],
  ])('a webhook that received %s is not stricter', async (_, now, before) => {
    const project = await projectWithApi();
    await project.createWebhook({ validation: true });
    release(project);
    const file = 'config/webhook/manifests.yaml';
    const own = project.read(file);
    const [start, rules] = [own.indexOf('  rules:'), own.slice(own.indexOf('  rules:'))];
    expect(rules).toContain(now);
    project.write(`released/${file}`, own.slice(0, start) + rules.replace(now, before));
    expect(shown(await compared(project))).toEqual([]);
    // The other way around, it is.
    project.write(`released/${file}`, own.replace('    - webservers\n', '    - webservers/status\n'));
    expect(problemsOf(await compared(project))).toEqual(['stricter-webhook']);
  });

  it.each([
    ['failurePolicy: Fail', 'failurePolicy: Ignore', 'requests fail while it does not answer (failurePolicy: Fail)'],
    ['    - CREATE\n', '', 'it receives additional requests (CREATE my.domain/v1/webservers)'],
    [
      '  name: vwebserver',
      '  objectSelector: {matchLabels: {a: b}}\n  name: vwebserver',
      'it selects different objects (objectSelector)',
    ],
    [
      '  name: vwebserver',
      "  matchConditions: [{name: x, expression: 'false'}]\n  name: vwebserver",
      'it receives requests for which a condition is false (false)',
    ],
    [
      '  name: vwebserver',
      '  matchPolicy: Exact\n  name: vwebserver',
      'it also receives requests for other versions (matchPolicy: Equivalent)',
    ],
    [
      '  name: vwebserver',
      '  timeoutSeconds: 30\n  name: vwebserver',
      'it has less time to answer (before 30 s, now 10 s)',
    ],
  ])('a stricter webhook is a warning: %s', async (now, before, change) => {
    const project = await projectWithApi();
    await project.createWebhook({ validation: true });
    release(project);
    project.edit('released/config/webhook/manifests.yaml', now, before);
    expect(shown(await compared(project))).toEqual([
      `warning stricter-webhook the webhook vwebserver-v1.my.domain is stricter: ${change}`,
    ]);
  });
});

it('a webhook with other requests is new, and one with another name is not', async () => {
  const project = await projectWithApi();
  await project.createWebhook({ validation: true });
  release(project);
  project.edit('released/config/webhook/manifests.yaml', '  name: vwebserver', '  name: other');
  expect(shown(await compared(project))).toEqual([]);
  project.edit('released/config/webhook/manifests.yaml', '    - webservers\n', '    - others\n');
  expect(shown(await compared(project))).toEqual([
    'warning stricter-webhook the webhook vwebserver-v1.my.domain is stricter: it is new',
  ]);
});

it('a role of one namespace has no more permissions than that of the cluster before', async () => {
  const project = await projectWithApi();
  release(project);
  expect((await cli(['edit', '--namespaced'], { cwd: project.root, commands })).exitCode).toBe(0);
  expect(project.read('config/rbac/role.yaml')).toContain('kind: Role\n');
  expect(shown(await compared(project)).filter((each) => each.includes('new-permission'))).toEqual([]);
});

it.each([
  ['a misspelled change', '- {crd: a, change: minimum-raise, reason: b}\n', ['invalid-acceptance']],
  ['a byte order mark', '\ufeff- {crd: a, change: minimum-raised, reason: b}\n', []],
])('the file of accepted breaks is read although nothing is compared: %s', async (_, text, expected) => {
  const project = await projectWithApi();
  project.write('compatibility.yaml', text);
  const outcome = await check({}, { host: disk, cwd: project.root, env: {} });
  expect(problemsOf(outcome)).toEqual(expected);
});

it('a webhook of a new kind affects nobody', async () => {
  const project = await projectWithApi();
  await project.createWebhook({ validation: true });
  release(project);
  await project.createApi({ kind: 'Backup' });
  await project.createWebhook({ kind: 'Backup', validation: true });
  const problems = problemsOf(await compared(project));
  expect(problems).toContain('new-permission');
  expect(problems).not.toContain('stricter-webhook');
});

describe('the base', () => {
  it('can be a file with the output of kubectl', async () => {
    const project = await projectWithApi();
    const definition = project
      .read(crd)
      .replace(/^---\n/, '')
      .replaceAll(/^/gm, '    ')
      .slice(4)
      .trimEnd();
    project.write(
      'released.yaml',
      `apiVersion: v1\nkind: List\nitems:\n  - ${definition.replace('minimum: 0', 'minimum: -5')}\n`,
    );
    expect(shown(await compared(project, 'released.yaml'))).toEqual([
      'error breaks-writers WebServer v1, spec.size: minimum is higher (before -5, now 0)',
    ]);
  });

  it('can be a file with any name', async () => {
    const project = await projectWithApi();
    project.write('released.txt', project.read(crd).replace('minimum: 0', 'minimum: -5'));
    expect(problemsOf(await compared(project, 'released.txt'))).toEqual(['breaks-writers']);
    project.write('notes.txt', 'some: [text');
    expect(problemsOf(await compared(project, 'notes.txt'))).toEqual(['against-without-crds']);
  });

  it('can be a folder of another tool, which also has definitions of other operators', async () => {
    const project = await projectWithApi();
    const text = project.read(crd);
    project.write('charts/crds/a.yaml', text.replace('minimum: 0', 'minimum: -5'));
    project.write('charts/crds/b.yaml', text.replaceAll('webserver', 'other').replaceAll('WebServer', 'Other'));
    project.write('charts/templates/c.yaml', 'kind: {{ .Values.kind }}\n  x\n');
    expect(shown(await compared(project, 'charts'))).toEqual([
      'error breaks-writers WebServer v1, spec.size: minimum is higher (before -5, now 0)',
    ]);
  });

  few(2).each([
    ['has no definitions', { 'a.yaml': 'kind: Pod\n' }, 'against-without-crds'],
    [
      'has definitions of an old version of Kubernetes',
      {
        'a.yaml':
          'apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nspec: {group: a, names: {kind: A, plural: as}}\n',
      },
      'against-without-crds',
    ],
    ['has a syntax error', { 'a.yaml': 'kind: CustomResourceDefinition\nspec: [\n' }, 'against-unreadable'],
    [
      'is nested too deep',
      { 'a.yaml': `kind: CustomResourceDefinition\nspec: ${'['.repeat(2000)}` },
      'against-unreadable',
    ],
    ['is empty', {}, 'against-without-crds'],
  ])('is refused if it %s', async (_, files, code) => {
    const project = await projectWithApi();
    mkdirSync(join(project.root, 'base'));
    for (const [path, text] of Object.entries(files)) project.write(`base/${path}`, text);
    expect(problemsOf(await compared(project, 'base'))).toEqual([code]);
  });

  it('that has only definitions of other operators is noted, because nothing is compared', async () => {
    const project = await projectWithApi();
    const other = project.read(crd).replaceAll('my.domain', 'example.com');
    project.write('others/a.yaml', other);
    for (const against of ['others', 'others/a.yaml']) {
      expect(shown(await compared(project, against))).toEqual([
        expect.stringMatching(/^note nothing-released the (?:file|folder) others\S* has no definition of this project/),
      ]);
    }
    project.write('others/b.yaml', project.read(crd));
    expect(shown(await compared(project, 'others'))).toEqual([]);
  });

  it.each([
    ['has no schema', /schema:\n[^]*?(?=\n {4,6}served:)/],
    ['has an empty schema', /(?<=openAPIV3Schema:)\n[^]*?(?=\n {4,6}served:)/],
  ])('is compared if a version %s', async (_, schema) => {
    const project = await projectWithApi();
    const text = project.read(crd);
    const released = text.replace(schema, _ === 'has no schema' ? '' : ' null');
    expect(released.length).toBeLessThan(text.length);
    project.write('released.yaml', released);
    const upstream = upstreamThat(async () => ({}));
    expect(problemsOf(await compared(project, 'released.yaml', { helper: upstream }))).not.toContain(
      'against-unreadable',
    );
  });

  it('is not read through a link', async () => {
    const project = await projectWithApi();
    release(project);
    symlinkSync('released', join(project.root, 'link'));
    expect((await compared(project, 'link')).diagnostics).toMatchObject([
      {
        code: 'against-unreadable',
        message: expect.stringContaining('links and special files are not read') as string,
      },
    ]);
  });

  it.skipIf(process.platform === 'win32')('is not a special file', async () => {
    const project = await projectWithApi();
    execFileSync('mkfifo', [join(project.root, 'pipe')]);
    expect((await compared(project, 'pipe')).diagnostics).toMatchObject([
      {
        code: 'against-unreadable',
        message: expect.stringContaining('links and special files are not read') as string,
      },
    ]);
  });

  it('is not read if the sources have errors', async () => {
    const project = await projectWithApi();
    project.edit(types, '@Minimum(0)', '@Minimum("a" as never)');
    expect(problemsOf(await compared(project, 'missing'))).not.toContain('against-without-git');
  });
});

describe('with the code of the API server', () => {
  /** Rejects objects with a size above two, with the definition that has a maximum. */
  const rejecting = upstreamThat(async (question: Question) => {
    // Samples are YAML.
    if (question.operation !== 'object' || question.crds === undefined || !question.object.startsWith('{')) return {};
    const { spec } = JSON.parse(question.object) as { spec?: { size?: number } };
    const isRejected = question.crds[0]!.includes('"maximum":1000') && (spec?.size ?? 0) > 2;
    return isRejected ? { errors: [{ type: 'FieldValueInvalid', field: 'spec.size', message: 'too large' }] } : {};
  });

  it('a rejected object is shown at the change', async () => {
    const project = await projectWithApi();
    release(project);
    project.edit(types, '@Minimum(0)', '@Minimum(0)\n  @Maximum(1000)');
    project.edit(types, '  Minimum,', '  Maximum,\n  Minimum,');
    const { diagnostics } = await compared(project, 'released', { helper: rejecting });
    const found = diagnostics.filter(({ code }) => code === 'breaks-writers');
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringMatching(/now 1000\), for example \{"spec":\{"size":\d+\}\};/),
    ]);
  });

  it('a rejected object that no change explains is a diagnostic', async () => {
    const project = await projectWithApi();
    project.edit(types, '@Minimum(0)', '@Minimum(0)\n  @Maximum(1000)');
    project.edit(types, '  Minimum,', '  Maximum,\n  Minimum,');
    await project.manifests();
    release(project);
    project.edit('released/config/crd/bases/my.domain_webservers.yaml', 'maximum: 1000', 'maximum: 999');
    const { diagnostics } = await compared(project, 'released', { helper: rejecting });
    expect(diagnostics.filter(({ code }) => code === 'object-rejected')).toMatchObject([
      {
        position: { file: types },
        identity: { message: 'WebServer v1, spec.size: an object that was accepted before is rejected' },
        message: expect.stringMatching(/^WebServer v1, spec\.size: .* too large: \{"spec":\{"size":\d+\}\}$/) as string,
      },
    ]);
    const [line] = diagnostics.flatMap(({ code, lines = [] }) => (code === 'object-rejected' ? lines : []));
    project.write('compatibility.yaml', `${line!.replace('say why nobody is affected', 'nobody has so many')}\n`);
    const accepted = problemsOf(await compared(project, 'released', { helper: rejecting }));
    expect(accepted).not.toContain('object-rejected');
    expect(accepted).not.toContain('invalid-acceptance');
  });

  it('a helper that fails is reported, beside the changes', async () => {
    const project = await projectWithApi();
    release(project);
    project.edit(types, '@Minimum(0)', '@Minimum(1)');
    const failing = upstreamThat(async ({ operation }) => {
      if (operation === 'object') throw new HelperFailed('it has died');
      return {};
    });
    const problems = problemsOf(await compared(project, 'released', { helper: failing }));
    expect(problems).toContain('breaks-writers');
    expect(problems.filter((each) => each === 'upstream-failed')).toHaveLength(1);
  });
});
