import { readFileSync } from 'node:fs';
import { analyzeDiagnostics } from '../../src/base/diagnostics/catalogue/analyze.js';
import { cliDiagnostics } from '../../src/base/diagnostics/catalogue/cli.js';
import { codeDiagnostics } from '../../src/base/diagnostics/catalogue/code.js';
import { permissionDiagnostics } from '../../src/base/diagnostics/catalogue/permissions.js';
import { projectDiagnostics } from '../../src/base/diagnostics/catalogue/project.js';
import { webhookDiagnostics } from '../../src/base/diagnostics/catalogue/webhooks.js';
import { scaffoldDiagnostics } from '../../src/base/diagnostics/catalogue/scaffold.js';
import { verifyDiagnostics } from '../../src/base/diagnostics/catalogue/verify.js';
import type { CatalogueEntry } from '../../src/base/diagnostics/catalogue/entry.js';
import { catalogue } from '../../src/base/diagnostics/catalogue.js';
import type { DiagnosticTable } from '../../src/base/diagnostics/diagnostic.js';
import { features } from '../../src/features.js';

const stages: readonly (readonly [string, DiagnosticTable])[] = [
  ['Types and markers', analyzeDiagnostics],
  ['Definitions that an API server would reject', verifyDiagnostics],
  ['Permissions', permissionDiagnostics],
  ['PROJECT and names', projectDiagnostics],
  ['Webhooks', webhookDiagnostics],
  ['Files of a project', scaffoldDiagnostics],
  ['Moved and renamed code', codeDiagnostics],
  ['The command line', cliDiagnostics],
];

/** Returns the sections of the list: the stages of the core, then the features, with their diagnostics. */
async function sectionsOf(): Promise<readonly (readonly [title: string, entries: DiagnosticTable])[]> {
  const known = stages.flatMap(([, entries]) => Object.keys(entries));
  const others = Object.fromEntries(Object.entries(catalogue).filter(([code]) => !known.includes(code)));
  const ofFeatures = features.map(async ({ name, diagnostics }) => {
    const page = readFileSync(new URL(`../../src/features/${name}/README.md`, import.meta.url), 'utf8');
    return [/^# (.*)$/m.exec(page)![1]!, (await diagnostics?.()) ?? {}] as const;
  });
  const all = [...stages, ['Other diagnostics', others] as const, ...(await Promise.all(ofFeatures))];
  return all.filter(([, entries]) => Object.keys(entries).length > 0);
}

/** Returns the list of the pages about diagnostics: a link for each code, with the title of its page. */
export async function diagnosticsIndex(): Promise<string> {
  const sections = (await sectionsOf()).map(
    ([title, entries]) => `## ${title}\n\n${Object.entries(entries).map(line).join('\n')}\n`,
  );
  return `<!-- Generated from the pages: npm run docs. Changes made here are lost. -->

# Diagnostics

Every diagnostic has a code and a page, which explains the problem, shows an invalid and a valid example, and describes the
solution.

${sections.join('\n')}`;
}

function line([code, { severity }]: readonly [string, CatalogueEntry<never>]): string {
  return `- [${code}](${code}.md): ${titleOf(code)}${severity === 'error' ? '' : ` (a ${severity})`}`;
}

function titleOf(code: string): string {
  const text = readFileSync(new URL(`../../docs/diagnostics/${code}.md`, import.meta.url), 'utf8');
  return /^# [a-z-]+: (.*)$/m.exec(text)?.[1] ?? '';
}
