import { describe, expect, it } from 'vitest';
import { problemsOf, projectWithApi } from '../../support/projects.js';

const main = 'src/main.ts';
const listed = "import { setupWebServerController } from './controller/webserver.controller.js';\n";

describe('code of the user that lists what the operator runs', () => {
  it('is named by create commands, until it has the new controller and the new webhook', async () => {
    const project = await projectWithApi();
    project.edit(main, "import { register } from './register.js';\n", listed);
    project.edit(main, '  register,\n', '  register: { controllers: [setupWebServerController], webhooks: [] },\n');
    expect(problemsOf(await project.check())).toEqual([]);

    expect(problemsOf(await project.createApi({ kind: 'Cache' }))).toEqual(['controller-unused']);
    expect(problemsOf(await project.createWebhook({ defaulting: true }))).toEqual(['webhook-unserved']);
    expect(problemsOf(await project.check())).toEqual(['webhook-unserved', 'controller-unused']);

    const more =
      "import { setupCacheController } from './controller/cache.controller.js';\n" +
      "import { setupWebServerWebhook } from './webhook/v1/webserver.webhook.js';\n";
    project.edit(main, listed, listed + more);
    project.edit(main, '[setupWebServerController]', '[setupWebServerController, setupCacheController]');
    project.edit(main, 'webhooks: []', 'webhooks: [setupWebServerWebhook]');
    expect(problemsOf(await project.check())).toEqual([]);
    expect(problemsOf(await project.createApi({ kind: 'Store', controller: false }))).toEqual([]);
  });

  it('is a problem of check for a controller that PROJECT does not list', async () => {
    const project = await projectWithApi();
    const scaffolded = project.read('src/controller/webserver.controller.ts');
    project.write(
      'src/controller/audit.controller.ts',
      scaffolded.replaceAll('WebServerController', 'AuditController'),
    );
    const { diagnostics } = await project.check();
    expect(diagnostics.filter(({ code }) => code === 'controller-unused')).toMatchObject([
      {
        position: { file: 'src/controller/audit.controller.ts' },
        help: expect.stringContaining('controllers: [...register.controllers, setupAuditController]'),
      },
    ]);
    project.edit(
      main,
      'import { register }',
      "import { setupAuditController } from './controller/audit.controller.js';\nimport { register }",
    );
    project.edit(
      main,
      '  register,\n',
      '  register: { ...register, controllers: [...register.controllers, setupAuditController] },\n',
    );
    expect(problemsOf(await project.check())).not.toContain('controller-unused');
  });
});
