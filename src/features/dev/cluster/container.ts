import { listAt, objectAt, objectsAt, own, textAt, valueAt } from '../../../base/model/json-at.js';
import { kindOf, nameOf, namespaceOf } from '../../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { startedBy, type ContainerWords } from '../../../output/kustomize/container-words.js';
import { expandedWords } from '../../../output/kustomize/expanded-words.js';
import type { OperatorWorkload } from '../../../output/kustomize/operator-workloads.js';

/** The settings of the operator's container, for a process on this machine. */
export interface ContainerHere {
  readonly env: Readonly<Record<string, string>>;
  /** The arguments that are its own: all but the flags of every operator. */
  readonly args: readonly string[];
  /** The names of its settings that the process here does not have, for the user. */
  readonly leftOut: readonly string[];
}

/** The flags of every operator: those of a deployed one are about its Pod, its ports and its certificates. */
const standard = /^--(?:kubeconfig|context|leader-elect|health-probe|metrics|debug|enable-webhooks|webhook|log-format)/;

/** Variables that `dev` sets itself, or that are about the image. */
const notHere = /^(?:|PATH|NODE_OPTIONS|KUBECONFIG|WEBHOOK_.*)$/;

/** Volumes with content that is only in the cluster. */
const filled = ['configMap', 'secret', 'projected', 'persistentVolumeClaim', 'hostPath', 'csi', 'downwardAPI'];

/** Returns what the operator's container has. @param objects the objects that are deployed with it, for their ConfigMaps and Secrets */
export function containerHere(
  workload: OperatorWorkload,
  namespace: string,
  objects: readonly JsonObject[],
): ContainerHere {
  const { container } = workload;
  const variables = variablesOf(workload, namespace, objects);
  // The values are known now: the rest of the container can refer to them.
  const resolved: JsonObject = {
    ...container,
    env: variables.env.map(({ name, value }) => (value === undefined ? { name, valueFrom: {} } : { name, value })),
    envFrom: [...variables.unknownSources],
  };
  const open: string[] = [];
  const env = variables.env.flatMap(({ name, value }, index) => {
    if (value === undefined || notHere.test(name)) return [];
    const before = { ...resolved, env: listAt(resolved, 'env').slice(0, index) };
    const { text, isOpen } = expandedWords(before, [value])[0]!;
    if (isOpen) open.push(name);
    return isOpen ? [] : [[name, text] as const];
  });
  const { args, leftOut, paths } = argumentsOf(resolved);
  return {
    env: Object.fromEntries(env),
    args,
    leftOut: [...variables.leftOut, ...open, ...leftOut, ...volumesOf(workload, paths)],
  };
}

interface Variable {
  readonly name: string;
  /** As in a manifest; absent if it is known only in the cluster. */
  readonly value?: string;
}

interface Variables {
  readonly env: readonly Variable[];
  /** Entries of `envFrom` with variables that are not known. */
  readonly unknownSources: readonly JsonObject[];
  readonly leftOut: readonly string[];
}

function variablesOf(
  { container, account }: OperatorWorkload,
  namespace: string,
  objects: readonly JsonObject[],
): Variables {
  const leftOut: string[] = [];
  const unknownSources: JsonObject[] = [];
  const dataOf = (kind: string, name: string): Readonly<Record<string, string>> | undefined =>
    dataIn(objects.find((each) => kindOf(each) === kind && nameOf(each) === name && isIn(each, namespace)));
  const ofSources = objectsAt(container, 'envFrom').flatMap((each): readonly Variable[] => {
    const [kind, ref] = 'secretRef' in each ? ['Secret', 'secretRef'] : ['ConfigMap', 'configMapRef'];
    const name = textAt(each, ref, 'name');
    const data = dataOf(kind, name);
    if (data === undefined && valueAt(each, ref, 'optional') !== true) leftOut.push(`all of the ${kind} ${name}`);
    if (data === undefined) unknownSources.push(each);
    const prefix = textAt(each, 'prefix');
    return Object.entries(data ?? {}).map(([key, value]) => ({ name: `${prefix}${key}`, value: literal(value) }));
  });
  const ofContainer = objectsAt(container, 'env').map((each): Variable => {
    const name = textAt(each, 'name');
    const from = objectAt(each, 'valueFrom');
    if (Object.keys(from).length === 0) return { name, value: textAt(each, 'value') };
    const [kind, ref] = 'secretKeyRef' in from ? ['Secret', 'secretKeyRef'] : ['ConfigMap', 'configMapKeyRef'];
    const of: Readonly<Record<string, string>> = {
      'metadata.namespace': namespace,
      'spec.serviceAccountName': account,
    };
    const value =
      own(of, textAt(from, 'fieldRef', 'fieldPath')) ??
      own(dataOf(kind, textAt(from, ref, 'name')) ?? {}, textAt(from, ref, 'key'));
    if (value !== undefined) return { name, value: literal(value) };
    if (valueAt(from, ref, 'optional') !== true) leftOut.push(name);
    return { name };
  });
  return { env: [...ofSources, ...ofContainer], unknownSources, leftOut };
}

/** Only values in the manifest itself can refer to other variables. */
function literal(value: string): string {
  return value.replaceAll('$', '$$$$');
}

function isIn(object: JsonObject, namespace: string): boolean {
  return (namespaceOf(object) || namespace) === namespace;
}

/** Returns the texts of a ConfigMap or a Secret; undefined if there is none. */
function dataIn(object: JsonObject | undefined): Readonly<Record<string, string>> | undefined {
  if (object === undefined) return undefined;
  const isSecret = kindOf(object) === 'Secret';
  const texts = (field: string): readonly (readonly [string, string])[] =>
    Object.keys(objectAt(object, field)).map((key) => [key, textAt(object, field, key)] as const);
  const decoded = ([key, text]: readonly [string, string]): readonly [string, string] => [
    key,
    Buffer.from(text, 'base64').toString('utf8'),
  ];
  const data = isSecret ? texts('data').map(decoded) : texts('data');
  return Object.fromEntries([...data, ...(isSecret ? texts('stringData') : [])]);
}

/** Returns the own arguments of a container, and the values of the flags that `dev` sets itself. */
function argumentsOf(container: JsonObject) {
  const started = startedBy(container);
  const words = expandedWords(container, ownWords(started));
  const [args, leftOut, paths]: [string[], string[], string[]] = [[], [], []];
  for (let index = 0; index < words.length; index += 1) {
    const { text, isOpen, word } = words[index]!;
    const next = words[index + 1];
    const hasNext = text.startsWith('-') && !text.includes('=') && next !== undefined && !next.text.startsWith('-');
    if (hasNext) index += 1;
    if (standard.test(text)) paths.push(hasNext ? next.text : text.slice(text.indexOf('=') + 1));
    else if (isOpen || (hasNext && next.isOpen)) leftOut.push(word);
    else args.push(text, ...(hasNext ? [next.text] : []));
  }
  if (started.script !== undefined) leftOut.push('the script in its command');
  return { args, leftOut, paths };
}

/** Returns the words after the program, and after its module if Node.js runs it. */
function ownWords({ program, words }: ContainerWords): readonly string[] {
  if (!/(?:^|[\\/])node(?:js)?$/.test(program)) return words;
  const module = words.findIndex((each) => !each.startsWith('-'));
  return words.slice(module + 1);
}

/** Returns the mounted volumes whose content is only in the cluster. @param paths those of certificates, which `dev` has its own of */
function volumesOf({ built, container }: OperatorWorkload, paths: readonly string[]): readonly string[] {
  const volumes = objectsAt(built.object, 'spec', 'template', 'spec', 'volumes');
  return objectsAt(container, 'volumeMounts').flatMap((mount) => {
    const [name, path] = [textAt(mount, 'name'), textAt(mount, 'mountPath')];
    const volume = volumes.find((each) => textAt(each, 'name') === name);
    if (volume === undefined || !filled.some((each) => each in volume)) return [];
    return paths.some((each) => each.startsWith(path)) || name.includes('cert') ? [] : [`the volume at ${path}`];
  });
}
