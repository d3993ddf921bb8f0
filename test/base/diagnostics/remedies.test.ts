import { describe, expect, it } from 'vitest';
import { analyzeDiagnostics } from '../../../src/base/diagnostics/catalogue/analyze.js';
import { verifyDiagnostics } from '../../../src/base/diagnostics/catalogue/verify.js';
import type { Diagnostic } from '../../../src/base/diagnostics/diagnostic.js';
import { verifyKind } from '../../../src/language/rules/kind-rules.js';
import { verifySharedNames } from '../../../src/language/rules/name-rules.js';
import { verifyPermissions } from '../../../src/language/rules/rbac-rules.js';
import { verifyWebhooks } from '../../../src/language/rules/webhook-rules.js';
import { analyzeSources, kindSource } from '../../support/generate.js';
import { markerCases } from '../../support/marker-cases.js';
import { diagnosticPages, sourcesOf } from '../../support/pages.js';
import { rbacCases, rbacSource } from '../../support/rbac-cases.js';
import { remedyIn, withRemedy, type Sources } from '../../support/remedies.js';
import { verifyCases } from '../../support/verify-cases.js';
import { webhookCases, webhookSource } from '../../support/webhook-cases.js';

function problemsIn(sources: Sources): readonly Diagnostic[] {
  const { model, diagnostics } = analyzeSources(sources);
  return [
    ...diagnostics,
    ...model.kinds.flatMap((each) => verifyKind(each)),
    ...verifySharedNames(model),
    ...verifyPermissions(model),
    ...verifyWebhooks(model),
  ];
}

/** Sources that would take long, or whose remedies are tried elsewhere: `test/base/helper/rule-costs.test.ts`. */
const untried =
  /^(?:large-crd|crd-too-large|nesting-too-deep|kind-too-large|value-too-large|compiler-failed|expensive-rule)$/;

/** Problems that have many places in the cases, of which each would need its own hand. */
const onlyShown: ReadonlySet<string> = new Set(['removable-immutable', 'uncorrelatable-rule']);

const shown: readonly Sources[] = diagnosticPages().flatMap(({ code, block }) => {
  const text = block('ts wrong');
  return text === undefined || untried.test(code) ? [] : [sourcesOf(text)];
});
const cases: readonly Sources[] = [
  ...shown,
  ...verifyCases.filter(({ codes }) => codes.some((code) => !untried.test(code))).map((each) => kindSource(each)),
  ...rbacCases.filter(({ codes }) => codes.length > 0).map((each) => ({ 'src/rbac.ts': rbacSource(each) })),
  ...webhookCases.map((each) => ({ 'src/webhook.ts': webhookSource(each) })),
  ...markerCases.flatMap(({ name, refused = [] }) =>
    refused.map((each) => kindSource({ spec: `@${name}(${each.arguments}) it?: ${each.field};` })),
  ),
];

/** The helps with code whose place is not the position of the problem, and how a user follows each of them. */
const byHand: Readonly<Record<string, (text: string, found: Diagnostic) => string | undefined>> = {
  'no-storage-version': (text) => text.replace(/^(?=@Resource)/m, '@StorageVersion() '),
  'multiple-storage-versions': (text) => text.replace('@StorageVersion()', ''),
  'no-served-version': (text) => text.replace('@UnservedVersion()', ''),
  'invalid-list-map-items': (text) =>
    text.replace(/@ListType\('map'\)/, "@ListType('set')").replaceAll(/@ListMapKey\('[^']*'\)/g, ''),
  'invalid-list-set-items': (text, { help }) => {
    const [code] = /@Items\(\w+\('atomic'\)\)/.exec(help)!;
    return text.replaceAll(/@Items\(ListType\('\w+'\)\)/g, '').replace(/(?=@ListType\('set'\))/, `${code} `);
  },
  'recursive-type': (text) =>
    text.replace('interface Node', 'class Node').replace('children', '@PreserveUnknownFields() children'),
  'not-structural': (text, { help, message }) => {
    if (!help.startsWith('add to the schema: ')) return undefined;
    return message.includes('[]')
      ? text.replace('items: {', "items: { type: 'object'")
      : text.replace('@Schema({', "@Schema({ type: 'object',");
  },
  'ineffective-webhook': (text, { help }) =>
    help.startsWith('add @') ? text.replace(/^(?=@Resource)/m, '@StatusSubresource() ') : undefined,
  'invalid-webhook': (text, { help }) => {
    const [object] = /\{ (?:key|name): .*\}$/.exec(help) ?? [];
    return object && text.replace(/("match(?:Expressions|Conditions)":\[)\{[^{}]*\}/, `$1${object}`);
  },
  'removable-immutable': (text, { help }) =>
    text.replace(/^(?=export class WebServerSpec)/m, `${/@XValidation\(.*?\}\)/.exec(help)![0]}\n`),
  'uncorrelatable-rule': (text) => text.replace('volumes?', "@ListType('map') @ListMapKey('name') volumes?"),
  'unknown-verb': (text, { message }) => {
    const verb = /^'(.*)' is not/.exec(message)![1]!;
    const others = text.replace(new RegExp(`['"]${verb}['"],? ?`), '');
    return others
      .replace('@Rbac({', `@Rbac({ customVerbs: ['${verb}'],`)
      .replace(/"?verbs"?: ?\[\],/, "verbs: ['get'],");
  },
};

interface Shown {
  readonly sources: Sources;
  readonly before: readonly Diagnostic[];
  readonly found: Diagnostic;
}

const remedies = new Map<string, Shown[]>();
for (const sources of cases) {
  const before = problemsIn(sources);
  for (const found of before) {
    if (remedyIn(found.help, found.message) === undefined || (onlyShown.has(found.code) && !shown.includes(sources)))
      continue;
    remedies.set(found.code, [...(remedies.get(found.code) ?? []), { sources, before, found }]);
  }
}

/** Returns the sources after a user has done what the help says. */
function afterHelp({ sources, found }: Shown): Sources {
  const { file } = found.position!;
  const text = byHand[found.code]?.(sources[file]!, found);
  return text === undefined ? withRemedy(sources, found)! : { ...sources, [file]: text };
}

describe('code in the help of a problem is a remedy', () => {
  it.each([...remedies])('%s', (code, all) => {
    for (const each of all) {
      const after = problemsIn(afterHelp(each));
      const count = (problems: readonly Diagnostic[]): number => problems.filter((one) => one.code === code).length;
      const known = new Set(each.before.map((one) => one.code));
      const { help, message, position } = each.found;
      const told = `${message}; ${help}; ${afterHelp(each)[position!.file]!.slice(-400)}`;
      expect(count(after), told).toBe(count(each.before) - 1);
      expect(
        after.filter((one) => !known.has(one.code)).map((one) => one.message),
        told,
      ).toEqual([]);
    }
  });
});

it('every code of the catalogue whose help writes code is among them', () => {
  const lists = ['a', 'b'];
  const parameters = new Proxy({}, { get: (_, name) => (name === 'known' ? lists : name === 'instead' ? '' : 'it') });
  const writing = Object.entries({ ...analyzeDiagnostics, ...verifyDiagnostics }).filter(([code, { help }]) => {
    const text = (help as (given: unknown) => string)(parameters);
    return !remedies.has(code) && !untried.test(code) && remedyIn(text, '') !== undefined;
  });
  expect(writing.map(([code]) => code)).toEqual([]);
});
