import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { quantityPattern } from '../model/quantity.js';
import { isObject, type JsonValue } from '../model/schema.js';
import type { BundleFile } from './bundle.js';
import type { JsonPath } from '../model/json-at.js';
import { problemAt } from './rule.js';
import { parseTolerantVersion } from './semver.js';

const quantity = new RegExp(quantityPattern);

/** The type of a value: a name in `scalars`, or the types of what it contains. */
type Shape =
  | keyof typeof scalars
  | { readonly list: Shape }
  | { readonly values: Shape }
  | { readonly fields: Readonly<Record<string, Shape>> };

const scalars = {
  text: { isValid: (value: JsonValue) => typeof value === 'string', what: 'a text' },
  boolean: { isValid: (value: JsonValue) => typeof value === 'boolean', what: 'true or false' },
  integer: { isValid: (value: JsonValue) => Number.isInteger(value), what: 'an integer' },
  version: {
    isValid: (value: JsonValue) => typeof value === 'string' && parseTolerantVersion(value) !== undefined,
    what: 'a version such as "0.1.0"',
  },
  release: {
    isValid: (value: JsonValue) =>
      typeof value === 'string' &&
      value.split('.').every((part) => /^(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)$/.test(part)),
    what: 'numbers and words separated by dots, such as "1"',
  },
  quantity: {
    isValid: (value: JsonValue) => typeof value === 'number' || (typeof value === 'string' && quantity.test(value)),
    what: 'a quantity such as 10m or 64Mi',
  },
} as const;

const texts = { list: 'text' } as const;
const textValues = { values: 'text' } as const;
const fields = (shapes: Readonly<Record<string, Shape>>): Shape => ({ fields: shapes });
const listOf = (shapes: Readonly<Record<string, Shape>>): Shape => ({ list: fields(shapes) });

const link = { name: 'text', url: 'text' } as const;
const descriptors = listOf({ path: 'text', displayName: 'text', description: 'text', 'x-descriptors': texts });
const resources = listOf({ name: 'text', kind: 'text', version: 'text' });
const described = {
  name: 'text',
  version: 'text',
  kind: 'text',
  displayName: 'text',
  description: 'text',
  resources,
  specDescriptors: descriptors,
  statusDescriptors: descriptors,
  actionDescriptors: descriptors,
} as const;
const service = { ...described, group: 'text', deploymentName: 'text', containerPort: 'integer' } as const;
const permissions = listOf({
  serviceAccountName: 'text',
  rules: listOf({ apiGroups: texts, resources: texts, verbs: texts, resourceNames: texts, nonResourceURLs: texts }),
});
const deployments = listOf({
  name: 'text',
  label: textValues,
  spec: fields({
    template: fields({
      spec: fields({
        serviceAccountName: 'text',
        containers: listOf({
          name: 'text',
          image: 'text',
          resources: fields({ requests: { values: 'quantity' }, limits: { values: 'quantity' } }),
        }),
      }),
    }),
  }),
});
const webhooks = listOf({
  type: 'text',
  generateName: 'text',
  deploymentName: 'text',
  containerPort: 'integer',
  sideEffects: 'text',
  failurePolicy: 'text',
  webhookPath: 'text',
  admissionReviewVersions: texts,
  conversionCRDs: texts,
});

/** The fields of a ClusterServiceVersion that OLM reads. */
const csvShape = fields({
  metadata: fields({ name: 'text', namespace: 'text', annotations: textValues, labels: textValues }),
  spec: fields({
    displayName: 'text',
    description: 'text',
    version: 'version',
    release: 'release',
    maturity: 'text',
    minKubeVersion: 'text',
    replaces: 'text',
    skips: texts,
    keywords: texts,
    provider: fields(link),
    links: listOf(link),
    maintainers: listOf({ name: 'text', email: 'text' }),
    icon: listOf({ base64data: 'text', mediatype: 'text' }),
    installModes: listOf({ type: 'text', supported: 'boolean' }),
    relatedImages: listOf({ name: 'text', image: 'text' }),
    customresourcedefinitions: fields({ owned: listOf(described), required: listOf(described) }),
    apiservicedefinitions: fields({ owned: listOf(service), required: listOf(service) }),
    install: fields({
      strategy: 'text',
      spec: fields({ deployments, permissions, clusterPermissions: permissions }),
    }),
    webhookdefinitions: webhooks,
  }),
});

/** Reports values of a ClusterServiceVersion with another type than OLM reads. */
export function shapeProblems(csv: BundleFile): readonly Diagnostic[] {
  return [...problemsIn(csv, csvShape, csv.value, [])];
}

function* problemsIn(file: BundleFile, shape: Shape, value: JsonValue, path: JsonPath): Generator<Diagnostic> {
  if (value === null) return;
  if (typeof shape === 'string') {
    if (!scalars[shape].isValid(value)) yield mismatch(file, path, scalars[shape].what, value);
  } else if ('list' in shape) {
    if (!Array.isArray(value)) yield mismatch(file, path, 'a list', value);
    else for (const [index, each] of value.entries()) yield* problemsIn(file, shape.list, each, [...path, index]);
  } else if (!isObject(value)) {
    yield mismatch(file, path, 'a mapping', value);
  } else {
    for (const [key, each] of Object.entries(value)) {
      const inner = 'values' in shape ? shape.values : Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined;
      if (inner !== undefined) yield* problemsIn(file, inner, each, [...path, key]);
    }
  }
}

function mismatch(file: BundleFile, path: JsonPath, expected: string, value: JsonValue): Diagnostic {
  return problemAt(file, path, 'invalid-csv-value', { field: path.join('.'), expected, found: foundText(value) });
}

function foundText(value: JsonValue): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a mapping' : JSON.stringify(value);
}
