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
 * Maximum size of a review in bytes. Lists are converted as a whole, so this is much larger than one object, but not
 * larger than a string can be.
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
  return {
    maxRequestSize,
    register: (converter) => {
      const key = groupKindOf(converter);
      if (converters.has(key))
        throw new Error(`a converter for ${key} already exists: one converter handles all versions of a kind`);
      converters.set(key, converter);
    },
    review: async (body, { log: parentLog, metrics, signal }) => {
      const { apiVersion, request, digits } = readReview(body);
      const { uid, desiredAPIVersion } = request;
      const log = parentLog.with({ requestID: uid, desiredAPIVersion });
      try {
        const converted = await convertAll(converters, request, digits, { log, signal });
        return answerText(apiVersion, uid, converted, { status: 'Success' });
      } catch (error) {
        const message = messageOf(error);
        if (isPanic((error as Error).cause)) metrics.panicked('conversion');
        // The API server retries many times per second while a client waits for a list.
        if (!signal.aborted) log[lately.isNew(message) ? 'error' : 'debug']('a conversion failed', { error });
        return answerText(apiVersion, uid, [], { status: 'Failure', message });
      }
    },
  };
}

/** @throws HttpError if the body is not a ConversionReview */
function readReview(body: string) {
  let digits: DigitsOfReview | undefined;
  const { apiVersion, request } = reviewIn<ConversionRequest>(body, 'ConversionReview', apiVersions, (text, label) => {
    const parsed = parseWithDigits(text, label);
    digits = parsed.digits as DigitsOfReview | undefined;
    return parsed.value;
  });
  if (typeof request.desiredAPIVersion !== 'string' || !Array.isArray(request.objects))
    throw new HttpError(400, "the ConversionReview's request has no desiredAPIVersion, or no objects");
  return { apiVersion, request, digits };
}

/** Returns the converted objects as JSON. */
async function convertAll(
  converters: ReadonlyMap<string, Converter>,
  { objects, desiredAPIVersion }: ConversionRequest,
  digits: DigitsOfReview | undefined,
  context: WebhookContext,
): Promise<string[]> {
  const converted = [];
  const turn = new Turn(realClock);
  for (const [index, given] of objects.entries()) {
    await turn.over();
    context.signal.throwIfAborted();
    // Each object on its own: the numbers in one do not affect the others.
    const numbers = new ExactNumbers();
    const object = numbers.hold(given, digits?.request.objects[index]);
    converted.push(await convert(converters, object, desiredAPIVersion, context, numbers));
  }
  return converted;
}

async function convert(
  converters: ReadonlyMap<string, Converter>,
  object: KubernetesObject,
  desired: string,
  context: WebhookContext,
  numbers: ExactNumbers,
): Promise<string> {
  const { group, version } = parseApiVersion(desired);
  const { apiVersion = '', kind = '', metadata = {} } = object;
  const key = [metadata.namespace, metadata.name].filter(Boolean).join('/');
  const label = `convert ${kind} ${key} from ${apiVersion} to ${desired}`;
  try {
    if (parseApiVersion(apiVersion).group !== group) throw new Error('the group differs');
    const converter = converterOf(converters, group, kind);
    const converted = await numbers.during(() => converter.convert(object, version, context));
    return numbers.write(stringify(converted));
  } catch (error) {
    throw new ConversionError(shortened(`${label}: ${messageOf(error)}`, mostMessage), { cause: error });
  }
}

function converterOf(converters: ReadonlyMap<string, Converter>, group: string, kind: string): Converter {
  const key = groupKindOf({ group, kind });
  const found = converters.get(key);
  if (found === undefined)
    throw new Error(`no converter is registered for ${key}: give its webhooks one with withConverter()`);
  return found;
}

/** @param converted the objects as JSON */
function answerText(apiVersion: string, uid: string, converted: readonly string[], result: Status): string {
  const head = `"apiVersion":"${apiVersion}","kind":"ConversionReview"`;
  const [id, said] = [JSON.stringify(uid), JSON.stringify(result)];
  return `{${head},"response":{"uid":${id},"convertedObjects":[${converted.join()}],"result":${said}}}`;
}

/** The review with strings of digits in place of long numbers, and otherwise the same structure. */
interface DigitsOfReview {
  readonly request: { readonly objects: readonly unknown[] };
}

/** Error of a conversion, with the object and the versions. */
class ConversionError extends Error {
  override readonly name = 'ConversionError';
}
