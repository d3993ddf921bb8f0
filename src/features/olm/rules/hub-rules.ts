import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { isMailAddress, isRequestUrl } from '../addresses.js';
import { type BundleFile } from '../bundle.js';
import { type JsonPath, listAt, objectAt, textAt, valueAt } from '../../../base/model/json-at.js';
import { minKubeVersion } from './csv-rules.js';
import { removedApis } from './removed-apis.js';
import { problemAt, type Rule } from './rule.js';
import { isZero, parseTolerantVersion } from '../semver.js';

/** Reports a field of a ClusterServiceVersion that OperatorHub.io rejects. */
function refused(csv: BundleFile, path: JsonPath, reason: string, example: string): Diagnostic {
  return problemAt(csv, path, 'invalid-hub-listing', { field: path.join('.'), reason, example });
}

const provider: Rule = ({ csv }) =>
  textAt(csv.value, 'spec', 'provider', 'name').trim() === ''
    ? [refused(csv, ['spec', 'provider', 'name'], 'is missing', 'provider: {name: My Company}')]
    : [];

/** Lists whose entries have two fields. The second one must have a certain form. */
const pairs: readonly {
  readonly list: string;
  readonly fields: readonly [string, string];
  readonly isValid: (value: string) => boolean;
  readonly what: string;
  readonly example: string;
}[] = [
  {
    list: 'maintainers',
    fields: ['name', 'email'],
    isValid: isMailAddress,
    what: 'a mail address',
    example: '{name: Ann, email: ann@example.com}',
  },
  {
    list: 'links',
    fields: ['name', 'url'],
    isValid: isRequestUrl,
    what: 'a URL',
    example: '{name: Documentation, url: https://example.com/docs}',
  },
];

const validPairs: Rule = ({ csv }) =>
  pairs.flatMap(({ list, fields, isValid, what, example }) =>
    listAt(csv.value, 'spec', list).flatMap((each, index): readonly Diagnostic[] => {
      const path = ['spec', list, index];
      const [name, value] = fields.map((field) => textAt(each, field)) as [string, string];
      const missing = name === '' ? fields[0] : value === '' ? fields[1] : undefined;
      return [
        ...(missing === undefined ? [] : [refused(csv, [...path, missing], 'is missing', example)]),
        ...(value === '' || isValid(value) ? [] : [refused(csv, [...path, fields[1]], `is not ${what}`, example)]),
      ];
    }),
  );

const version: Rule = ({ csv }) => {
  const parsed = parseTolerantVersion(textAt(csv.value, 'spec', 'version'));
  return parsed === undefined || isZero(parsed)
    ? [refused(csv, ['spec', 'version'], 'is missing', 'version: 0.1.0')]
    : [];
};

const mediaTypes: ReadonlySet<string> = new Set(['image/gif', 'image/jpeg', 'image/png', 'image/svg+xml']);

const icon: Rule = ({ csv }) => {
  const path = ['spec', 'icon'];
  if (valueAt(csv.value, ...path) === undefined) return [problemAt(csv, path, 'missing-icon', {})];
  const icons = listAt(csv.value, ...path);
  const [data, mediaType] = ['base64data', 'mediatype'].map((field) => textAt(icons[0], field)) as [string, string];
  const example = 'icon: [{base64data: ..., mediatype: image/svg+xml}]';
  const known = [...mediaTypes].join(', ');
  return [
    ...(icons.length === 1 ? [] : [refused(csv, path, `has ${icons.length} entries instead of one`, example)]),
    ...(icons.length > 0 && (data === '' || mediaType === '')
      ? [refused(csv, [...path, 0, data === '' ? 'base64data' : 'mediatype'], 'is missing', example)]
      : []),
    ...(mediaType === '' || mediaTypes.has(mediaType)
      ? []
      : [refused(csv, [...path, 0, 'mediatype'], `is not one of ${known}`, example)]),
  ];
};

/** Rules of OperatorHub.io. */
export const hubRules: readonly Rule[] = [provider, validPairs, version, icon, minKubeVersion, removedApis];

/** Reports whether an annotation is present, even if it is empty. */
function hasAnnotation(csv: BundleFile, name: string): boolean {
  return Object.hasOwn(objectAt(csv.value, 'metadata', 'annotations'), name);
}

const capabilities = ['Basic Install', 'Seamless Upgrades', 'Full Lifecycle', 'Deep Insights', 'Auto Pilot'];

/** Rules about the annotation `capabilities`. */
export const capabilityRules: readonly Rule[] = [
  ({ csv }) => {
    const path = ['metadata', 'annotations', 'capabilities'];
    const value = textAt(csv.value, ...path);
    if (!hasAnnotation(csv, 'capabilities') || capabilities.includes(value)) return [];
    return [problemAt(csv, path, 'unknown-capability-level', { value, levels: capabilities.join(', ') })];
  },
];

const categories = [
  ...['AI/Machine Learning', 'Application Runtime', 'Big Data', 'Cloud Provider', 'Developer Tools', 'Database'],
  ...['Integration & Delivery', 'Logging & Tracing', 'Monitoring', 'Modernization & Migration', 'Networking'],
  ...['OpenShift Optional', 'Security', 'Storage', 'Streaming & Messaging', 'Observability'],
];

/** Rules about the annotation `categories`. */
export const categoryRules: readonly Rule[] = [
  ({ csv }) => {
    const path = ['metadata', 'annotations', 'categories'];
    if (!hasAnnotation(csv, 'categories')) return [];
    return textAt(csv.value, ...path)
      .split(',')
      .map((each) => each.trim())
      .filter((each) => !categories.includes(each))
      .map((category) => problemAt(csv, path, 'unknown-csv-category', { category, known: categories.join(', ') }));
  },
];
