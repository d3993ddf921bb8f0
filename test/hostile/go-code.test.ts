import { describe, expect, it } from 'vitest';
import { adopt } from '../../src/features/adopt/run.js';
import { DiagnosticsError } from '../../src/base/diagnostics/diagnostic.js';
import { disk } from '../../src/base/io/disk.js';
import { HelperFailed } from '../../src/base/helper/helper-process.js';
import { helperOf, type Helper } from '../../src/base/helper/helper.js';
import { readGoCode } from '../support/ask-helper.js';
import { few } from '../support/few.js';
import { readGo, readsGo } from '../support/go-code.js';
import { goProject } from '../support/go-project.js';
import { testFolder } from '../support/projects.js';
import { temporaryFolder, type Tree } from '../support/tree.js';
import { upstreamThat } from '../support/upstream.js';

await readGoCode();

const deep = (open: string, middle: string, close: string, times: number): string =>
  `package a\nvar x = ${open.repeat(times)}${middle}${close.repeat(times)}\n`;
const good =
  'package b\n\nfunc (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {}\n';

describe.skipIf(!readsGo)('a Go file of a stranger', () => {
  it.each([
    ['with a NUL', 'package a\n\0var x = 1\n', 'illegal character NUL', 2],
    ['with a character that is none', 'package a\nvar x = 1 \uFFFD\n', 'illegal character U+FFFD', 2],
    ['without an end', 'package a\n\nvar x = `', 'raw string literal not terminated', 3],
    ['with 100,000 open comments', `package a\n${'/* '.repeat(100_000)}`, 'comment not terminated', 2],
    ['with a million brackets', `package a\n${'('.repeat(1_000_000)}`, "expected declaration, found '('", 2],
    ['of 200,000 brackets', deep('(', '1', ')', 200_000), 'exceeded max nesting depth', 2],
    ['of 20,000 brackets', deep('(', '1', ')', 20_000), 'it is nested more than 10000 levels deep', 1],
    ['of 20,000 operands', deep('"a"+', '"a"', '', 20_000), 'it is nested more than 10000 levels deep', 1],
    ['of 20,000 literals', deep('T{', '', '}', 20_000), 'it is nested more than 10000 levels deep', 1],
    ['with the markers of a merge', 'package a\n<<<<<<< HEAD\n', "expected declaration, found '<<'", 2],
  ])('%s has a problem, and the others are read', async (_, text, reason, line) => {
    const { problems, controllers } = await readGo({ 'a/a.go': text, 'b/b.go': good });
    expect(problems).toMatchObject([{ reason: expect.stringContaining(reason), position: { file: 'a/a.go', line } }]);
    expect(controllers.map(({ receiver }) => receiver)).toEqual(['Reconciler']);
  });

  it.each([
    ['9,000 brackets', deep('(', '1', ')', 9000)],
    ['9,000 operands', deep('"a"+', '"a"', '', 9000)],
    ['4,000 literals', deep('T{', '', '}', 4000)],
    ['a package that imports itself', 'package a\nimport "example.com/a"\nvar x = a.x\n'],
    ['packages of two names', 'package other\nvar x = 1\n'],
    ['100,000 statements in a line', `package a\nfunc f() {${'m.Add(x);'.repeat(90_000)}}\n`],
  ])('with %s is read', async (_, text) => {
    const { problems, files } = await readGo({ 'a/a.go': text, 'a/b.go': 'package a\n// +kubebuilder:x\n' });
    expect(problems).toEqual([]);
    expect(files.map(({ markers }) => markers.length)).toEqual([0, 1]);
  });

  it('reads nothing outside of the question', async () => {
    const text =
      'package a\n\nimport (\n\t"os"\n\t"example.com/../../etc"\n)\n\n//go:embed /etc/passwd\nvar x string\n\n//line /etc/passwd:1\nvar y = os.Args\n';
    expect((await readGo({ 'a/a.go': text })).problems).toEqual([]);
  });
});

describe('code that cannot be read', () => {
  /** Returns the codes and messages of the errors of `adopt`. */
  async function refused(upstream: Helper | undefined, files = goProject, env = {}): Promise<readonly string[]> {
    const options = { typesOnly: false, skipInstall: true, force: false };
    const run = adopt(options, { host: disk, cwd: temporaryFolder(files), env, helper: upstream });
    const error: unknown = await run.catch((each: unknown) => each);
    return error instanceof DiagnosticsError ? error.diagnostics.map(({ code, message }) => `${code}: ${message}`) : [];
  }

  it('for want of a helper is an error that says how to get one', async () => {
    const missing = 'go-code-unread: the Go code cannot be read: the helper with a Go parser is not installed';
    expect(await refused(helperOf(undefined))).toEqual([missing]);
    expect(await refused(undefined)).toEqual([missing]);
    expect(await refused(helperOf(undefined), goProject, { OPERATOR_GEN_UPSTREAM: 'none' })).toEqual([
      'go-code-unread: the Go code cannot be read: OPERATOR_GEN_UPSTREAM is none',
    ]);
  });

  it('does not concern a project without Go files', async () => {
    const files = Object.fromEntries(Object.entries(goProject).filter(([path]) => !path.endsWith('.go')));
    expect(await refused(helperOf(undefined), files)).toEqual([]);
  });

  it('by a helper that fails, or is of another version, is an error, too', async () => {
    const failing = { ...upstreamThat(async () => ({})), ask: () => Promise.reject(new HelperFailed('it ended')) };
    expect(await refused(failing)).toEqual([
      'go-code-unread: the Go code cannot be read: the helper has failed: it ended',
    ]);
    const message = 'there is no operation "go"';
    const old = { ...failing, ask: async () => ({ problem: { code: 'bad-request', message } }) };
    expect(await refused(old)).toEqual([`go-code-unread: the Go code cannot be read: ${message}`]);
  });

  it('within the limits of the helper, whatever is left out, is an error', async () => {
    const asked: (readonly string[] | undefined)[] = [];
    const costly: Helper = {
      ...upstreamThat(async () => ({})),
      ask: async (question) => {
        if (question.operation !== 'go') return {};
        asked.push([...question.leftOut!, ...question.alone!]);
        const reading = Object.keys(question.files)[asked.length - 1]!;
        return { problem: { code: 'timeout', message: 'it takes more than 1.5 s of processor time', reading } };
      },
    };
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`a/a${index}.go`, 'package a\n']));
    expect(await refused(costly, { ...goProject, ...files })).toEqual([
      'go-code-unread: the Go code cannot be read: it takes more than 1.5 s of processor time',
    ]);
    expect(asked.map((each) => each!.length)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

/** Returns 60 declarations, each of which doubles what the one before it is. */
const doubled = (first: string, next: (before: string, name: string) => string): readonly string[] => [
  first,
  ...Array.from({ length: 60 }, (_, index) => next(`A${index}`, `A${index + 1}`)),
];
const fileOf = (declarations: readonly string[]): string => `package controller\n\n${declarations.join('\n')}\n`;
const struct = (before: string, name: string): string => `type ${name} = struct{ a, b ${before} }`;
const structures = [...doubled('type A0 = int', struct), 'var x A60', 'var y = x == A60{}'];

describe.skipIf(!readsGo)('Go code whose types are too costly', () => {
  const marked = '// +kubebuilder:rbac:groups=batch,resources=jobs,verbs=get';

  few(2).each([
    ['structures', 'internal/controller/a.go', [...structures, marked]],
    [
      'texts',
      'internal/texts/a.go',
      [...doubled('const A0 = "a"', (a, b) => `const ${b} = ${a} + ${a}`), 'var x = A60 == ""'],
    ],
    [
      'generic types',
      'internal/types/a.go',
      [
        'type P[A, B any] struct { a A; b B }',
        ...doubled('type A0 = int', (a, b) => `type ${b} = P[${a}, ${a}]`),
        'var x A60',
        'var y = x == A60{}',
      ],
    ],
  ])('is left out, except for its markers: %s that double', async (_, path, code) => {
    const { problems, controller, role } = await adopted({ ...goProject, [path]: fileOf(code) });
    expect(problems).toEqual([
      expect.stringContaining(`${path}:1: ${path} is not read: its types are too costly: it takes more than `),
    ]);
    expect(controller).toContain('Deployment');
    expect(role.includes('batch')).toBe(code.includes(marked));
  });

  it('is left out by folders where no file of it is costly alone', async () => {
    const { problems, controller } = await adopted({
      ...goProject,
      'internal/tables/a.go': fileOf(structures.filter((_, index) => index % 2 === 0)),
      'internal/tables/b.go': fileOf(structures.filter((_, index) => index % 2 === 1)),
      'internal/tables.go/c.go': 'package other\n',
    });
    expect(problems).toEqual([
      expect.stringContaining('internal/tables/a.go is not read: its types are too costly'),
      expect.stringContaining('internal/tables/b.go is not read: its types are too costly'),
    ]);
    expect(controller).toContain('Deployment');
  });

  async function adopted(
    files: Tree,
  ): Promise<{ readonly problems: readonly string[]; readonly controller: string; readonly role: string }> {
    const project = testFolder(files);
    const { diagnostics } = await project.adopt();
    const unread = diagnostics.filter(({ code }) => code === 'go-file-unread');
    return {
      problems: unread.map(({ message, position }) => `${position?.file}:${position?.line}: ${message}`),
      controller: project.read('src/controller/lantern.controller.ts'),
      role: project.read('config/rbac/role.yaml'),
    };
  }
});
