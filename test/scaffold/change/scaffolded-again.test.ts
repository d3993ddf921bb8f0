import { beforeAll, describe, expect, it } from 'vitest';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const kind = '--version v1 --kind WebServer';
const types = 'src/api/v1/webserver.types.ts';
const controller = 'src/controller/webserver.controller.ts';
const controllerTest = 'src/controller/webserver.controller.test.ts';
const webhook = 'src/webhook/v1/webserver.webhook.ts';
const webhookTest = 'src/webhook/v1/webserver.webhook.test.ts';
const converter = 'src/webhook/webserver.converter.ts';
const converterTest = 'src/webhook/webserver.converter.test.ts';
const conversion = 'src/webhook/v2/webserver.conversion.ts';

describe('a command with --force', () => {
  let base: Files;
  let edited: Files;

  beforeAll(async () => {
    base = await accepted(
      new Map(),
      'init --domain example.com --project-name test-operator --skip-install',
      `create api ${kind}`,
      'create api --version v2 --kind WebServer --no-controller',
      `create webhook ${kind} --defaulting --programmatic-validation`,
      `create webhook ${kind} --conversion --spoke v2`,
    );
    edited = new Map([...base].map(([path, text]) => [path, text + mark(path)]));
  });

  it.each([
    [`create api ${kind} --force`, [types, controller, controllerTest]],
    [`create api ${kind} --force --no-controller`, [types]],
    [`create api ${kind} --force --no-resource`, [controller, controllerTest]],
    ['create api --version v2 --kind WebServer --no-controller --force', ['src/api/v2/webserver.types.ts']],
    [`create webhook ${kind} --programmatic-validation --force`, [webhook, webhookTest]],
    [`create webhook ${kind} --conversion --spoke v2 --force`, [converter, converterTest, conversion]],
  ])('scaffolds again only what its flags name: %s', async (line, paths) => {
    const files = await accepted(edited, line);
    const changed = [...edited.keys()].filter((path) => mark(path) !== '' && files.get(path) !== edited.get(path));
    expect(changed.toSorted()).toEqual([...paths].toSorted());
    for (const path of paths) expect(files.get(path)).toBe(base.get(path));
  });
});

/** What a user adds to a file of theirs. */
function mark(path: string): string {
  const isOwn = path.startsWith('config/default/') || path.startsWith('config/crd/patches/');
  if (/^src\/(?!register).*\.ts$/.test(path)) return '// The code of a year.\n';
  return isOwn ? '# Of a year.\n' : '';
}
