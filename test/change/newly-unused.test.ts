import { describe, expect, it } from 'vitest';
import { problemsOf, projectWithApi } from '../support/projects.js';

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
});
