import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { mergeCode } from '../../../src/scaffold/refactor/merge/merge-code.js';
import { runs } from '../../support/seed.js';

vi.setConfig({ testTimeout: 300_000 });

const path = 'src/controller/foo.controller.ts';

/** The statements of a scaffolded method. */
const scaffolded: readonly string[] = [
  'const foo = await this.#client.getOrNull(Foo, request);',
  'if (foo === null) return;',
  "log.info('reconciling', { generation: foo.metadata.generation });",
  'await this.#client.patchStatus(foo, { ready: true });',
];

function fileWith(body: readonly string[], chain = 'controllerManagedBy(manager).for(Foo)'): string {
  const lines = body.flatMap((each) => each.split('\n')).map((line) => `    ${line}\n`);
  return `import { controllerManagedBy, type Client, type Context, type Manager, type Request } from '@operator-gen/runtime';
import { Foo } from '../api/v1/foo.types.js';

/** Reconciles a Foo. */
export class FooReconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<void> {
${lines.join('')}  }
}

/** Registers the controller. */
export async function setup(manager: Manager): Promise<void> {
  const reconciler = new FooReconciler(manager.client);
  await ${chain}.complete(reconciler);
}
`;
}

/** A change of the statements: the scaffolded ones that it changes, and those after it. */
interface Change {
  readonly changed: readonly number[];
  readonly after: readonly string[];
}

const replacing = (index: number, ...statements: readonly string[]): Change => ({
  changed: [index],
  after: scaffolded.toSpliced(index, 1, ...statements),
});

/** What releases do to statements. */
const changes: readonly Change[] = [
  replacing(2, scaffolded[2]!.replace('info', 'debug')),
  replacing(2, scaffolded[2]!.replace('reconciling', 'reconcile')),
  replacing(2, scaffolded[2]!.replace(' }', ', name: request.name }')),
  replacing(2, scaffolded[2]!.replace('foo.metadata.generation', 'foo.metadata.generation ?? 0')),
  replacing(2, "log.debug('starting');"),
  replacing(2),
  replacing(2, "await this.#client.record(foo, 'Reconciling');", scaffolded[2]!),
  replacing(1, 'if (foo === null || foo.metadata.deletionTimestamp !== undefined) return;'),
  replacing(1, 'if (foo === null) {', "  log.info('gone');", '  return;', '}'),
  replacing(0, scaffolded[0]!.replace('getOrNull', 'find')),
  replacing(0, scaffolded[0]!.replace('(Foo, request)', '(Foo, request, { cached: true })')),
  replacing(3, scaffolded[3]!.replace('true', 'false')),
  replacing(3, scaffolded[3]!, 'await this.#client.update(foo);'),
  replacing(3),
  { changed: [2, 3], after: [scaffolded[0]!, scaffolded[1]!, "log.debug('one');", "log.debug('two');"] },
];

/** Other commands change names and strings wherever they are. */
const isRename = ({ after }: Change): boolean => after.some((each) => each.includes("'reconcile'"));

const word = fc.constantFrom('done', 'reported', 'reconciled', 'reconcile', 'foo', 'size', 'log', 'info', 'generation');
const level = fc.constantFrom('info', 'debug', 'warn', 'error');
const value = fc.constantFrom(
  ...['foo.spec.size', 'foo.metadata.generation', 'request.name', 'Date.now()', '1', "'reconciling'", 'foo === null'],
);

const simple = fc.oneof(
  fc.tuple(level, word).map(([name, text]) => `log.${name}('${text}');`),
  fc.tuple(level, word, word, value).map(([name, text, key, each]) => `log.${name}('${text}', { ${key}: ${each} });`),
  fc.tuple(word, value).map(([text, each]) => `log.withValues({ ${text}: ${each} }).info('reconciling');`),
  fc.tuple(word, value).map(([name, each]) => `const ${name}Of = ${each};`),
  fc.tuple(word, level).map(([name, each]) => `const ${name}Say = (text: string): void => log.${each}(text);`),
  fc.tuple(word).map(([name]) => `const ${name}Log = log.withValues({ name: request.name });`),
  value.map((each) => `if (${each}) return;`),
  value.map((each) => `await this.#client.patchStatus(foo, { ready: ${each} });`),
  value.map((each) => `await this.#client.getOrNull(Foo, ${each});`),
  word.map((each) => `await this.${each}One(foo, log);`),
  fc.tuple(word, value).map(([name, each]) => `this.${name} = ${each};`),
  word.map((each) => `await manage(manager).for(Foo).${each}().complete(reconciler);`),
  fc.constantFrom('return;', ';', 'debugger;', "throw new Error('reconciling');"),
);

const statements = fc.letrec<{ one: string; some: string }>((tie) => ({
  some: fc.array(tie('one'), { minLength: 1, maxLength: 3 }).map((all) => indented(all)),
  one: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    simple,
    fc.tuple(value, tie('some')).map(([each, inner]) => `if (${each}) {\n${inner}\n}`),
    fc.tuple(value, tie('some'), tie('some')).map(([each, yes, no]) => `if (${each}) {\n${yes}\n} else {\n${no}\n}`),
    fc.tuple(tie('some'), tie('some')).map(([each, last]) => `try {\n${each}\n} finally {\n${last}\n}`),
    fc.tuple(tie('some'), tie('some')).map(([each, other]) => `try {\n${each}\n} catch (error) {\n${other}\n}`),
    tie('some').map((inner) => `for (const each of await this.all()) {\n${inner}\n}`),
    fc.tuple(word, tie('some')).map(([name, inner]) => `const ${name}Run = async (): Promise<void> => {\n${inner}\n};`),
    tie('some').map((inner) => `items.forEach(async (foo) => {\n${inner}\n});`),
    fc.tuple(value, tie('some')).map(([each, inner]) => `switch (${each}) {\n  default: {\n${inner}\n  }\n}`),
    tie('one').map((each) => `outer: ${each.startsWith('const') ? `{ ${each} }` : each}`),
  ),
})).one;

const commented = fc
  .tuple(
    statements,
    fc.constantFrom('', '', '// Ours: see log.info.\n', "/* log.info('reconciling'); */\n"),
    fc.boolean(),
  )
  .map(([code, above, isBehind]) => `${above}${code}${isBehind ? ' // on purpose' : ''}`);

const withoutComments = (text: string): string =>
  text.replace(/^(?:\/\/.*|\/\*.*\*\/)\n/, '').replace(/ \/\/ on purpose$/, '');

function indented(all: readonly string[]): string {
  return all.map((each) => each.replaceAll(/^/gm, '  ')).join('\n');
}

/** A method in which a user has kept some scaffolded statements, and written others. */
const bodies = fc
  .tuple(
    fc.array(fc.boolean(), { minLength: scaffolded.length, maxLength: scaffolded.length }),
    fc.array(fc.array(commented, { maxLength: 2 }), {
      minLength: scaffolded.length + 1,
      maxLength: scaffolded.length + 1,
    }),
  )
  .map(([kept, own]) => ({ kept, own }));

function inOrder(text: string, all: readonly string[]): readonly string[] {
  let at = text.indexOf('async reconcile(');
  return all.filter((each) => {
    const code = each.replaceAll('\n', '\n    ');
    const found = text.indexOf(code, at);
    if (found >= 0) at = found + code.length;
    return found < 0;
  });
}

describe.each([
  ['a release', true],
  ['another command', false],
] as const)('a change of statements by %s', (_, isRelease) => {
  test('loses, rewrites and moves nothing that a user has written', () => {
    fc.assert(
      fc.property(
        bodies,
        fc.constantFrom(...changes.filter((each) => isRelease || !isRename(each))),
        ({ kept, own }, change) => {
          // A scaffolded statement that a user has written is one, and the comments of the user stay with it.
          const isOfUser = (each: string): boolean => !scaffolded.includes(withoutComments(each));
          const ofUser = own.map((all) => all.filter(isOfUser));
          const body = [...scaffolded, ''].flatMap((each, index) => [
            ...ofUser[index]!,
            ...(kept[index] ? [each] : []),
          ]);
          const existing = fileWith(body);
          const merged = mergeCode(
            path,
            { before: fileWith(scaffolded), existing, after: fileWith(change.after) },
            isRelease ? { isMoved: () => false } : {},
          );
          const text = merged?.files.get(path) ?? existing;
          const untouched = scaffolded.filter((_each, index) => kept[index] && !change.changed.includes(index));
          const wanted = body.filter((each) => isOfUser(each) || untouched.includes(each));
          expect(inOrder(text, wanted), text).toEqual([]);
          if (change.changed.every((index) => kept[index]) && kept.every(Boolean) && merged !== undefined)
            expect(merged.problems, text).toEqual([]);
        },
      ),
      { numRuns: runs(50) },
    );
  });
});

test('a release adds a link to a chain that a user has extended, and nothing else changes', () => {
  const [before, after] = [
    fileWith(scaffolded),
    fileWith(scaffolded, "controllerManagedBy(manager).for(Foo).named('foo')"),
  ];
  const existing = fileWith(scaffolded, 'controllerManagedBy(manager).for(Foo).owns(Secret)');
  const merged = mergeCode(path, { before, existing, after }, { isMoved: () => false })!;
  expect(merged.problems).toEqual([]);
  expect(merged.files.get(path)).toBe(existing.replace('.for(Foo)', ".for(Foo).named('foo')"));
});
