import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDocComment } from '../../src/language/analyze/doc-comment.js';
import { readDocComment } from '../../src/language/analyze/near-misses.js';
import { selectSources } from '../../src/language/analyze/sources.js';
import { patchOf } from '../../src/cli/framework/patch.js';
import { diagnostic } from '../../src/base/diagnostics/diagnostic.js';
import { printDiagnostics } from '../../src/base/diagnostics/print.js';
import { plain } from '../../src/base/diagnostics/print-style.js';
import { suggest } from '../../src/base/diagnostics/suggest.js';
import { leftMentions } from '../../src/scaffold/change/files/remaining-mentions.js';
import { formatCode } from '../../src/base/io/format-code.js';
import { fieldPlaces } from '../../src/output/kustomize/object-place.js';
import { mergeFile } from '../../src/base/merge/merge-file.js';
import { yamlDocument, yamlDocuments } from '../../src/base/text/yaml-documents.js';
import { readYaml } from '../../src/base/merge/yaml-source.js';
import { yamlTokens } from '../../src/base/text/yaml-limits.js';
import type { Property, Schema } from '../../src/base/model/schema.js';
import { parseProject } from '../../src/project/project-file.js';
import { rbacRules } from '../../src/scaffold/refactor/markers/rbac-rules.js';
import { textMentions } from '../../src/scaffold/refactor/code/text-mentions.js';
import { misfits } from '../../src/base/values/fits.js';
import { compilePattern } from '../../src/base/values/pattern.js';
import { usesOldSelf } from '../../src/language/rules/extension-rules.js';
import { verifySchema } from '../../src/language/rules/kind-rules.js';
import { codeHost, codeRoot } from '../support/code-project.js';
import { analyzeSources, kindSource } from '../support/generate.js';

/** Processor time of all threads, which other processes do not change. */
async function millisecondsOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  return process.cpuUsage(start).user / 1000;
}

/** Formats code, which has to be possible. */
async function format(content: string): Promise<void> {
  const [result] = await formatCode([{ path: 'src/api/v1/a.types.ts', content }], {}, 600);
  expect(result).toHaveProperty('text');
}

const source = (text: string) => [{ path: '/a.ts', text }];
const one = 'name: a\n';

/** What is done with a text of about so many characters. */
const works: Readonly<Record<string, (size: number) => unknown>> = {
  'exports without an end': (size) =>
    selectSources(source(`'@operator-gen/runtime/api' ${'export '.repeat(size / 7)}`)),
  'exports and imports': (size) => selectSources(source(`from '@operator-gen/runtime/api' `.repeat(size / 30))),
  'markers in one line': (size) => parseDocComment(`/** ${'@a '.repeat(size / 3)}*/`, 0, () => true),
  'words that are almost markers': (size) => readDocComment(`/** ${'@minimun {@a '.repeat(size / 13)}*/`, 0),
  'quotes without an end': (size) => parseDocComment(`/** @a ${"'\\".repeat(size / 2)}*/`, 0, () => true),
  'blank lines in a comment': (size) => parseDocComment(`/**${'\n'.repeat(size)}*/`, 0, () => true),
  'permissions in comments': (size) => rbacRules('/a.ts', `/** @rbac { groups: [''] } */\n`.repeat(size / 32)),
  'comments without an end': (size) => rbacRules('/a.ts', `rbac ${'/**'.repeat(size / 3)}`),
  'texts in a rule': (size) => usesOldSelf('"\\'.repeat(size / 2)),
  'a suggestion for a long word': (size) => suggest('a'.repeat(size), ['b'.repeat(size), 'Minimum', 'a'.repeat(size)]),
  'problems in one long line': (size) => {
    const problems = Array.from({ length: size / 100 }, (_, index) =>
      diagnostic('unreadable-project', { reason: 'x' }, { file: 'a', line: 1, column: index + 1 }),
    );
    return printDiagnostics(problems, { style: plain, source: () => 'x'.repeat(size), place: (file) => file });
  },
  'the format of a file with comments': (size) => format(`${'// a\n'.repeat(size / 5)}export class A {}\n`),
  'the format of a comment with blank lines': (size) => format(`/*${' \n'.repeat(size / 2)}*/\nexport class A {}\n`),
  'the format of a class with many fields': (size) => format(`class A {\n${'a?: B;\n'.repeat(size / 7)}}\n`),
  'an error in a long line of YAML': (size) => yamlDocument(`a: [${'\r'.repeat(size)}x }\n`),
  'an error in an alias of YAML, in a long line': (size) => yamlDocuments(`a: *b${'\r'.repeat(size)}c: 1\n`),
  'an error in a file of a released folder': (size) => readYaml(`a: "\\x${'\r'.repeat(size)}y"\n`),
  'keys of a mapping': (size) => yamlTokens('a: 1\n'.repeat(size / 5)),
  'lines that all differ': (size) => {
    const existing = Array.from({ length: size / 10 }, (_, index) => `other ${index}`).join('\n');
    return mergeFile('a.txt', { existing, before: one, after: `${one}b\n` });
  },
  'items of a set': (size) =>
    misfits(
      { type: 'array', listType: 'set', items: { type: 'integer' } },
      Array.from({ length: size / 3 }, (_, index) => index),
    ),
  'items of a map': (size) =>
    misfits(
      { type: 'array', listType: 'map', listMapKeys: ['f0'], items: { type: 'object', properties: fields(size / 30) } },
      Array.from({ length: size / 30 }, (_, index) => ({ f0: index })),
    ),
  'values of an enum, and defaults of it': (size) => {
    const values = Array.from({ length: size / 10 }, (_, index) => `v${index}`);
    const items: Schema = { type: 'string', enum: values };
    const schema: Schema = { type: 'array', items, default: [...values, ...values.map((each) => `${each}x`)] };
    return verifySchema({ schema, field: 'a', position: { file: 'a', line: 1, column: 1 } });
  },
  'a union of texts': (size) =>
    analyzeSources(kindSource({ spec: `a!: ${Array.from({ length: size / 10 }, (_, n) => `'t${n}'`).join(' | ')};` })),
  'markers of another tool': (size) =>
    analyzeSources(
      kindSource({ spec: Array.from({ length: size / 40 }, (_, n) => `// +optional\nf${n}?: string;`).join('\n') }),
    ),
  'problems in many lines': (size) => {
    const problems = Array.from({ length: size / 10 }, (_, index) =>
      diagnostic('unreadable-project', { reason: 'x' }, { file: 'a', line: index + 1, column: 1 }),
    );
    return printDiagnostics(problems, { style: plain, source: () => 'x\n'.repeat(size / 10), place: (file) => file });
  },
  'names in code': (size) =>
    textMentions(codeHost({ 'src/a.ts': '// WebServer\nimport "./WebServer.js";\n'.repeat(size / 40) }), codeRoot, [
      'WebServer',
    ]),
  'places in a file with many objects': (size) => {
    const names = Array.from({ length: size / 300 }, (_, index) => `b${index}`);
    const objects = names.map(
      (name) => `kind: RoleBinding\nmetadata: {name: ${name}}\nroleRef: {name: x}\n# ${'x'.repeat(240)}\n`,
    );
    const text = objects.join('---\n');
    const placeOf = fieldPlaces(() => text);
    for (const name of names) placeOf({ file: 'a.yaml', kind: 'RoleBinding', name }, ['roleRef', 'name']);
  },
  'names in texts': (size) => {
    const host = codeHost({ 'docs/x.md': '# WebServer\n'.repeat(size / 12) });
    const { project } = parseProject(
      "domain: example.com\nlayout:\n- typescript.operator-gen/v1\nprojectName: p\nresources:\n- api: {crdVersion: v1}\n  domain: example.com\n  group: web\n  kind: WebServer\n  version: v1\nversion: '3'\n",
    );
    const [old] = project.resources;
    return leftMentions(host, codeRoot, { files: [] }, project, [[old!, { ...old!, kind: 'Site' }]]);
  },
};

function fields(count: number): Property[] {
  return Array.from({ length: count }, (_, n) => ({ name: `f${n}`, required: false, schema: { type: 'integer' } }));
}

describe('time grows as the text does', () => {
  test.each(Object.entries(works))(
    '%s',
    async (_, work) => {
      await work(1000);
      const [small, large] = [30_000, 240_000];
      const before = Math.max(await millisecondsOf(() => work(small)), 4);
      // 8 times the text: linear work takes 8 times as long, quadratic work 64 times.
      expect(await millisecondsOf(() => work(large))).toBeLessThan(before * 30);
    },
    300_000,
  );
});

test('a pattern with classes that can be read in two ways is compiled at once', async () => {
  expect(await millisecondsOf(() => compilePattern(`${'[^a]'.repeat(200)}\\`))).toBeLessThan(500);
});

test.each(['one place', 'many places'])(
  'lines of the user in %s are merged or refused at once',
  (where) => {
    const ours = Array.from({ length: 100 }, (_, index) => `line ${index}`);
    const added = Array.from({ length: 3000 }, (_, index) => `// ${index}`);
    const existing = ours.flatMap((line, index) =>
      where === 'many places' ? [line, ...added] : index === 50 ? [...added, ...added, line] : [line],
    );
    const before = ours.join('\n');
    const after = before.replace('line 70', 'line seventy');
    const start = process.cpuUsage();
    const { kind } = mergeFile('a.ts', { existing: existing.join('\n'), before, after });
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(8000);
    expect(kind).toBe(where === 'one place' ? 'merged' : 'refused');
  },
  60_000,
);

test('of very many problems the errors come first, and the rest is counted', () => {
  const warnings = Array.from({ length: 1500 }, (_, index) =>
    diagnostic('go-marker', { found: '+x', instead: 'y' }, { file: 'a', line: index + 1, column: 1 }),
  );
  const error = diagnostic('unreadable-project', { reason: 'x' }, { file: 'z', line: 1, column: 1 });
  const text = printDiagnostics([...warnings, error], { style: plain, source: () => undefined, place: (file) => file });
  expect(text.match(/ - warning go-marker/g)).toHaveLength(999);
  expect(text).toContain('z:1:1 - error unreadable-project');
  expect(text).toMatch(/\n\.\.\. and 501 more; --output json lists all of them\n\n1 error, 1500 warnings\n$/);
});

test('a patch between long texts that have nothing in common takes no long, and applies', async () => {
  const texts = ['old', 'new'].map((word) =>
    Array.from({ length: 60_000 }, (_, index) => `${word} ${index}`).join('\n'),
  );
  const [before = '', after = ''] = texts;
  const start = process.cpuUsage();
  const patch = await patchOf({ path: 'a b.yaml', action: 'update', before, after: `${after}\n` } as never);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(15_000);
  const folder = mkdtempSync(join(tmpdir(), 'operator-gen-growth-'));
  writeFileSync(join(folder, 'a b.yaml'), before);
  writeFileSync(join(folder, 'patch'), patch);
  execFileSync('git', ['apply', 'patch'], { cwd: folder });
  expect(readFileSync(join(folder, 'a b.yaml'), 'utf8')).toBe(`${after}\n`);
}, 60_000);
