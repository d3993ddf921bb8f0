import type { KubernetesObject } from '../api/object.js';
import { apiVersionOf, type ResourceInfo } from '../api/resource.js';
import { parseJson } from '../json/parse-json.js';
import type { Status } from '../transport/api-error.js';
import { subresourceKinds } from './subresource.js';
import { UnexpectedAnswerError } from '../transport/unexpected-answer.js';

// A proxy, a gateway or another server can answer 200 with anything. Go's decoder turns most of it into an empty list;
// here, any answer to something else is an error. See docs/decisions/0026-answers-that-are-not-the-answer.md.

/** Requirements that an answer has to meet. */
export interface ExpectedObject {
  readonly info: ResourceInfo;
  /** Name of the request in error messages. */
  readonly label: string;
  /** Key of the expected object; without a name, any name is valid. */
  readonly key?: { readonly name?: string | undefined; readonly namespace?: string | undefined } | undefined;
  /** Whether the object can lack a name, because it is returned but never stored, such as a TokenReview. */
  readonly isNameless?: boolean | undefined;
  /** Whether the object can lack a version, because this request does not store it. */
  readonly isDryRun?: boolean;
}

type Fields = Readonly<Record<string, unknown>>;
type Answered = KubernetesObject & { readonly metadata?: Fields };

/**
 * Parses an answer.
 * @throws UnexpectedAnswerError if it is not a JSON object, or is a Status of a failed request
 */
export function parseAnswer(text: string, label: string): Fields {
  const answer = parsed(text, label);
  if (!isObject(answer) || (answer['kind'] === 'Status' && !isSuccess(answer))) {
    throw new UnexpectedAnswerError(`${label}: the server answered with ${describe(answer)}`);
  }
  return answer;
}

/** @throws UnexpectedAnswerError if the text is not JSON */
function parsed(text: string, label: string): unknown {
  try {
    return parseJson<unknown>(text, label);
  } catch (cause) {
    const what = text.trim() === '' ? `${label}: the answer is empty` : (cause as Error).message;
    throw new UnexpectedAnswerError(what, { cause });
  }
}

/**
 * Parses the answer to a request for one object.
 * @throws UnexpectedAnswerError if it is anything else
 */
export function parseObject<T>(text: string, expected: ExpectedObject): T {
  const answer = parseAnswer(text, expected.label);
  requireObject(answer, expected);
  return answer as T;
}

/** Parses the answer to a request for a subresource, which can have its own kind. */
export function parseSubresource<T>(text: string, expected: ExpectedObject, subresource: string): T {
  if (subresource === 'status') return parseObject<T>(text, expected);
  const answer = parseAnswer(text, expected.label);
  const { apiVersion, kind } = answer;
  const known = subresourceKinds[subresource];
  const isKnown = known === undefined || (apiVersion === known.apiVersion && kind === known.kind);
  if (!(isSuccess(answer) || (isKnown && isText(apiVersion) && isText(kind)))) {
    throw unexpected(expected.label, answer, `its ${subresource}`);
  }
  return answer as T;
}

/** @throws UnexpectedAnswerError if a value is not an object of the kind, or not the expected object */
export function requireObject(answer: unknown, expected: ExpectedObject): asserts answer is KubernetesObject {
  const { info, label, key = {}, isNameless = false, isDryRun = false } = expected;
  const wanted = `${info.kind} (${apiVersionOf(info)})`;
  if (!isObject(answer) || !isKind(answer, info)) throw unexpected(label, answer, wanted);
  const { metadata } = answer as Answered;
  if (!isObject(metadata)) throw unexpected(label, answer, `${wanted} with metadata`);
  const { name, namespace, resourceVersion } = metadata;
  if (isNameless && isText(answer['kind'])) return;
  const isOther = key.name !== undefined && name !== key.name;
  if (!isText(name) || isOther || isElsewhere(namespace, key.namespace)) {
    const what = isText(name) ? `that of ${[namespace, name].filter(isText).join('/')}` : 'an object without a name';
    throw new UnexpectedAnswerError(`${label}: the answer is ${what}`);
  }
  if (!isDryRun && !isText(resourceVersion) && hasVersion(info, metadata)) {
    throw new UnexpectedAnswerError(`${label}: the answer has no metadata.resourceVersion`);
  }
}

/** @throws UnexpectedAnswerError if a value that is not part of a list does not name the kind */
export function requireKind(answer: unknown, { info, label }: ExpectedObject): void {
  if (!isObject(answer) || !saysItself(answer) || !isKind(answer, info))
    throw unexpected(label, answer, `${info.kind} (${apiVersionOf(info)})`);
}

/** List in an answer, with the fields that are needed. */
export interface AnsweredList<T> {
  readonly items: readonly T[];
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/**
 * Parses the answer to a request for a list.
 * @throws UnexpectedAnswerError if it is anything else
 */
export function parseList<T>(text: string, { info, label, key }: ExpectedObject): AnsweredList<T> {
  const answer = parseAnswer(text, label);
  const { metadata, items, kind } = answer;
  const wanted = `a list of ${info.kind} (${apiVersionOf(info)})`;
  // Go encodes an empty list as null.
  const all = items === null && isText(kind) ? [] : items;
  if (!isListOf(answer, info) || !Array.isArray(all)) throw unexpected(label, answer, wanted);
  if (!isObject(metadata)) throw unexpected(label, answer, `${wanted} with metadata`);
  const { resourceVersion = '', continue: next, remainingItemCount } = metadata;
  const isVersionless = resourceVersion === '' && mayBeVersionless(info, all);
  if (!isVersionless && !isText(resourceVersion))
    throw new UnexpectedAnswerError(`${label}: the list has no metadata.resourceVersion`);
  if (Number(remainingItemCount) > 0 && !isText(next))
    throw new UnexpectedAnswerError(`${label}: ${String(remainingItemCount)} items are missing, and no page has them`);
  for (const item of all)
    requireObject(item, { info, label, key: { namespace: key?.namespace }, isDryRun: isVersionless });
  return {
    items: all as T[],
    resourceVersion,
    ...(isText(next) ? { continue: next } : {}),
    ...(typeof remainingItemCount === 'number' ? { remainingItemCount } : {}),
  };
}

/** Parses the answer to a deletion: the object, deleted or being deleted, or a Status. */
export function parseDeleted<T>(text: string, expected: ExpectedObject): T {
  const answer = parseAnswer(text, expected.label);
  if (isSuccess(answer)) return answer as T;
  return expected.key?.name === undefined
    ? (parseList(text, expected) as T)
    : (requireObject(answer, expected), answer as T);
}

/** Reports whether a value is a JSON object. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reports whether a value is a non-empty string. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isSuccess({ kind, status }: Fields): boolean {
  return kind === 'Status' && status === 'Success';
}

function saysItself({ kind, apiVersion }: Fields): boolean {
  return isText(kind) && isText(apiVersion);
}

/** Reports whether an object is of the kind; fields that it lacks are not checked. */
function isKind({ kind, apiVersion }: Fields, info: ResourceInfo): boolean {
  const isWhole = (kind ?? info.kind) === info.kind && (apiVersion ?? apiVersionOf(info)) === apiVersionOf(info);
  return isWhole || (info.metadataOnly === true && kind === 'PartialObjectMetadata' && isMeta(apiVersion));
}

function isMeta(apiVersion: unknown): boolean {
  return apiVersion === undefined || (isText(apiVersion) && apiVersion.startsWith('meta.k8s.io/'));
}

function isListOf(answer: Fields, info: ResourceInfo): boolean {
  const { kind, apiVersion, items } = answer;
  const all = Array.isArray(items) ? items : [];
  // Without an apiVersion and a kind, an empty list could be anything.
  if (all.length === 0 && !saysItself(answer)) return false;
  if (info.metadataOnly && kind === 'PartialObjectMetadataList') return isMeta(apiVersion);
  if (apiVersion !== undefined && apiVersion !== apiVersionOf(info)) return false;
  if (kind === undefined || kind === (info.listKind ?? `${info.kind}List`)) return true;
  // A CustomResourceDefinition can choose any kind for its list, so the kind of the items decides.
  return all.length > 0 && all.every((item) => isObject(item) && item['kind'] === info.kind);
}

function isElsewhere(namespace: unknown, wanted: string | undefined): boolean {
  return Boolean(wanted) && isText(namespace) && namespace !== wanted;
}

// Objects that are computed on request and not stored.
const computed = /(?:^|\.)metrics\.k8s\.io$/;

/**
 * Reports whether objects of a kind have a resource version. Objects of an extension API server that are not stored
 * have no uid either.
 */
function hasVersion(info: ResourceInfo, { uid }: Fields): boolean {
  if (computed.test(info.group) || (info.group === '' && info.kind === 'ComponentStatus')) return false;
  const isOfKubernetes = !info.group.includes('.') || info.group.endsWith('.k8s.io');
  return isOfKubernetes || isText(uid);
}

function mayBeVersionless(info: ResourceInfo, items: readonly unknown[]): boolean {
  if (items.length === 0) return computed.test(info.group);
  return items.every((item) => isObject(item) && isObject(item['metadata']) && !hasVersion(info, item['metadata']));
}

function unexpected(label: string, answer: unknown, wanted: string): UnexpectedAnswerError {
  const what = `${label}: the server answered with ${describe(answer)} instead of ${wanted}`;
  return new UnexpectedAnswerError(`${what}${renamedClass(answer, wanted)}`);
}

/** Returns the help for a kind whose class a bundler has renamed, such as esbuild `Basket2` after tsc: the kind is its name. */
function renamedClass(answer: unknown, wanted: string): string {
  const kind = isObject(answer) && isText(answer['kind']) ? answer['kind'].replace(/List$/, '') : '';
  const [, named = ''] = /(?:^|^a list of )(\w+) \(/.exec(wanted) ?? [];
  return kind !== '' && named.startsWith(kind) && /^\d+$/.test(named.slice(kind.length))
    ? `: a bundler has renamed the class ${kind}; keep its name (esbuild: --keep-names), or write it into @Resource: kind: '${kind}'`
    : '';
}

/** Describes an answer in a few words. */
function describe(answer: unknown): string {
  if (answer === null) return 'null';
  if (Array.isArray(answer)) return 'an array';
  if (!isObject(answer)) return `a ${typeof answer}`;
  const { kind, apiVersion, message } = answer as Status & { apiVersion?: unknown };
  if (kind === 'Status' && !isSuccess(answer))
    return `a failed Status${isText(message) ? ` ("${message.slice(0, 200)}")` : ''}`;
  if (!isText(kind)) return 'an object that does not say its kind';
  return `${kind.slice(0, 100)}${isText(apiVersion) ? ` (${apiVersion.slice(0, 100)})` : ''}`;
}
