import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import { overlay } from '../../../base/io/overlay.js';
import { objectsOf } from '../../../base/text/yaml-objects.js';
import { kustomizations, presentKustomization } from '../../../project/paths.js';
import type { Plan } from '../../../output/plan/plan.js';
import type { Project } from '../../../project/project.js';
import { ownNamespace } from '../../../project/cluster-scope.js';

/** The prefix and suffix that `config/default` adds to the names of deployed objects, and their namespace. Users choose them. */
export interface DeployedNames {
  readonly prefix: string;
  readonly suffix: string;
  readonly namespace: string;
}

/** Reads the names of deployed objects before and after a plan. */
export function namesAround(
  host: Host,
  root: string,
  { files }: Plan,
  [before, after]: readonly [Project, Project],
): readonly [DeployedNames, DeployedNames] {
  const then = overlay(host, new Map(files.map((file) => [posix.join(root, file.path), file.after])));
  return [deployedNames(host, root, before), deployedNames(then, root, after)];
}

/** Reads the names of deployed objects that the kustomization sets. */
export function deployedNames(host: Host, root: string, project: Project): DeployedNames {
  const read = (path: string): string | undefined => host.read(posix.join(root, path));
  const path = presentKustomization(kustomizations.default, (each) => read(each) !== undefined);
  const scaffolded = { prefix: `${project.projectName}-`, suffix: '', namespace: ownNamespace(project) };
  const [kustomization] = objectsOf(read(path));
  if (kustomization === undefined) return scaffolded;
  const { namePrefix: prefix = '', nameSuffix: suffix = '', namespace = scaffolded.namespace } = kustomization;
  const names = { prefix, suffix, namespace };
  return areNames(names) ? names : scaffolded;
}

/** Reports whether all are valid parts of names, because they become parts of commands that a user runs. */
function areNames(parts: Readonly<Record<keyof DeployedNames, unknown>>): parts is DeployedNames {
  const isPart = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value);
  const { prefix, suffix, namespace } = parts;
  return (
    isPart(prefix, /^(?:[a-z0-9][a-z0-9.-]{0,62})?$/) &&
    isPart(suffix, /^[a-z0-9.-]{0,63}$/) &&
    isPart(namespace, /^[a-z0-9][a-z0-9-]{0,62}$/)
  );
}
