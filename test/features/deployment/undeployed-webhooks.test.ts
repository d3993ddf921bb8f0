import { describe, expect, it } from 'vitest';
import { madeOnce, problemsOf, projectWithApi, type TestProject } from '../../support/projects.js';

const file = 'src/webhook.ts';
const moved = 'src/webhook/v1/deployment.webhook.ts';
const kustomization = 'config/default/kustomization.yaml';

/** The code of a webhook that its user has written, with the function that registers it. */
const codeFor = (group: string, resource: string, kind: string, types: string): string =>
  `import { Webhook } from '@operator-gen/runtime/api';
import { webhookManagedBy, type Manager, type Validator } from '@operator-gen/runtime';
import { ${kind} } from '${types}';

@Webhook({
  name: 'v${kind.toLowerCase()}.example.com',
  mutating: false,
  path: '/validate-${kind.toLowerCase()}',
  groups: ['${group}'],
  versions: ['v1'],
  resources: ['${resource}'],
  verbs: ['create'],
  failurePolicy: 'Ignore',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
})
export class ${kind}Validator implements Validator<${kind}> {
  validateCreate(): string[] {
    return [];
  }
}

export async function setup${kind}Webhook(manager: Manager): Promise<void> {
  await webhookManagedBy(manager).for(${kind}).withValidator(new ${kind}Validator()).withValidatorCustomPath('/validate-${kind.toLowerCase()}').complete();
}
`;

const deployments = codeFor('apps', 'deployments', 'Deployment', '@operator-gen/runtime/k8s/apps/v1');

/** A project whose user has written a webhook without `create webhook`. */
const withCode = (code: string) =>
  madeOnce(async () => {
    const project = await projectWithApi();
    project.write(file, code);
    const kind = /class (\w+)Validator/.exec(code)![1]!;
    project.edit(
      'src/main.ts',
      'register,\n',
      `register: { ...register, webhooks: [...register.webhooks, setup${kind}Webhook] },\n`,
    );
    project.write('src/main.ts', `import { setup${kind}Webhook } from './webhook.js';\n${project.read('src/main.ts')}`);
    await project.manifests();
    return project;
  });

const withDeployments = withCode(deployments);

async function found(project: TestProject): Promise<readonly string[]> {
  const { diagnostics } = await project.check();
  return diagnostics
    .filter(({ code }) => code === 'deployed-webhook')
    .map(({ position, help }) => `${position?.file} ${/^(?:move|run|list)\b[^,;]*/.exec(help ?? '')?.[0]}`);
}

describe('check reports webhooks that config/default does not deploy', () => {
  it.each<[what: string, code: string, expected: string]>([
    ['a built-in kind', deployments, `move the class and the function that registers it to ${moved}`],
    [
      'a kind of the project',
      codeFor('my.domain', 'webservers', 'WebServer', './api/v1/webserver.types.js'),
      'move the class and the function that registers it to src/webhook/v1/webserver.webhook.ts',
    ],
    [
      'an external kind',
      codeFor('example.com', 'orders', 'Order', '@example/orders/v1'),
      'run npx operator-gen create webhook for one of the kinds',
    ],
  ])('%s', async (_, code, expected) => {
    const project = await withCode(code)();
    expect(await found(project)).toEqual([`config/webhook/manifests.yaml ${expected}`]);
  });

  it('has a remedy that keeps the class', async () => {
    const project = await withDeployments();
    const { diagnostics } = await project.check();
    expect(diagnostics.find(({ code }) => code === 'deployed-webhook')?.help).toContain(
      'create webhook --group apps --version v1 --kind Deployment --programmatic-validation',
    );
    project.write(moved, project.read(file));
    project.write(file, 'export {};\n');
    project.write('src/main.ts', (await projectWithApi()).read('src/main.ts'));
    await project.createWebhook({
      group: 'apps',
      kind: 'Deployment',
      validation: true,
    });
    expect(project.read(moved)).toBe(deployments);
    expect(problemsOf(await project.check())).toEqual([]);
    expect(project.read(kustomization)).toContain('- ../webhook\n');
  });

  it.each<[what: string, edit: (project: TestProject) => void]>([
    [
      'a Makefile applies',
      (project) =>
        project.write(
          'Makefile',
          `${project.read('Makefile')}\nhooks:\n\tkubectl apply -f config/webhook/manifests.yaml\n`,
        ),
    ],
    [
      'a comment leaves out',
      (project) => project.edit(kustomization, '- ../manager\n', '- ../manager\n# - ../webhook/manifests.yaml\n'),
    ],
    [
      'are reached by a URL',
      (project) => project.edit(file, "path: '/validate-deployment'", "url: 'https://hooks.example.com/deployments'"),
    ],
  ])('reports no webhooks that %s', async (_, edit) => {
    const project = await withDeployments();
    edit(project);
    await project.manifests();
    expect(await found(project)).toEqual([]);
  });
});
