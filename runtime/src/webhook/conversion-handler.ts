import { groupKindOf, parseApiVersion } from '../api/names.js';
import type { KubernetesObject } from '../api/object.js';
import { messageOf } from '../errors/causes.js';
import { isPanic } from '../errors/panic.js';
import { refuseInexact } from '../json/parse-json.js';
import { realClock } from '../timing/clock.js';
import { Turn } from '../timing/turn.js';
import type { WebhookContext } from './admission.js';
import type { ConversionRequest, ConversionResponse } from './conversion-review.js';
import type { Converter } from './converter.js';
import { HttpError, reviewIn, type Webhook } from './webhook.js';
import { stringify } from '../json/stringify.js';

/** Bytes of the largest review. Lists are converted whole: far more than one object, and no more than a text can hold. */
const maxRequestSize = 256 * 1024 * 1024;

const apiVersions = ['apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1'];

/** The converters of all kinds, and the webhook that asks them. */
export interface ConverterRegistry extends Webhook {
  /** @throws Error when the kind has one already */
  register(converter: Converter): void;
}

/** See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/conversion#NewWebhookHandler */
export function converterRegistry(): ConverterRegistry {
  const converters = new Map<string, Converter>();
  const find = (group: string, kind: string): Converter => {
    const key = groupKindOf({ group, kind });
    const found = converters.get(key);
    if (found === undefined)
      throw new Error(`no converter is registered for ${key}: give its webhooks one with withConverter()`);
    return found;
  };

  const convert = async (
    object: KubernetesObject,
    desired: string,
    context: WebhookContext,
  ): Promise<KubernetesObject> => {
    const { group, version } = parseApiVersion(desired);
    const { apiVersion = '', kind = '', metadata = {} } = object;
    const key = [metadata.namespace, metadata.name].filter(Boolean).join('/');
    const label = `convert ${kind} ${key} from ${apiVersion} to ${desired}`;
    try {
      if (parseApiVersion(apiVersion).group !== group) throw new Error('the group is another one');
      // The object is written anew as a whole, and with it a number that was not read exactly.
      refuseInexact(object, 'not converted', 'use a smaller number, or a text where both versions allow it');
      return await find(group, kind).convert(object, version, context);
    } catch (error) {
      throw new ConversionError(`${label}: ${messageOf(error)}`, { cause: error });
    }
  };

  const convertAll = async (
    { objects, desiredAPIVersion }: ConversionRequest,
    context: WebhookContext,
  ): Promise<KubernetesObject[]> => {
    const converted = [];
    const turn = new Turn(realClock);
    for (const object of objects) {
      await turn.over();
      context.signal.throwIfAborted();
      converted.push(await convert(object, desiredAPIVersion, context));
    }
    return converted;
  };

  return {
    maxRequestSize,
    register: (converter) => {
      const key = groupKindOf(converter);
      if (converters.has(key))
        throw new Error(`there is a converter for ${key} already: one converts between all versions of a kind`);
      converters.set(key, converter);
    },
    review: async (body, { log: parentLog, metrics, signal }) => {
      const review = reviewIn<ConversionRequest>(body, 'ConversionReview', apiVersions);
      const { uid, desiredAPIVersion, objects } = review.request;
      if (typeof desiredAPIVersion !== 'string' || !Array.isArray(objects)) {
        throw new HttpError(400, "the ConversionReview's request has no desiredAPIVersion, or no objects");
      }
      const log = parentLog.with({ requestID: uid, desiredAPIVersion });
      const answer = (convertedObjects: readonly KubernetesObject[], result: ConversionResponse['result']): string => {
        const response: ConversionResponse = { uid, convertedObjects, result };
        return stringify({ apiVersion: review.apiVersion, kind: 'ConversionReview', response });
      };
      try {
        return answer(await convertAll(review.request, { log, signal }), { status: 'Success' });
      } catch (error) {
        if (isPanic((error as Error).cause)) metrics.panicked('conversion');
        if (!signal.aborted) log.error('a conversion failed', { error });
        return answer([], { status: 'Failure', message: messageOf(error) });
      }
    },
  };
}

/** A conversion that failed: of which object, and between which versions. */
class ConversionError extends Error {
  override readonly name = 'ConversionError';
}
