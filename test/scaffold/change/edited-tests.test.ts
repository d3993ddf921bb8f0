import { describe, expect, it } from 'vitest';
import { runLine } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const path = 'src/controller/webserver.controller.test.ts';

/** Edits of the scaffolded test of a controller: what `delete webhook --conversion` would remove. */
const edits: readonly (readonly [string, string])[] = [
  ['log: context.log,\n    });', 'log: context.log,\n      cache: {},\n    });'],
  ['10_000', '30_000'],
  ['    stop.abort();', "    stop.abort('done');"],
];

const withoutWebhooks = (): Promise<Files> =>
  accepted(
    new Map(),
    'init --domain example.com --project-name test-operator --skip-install',
    'create api --version v1 --kind WebServer',
    'create api --version v2 --kind WebServer --no-controller',
  );

describe('delete webhook --conversion of a kind with an edited test', () => {
  it('names each line that stays once', async () => {
    const base = await accepted(
      await withoutWebhooks(),
      'create webhook --version v1 --kind WebServer --conversion --spoke v2',
    );
    let text = base.get(path)!;
    for (const [from, to] of edits) {
      expect(text).toContain(from);
      text = text.replace(from, to);
    }
    const { files, said, exitCode } = await runLine(
      new Map(base).set(path, text),
      'delete webhook --version v1 --kind WebServer --conversion',
    );
    expect(exitCode, said).toBe(0);
    const lines = files.get(path)!.split('\n');
    const told = [
      ...said.matchAll(/:(\d+):\d+ - warning edit-by-hand[^]*?help: .*; (\w+) .*\n(?: *\/\/.*\n)* {4}(.*)/g),
    ].map(([, line, remedy, code]) => [remedy, lines[Number(line) - 1]!.trim(), code!.trim()]);
    const removed = told.filter(([remedy]) => remedy === 'remove');
    expect(removed.length).toBeGreaterThan(3);
    for (const [, line, code] of removed) expect(line).toBe(code);
    expect(new Set(removed.map(([, , code]) => code)).size).toBe(removed.length);
    expect(told.filter(([remedy]) => remedy !== 'remove')).toEqual([
      ['put', 'afterAll(async () => {', 'afterAll(() => environment?.stop());'],
    ]);
  });
});

/** Creation and start of a manager, in the form of users. */
const created = 'await createManager({ config: environment.config, namespaces: [environment.namespace] });';
const started = 'ended = manager.start(stop.signal);';
const withOption = created.replace('.config,', '.config, webhook: environment.webhookServerOptions,');
const registered = 'await registerWebhooks(manager, {} as Dependencies);';
const waited = 'await vi.waitFor(manager.webhookServer.startedChecker(), 10_000);';
const declared = ['const stop = new AbortController();', 'let ended: Promise<void> | undefined;'];

interface UserTest {
  /** Declarations in front of the tests, and those of the file. */
  readonly variables?: readonly string[];
  readonly ofFile?: readonly string[];
  /** The statements of `beforeAll` between the creation of the environment and that of the client. */
  readonly lines: readonly string[];
  /** The same statements after the command. */
  readonly expected: readonly string[];
  /** The code that is to be added by hand. */
  readonly byHand?: readonly string[];
}

const userTests: Readonly<Record<string, UserTest>> = {
  'assigned to a variable': {
    variables: [...declared, 'let manager: Manager;'],
    lines: [`manager = ${created}`, started],
    expected: [`manager = ${withOption}`, registered, started, waited],
  },
  'a constant': {
    variables: declared,
    lines: [`const manager = ${created}`, 'await manager.readyzChecker();', started],
    expected: [`const manager = ${withOption}`, registered, 'await manager.readyzChecker();', started, waited],
  },
  'of an own destructured configuration': {
    variables: declared,
    lines: ['const { config } = environment;', 'const manager = await createManager({ config });', started],
    expected: [
      'const { config } = environment;',
      'const manager = await createManager({ config, webhook: environment.webhookServerOptions });',
      registered,
      started,
      waited,
    ],
  },
  'whose start has another variable': {
    variables: [declared[0]!, 'let manager: Manager;', 'let running: Promise<void> | undefined;'],
    lines: [`manager = ${created}`, 'running = manager.start(stop.signal);'],
    expected: [`manager = ${withOption}`, registered, 'running = manager.start(stop.signal);', waited],
  },
  'that registers webhooks': {
    variables: declared,
    lines: [`const manager = ${created}`, 'await registerWebhooks(manager, dependencies);', started],
    expected: [`const manager = ${withOption}`, 'await registerWebhooks(manager, dependencies);', started, waited],
  },
  'that is stopped by a constant of the file': {
    ofFile: declared,
    lines: [`const manager = ${created}`, started],
    expected: [`const manager = ${withOption}`, registered, started, waited],
  },
  'with options from elsewhere': {
    variables: declared,
    lines: ['const manager = await createManager({ ...options, config: environment.config });', started],
    expected: [
      'const manager = await createManager({ ...options, config: environment.config });',
      registered,
      started,
      waited,
    ],
    byHand: ['const manager = await createManager({', 'webhook: environment.webhookServerOptions,'],
  },
  'of a function': {
    variables: [...declared, 'let manager: Manager;'],
    lines: ['manager = await newManager(environment);', started],
    expected: ['manager = await newManager(environment);', registered, started, waited],
    byHand: ['const manager = await createManager({', 'webhook: environment.webhookServerOptions,'],
  },
  'in a way that is not read': {
    variables: declared,
    lines: ['const { manager } = await newManager(environment);', started],
    expected: ['const { manager } = await newManager(environment);', started],
    byHand: ['webhook: environment.webhookServerOptions,', registered, waited],
  },
};

describe('delete webhook of a kind with an edited test', () => {
  const webhookTest = 'src/webhook/v1/webserver.webhook.test.ts';
  const webhook = 'src/webhook/v1/webserver.webhook.ts';
  const keptIn = async (ofUser: Readonly<Record<string, readonly [string, string]>>): Promise<readonly string[]> => {
    const files = new Map(
      await accepted(
        await withoutWebhooks(),
        'create webhook --version v1 --kind WebServer --defaulting --programmatic-validation',
      ),
    );
    for (const [file, [from, to]] of Object.entries(ofUser)) {
      expect(files.get(file)).toContain(from);
      files.set(file, files.get(file)!.replace(from, to));
    }
    const { said, exitCode } = await runLine(files, 'delete webhook --version v1 --kind WebServer --defaulting');
    expect(exitCode, said).toBe(0);
    return [...said.matchAll(/edited-code-kept: (.*)/g)].map(([, text]) => text!);
  };

  it('says that tests stay, which have no markers', async () => {
    const kept = await keptIn({
      [webhookTest]: [
        "describe('the defaulter of WebServer', () => {",
        "describe('the defaulter of WebServer', () => {\n  const mine = 1;",
      ],
    });
    expect(kept).toContain(`describe('the defaulter of WebServer') in ${webhookTest} was edited by hand, so it stays`);
  });

  it('says whether a class was edited or is used', async () => {
    expect(await keptIn({ [webhook]: ['  default(', '  readonly mine = 1;\n\n  default('] })).toContain(
      `WebServerDefaulter in ${webhook} was edited by hand, so it stays, without its markers`,
    );
    expect(
      await keptIn({ [webhook]: ['/** Validates', 'export const mine = WebServerDefaulter;\n\n/** Validates'] }),
    ).toContain(`WebServerDefaulter in ${webhook} is used by other code, so it stays, without its markers`);
  });
});

describe('create webhook --conversion of a kind whose test has a manager', () => {
  it.each(Object.entries(userTests))('%s', async (_, { variables = [], ofFile = [], lines, expected, byHand }) => {
    const base = await withoutWebhooks();
    const indented = (all: readonly string[], by: string): string => all.map((each) => `${by}${each}\n`).join('');
    const start = '    environment = await joinTestEnvironment';
    const end = '    client = createClient(environment.config);\n';
    const text = base
      .get(path)!
      .replace('  let client: Client;\n', (each) => each + indented(variables, '  '))
      .replace("describe('WebServer'", (each) => `${indented(ofFile, '')}\n${each}`)
      .replace('createLogger,', 'createLogger, createManager, type Manager,')
      .replace(end, indented(lines, '    ') + end)
      .replace('environment?.stop());', 'stopAll(environment, stop));');
    const { files, said, exitCode } = await runLine(
      new Map(base).set(path, text),
      'create webhook --version v1 --kind WebServer --conversion --spoke v2',
    );
    expect(exitCode, said).toBe(0);
    const changed = files.get(path)!;
    const body = changed.slice(changed.indexOf(start), changed.indexOf(end)).split('\n').slice(1);
    const code = body.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('//'));
    expect(code, changed).toEqual(expected);
    for (const each of declared) expect(changed.split(each).length, changed).toBeLessThan(3);
    const told = said.slice(said.indexOf('edit-by-hand') + 1);
    for (const line of byHand ?? []) expect(told).toContain(line);
    if (byHand !== undefined) expect(said).toContain(`: describe('the reconciler of WebServer') in ${path} was edited`);
    expect(said.includes('createManager'), said).toBe(byHand !== undefined);
  });
});
