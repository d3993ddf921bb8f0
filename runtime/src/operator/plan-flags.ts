import type { PlanSettings } from '../plan/run-plan.js';
import { namespaceProblem } from './flag-values.js';
import type { Flags, FlagValues } from './flags.js';

/** Flags of a plan. A flag of the operator itself with the same name takes precedence. */
export const planFlags = {
  plan: {
    type: 'boolean',
    default: false,
    description:
      'print what the controllers would write, and end: with 0 if nothing would change, 3 for changes, 1 for errors',
  },
  namespace: {
    type: 'string',
    check: namespaceProblem,
    placeholder: 'namespace',
    description: 'with --plan: namespace of the objects to reconcile; defaults to all objects',
  },
  output: {
    type: 'string',
    choices: ['text', 'json'],
    description: 'with --plan: format of the plan; defaults to text',
  },
  from: {
    type: 'string',
    placeholder: 'file',
    description: 'with --plan: YAML file with the objects to reconcile, on a control plane of their own',
  },
  'plan-timeout': {
    type: 'number',
    placeholder: 'seconds',
    minimum: 1,
    maximum: 86_400,
    description: 'with --plan: time limit of each reconcile; defaults to 60',
  },
} as const satisfies Flags;

type PlanValues = Partial<FlagValues<typeof planFlags>>;

/**
 * Returns the settings of the plan that the flags request; undefined if they request none.
 * @param own flags of the operator
 * @throws Error if a flag requires another one
 */
export function planSettingsOf(values: Readonly<Record<string, unknown>>, own: Flags = {}): PlanSettings | undefined {
  const names = Object.keys(planFlags).filter((name) => !Object.hasOwn(own, name));
  const given: PlanValues = Object.fromEntries(names.map((name) => [name, values[name]]));
  const { plan, namespace, output = 'text', from, 'plan-timeout': seconds = 60 } = given;
  if (plan === true) return { namespace: namespace || undefined, output, from, timeout: seconds * 1000 };
  const lonely = names.find((name) => name !== 'plan' && values[name] !== undefined);
  if (lonely !== undefined && names.includes('plan')) throw new Error(`--${lonely} requires --plan`);
  return undefined;
}
