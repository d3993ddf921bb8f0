import type { KubernetesObject } from '../api/object.js';
import { apiVersionOf, type ResourceInfo } from '../api/resource.js';
import { parseJson } from '../json/parse-json.js';
import { ApiError, type Status } from '../transport/api-error.js';
import { isTooManyRequests, isUnexpectedServerError } from './error-reasons.js';
import { parseDeleted, parseObject, parseSubresource } from './expect-answer.js';
import type { Stored } from './stored.js';
import { explainRefusal } from './explain-refusal.js';
import { typed } from './metadata-only.js';
import { NotLeaderError } from '../transport/not-leader-error.js';
import type { Write } from './requests.js';
import type { Transport } from '../transport/transport.js';
import type { WriteObserver, WriteOutcome } from './write-observer.js';

type Answer = Partial<Stored<KubernetesObject>> & Pick<Status, 'details'>;

/** Sends a write, reports its outcome to the observer, and returns the answer of the server. */
export async function sendWrite<T>(
  transport: Transport,
  write: Write,
  observer: WriteObserver | undefined,
): Promise<T> {
  const { info, request, dryRun } = write;
  const tell = dryRun ? undefined : observer?.begin({ info, key: write.key });
  let outcome: WriteOutcome = { type: 'unknown' };
  try {
    const text = await transport.send(request);
    const answer = answerTo(write, text);
    outcome = outcomeOf(write, answer, text);
    return (info.metadataOnly && answer.kind === 'PartialObjectMetadata' ? typed(info, answer) : answer) as T;
  } catch (error) {
    if (isRefusal(error)) outcome = { type: 'nothing' };
    throw explainRefusal(error, { ...write, label: request.label });
  } finally {
    tell?.(outcome);
  }
}

/** @throws UnexpectedAnswerError if the answer does not match the write; its outcome is then unknown */
function answerTo(
  { info, key, subresource, dryRun, isNameless, request: { label, method } }: Write,
  text: string,
): Answer {
  const expected = { info, key, label, isDryRun: dryRun, isNameless };
  if (method === 'DELETE') return parseDeleted<Answer>(text, expected);
  if (subresource !== undefined) return parseSubresource<Answer>(text, expected, subresource);
  return parseObject<Answer>(text, expected);
}

/**
 * Reports whether nothing was written. A write that fails in transit or in the server may have been applied, and a
 * conflict may be one with an earlier attempt whose answer was lost.
 */
function isRefusal(error: unknown): boolean {
  if (error instanceof NotLeaderError) return true;
  if (!(error instanceof ApiError) || error.code < 400 || error.code >= 500 || error.code === 409) return false;
  // The page of a load balancer, which may have sent the write twice. The API server itself answers 429 in plain text.
  return isTooManyRequests(error) || !isUnexpectedServerError(error);
}

function outcomeOf({ info, key, request }: Write, answer: Answer, text: string): WriteOutcome {
  const isDeletion = request.method === 'DELETE';
  if (isDeletion && key.name !== undefined && answer.kind === 'Status') {
    return { type: 'gone', uid: answer.details?.uid };
  }
  if (!isWhole(info, answer)) return { type: 'unknown' };
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers = [], uid } = answer.metadata;
  const stored = { type: 'stored', object: answer, copy: () => parseJson<typeof answer>(text, request.label) } as const;
  // Some kinds, such as Services, are deleted at once and returned in their state before the deletion.
  if (deletionTimestamp === undefined) return isDeletion ? { type: 'gone', uid } : stored;
  if (finalizers.length > 0) return stored;
  // Only Namespaces: they have finalizers in their spec, and the answer does not say whether the deletion is complete.
  if (deletionGracePeriodSeconds === undefined) return { type: 'unknown' };
  // A Pod without a grace period is gone, and so is an object whose last finalizer was removed: the answer is its last
  // state.
  return deletionGracePeriodSeconds > 0 ? stored : { type: 'gone', uid };
}

/** Reports whether an answer is the object that was written, and not a subresource. */
function isWhole(info: ResourceInfo, answer: Answer): answer is Stored<KubernetesObject> {
  const { uid, resourceVersion } = answer.metadata ?? {};
  const isKind = answer.kind === info.kind && answer.apiVersion === apiVersionOf(info);
  return isKind && uid !== undefined && resourceVersion !== undefined;
}
