import { posix } from 'node:path';
import { listAt, textAt, textsAt } from '../../../base/model/json-at.js';
import { kindAndName, kindOf, nameOf } from '../../../base/model/kubernetes-object.js';
import { managerRole } from '../../../base/model/rbac.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { buildKustomization, type BuiltObject } from '../../../output/kustomize/build.js';
import {
  noClues,
  operatorWorkloads,
  type OperatorClues,
  type OperatorWorkload,
} from '../../../output/kustomize/operator-workloads.js';
import { kustomizations, roleFile, webhookFile } from '../../../project/paths.js';

/** The deployment of a Go project: the build of its `config/default`, regardless of the names of its folders. */
export interface GoDeployment {
  readonly objects: readonly BuiltObject[];
  /** The workloads that run the operator. */
  readonly workloads: readonly OperatorWorkload[];
  /** The file with the role of the operator. */
  readonly roleFile: string;
  /** The file with the webhook configurations. */
  readonly webhookFile: string;
}

/** @param read returns the text of a file of the project; undefined if it is missing or cannot be read */
export function goDeployment(read: (path: string) => string | undefined, clues: OperatorClues = noClues): GoDeployment {
  const { objects } = buildKustomization(posix.dirname(kustomizations.default), read);
  const workloads = operatorWorkloads(objects, clues);
  const accounts = workloads.map(({ account }) => account);
  return {
    objects,
    workloads,
    roleFile: placeOf(
      roleFile,
      objects,
      (file) => isRoleFile(file, objects, accounts),
      (file) => isUsualRoleFile(file, objects),
    ),
    webhookFile: placeOf(webhookFile, objects, (file) => isWebhookFile(file, objects)),
  };
}

/**
 * Returns the file that a generated one will replace: the file at the default path if it is deployed, or if no other
 * file is.
 * @param isLikely chooses one of several files
 */
function placeOf(
  usual: string,
  objects: readonly BuiltObject[],
  isFile: (file: string) => boolean,
  isLikely: (file: string) => boolean = () => false,
): string {
  const files = [...new Set(objects.map(({ file }) => file))];
  const all = files.filter(isFile);
  const found = all.length > 1 ? all.filter(isLikely) : all;
  return files.includes(usual) || found.length !== 1 ? usual : found[0]!;
}

/**
 * Reports whether a file has the role with the default name of controller-gen, possibly among others that were written
 * by hand.
 */
function isUsualRoleFile(file: string, objects: readonly BuiltObject[]): boolean {
  return objects.some(
    (each) => each.file === file && kindOf(each.object) === 'ClusterRole' && each.declaredName === managerRole,
  );
}

/** Reports whether a file has only webhook configurations that call a Service of the project. */
function isWebhookFile(file: string, objects: readonly BuiltObject[]): boolean {
  const services = new Set(
    objects.filter((each) => kindOf(each.object) === 'Service').map((each) => nameOf(each.object)),
  );
  const isOwn = (object: JsonObject): boolean =>
    /^(?:Mutating|Validating)WebhookConfiguration$/.test(kindOf(object)) &&
    listAt(object, 'webhooks').some((each) => services.has(textAt(each, 'clientConfig', 'service', 'name')));
  return objects.filter((each) => each.file === file).every(({ object }) => isOwn(object));
}

/** Resources in the additional roles of every operator: for leader election, and for metrics. */
const common = new Set(['leases', 'configmaps', 'events', 'tokenreviews', 'subjectaccessreviews']);

/** Reports whether a file has only roles that are bound to the operator and that its controllers need. */
function isRoleFile(file: string, objects: readonly BuiltObject[], accounts: readonly string[]): boolean {
  const bound = new Set(
    objects
      .filter(({ object }) => kindOf(object).endsWith('RoleBinding'))
      .filter(({ object }) => listAt(object, 'subjects').some((each) => accounts.includes(textAt(each, 'name'))))
      .map(({ object }) => `${textAt(object, 'roleRef', 'kind')} ${textAt(object, 'roleRef', 'name')}`),
  );
  const isOwn = (object: JsonObject): boolean =>
    bound.has(kindAndName(object)) &&
    listAt(object, 'rules').some((rule) => textsAt(rule, 'resources').some((each) => !common.has(each)));
  return objects.filter((each) => each.file === file).every(({ object }) => isOwn(object));
}
