import type { ControlPlaneAccess } from '../e2e/control-plane/access.js';
import { eventually } from './eventually.js';
import type { ExampleProject } from './example-operator.js';
import { isFull, seed } from './seed.js';

/** A verb that is removed from the role of an operator. */
export interface RemovedVerb {
  readonly group: string;
  readonly resource: string;
  readonly verb: string;
}

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** Objects that make an operator send all its requests. */
export interface Trigger {
  readonly env?: Readonly<Record<string, string>>;
  /** Applies an object; each step changes what the operator must do for it. */
  readonly apply: (name: string, step: number) => Promise<unknown>;
  /** Deletes all of these objects while the operator runs with its whole role. */
  readonly clear: () => Promise<unknown>;
}

/**
 * Reports requests that an operator sends only in unusual situations: the cache lists through a watch if the API server
 * supports this, and gets single objects after a lost watch; events are patched when they are repeated; finalizers are
 * checked by an admission plug-in that is off by default.
 */
const isRare = ({ resource, verb }: RemovedVerb): boolean =>
  ['get', 'list'].includes(verb) || resource.endsWith('/finalizers') || (resource === 'events' && verb === 'patch');

/**
 * Removes single verbs from the role of a deployed operator, runs it, and waits until the audit log has the 403.
 * @param few the number of verbs to try in `npm test`; `npm run test:full` tries all
 * @returns the verbs that were tried
 */
export async function refusedWithoutVerbs(
  cluster: ControlPlaneAccess,
  project: ExampleProject,
  trigger: Trigger,
  few = 1,
): Promise<readonly RemovedVerb[]> {
  const name = project.namespace.replace(/-system$/, '-manager-role');
  const role = JSON.parse(await cluster.kubectl(['get', 'clusterrole', name, '-o', 'json'])) as { rules: Rule[] };
  const replace = (rules: readonly Rule[]): Promise<string> =>
    cluster.kubectl(['patch', 'clusterrole', name, '--type=merge', '-p', JSON.stringify({ rules })]);
  const all = verbsIn(role.rules).filter((each) => !isRare(each));
  const tried = drawn(all, isFull ? all.length : few);
  try {
    for (const [index, removed] of tried.entries()) {
      await replace(withoutVerb(role.rules, removed));
      const before = await refusals(cluster, project, removed);
      const operator = await project.launch(trigger.env);
      let step = 0;
      try {
        await eventually(async () => {
          await trigger.apply(`removed-${index}`, step++);
          if ((await refusals(cluster, project, removed)) === before)
            throw new Error(`no 403 without ${JSON.stringify(removed)}`);
        });
      } finally {
        await operator.stop();
      }
    }
  } finally {
    await replace(role.rules);
    // The objects have finalizers.
    const operator = await project.start(trigger.env);
    await trigger.clear();
    await operator.stop();
  }
  return tried;
}

function verbsIn(rules: readonly Rule[]): readonly RemovedVerb[] {
  return rules.flatMap(({ apiGroups, resources, verbs }) =>
    apiGroups.flatMap((group) => resources.flatMap((resource) => verbs.map((verb) => ({ group, resource, verb })))),
  );
}

function withoutVerb(rules: readonly Rule[], { resource, verb }: RemovedVerb): readonly Rule[] {
  const each = rules.flatMap((rule) =>
    rule.resources.map((own) => ({
      ...rule,
      resources: [own],
      verbs: rule.verbs.filter((other) => own !== resource || other !== verb),
    })),
  );
  return each.filter(({ verbs }) => verbs.length > 0);
}

/** Returns this many elements, spread over all of them; they depend on the seed. */
function drawn<T>(all: readonly T[], count: number): readonly T[] {
  if (count >= all.length) return all;
  return Array.from(
    { length: count },
    (_, index) => all[(seed * 7 + Math.floor((index * all.length) / count)) % all.length]!,
  );
}

async function refusals(
  cluster: ControlPlaneAccess,
  { account }: ExampleProject,
  { group, resource, verb }: RemovedVerb,
): Promise<number> {
  const [plural, subresource] = resource.split('/');
  const events = await cluster.auditEvents({ code: 403, user: account });
  return events.filter(
    ({ objectRef, verb: asked }) =>
      asked === verb &&
      objectRef?.resource === plural &&
      objectRef?.subresource === subresource &&
      (objectRef?.apiGroup ?? '') === group,
  ).length;
}
