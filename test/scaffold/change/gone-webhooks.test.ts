import { describe, expect, it } from 'vitest';
import { madeOnce, problemsOf, projectWithApi, type TestProject } from '../../support/projects.js';

const folder = 'src/webhook/v1';
const code = `${folder}/webserver.webhook.ts`;
const test = `${folder}/webserver.webhook.test.ts`;
const manifest = 'config/webhook/manifests.yaml';
const path = '/validate-my-domain-v1-webserver';

/** A project with a validator of WebServer, and webhooks of another kind that stay. */
const withWebhooks = madeOnce(async () => {
  const project = await projectWithApi();
  await project.createApi({ kind: 'Cache' });
  await project.createWebhook({ kind: 'Cache', validation: true });
  await project.createWebhook({ validation: true });
  return project;
});

/** Moves the validator to another file, which has imports of its own. */
function moveValidator(
  project: TestProject,
  to: string,
  { imports = "import { Webhook } from '@operator-gen/runtime/api';", change = (each: string) => each } = {},
): void {
  const text = project.read(code);
  const [start, end] = [text.indexOf('/** Validates'), text.indexOf('/** Registers')];
  if (start < 0 || end < 0) throw new Error(`${code} has no validator`);
  const up = to.split('/').length === 4 ? '../..' : '..';
  project.write(
    to,
    `import type { DeepReadonly, Validator, Warnings } from '@operator-gen/runtime';
${imports}
import { groupVersion } from '${up}/api/v1/group-version.js';
import type { WebServer } from '${up}/api/v1/webserver.types.js';

${change(text.slice(start, end).trimEnd())}
`,
  );
  const module = to === `${folder}/webserver.validator.ts` ? './webserver.validator.js' : '../../rules/webserver.js';
  const set = change(text.slice(end));
  project.write(
    code,
    `import { webhookManagedBy, type Manager } from '@operator-gen/runtime';
import { WebServer } from '../../api/v1/webserver.types.js';
import { ${/new (\w+)\(/.exec(set)![1]!} } from '${module}';

${set}`,
  );
  project.write(test, change(project.read(test)).replace('./webserver.webhook.js', module));
}

const rules = 'src/rules/webserver.ts';

/** Ways in which the class of a webhook is elsewhere, and the file that has it. */
const moves: readonly (readonly [string, string, (project: TestProject) => void])[] = [
  [
    'moved to another file',
    `${folder}/webserver.validator.ts`,
    (project) => moveValidator(project, `${folder}/webserver.validator.ts`),
  ],
  ['moved to another folder', rules, (project) => moveValidator(project, rules)],
  [
    'renamed',
    rules,
    (project) =>
      moveValidator(project, rules, { change: (text) => text.replaceAll('WebServerValidator', 'ServerRules') }),
  ],
  [
    'marked with another name of a barrel',
    rules,
    (project) => {
      project.write('src/lib.ts', "export { Webhook as Hook } from '@operator-gen/runtime/api';\n");
      moveValidator(project, rules, {
        imports: "import { Hook } from '../lib.js';",
        change: (text) => text.replace('@Webhook(', '@Hook('),
      });
    },
  ],
  [
    'marked with constants of another file',
    rules,
    (project) => {
      project.write('src/paths.ts', `export const path = '${path}' as const;\n`);
      moveValidator(project, rules, {
        imports: "import { Webhook } from '@operator-gen/runtime/api';\nimport { path } from '../paths.js';",
        change: (text) => text.replace(/path: '[^']*'/, 'path'),
      });
    },
  ],
  [
    'marked in a comment',
    rules,
    (project) =>
      moveValidator(project, rules, {
        imports: '',
        change: (text) =>
          text.replace(/\/\*\*([^*]*)\*\/\n@Webhook\(\{[^]*?\n\}\)/, (_, words: string) =>
            [
              `/**\n *${words.trimEnd()}`,
              ` * @webhook { name: 'v.my.domain', mutating: false, path: '${path}', groups: ['my.domain'],`,
              " *   versions: ['v1'], resources: ['webservers'], verbs: ['create', 'update'], failurePolicy: 'Fail',",
              " *   sideEffects: 'None', admissionReviewVersions: ['v1'] }",
              ' */',
            ].join('\n'),
          ),
      }),
  ],
];

describe('a webhook whose class is', () => {
  it.each(moves)('%s is no longer called when it is deleted', async (_, file, move) => {
    for (const command of ['webhook', 'api'] as const) {
      const project = await withWebhooks();
      move(project);
      await project.manifests();
      expect(project.read(manifest)).toContain(path);
      expect(problemsOf(await project.check())).toEqual([]);
      const outcome = await (command === 'webhook' ? project.deleteWebhook() : project.deleteApi());
      expect(problemsOf(outcome)).toContain('edited-code-kept');
      expect(outcome.diagnostics.find((each) => each.code === 'edited-code-kept')?.position?.file).toBe(file);
      expect(project.read(file)).toContain('class ');
      expect(project.read(file)).not.toMatch(/@(?:Webhook|Hook|webhook)\b/);
      expect(project.read(manifest)).not.toContain(path);
      expect(project.read(manifest)).toContain('/validate-my-domain-v1-cache');
      expect(problemsOf(await project.check())).toEqual([]);
    }
  });
});

describe('other webhooks of a user', () => {
  /** Adds a webhook of the user's for the kind, with a set-up of its own. */
  function addAuditor(project: TestProject, file: string, isRegistered: boolean): void {
    const text = project.read(code);
    const marker = /@Webhook\(\{[^]*?\n\}\)/.exec(text)![0];
    const own = marker.replace(path, '/audit').replace(/name: '[^']*'/, "name: 'audit.my.domain'");
    project.write(
      file,
      `import { webhookManagedBy, type Manager, type Validator } from '@operator-gen/runtime';
import { Webhook } from '@operator-gen/runtime/api';
import { groupVersion } from './api/v1/group-version.js';
import { WebServer } from './api/v1/webserver.types.js';

${own}
export class Auditor implements Validator<WebServer> {
  validateCreate(): void {}
  validateUpdate(): void {}
  validateDelete(): void {}
}

export const setupAudit = (manager: Manager) =>
  webhookManagedBy(manager).for(WebServer).withValidator(new Auditor()).withValidatorCustomPath('/audit').complete();
`,
    );
    if (!isRegistered) return;
    project.edit('src/main.ts', 'await runOperator', "import { setupAudit } from './audit.js';\n\nawait runOperator");
    project.edit(
      'src/main.ts',
      '  register,',
      '  register: { ...register, webhooks: [...register.webhooks, setupAudit] },',
    );
  }

  it('stay as long as the operator serves them', async () => {
    const project = await withWebhooks();
    addAuditor(project, 'src/audit.ts', true);
    await project.manifests();
    expect(problemsOf(await project.check())).toEqual([]);
    const before = project.read('src/audit.ts');
    await project.deleteWebhook();
    expect(project.read('src/audit.ts')).toBe(before);
    expect(project.read(manifest)).toContain('/audit');
    expect(project.read(manifest)).not.toContain(path);
  });

  it('stay if nothing has served them before, which check reports', async () => {
    const project = await withWebhooks();
    addAuditor(project, 'src/audit.ts', false);
    await project.manifests();
    const { diagnostics } = await project.check();
    expect(diagnostics).toMatchObject([
      {
        code: 'webhook-unserved',
        message: expect.stringContaining('/audit'),
        position: { file: 'src/audit.ts', line: 6, column: 1 },
      },
    ]);
    const before = project.read('src/audit.ts');
    await project.deleteWebhook();
    expect(project.read('src/audit.ts')).toBe(before);
  });

  it('lose their markers with the set-up that has served them', async () => {
    const project = await withWebhooks();
    addAuditor(project, 'src/audit.ts', false);
    project.edit(code, 'await webhooks.complete();', 'await setupAudit(manager);\n  await webhooks.complete();');
    project.edit(code, '\n\n', "\nimport { setupAudit } from '../../audit.js';\n\n");
    await project.manifests();
    expect(problemsOf(await project.check())).toEqual([]);
    const outcome = await project.deleteWebhook();
    expect(project.read('src/audit.ts')).not.toContain('@Webhook(');
    expect(problemsOf(outcome)).toContain('edited-code-kept');
    expect(problemsOf(await project.check())).toEqual([]);
  });
});

describe('check', () => {
  it.each<[string, (project: TestProject) => void]>([
    ['another path in the marker', (project) => project.edit(code, `path: '${path}'`, "path: '/mine'")],
    [
      'another path in the code',
      (project) =>
        project.edit(
          code,
          'webhookManagedBy(manager).for(WebServer);',
          "webhookManagedBy(manager).for(WebServer).withValidatorCustomPath('/mine');",
        ),
    ],
    [
      'a handler that is not registered',
      (project) =>
        project.edit(
          code,
          '  webhooks.withValidator(new WebServerValidator());\n',
          '  webhooks.withDefaulter({ default: () => undefined });\n',
        ),
    ],
    [
      'an operator that registers nothing',
      (project) => {
        project.edit('src/main.ts', "import { register } from './register.js';\n", '');
        project.edit('src/main.ts', '  register,', '  register: { controllers: [], webhooks: [] },');
      },
    ],
  ])('reports %s', async (_, change) => {
    const project = await withWebhooks();
    change(project);
    await project.manifests();
    const found = problemsOf(await project.check());
    expect(found.filter((each) => each.startsWith('webhook'))).toContain('webhook-unserved');
    expect(found).not.toContain('webhook-unlisted');
  });
});

describe('a set-up whose function returns the builder', () => {
  const file = 'src/webhook/v1/webserver.webhook.ts';
  const withHelper = madeOnce(async () => {
    const project = await projectWithApi();
    await project.createWebhook({ defaulting: true, validation: true });
    const text = project.read(file);
    const from = text.indexOf('export async function setup');
    project.write(
      file,
      `${text.slice(0, from).replaceAll('_webServer', 'shop')}export async function setupWebServerWebhook(manager: Manager): Promise<void> {
  await hooks(manager).complete();
}

function hooks(manager: Manager) {
  return webhookManagedBy(manager).for(WebServer).withValidator(new WebServerValidator()).withDefaulter(new WebServerDefaulter());
}
`,
    );
    return project;
  });

  it.each([
    ['defaulting', 'withDefaulter'],
    ['validation', 'withValidator'],
  ])('loses the registration of %s, and gets it once again', async (webhook, method) => {
    const project = await withHelper();
    expect(project.read(file).split(`.${method}(`)).toHaveLength(2);
    await project.deleteWebhook({ [webhook]: true });
    expect(project.read(file)).not.toContain(`.${method}(`);
    expect(project.read(file)).toContain('await hooks(manager).complete();');
    await project.createWebhook({ [webhook]: true });
    expect(project.read(file).split(`.${method}(`)).toHaveLength(2);
    expect(problemsOf(await project.check())).toEqual([]);
  });
});
