import { defined } from '../../base/model/defined.js';
import { fits } from './kubernetes.js';
import { usualOptions, type ClusterOptions, type Description } from './description.js';
import type { UpOptions } from './flags.js';
import { refuse, refuseValue } from './reporting.js';

/** The options of a cluster that its user has given. */
export type GivenOptions = Partial<ClusterOptions>;

/** Returns the options that were given on the command line. */
export function givenOptions({
  nodes,
  port,
  ttl,
  readyAfter,
  withoutControllers,
  capacity,
  failing,
  featureGates,
  kubernetes,
}: UpOptions): GivenOptions {
  const isGiven = (list: readonly string[]): boolean => list.length > 0;
  const given = defined({
    kubernetes,
    nodes,
    port,
    lifetime: ttl === undefined ? undefined : seconds(ttl),
    readyAfter: readyAfter === undefined ? undefined : seconds(readyAfter) * 1000,
    capacity: isGiven(capacity) ? { ...usualOptions.capacity, ...resources(capacity) } : undefined,
    failing: isGiven(failing)
      ? each('--fail', failing, label, 'it is not a label such as app=broken').toSorted()
      : undefined,
    featureGates: isGiven(featureGates)
      ? each('--feature-gates', featureGates, gate, 'it is not a feature gate such as Name=true').toSorted()
      : undefined,
  });
  return withoutControllers ? withoutThem(given, 'it requires controllers') : given;
}

const forControllers = ['nodes', 'capacity', 'readyAfter', 'failing'] as const;

/** Returns the options of a cluster without controllers. Refuses those that require them. */
export function withoutThem(given: GivenOptions, reason: string): GivenOptions {
  for (const key of forControllers) {
    const value = given[key];
    if (value !== undefined) refuseValue(flagOf[key], shown(key, value), reason);
  }
  return { ...given, controllers: false };
}

const label =
  /^(?:[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?\/)?[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?=(?:[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?)?$/;
const gate = /^[A-Za-z][A-Za-z0-9]{0,99}=(?:true|false)$/;
const resource = /^[a-z0-9][a-z0-9./-]{0,250}=(?:0|[1-9]\d{0,14})(?:m|k|M|G|T|Ki|Mi|Gi|Ti)?$/;

function each(option: string, values: readonly string[], form: RegExp, reason: string): readonly string[] {
  const wrong = values.find((value) => !form.test(value));
  return wrong === undefined ? values : refuseValue(option, wrong, reason);
}

function resources(capacity: readonly string[]): Readonly<Record<string, string>> {
  const valid = each('--capacity', capacity, resource, 'it is not a quantity of a resource such as cpu=8');
  return Object.fromEntries(valid.map((text) => text.split('=')));
}

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

function seconds(duration: string): number {
  return Number(duration.slice(0, -1)) * units[duration.at(-1)!]!;
}

/** The flags of options, for messages. */
const flagOf: Readonly<Record<keyof ClusterOptions, string>> = {
  nodes: '--nodes',
  capacity: '--capacity',
  controllers: '--without-controllers',
  readyAfter: '--ready-after',
  failing: '--fail',
  featureGates: '--feature-gates',
  lifetime: '--ttl',
  port: '--port',
  kubernetes: '--kubernetes',
};

/** Refuses options that differ from those of a cluster. */
export function refuseOther({ name, options, kubernetes }: Description, given: GivenOptions): void {
  const version = kubernetes ?? options.kubernetes;
  if (given.kubernetes !== undefined && !fits(version, given.kubernetes)) {
    const has = version?.replace(/^v/, '') ?? 'none';
    refuse('cluster-differs', { name, option: flagOf.kubernetes, has, given: given.kubernetes });
  }
  for (const [key, value] of Object.entries(given)) {
    if (key === 'kubernetes') continue;
    const has = shown(key, options[key as keyof ClusterOptions]);
    if (has === shown(key, value)) continue;
    refuse('cluster-differs', { name, option: flagOf[key as keyof ClusterOptions], has, given: shown(key, value) });
  }
}

/** Returns the value of an option as its flag has it. */
function shown(key: string, value: ClusterOptions[keyof ClusterOptions]): string {
  if (value === 0 && key !== 'nodes') return 'none';
  if (key === 'readyAfter') return `${Number(value) / 1000}s`;
  if (key === 'lifetime') return `${Number(value)}s`;
  if (key === 'controllers') return String(value !== true);
  if (typeof value !== 'object') return String(value);
  return Array.isArray(value)
    ? value.join(',') || 'none'
    : Object.entries(value)
        .map(([name, quantity]) => `${name}=${quantity}`)
        .join(',');
}
