import { describe, expect, test } from 'vitest';
import { isAboutRun } from '../../../src/base/diagnostics/about-run.js';
import { allEntries } from '../../../src/base/diagnostics/all-entries.js';
import { usageDiagnostics } from '../../../src/base/diagnostics/catalogue/cli.js';
import { selection, selectors } from '../../../src/base/diagnostics/select.js';

const entries = await allEntries();
const codes = Object.keys(entries);
const selected = (only: readonly string[], skip: readonly string[] = []) => codes.filter(selection(only, skip));
const aboutRun = codes.filter(isAboutRun);
// `--only` does not hide a file that could not be checked.
const unchecked = ['invalid-manifest', 'kustomization-failed'];

test('without flags, every code is selected', () => {
  expect(selected([])).toEqual(codes);
});

test('a code selects itself only', () => {
  const only = new Set([...aboutRun, ...unchecked, 'stale-file']);
  expect(new Set(selected(['stale-file']))).toEqual(only);
  expect(selected([], ['stale-file'])).toEqual(codes.filter((code) => code !== 'stale-file'));
});

test('a prefix up to a hyphen selects all codes that begin with it', () => {
  const rest = selected([], ['pod-security-']);
  expect(codes.filter((code) => !rest.includes(code)).toSorted()).toEqual([
    'pod-security-violation',
    'pod-security-warning',
  ]);
  expect(selected([], ['pod'])).toEqual(codes);
});

test('--skip prevails over --only', () => {
  expect(selected(['pod-'], ['pod-security-warning'])).toContain('pod-security-violation');
  expect(selected(['pod-'], ['pod-security-warning'])).not.toContain('pod-security-warning');
  expect(selected([], unchecked)).not.toContain('invalid-manifest');
});

describe('what is about the run', () => {
  test('is always selected', () => {
    const prefixes = codes.map((code) => code.replace(/[^-]*$/, ''));
    expect(selected(['stale-file'], [...codes, ...prefixes])).toEqual(aboutRun);
  });

  test('includes wrong usage, internal errors and the helper', () => {
    expect(aboutRun).toEqual(expect.arrayContaining(Object.keys(usageDiagnostics)));
    expect(aboutRun).toEqual(expect.arrayContaining(['internal-error', 'upstream-failed', 'no-verdict']));
  });

  test('cannot be named', () => {
    const accepted = selectors(entries);
    expect(accepted.filter(isAboutRun)).toEqual([]);
    expect(accepted).toEqual(expect.arrayContaining(['stale-file', 'pod-security-', 'missing-csv']));
  });
});
