import { describe, expect, it } from 'vitest';
import { allEntries } from '../../../src/base/diagnostics/all-entries.js';
import { diagnostic as diagnosticOfImport } from '../../../src/features/import/reporting.js';
import type { CatalogueEntry } from '../../../src/base/diagnostics/catalogue/entry.js';
import { diagnostic, DiagnosticsError, type Diagnostic } from '../../../src/base/diagnostics/diagnostic.js';
import { parseProject } from '../../../src/project/project-file.js';

/** What a parameter may be, by its name where that says it: a number, a list or a choice. */
function typical(name: string): unknown {
  if (/^(?:pid|levels|bytes|wanted|given)$/.test(name)) return 3;
  if (/^(?:ours|changed|fresh)$/.test(name)) return true;
  if (
    /^(?:known|commands|options|words|flags|folders|choices|names|versions|groups|kinds|there|missing|owners)$/.test(
      name,
    )
  ) {
    return ['one', 'two'];
  }
  if (name === 'outcome') return 'completed';
  return `<${name}>`;
}

const full = new Proxy({}, { get: (_, name) => typical(String(name)) });
// Where a suggestion may be missing.
const withoutSuggestion = new Set([
  ...['invalid-name', 'unknown-argument', 'built-in-kind-not-found', 'unknown-verb', 'unknown-format'],
]);

/** Without what may be left out. */
const scarce = new Proxy(
  {},
  { get: (_, name) => (/^(?:suggestion|instead|choices)$/.test(String(name)) ? undefined : typical(String(name))) },
);

const mistakes = /undefined|\[object|NaN|\b(\w{2,}):? \1\b|: :|\?\?|\s{2}|[;,]$/;

const entries = await allEntries();

describe.each(Object.entries<CatalogueEntry<never>>(entries))('%s', (code, entry) => {
  it('has a message and a help text for any parameters', () => {
    for (const parameters of [full, ...(withoutSuggestion.has(code) ? [scarce] : [])] as never[]) {
      const message = entry.message(parameters);
      expect(`${code}: ${message}`).not.toMatch(/^(\S+): \1\b/);
      expect(message).not.toMatch(mistakes);
      // Help that is handed in as a whole may be absent here and nowhere else: its type says so.
      const help: string | undefined = entry.help(parameters);
      expect(help ?? 'handed in').not.toMatch(mistakes);
      expect(message).not.toBe('');
      expect(help).not.toBe('');
    }
  });
});

const odd = ['{ a: 1 }', '[1]', '[[]]', 'null', '3.5', 'true', "''", '[{ a: { b: c } }]'];
const keys = [
  'layout',
  'version',
  'domain',
  'projectName',
  'multigroup',
  'resources',
  'plugins',
  'namespaced',
  'other',
];
const cases = keys.flatMap((key) => odd.map((value) => [key, value] as const));

/** Returns what is said about a PROJECT with this value. */
function toldAbout(key: string, value: string): readonly Diagnostic[] {
  const plain = { layout: '[typescript.operator-gen/v1]', domain: 'my.domain', projectName: 'test', version: "'3'" };
  const text = Object.entries({ ...plain, [key]: value }).map(([name, each]) => `${name}: ${each}\n`);
  try {
    parseProject(text.join(''));
    return [];
  } catch (error) {
    if (error instanceof DiagnosticsError) return error.diagnostics;
    throw error;
  }
}

it.each(cases)('PROJECT with %s: %s is refused in words', (key, value) => {
  const told = toldAbout(key, value);
  expect(told.filter(({ message }) => /undefined|\[object|received|\bNever\b/.test(message))).toEqual([]);
  expect(told.filter(({ help }) => /undefined|\[object/.test(help))).toEqual([]);
});

it('most of these are refused', () => {
  expect(cases.filter((each) => toldAbout(...each).length > 0).length).toBeGreaterThan(50);
});

describe('a value in a diagnostic', () => {
  it('is shortened if it is very long, and its end is a whole character', () => {
    const { message, help } = diagnostic('value-too-large', {
      what: 'it',
      expression: `x${'\u{1f600}'.repeat(10_000)}`,
    });
    expect(message.length).toBeLessThan(1200);
    expect(message).toContain('\u{1f600}... (20001 characters)');
    expect(() => encodeURIComponent(message)).not.toThrow();
    expect(help).not.toBe('');
    const instead = 'x'.repeat(1_000_000);
    expect(diagnosticOfImport('invalid-crd', { name: 'a', reason: 'b', instead }).help.length).toBeLessThan(6000);
  });

  it('is complete otherwise', () => {
    const expression = 'x'.repeat(1000);
    expect(diagnostic('value-too-large', { what: 'it', expression }).message).toContain(`it is ${expression}, a value`);
  });
});
