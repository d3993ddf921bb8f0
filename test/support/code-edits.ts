import { expect } from 'vitest';
import type { Files } from './memory-disk.js';

/** Code that a user has written differently from the template, and commands that change it. */
export interface CodeEdit {
  readonly title: string;
  /** The commands before the edit. */
  readonly before: readonly string[];
  readonly edit: (files: Files) => Files;
  readonly commands: readonly string[];
}

const kind = '--group apps --version v1 --kind WebServer';
export const webhook = 'src/webhook/v1/webserver.webhook.ts';
const webhookTest = 'src/webhook/v1/webserver.webhook.test.ts';
const controllerTest = 'src/controller/webserver.controller.test.ts';
const types = '../../api/v1/webserver.types.js';

const start = [
  'init --domain example.com --project-name test-operator --skip-install',
  `create api ${kind}`,
  `create webhook ${kind} --defaulting`,
];
const add = `create webhook ${kind} --programmatic-validation`;

type Replaced = readonly [from: string | RegExp, to: string];

/** Returns files with changes of one of them, all of which must be possible. */
export function edited(files: Files, path: string, ...changes: readonly Replaced[]): Files {
  let text = files.get(path)!;
  for (const [from, to] of changes) {
    const next = text.replaceAll(typeof from === 'string' ? from : new RegExp(from, 'g'), to);
    expect(next, `${path}: ${String(from)}`).not.toBe(text);
    text = next;
  }
  return new Map(files).set(path, text);
}

const importsOfTypes = "import type { Defaulter, Manager } from '@operator-gen/runtime';";
const importsOfValues = "import { webhookManagedBy } from '@operator-gen/runtime';";
const importsOfBoth = "import { webhookManagedBy, type Defaulter, type Manager } from '@operator-gen/runtime';";

/** Moves the class of the defaulter to a separate file, from which the file of the webhooks imports and re-exports it. */
export function withOwnFile(files: Files): Files {
  const text = files.get(webhook)!;
  const [head, rest] = text.split(/(?=\n\/\*\* Sets defaults)/) as [string, string];
  const end = rest.indexOf('\n}\n') + 3;
  const [moved, left] = [rest.slice(0, end), rest.slice(end)];
  const path = './webserver.defaulter.js';
  const main = head.replace(/,? *type Defaulter,?/, (found) =>
    found.endsWith(',') && found.startsWith(',') ? ',' : '',
  );
  const isShared = left.includes('groupVersion');
  const imports = isShared ? main : main.replace(/^import \{ (?:Webhook|groupVersion) \}.*\n/gm, '');
  return new Map(files)
    .set(
      webhook,
      `${imports}import { WebServerDefaulter } from '${path}';\n\nexport { WebServerDefaulter } from '${path}';\n${left}`,
    )
    .set(
      'src/webhook/v1/webserver.defaulter.ts',
      `import type { Defaulter } from '@operator-gen/runtime';
import { Webhook } from '@operator-gen/runtime/api';
import { groupVersion } from '../../api/v1/group-version.js';
import type { WebServer } from '${types}';
${moved.replace('// Set fields that are missing, with ??=. The object is not validated yet: even its spec can be missing.', "_webServer.metadata.labels ??= { by: 'us' };")}`,
    );
}

/** Moves the set-up of the webhooks to a separate file. */
export function withOwnSetUp(files: Files): Files {
  const text = files.get(webhook)!;
  const [head, setUp] = text.split(/\n(?=\/\*\* Registers the webhooks)/) as [string, string];
  return new Map(files)
    .set(
      webhook,
      `${head.replace('webhookManagedBy, ', '').replace(', type Manager', '')}\nexport { setupWebServerWebhook } from './setup.js';\n`,
    )
    .set(
      'src/webhook/v1/setup.ts',
      `import { webhookManagedBy, type Manager } from '@operator-gen/runtime';
import { WebServer } from '${types}';
import { WebServerDefaulter } from './webserver.webhook.js';

${setUp}`,
    );
}

export const codeEdits: readonly CodeEdit[] = [
  {
    title: 'the import of types stands first',
    before: start,
    edit: (files) => edited(files, webhook, [importsOfBoth, `${importsOfTypes}\n${importsOfValues}`]),
    commands: [add],
  },
  {
    title: 'the import of types is the only one, in a file without the set-up',
    before: start,
    edit: (files) =>
      edited(withOwnSetUp(files), webhook, [
        "import { type Defaulter } from '@operator-gen/runtime';",
        "import type { Defaulter } from '@operator-gen/runtime';",
      ]),
    commands: [add],
  },
  {
    title: 'the kind is imported under another name',
    before: start,
    edit: (files) =>
      edited(files, webhook, [/WebServer(?=[>);]|\): )/, 'Site'], ['{ WebServer }', '{ WebServer as Site }']),
    commands: [add],
  },
  {
    title: 'the kind is imported with its module',
    before: start,
    edit: (files) =>
      edited(
        files,
        webhook,
        [/WebServer(?=[>);]|\): )/, 'T.WebServer'],
        [`import { WebServer } from '${types}'`, `import * as T from '${types}'`],
      ),
    commands: [add],
  },
  {
    title: 'the marker is imported with its module',
    before: start,
    edit: (files) =>
      edited(
        files,
        webhook,
        [/@Webhook\(/, '@k.Webhook('],
        ["import { Webhook } from '@operator-gen/runtime/api'", "import * as k from '@operator-gen/runtime/api'"],
      ),
    commands: [add, `delete webhook ${kind} --defaulting`],
  },
  {
    title: 'the set-up is in a file of its own',
    before: start,
    edit: withOwnSetUp,
    commands: [add, `delete webhook ${kind} --defaulting`],
  },
  {
    title: 'the sample in the test has another name',
    before: start,
    edit: (files) => edited(files, webhookTest, [/\bwebServer\b/, 'sample']),
    commands: [add],
  },
  {
    title: 'the sample in the test is read before each test',
    before: start,
    edit: (files) =>
      edited(
        files,
        webhookTest,
        [/const webServer = await/, 'let one: WebServer;\nbeforeAll(async () => {\n  one = await'],
        [/(yaml'\);)/, '$1\n});'],
        [/\bwebServer\b/, 'one'],
        ['import { describe', 'import { beforeAll, describe'],
      ),
    commands: [add],
  },
  {
    title: 'the defaulter is in a file of its own',
    before: [...start, add],
    edit: withOwnFile,
    commands: [
      `delete webhook ${kind} --defaulting`,
      `create webhook ${kind} --defaulting`,
      `delete webhook ${kind} --programmatic-validation`,
    ],
  },
  {
    title: 'a test of the controller uses other functions of the test runner',
    before: [...start.slice(0, 2), 'create api --group apps --version v2 --kind WebServer --no-controller'],
    edit: (files) =>
      edited(
        files,
        controllerTest,
        [
          'import { afterAll, beforeAll, describe, expect, it }',
          'import { describe, expect, test as it, beforeAll, afterAll }',
        ],
        ['afterAll(() => environment?.stop());', 'afterAll(async () => {\n    await environment?.stop();\n  });'],
      ),
    commands: ['create webhook --group apps --version v2 --kind WebServer --conversion --spoke v1'],
  },
  {
    title: 'the main file can be executed',
    before: start,
    edit: (files) => new Map(files).set('src/main.ts', `#!/usr/bin/env node\n${files.get('src/main.ts')!}`),
    commands: ['edit --license apache2 --owner Me', 'edit --license none'],
  },
  {
    title: 'set-up functions have other names',
    before: start,
    edit: (files) => {
      const names = [
        ['src/controller/webserver.controller.ts', 'setupWebServerController', 'setUpSites'],
        [webhook, 'setupWebServerWebhook', 'hooks'],
      ] as const;
      return names.reduce((all, [path, from, to]) => {
        const own = edited(all, path, [from, to]);
        return edited(own, 'src/register.ts', [from, to]);
      }, files);
    },
    commands: ['manifests', add, 'create api --group apps --version v1 --kind Other'],
  },
  {
    title: 'markers and constants are imported under other names',
    before: start,
    edit: (files) =>
      edited(
        files,
        webhook,
        [/@Webhook\(/, '@Hook('],
        ['{ Webhook }', '{ Webhook as Hook }'],
        [/groupVersion\./, 'gv.'],
        ['{ groupVersion }', '{ groupVersion as gv }'],
      ),
    commands: [add, `delete webhook ${kind} --defaulting`, `create webhook ${kind} --defaulting`],
  },
  {
    title: 'the runtime is imported as a whole',
    before: start,
    edit: (files) =>
      edited(
        files,
        webhook,
        [importsOfBoth, "import * as runtime from '@operator-gen/runtime';"],
        [/(?<=implements |manager: )(?=Defaulter|Manager)|(?<= )(?=webhookManagedBy\()/, 'runtime.'],
      ),
    commands: [add, `delete webhook ${kind} --defaulting`],
  },
  {
    title: 'the functions of the test runner are imported as a whole',
    before: start,
    edit: (files) =>
      edited(
        files,
        webhookTest,
        ["import { describe, expect, it } from 'vitest';", "import * as test from 'vitest';"],
        [/\b(?=(?:describe|expect|it)\()/, 'test.'],
      ),
    commands: [add, `delete webhook ${kind} --defaulting`],
  },
  {
    title: 'a type of the user has the name of one that the command imports',
    before: start,
    edit: (files) =>
      edited(files, webhook, [
        '\n/** Sets defaults',
        '\ninterface Warnings {\n  readonly count: number;\n}\n\nexport const warnings: Warnings = { count: 0 };\n\n/** Sets defaults',
      ]),
    commands: [add],
  },
  {
    title: 'the kind is imported as a type, and the set-up is elsewhere',
    before: start,
    edit: (files) => edited(withOwnSetUp(files), webhook, ['import { WebServer }', 'import type { WebServer }']),
    commands: [add, `delete webhook ${kind} --defaulting`, `create webhook ${kind} --defaulting`],
  },
  {
    title: 'everything of a version is imported from one file',
    before: start,
    edit: (files) =>
      edited(
        new Map(files).set(
          'src/api/v1/index.ts',
          "export { groupVersion } from './group-version.js';\nexport * from './webserver.types.js';\n",
        ),
        webhook,
        [
          /import \{ groupVersion \}.*\nimport \{ WebServer \}.*/,
          "import { groupVersion, WebServer } from '../../api/v1/index.js';",
        ],
      ),
    commands: [add, `delete webhook ${kind} --defaulting`],
  },
];
