import { readFileSync } from 'node:fs';
import { analyzeDiagnostics } from '../../src/base/diagnostics/catalogue/analyze.js';
import { cliDiagnostics } from '../../src/base/diagnostics/catalogue/cli.js';
import { codeDiagnostics } from '../../src/base/diagnostics/catalogue/code.js';
import { permissionDiagnostics } from '../../src/base/diagnostics/catalogue/permissions.js';
import { projectDiagnostics } from '../../src/base/diagnostics/catalogue/project.js';
import { webhookDiagnostics } from '../../src/base/diagnostics/catalogue/webhooks.js';
import { scaffoldDiagnostics } from '../../src/base/diagnostics/catalogue/scaffold.js';
import { verifyDiagnostics } from '../../src/base/diagnostics/catalogue/verify.js';
import { catalogue } from '../../src/base/diagnostics/catalogue.js';

const stages: readonly (readonly [string, object])[] = [
  ['Types and markers', analyzeDiagnostics],
  ['Definitions that an API server would reject', verifyDiagnostics],
  ['Permissions', permissionDiagnostics],
  ['PROJECT and names', projectDiagnostics],
  ['Webhooks', webhookDiagnostics],
  ['Files of a project', scaffoldDiagnostics],
  ['Moved and renamed code', codeDiagnostics],
  ['The command line', cliDiagnostics],
];

/** Returns the list of the pages about diagnostics: a link for each code, with the title of its page. */
export function diagnosticsIndex(): string {
  const known = stages.flatMap(([, entries]) => Object.keys(entries));
  const others = Object.fromEntries(Object.entries(catalogue).filter(([code]) => !known.includes(code)));
  const all = [...stages, ['Other diagnostics', others] as const].filter(
    ([, entries]) => Object.keys(entries).length > 0,
  );
  const sections = all.map(([title, entries]) => `## ${title}\n\n${Object.keys(entries).map(line).join('\n')}\n`);
  return `<!-- Generated from the pages: npm run docs. Changes made here are lost. -->

# Diagnostics

Every diagnostic has a code and a page, which explains the problem, shows an invalid and a valid example, and describes the
solution.

${sections.join('\n')}`;
}

function line(code: string): string {
  const { severity } = catalogue[code as keyof typeof catalogue];
  return `- [${code}](${code}.md): ${titleOf(code)}${severity === 'error' ? '' : ` (a ${severity})`}`;
}

function titleOf(code: string): string {
  const text = readFileSync(new URL(`../../docs/diagnostics/${code}.md`, import.meta.url), 'utf8');
  return /^# [a-z-]+: (.*)$/m.exec(text)?.[1] ?? '';
}
