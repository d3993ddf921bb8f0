import { beforeAll, describe, expect, it } from 'vitest';
import { runLine } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const kind = '--version v1 --kind WebServer';
const path = 'src/webhook/v1/webserver.webhook.ts';

/** Ways to write the set-up of webhooks, by the text for the scaffolded function. */
const setUps: readonly (readonly [string, string])[] = [
  [
    'an arrow function with a chain',
    `export const setupWebServerWebhook = (manager: Manager): Promise<void> =>
  webhookManagedBy(manager).for(WebServer)
    .withValidator(new WebServerValidator())
    .complete();
`,
  ],
  [
    'an arrow function in a line',
    `export const setupWebServerWebhook = (manager: Manager) => webhookManagedBy(manager).for(WebServer).withValidator(new WebServerValidator()).complete();
`,
  ],
  [
    'a chain in a line',
    `export async function setupWebServerWebhook(manager: Manager): Promise<void> {
  await webhookManagedBy(manager).for(WebServer).withValidator(new WebServerValidator()).complete();
}
`,
  ],
  [
    'a variable with another name',
    `export async function setupWebServerWebhook(manager: Manager): Promise<void> {
  const hooks = webhookManagedBy(manager).for(WebServer);
  hooks.withValidator(new WebServerValidator());
  await hooks.complete();
}
`,
  ],
  [
    'a chain that is returned',
    `export function setupWebServerWebhook(manager: Manager): Promise<void> {
  return webhookManagedBy(manager)
    .for(WebServer)
    // Rules.
    .withValidator(new WebServerValidator()) // strict
    .complete();
}
`,
  ],
];

describe('a project whose user has written the set-up of webhooks as', () => {
  let base: Files;

  beforeAll(async () => {
    base = await accepted(
      new Map(),
      'init --domain example.com --project-name test-operator --skip-install',
      `create api ${kind}`,
      `create webhook ${kind} --programmatic-validation`,
    );
  });

  it.each(setUps)('%s gets another webhook, and loses it again', async (_, setUp) => {
    const text = base.get(path)!;
    const start = text.indexOf('export async function setup');
    if (start < 0) throw new Error(`${path} has no webhooks`);
    const files = new Map(base).set(path, text.slice(0, start) + setUp);
    const more = await accepted(files, `create webhook ${kind} --defaulting`);
    const made = more.get(path)!;
    expect(made).toMatch(/\.withDefaulter\(\s*new WebServerDefaulter\(\)\s*\)/);
    expect(made).toContain('class WebServerDefaulter');
    expect(made.includes('webhooks.')).toBe(false);
    const back = await accepted(more, `delete webhook ${kind} --defaulting`);
    expect(back.get(path)).toBe(files.get(path));
  });
});

describe('a chain with comments', () => {
  const links = [
    '    .for(WebServer)',
    '    // The defaults.',
    '    .withDefaulter(new WebServerDefaulter()) // kept',
    '    .complete();',
  ];
  let files: Files;

  beforeAll(async () => {
    const base = await accepted(
      new Map(),
      'init --domain example.com --project-name test-operator --skip-install',
      `create api ${kind}`,
      `create webhook ${kind} --defaulting`,
    );
    const text = base.get(path)!;
    const start = text.indexOf('  const webhooks = ');
    if (start < 0) throw new Error(`${path} has no webhooks`);
    files = new Map(base).set(
      path,
      `${text.slice(0, start)}  await webhookManagedBy(manager)\n${links.join('\n')}\n}\n`,
    );
  });

  it('gets a link below the comment behind the one before it, and loses it again', async () => {
    const more = await accepted(files, `create webhook ${kind} --programmatic-validation`);
    const wanted = [...links.slice(0, 3), '    .withValidator(new WebServerValidator())', ...links.slice(3)];
    expect(more.get(path)).toContain(`\n${wanted.join('\n')}\n`);
    const back = await accepted(more, `delete webhook ${kind} --programmatic-validation`);
    expect(back.get(path)).toBe(files.get(path));
  });

  it('loses a link with the comment behind it', async () => {
    const own = files.get(path)!.replace(`${links[1]}\n`, '');
    const more = await accepted(new Map(files).set(path, own), `create webhook ${kind} --programmatic-validation`);
    const gone = await accepted(more, `delete webhook ${kind} --defaulting`);
    // Without comments, the chain fits into a line, as Prettier writes it.
    expect(gone.get(path)).toContain('.for(WebServer).withValidator(new WebServerValidator()).complete();\n');
    expect(gone.get(path)).not.toContain('kept');
  });

  it('loses a link below a comment with its line', async () => {
    const more = await accepted(files, `create webhook ${kind} --programmatic-validation`);
    const plain = new Map(more).set(path, more.get(path)!.replace(' // kept', ''));
    const gone = await accepted(plain, `delete webhook ${kind} --defaulting`);
    expect(gone.get(path)).toContain(`\n${links[1]}\n    .withValidator(new WebServerValidator())\n`);
  });
});

describe('webhooks that a user has edited', () => {
  let base: Files;

  beforeAll(async () => {
    base = await accepted(
      new Map(),
      'init --domain example.com --project-name test-operator --skip-install',
      `create api ${kind}`,
      `create webhook ${kind} --defaulting --programmatic-validation`,
    );
  });

  it('stay when they are deleted, without the markers by which they are called, and are registered again', async () => {
    const edited = base.get(path)!.replace('    return [];', "    return ['a year of rules'];");
    expect(edited).not.toBe(base.get(path));
    const files = new Map(base).set(path, edited);
    const gone = await accepted(files, `delete webhook ${kind}`);
    expect(gone.get(path)).not.toContain('@Webhook');
    expect(gone.get(path)).toContain("return ['a year of rules'];");
    expect(gone.get('src/register.ts')).not.toContain('setupWebServerWebhook');
    const back = await accepted(gone, `create webhook ${kind} --defaulting --programmatic-validation`);
    expect(back.get(path)).toBe(edited);
    expect(back.get('src/register.ts')).toBe(files.get('src/register.ts'));
    expect(back.get('config/webhook/manifests.yaml')).toBe(base.get('config/webhook/manifests.yaml'));
  });
});

describe('a class of a webhook that code of the user needs', () => {
  it('stays without its markers, and is named', async () => {
    const base = await accepted(
      new Map(),
      'init --domain example.com --project-name test-operator --skip-install',
      `create api ${kind}`,
      `create webhook ${kind} --programmatic-validation`,
    );
    const text = base.get(path)!;
    const start = text.indexOf('  const webhooks = ');
    if (start < 0) throw new Error(`${path} has no webhooks`);
    const jobs = [
      '  const validator = new WebServerValidator();',
      '  const jobs = [WebServer].map((each) => webhookManagedBy(manager).for(each).withValidator(validator).complete());',
      '  await Promise.all(jobs);',
      '}',
      '',
    ];
    const files = new Map(base).set(path, text.slice(0, start) + jobs.join('\n'));
    const more = await accepted(files, `create webhook ${kind} --defaulting`);
    const { files: gone, said, exitCode } = await runLine(more, `delete webhook ${kind} --programmatic-validation`);
    expect(exitCode, said).toBe(0);
    expect(said).toContain('edited-code-kept: WebServerValidator');
    expect(said).not.toContain('edit-by-hand');
    expect(gone.get(path)).toContain('class WebServerValidator');
    expect(gone.get(path)).toContain("verbs: ['create', 'update']");
    expect(gone.get(path)!.match(/@Webhook\(/g)).toHaveLength(1);
    expect(gone.get('config/webhook/manifests.yaml')).not.toContain('validate');
  });
});

/** Places of a validator of the user's, by its file: the module that it is imported from, and its name. */
const places: readonly (readonly [string, { readonly module: string; readonly name: string }])[] = [
  ['src/webhook/v1/rules.ts', { module: './rules.js', name: 'Rules' }],
  ['src/rules/webserver.ts', { module: '../../rules/webserver.js', name: 'WebServerRules' }],
  ['src/rules/webserver.ts', { module: '#rules/webserver.js', name: 'WebServerValidator' }],
];

describe('webhooks with other names, of which the validator is in another file', () => {
  let base: Files;

  beforeAll(async () => {
    base = await accepted(
      new Map(),
      'init --domain example.com --project-name test-operator --skip-install',
      `create api ${kind}`,
      `create webhook ${kind} --defaulting --programmatic-validation`,
    );
  });

  /** @param isAlone whether the defaulter is in another file, too */
  function moved(file: string, { module, name }: (typeof places)[number][1], isAlone: boolean): Files {
    const text = base.get(path)!;
    const found = ['/** Sets defaults', '/** Validates', '/** Registers'].map((each) => text.indexOf(each));
    if (found.some((each) => each < 0)) throw new Error(`${path} has other webhooks`);
    const [start, middle, end] = found;
    const renamed = (code: string): string =>
      code.replaceAll('WebServerValidator', name).replaceAll('WebServerDefaulter', 'Presets');
    const head = text.slice(0, start);
    const own = isAlone ? '' : text.slice(start, middle);
    const imports = `import { ${name} } from '${module}';\n${isAlone ? "import { Presets } from './presets.js';\n" : ''}`;
    const used = isAlone ? head.replace(/import \{ Webhook \}.*\nimport \{ groupVersion \}.*\n/, '') : head;
    const files = new Map(base)
      .set(path, renamed(`${used.trimEnd()}\n${imports}\n${own}${text.slice(end)}`))
      .set(
        file,
        renamed(
          head.replaceAll('../../api', file.startsWith('src/rules') ? '../api' : '../../api') + text.slice(middle, end),
        ),
      );
    files.delete('src/webhook/v1/webserver.webhook.test.ts');
    return isAlone ? files.set('src/webhook/v1/presets.ts', renamed(head + text.slice(start, middle))) : files;
  }

  it.each(places)('lose the defaulter alone: %s, %o', async (file, place) => {
    const files = moved(file, place, false);
    const gone = await accepted(files, `delete webhook ${kind} --defaulting`, 'check');
    expect(gone.get(path)).not.toContain('Presets');
    expect(gone.get(path)).toContain(`webhooks.withValidator(new ${place.name}());`);
    expect(gone.get(file)).toBe(files.get(file));
    expect(gone.get('config/webhook/manifests.yaml')).toContain('kind: ValidatingWebhookConfiguration');
    expect(gone.get('config/webhook/manifests.yaml')).not.toContain('kind: MutatingWebhookConfiguration');
  });

  it.each(places)('no longer register a defaulter of another file, which is named: %s, %o', async (file, place) => {
    const files = moved(file, place, true);
    const { files: gone, said, exitCode } = await runLine(files, `delete webhook ${kind} --defaulting`);
    expect(exitCode, said).toBe(0);
    expect(said).toContain('edited-code-kept: Presets in src/webhook/v1/presets.ts');
    expect(gone.get('src/webhook/v1/presets.ts')).not.toContain('@Webhook');
    expect(gone.get(path)).not.toContain('Presets');
    expect(gone.get(path)).toContain(`webhooks.withValidator(new ${place.name}());`);
    expect(gone.get(file)).toBe(files.get(file));
  });
});

describe('a webhook that a command has kept when it was deleted', () => {
  const renamed = (text: string): string =>
    text.replaceAll('WebServerDefaulter', 'Presets').replaceAll('WebServerValidator', 'Rules');
  const edited = (text: string): string => text.replace('    return [];', "    return ['a year of rules'];");

  it.each<[string, (text: string) => string, string]>([
    ['with other names', renamed, '--defaulting --programmatic-validation'],
    ['with other names', renamed, '--defaulting'],
    ['with other code', edited, '--programmatic-validation'],
    ['with other names and code', (text) => edited(renamed(text)), '--programmatic-validation'],
    [
      'with another set-up',
      (text) => text.replace('setupWebServerWebhook', 'serve'),
      '--defaulting --programmatic-validation',
    ],
  ])('is used again: %s, %#', async (_, change, flags) => {
    const base = await accepted(
      new Map(),
      'init --domain example.com --project-name test-operator --skip-install',
      `create api ${kind}`,
      `create webhook ${kind} --defaulting --programmatic-validation`,
    );
    const test = path.replace('.ts', '.test.ts');
    const files = await accepted(
      new Map(base).set(path, change(base.get(path)!)).set(test, change(base.get(test)!)),
      'manifests',
    );
    const gone = await accepted(files, `delete webhook ${kind} ${flags}`);
    const back = await accepted(gone, `create webhook ${kind} ${flags}`, 'check');
    const classes = (text: string): readonly string[] => text.match(/class \w+|with\w+\(new \w+|@Webhook\(/g) ?? [];
    expect(classes(back.get(path)!)).toEqual(classes(files.get(path)!));
    expect(back.get('src/register.ts')).toBe(files.get('src/register.ts'));
    expect(back.get('config/webhook/manifests.yaml')).toBe(files.get('config/webhook/manifests.yaml'));
  });
});
