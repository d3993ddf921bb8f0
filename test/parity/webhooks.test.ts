import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { emitWebhooks } from '../../src/output/emit/webhook.js';
import { verifyWebhooks } from '../../src/language/rules/webhook-rules.js';
import { programPath } from '../e2e/control-plane/programs.js';
import { analyzeSources } from '../support/generate.js';
import { makeTemporaryFolder } from '../support/tree.js';
import { missingTool } from './sides.js';
import { buildControllerGen, goEnvironment } from './support/controller-gen.js';

const folder = fileURLToPath(new URL('.', import.meta.url));
const missing = await missingTool();
const objectsOf = (text: string): unknown => parseAllDocuments(text).map((each) => each.toJS() as unknown);

it.skipIf(missing !== undefined && process.env['CI'] !== 'true')(
  'the same webhook configurations as controller-gen',
  async () => {
    await buildControllerGen();
    const output = makeTemporaryFolder();
    try {
      const args = ['webhook', 'paths=./webhooks', `output:webhook:dir=${output.path}`];
      await execa(programPath('controller-gen'), args, { cwd: folder, env: goEnvironment });
      const theirs = readFileSync(join(output.path, 'manifests.yaml'), 'utf8');
      const source = readFileSync(join(folder, 'webhooks/webhooks.ts'), 'utf8');
      const { model, diagnostics } = analyzeSources({ 'src/webhook/v1/horse.webhook.ts': source });
      expect([...diagnostics, ...verifyWebhooks(model)]).toEqual([]);
      expect(objectsOf(emitWebhooks(model.webhooks, model.webhookConfigurations)!)).toEqual(objectsOf(theirs));
    } finally {
      output.remove();
    }
  },
  1_200_000,
);
