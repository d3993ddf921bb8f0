import { crdValues } from './chart-values.js';
import { isNeeded, section, string, type ValueSchema } from './values.js';

/** The values of the chart of the operator that CRDs depend on. */
const shared: readonly (readonly [section: string, keys: readonly string[]])[] = [
  ['manager', ['enabled']],
  ['certManager', ['enabled']],
  ['webhook', ['enabled', 'certificate', 'caBundle']],
];

/**
 * Returns the schema of the values of a chart that contains only CRDs. It accepts the values of the operator's chart,
 * so that both can be given the same values; values without an effect are not in `values.yaml`.
 * @param values the values of the operator's chart
 */
export function crdChartValues(project: string, values: ValueSchema): ValueSchema {
  const { properties = {} } = values;
  const shown = shared.flatMap(([name, keys]) => {
    const from = properties[name];
    return from === undefined ? [] : [[name, withDefaults(from, keys)] as const];
  });
  const names = new Set(['nameOverride', 'fullnameOverride', ...shown.map(([name]) => name)]);
  const others = Object.entries(withoutDefaults(values).properties ?? {}).filter(([name]) => !names.has(name));
  return {
    ...section('', Object.fromEntries(shown)),
    description: `Values of the chart with the CRDs of ${project}: pass the values of the operator's chart.`,
    required: ['crd', 'operator', ...shown.map(([name]) => name)],
    properties: {
      ...Object.fromEntries(['nameOverride', 'fullnameOverride'].map((key) => [key, properties[key] ?? {}])),
      operator: section('The release of the operator, which serves the webhooks of the CRDs.', {
        release: string('Its name; by default that of this release without the suffix -crds.'),
        namespace: string('Its namespace; by default that of this release.'),
      }),
      crd: crdValues({}),
      ...Object.fromEntries(shown),
      ...Object.fromEntries(others),
    },
  };
}

/** Returns a section in which only some values have a default. */
function withDefaults(schema: ValueSchema, keys: readonly string[]): ValueSchema {
  const { properties = {} } = schema;
  const entries = Object.entries(properties).map(
    ([key, each]) => [key, keys.includes(key) ? each : withoutDefaults(each)] as const,
  );
  const required = keys.filter((key) => properties[key] !== undefined && isNeeded(properties[key]));
  return { ...withoutRequired(schema), required, properties: Object.fromEntries(entries) };
}

function withoutDefaults(schema: ValueSchema): ValueSchema {
  const { default: _default, ...rest } = withoutRequired(schema);
  if (rest.properties === undefined) return rest;
  const entries = Object.entries(rest.properties).map(([key, each]) => [key, withoutDefaults(each)] as const);
  return { ...rest, properties: Object.fromEntries(entries) };
}

function withoutRequired({ required: _required, ...rest }: ValueSchema): ValueSchema {
  return rest;
}
