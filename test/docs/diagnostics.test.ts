import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { diagnosticsIndex } from '../../scripts/docs/diagnostics-index.js';
import { analyzeDiagnostics } from '../../src/base/diagnostics/catalogue/analyze.js';
import { usageDiagnostics } from '../../src/base/diagnostics/catalogue/cli.js';
import type { CatalogueEntry } from '../../src/base/diagnostics/catalogue/entry.js';
import { helperDiagnostics } from '../../src/base/diagnostics/catalogue/helper.js';
import { verifyDiagnostics } from '../../src/base/diagnostics/catalogue/verify.js';
import { allEntries } from '../../src/base/diagnostics/all-entries.js';
import { DiagnosticsError } from '../../src/base/diagnostics/diagnostic.js';
import { plain } from '../../src/base/diagnostics/print-style.js';
import { printDiagnostics } from '../../src/base/diagnostics/print.js';
import { mergeKustomization } from '../../src/output/emit/kustomization.js';
import { disk } from '../../src/base/io/disk.js';
import { generate } from '../../src/output/generate/generate.js';
import { inspectMarkers } from '../../src/cli/commands/inspect-markers/run.js';
import { parseProject } from '../../src/project/project-file.js';
import { answering, cli } from '../cli/framework/support.js';
import { diagnosticPages, sourcesOf, type Page } from '../support/pages.js';
import { filesBelow } from '../support/source-files.js';
import { temporaryFolder } from '../support/tree.js';
import { helper, runScenario, scenarios } from './scenarios.js';

const pages = diagnosticPages();
const pageOf = new Map(pages.map((each) => [each.code, each]));
const entries = await allEntries();
const codes = Object.keys(entries);

const sources = filesBelow(new URL('../../src/', import.meta.url))
  .filter(({ path }) => !/^(?:base\/diagnostics\/catalogue|features\/\w+\/diagnostics)/.test(path))
  .map(({ text }) => text)
  .join('\n');
/** A code that nothing reports yet cannot be shown; once something does, its examples are tried. */
const isReported = (code: string): boolean => sources.includes(`'${code}'`);

describe('the pages', () => {
  test('are one for each code', () => {
    expect(pages.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
  });

  test('are listed; if the list is old: npm run docs', async () => {
    const list = readFileSync(new URL('../../docs/diagnostics/README.md', import.meta.url), 'utf8');
    expect(list).toBe(await diagnosticsIndex());
  });

  test.each(pages.map((page) => [page.code, page] as const))('%s has its parts', (code, { text }) => {
    expect(text.split('\n', 3)).toEqual([
      expect.stringMatching(`^# ${code}: .+[^.]$`),
      '',
      expect.stringMatching(/^.{20,}/),
    ]);
    expect(text).toMatch(/^```(ts|sh|yaml) (wrong|right)$/m);
    expect(text, 'ends with what to do').toMatch(/\n```\n\n[^`\n][^\n]+\n(?:(?!```)[^\n]+\n)*$/);
    for (const [, target] of text.matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
      expect(existsSync(new URL(`../../docs/diagnostics/${target}`, import.meta.url)), target).toBe(true);
    }
  });
});

const header = { domain: 'my.domain', layout: ['typescript.operator-gen/v1'], projectName: 'test', version: '3' };

/** The problems of an example as `manifests` finds them, in a project whose PROJECT may be a part of the example. */
async function problemsIn(example: string | undefined, projectText: string | undefined): Promise<readonly string[]> {
  const files = example === undefined ? {} : sourcesOf(example);
  const root = temporaryFolder(files);
  const { project } = parseProject(stringify({ ...header, ...parse(projectText ?? '{}') }));
  const { diagnostics } = await generate(disk, root, project, '0.0.0');
  return diagnostics.map(({ code }) => code);
}

const inSources = { ...analyzeDiagnostics, ...verifyDiagnostics };
// Their examples would fill the page.
const tooLarge = [
  'large-crd',
  'crd-too-large',
  'nesting-too-deep',
  'kind-too-large',
  'value-too-large',
  'compiler-failed',
];

describe('the examples of problems in the sources', () => {
  const tried = Object.keys(inSources).filter((code) => !tooLarge.includes(code) && isReported(code));

  it.each(tried)('%s', async (code) => {
    const { block } = pageOf.get(code)!;
    const [wrong, right] = ['wrong', 'right'].map((side) => ({
      ts: block(`ts ${side}`),
      yaml: block(`yaml ${side}`) ?? block('yaml'),
    }));
    expect(wrong!.ts ?? wrong!.yaml).toBeDefined();
    expect(right!.ts ?? right!.yaml).toBeDefined();
    expect(await problemsIn(wrong!.ts, wrong!.yaml)).toEqual([code]);
    expect(await problemsIn(right!.ts, right!.yaml)).toEqual([]);
  });
});

const printed = ({ block }: Page): string =>
  (block('sh wrong') ?? block('text') ?? '')
    .split('\n')
    .filter((line) => !line.startsWith('$ '))
    .join('\n')
    .trimEnd();

describe('the examples of command lines', () => {
  it.each(Object.keys(usageDiagnostics).filter((code) => code !== 'folder-not-found'))(
    '%s is printed',
    async (code) => {
      const page = pageOf.get(code)!;
      const { operation } = answering({}, '/');
      const operations = {
        init: async () => operation,
        'create api': async () => operation,
        manifests: async () => operation,
        check: async () => operation,
        verify: async () => operation,
        'inspect markers': async () => inspectMarkers,
      };
      const run = (side: string) => {
        const line = /^\$ operator-gen (.*)$/m.exec(page.block(`sh ${side}`) ?? '')?.[1] ?? '';
        return cli(line.split(' '), { cwd: temporaryFolder(), operations });
      };
      const wrong = await run('wrong');
      expect(wrong.exitCode).toBe(2);
      expect(wrong.stderr).toBe(`${printed(page)}\n\n1 error\n`);
      expect(await run('right')).toMatchObject({ exitCode: 0 });
    },
  );
});

describe('the examples of projects', () => {
  it.for(Object.entries(scenarios))('%s is printed', async ([code, scenario], { skip }) => {
    skip(scenario.isBuilt === true && helper === undefined, 'run `npm run upstream`, which needs Go');
    const page = pageOf.get(code)!;
    const line = /^\$ (.*)$/m.exec(page.block('sh wrong')!)![1]!;
    const { stderr } = await runScenario(scenario, line);
    expect(stderr).toContain(`${entries[code]!.severity} ${code}: `);
    expect(stderr).toContain(`${printed(page)}\n\n`);
    const [, rest = ''] = stderr.split(printed(page));
    const counts = [...rest.split('\n')[2]!.matchAll(/(\d+) (?:error|warning|note)/g)];
    const problems = counts.reduce((sum, [, count]) => sum + Number(count), 0);
    expect(printed(page).split('\n\n')).toHaveLength(problems);
  });
});

describe('the examples of PROJECT', () => {
  // Those of manifests are tried with the API server's code, in the end-to-end tests.
  const isTried = (code: string): boolean => code in entries && !(code in inSources) && !(code in helperDiagnostics);
  const tried = pages.filter(({ code, block }) => isTried(code) && block('yaml wrong'));

  it.each(tried.map((page) => [page.code, page] as const))('%s', (code, page) => {
    const [wrong = '', right = ''] = [page.block('yaml wrong'), page.block('yaml right')];
    if (code === 'invalid-kustomization') {
      expect(mergeKustomization(wrong, { add: ['new.yaml'], remove: [] })).toBeUndefined();
      expect(mergeKustomization(right, { add: ['new.yaml'], remove: [] })).toContain('- new.yaml');
      return;
    }
    expect(parseProject(right).project.domain).toBe('my.domain');
    const problems = thrownBy(() => parseProject(wrong));
    expect(problems.map((each) => each.code)).toEqual([code]);
    const options = { style: plain, source: () => wrong, place: (file: string) => file };
    expect(printDiagnostics(problems, options)).toBe(`${page.block('text')}\n1 error\n`);
  });
});

function thrownBy(work: () => unknown): DiagnosticsError['diagnostics'] {
  try {
    work();
  } catch (error) {
    if (error instanceof DiagnosticsError) return error.diagnostics;
    throw error;
  }
  return [];
}

/** Stands for any value in a message, whatever the message does with it. */
const anything = '§';
const parameters = new Proxy(
  {},
  { get: () => Object.assign(Object(anything) as object, { join: () => anything, flatMap: () => [anything] }) },
);

function patternOf(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // As JSON, as a word of a shell, or plain.
  return new RegExp(escaped.replaceAll(new RegExp(`"${anything}"|'${anything}'|${anything}`, 'g'), '.+'));
}

describe('what other pages say is printed', () => {
  const others = pages.filter(({ code, block }) => !(code in usageDiagnostics) && block('sh wrong') !== undefined);

  it.each(others.map((page) => [page.code, page] as const))('%s', (code, page) => {
    const entry = entries[code] as CatalogueEntry<unknown>;
    const text = printed(page);
    expect(text).toContain(code);
    expect(text).toContain(entry.severity);
    expect(text).toMatch(patternOf(entry.message(parameters)));
    expect(text).toMatch(patternOf(entry.help(parameters)));
  });
});
