import { groupKindOf, parseApiVersion } from '../api/names.js';
import type { KubernetesObject } from '../api/object.js';
import type { Status } from '../transport/api-error.js';
import { messageOf } from '../errors/causes.js';
import { isPanic } from '../errors/panic.js';
import { ExactNumbers } from '../json/exact-numbers.js';
import { parseWithDigits } from '../json/parse-json.js';
import { stringify } from '../json/stringify.js';
import { Lately } from '../log/lately.js';
import { mostMessage, shortened } from '../log/shorten.js';
import { realClock } from '../timing/clock.js';
import { Turn } from '../timing/turn.js';
import type { WebhookContext } from './admission.js';
import type { ConversionRequest } from './conversion-review.js';
import type { Converter } from './converter.js';
import { HttpError, reviewIn, type Webhook } from './webhook.js';

/**
 * Maximum size of a review in bytes. Lists are converted as a whole, so this is much more than one object, and no more
 * than a string can hold.
 */
const maxRequestSize = 256 * 1024 * 1024;

const apiVersions = ['apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1'];

/** Converters of all kinds, and the webhook that calls them. */
export interface ConverterRegistry extends Webhook {
  /** @throws Error if the kind already has a converter */
  register(converter: Converter): void;
}

/**
 * Creates an empty registry.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/conversion#NewWebhookHandler
 */
export function converterRegistry(): ConverterRegistry {
  const converters = new Map<string, Converter>();
  const lately = new Lately();
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
    numbers: ExactNumbers,
  ): Promise<string> => {
    const { group, version } = parseApiVersion(desired);
    const { apiVersion = '', kind = '', metadata = {} } = object;
    const key = [metadata.namespace, metadata.name].filter(Boolean).join('/');
    const label = `convert ${kind} ${key} from ${apiVersion} to ${desired}`;
    try {
      if (parseApiVersion(apiVersion).group !== group) throw new Error('the group is another one');
      const converter = find(group, kind);
      const converted = await numbers.during(() => converter.convert(object, version, context));
      return numbers.write(stringify(converted));
    } catch (error) {
      throw new ConversionError(shortened(`${label}: ${messageOf(error)}`, mostMessage), { cause: error });
    }
  };

  /** Returns the converted objects as JSON. */
  const convertAll = async (
    { objects, desiredAPIVersion }: ConversionRequest,
    digits: DigitsOfReview | undefined,
    context: WebhookContext,
  ): Promise<string[]> => {
    const converted = [];
    const turn = new Turn(realClock);
    for (const [index, given] of objects.entries()) {
      await turn.over();
      context.signal.throwIfAborted();
      // One instance per object, so that the numbers of one object do not affect the others.
      const numbers = new ExactNumbers();
      const object = numbers.hold(given, digits?.request.objects[index]);
      converted.push(await convert(object, desiredAPIVersion, context, numbers));
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
      let digits: DigitsOfReview | undefined;
      const review = reviewIn<ConversionRequest>(body, 'ConversionReview', apiVersions, (text, label) => {
        const parsed = parseWithDigits(text, label);
        digits = parsed.digits as DigitsOfReview | undefined;
        return parsed.value;
      });
      const { uid, desiredAPIVersion, objects } = review.request;
      if (typeof desiredAPIVersion !== 'string' || !Array.isArray(objects)) {
        throw new HttpError(400, "the ConversionReview's request has no desiredAPIVersion, or no objects");
      }
      const log = parentLog.with({ requestID: uid, desiredAPIVersion });
      const answer = (converted: readonly string[], result: Status): string => {
        const head = `"apiVersion":"${review.apiVersion}","kind":"ConversionReview"`;
        const [id, said] = [JSON.stringify(uid), JSON.stringify(result)];
        return `{${head},"response":{"uid":${id},"convertedObjects":[${converted.join()}],"result":${said}}}`;
      };
      try {
        return answer(await convertAll(review.request, digits, { log, signal }), { status: 'Success' });
      } catch (error) {
        const message = messageOf(error);
        if (isPanic((error as Error).cause)) metrics.panicked('conversion');
        // The API server retries many times per second while a client waits for a list.
        if (!signal.aborted) log[lately.isNew(message) ? 'error' : 'debug']('a conversion failed', { error });
        return answer([], { status: 'Failure', message });
      }
    },
  };
}

/** Review with strings of digits in place of long numbers; it has the same shape. */
interface DigitsOfReview {
  readonly request: { readonly objects: readonly unknown[] };
}

/** Error of a conversion, with the object and the versions. */
class ConversionError extends Error {
  override readonly name = 'ConversionError';
}
