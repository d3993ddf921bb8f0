import { hidden } from '../errors/secret-looks.js';
import { isJsonObject } from '../json/json-object.js';
import type { JsonPatchOperation } from '../json/json-patch.js';
import type { Json } from './planned-object.js';

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** Operation with a value. */
export type Valued = Extract<JsonPatchOperation, { readonly value: unknown }>;

/** Names of fields whose text is a secret, and not the name of one. */
const isSecretName = /(?:password|passwd|passphrase|token|api_?key|private_?key|client_?secret|secret_?key)$/i;

/**
 * Returns a patch without secrets: all values of a Secret, the copy of an object that kubectl keeps in an annotation, and
 * texts of fields whose names say that they are secret, such as `password`.
 */
export function hideSecrets<Operation extends JsonPatchOperation>(
  object: Json,
  patch: readonly Operation[],
): readonly Operation[] {
  const isSecret = object.kind === 'Secret' && object.apiVersion === 'v1';
  return patch.map((each) => {
    if (!('value' in each)) return each;
    const keys = each.path.split('/').slice(1).map(unescaped);
    return { ...each, value: hiddenIn(each.value, keys, isSecret) };
  });
}

/** Returns a key of a JSON pointer as it is in the object. */
export function unescaped(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

function hiddenIn(value: unknown, keys: readonly string[], isSecret: boolean): unknown {
  if (Array.isArray(value)) return value.map((each, index) => hiddenIn(each, [...keys, String(index)], isSecret));
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, hiddenIn(each, [...keys, key], isSecret)]),
    );
  }
  return isHidden(keys, isSecret) && typeof value === 'string' ? hidden : value;
}

function isHidden(keys: readonly string[], isSecret: boolean): boolean {
  const [first = ''] = keys;
  if (isSecret && (first === 'data' || first === 'stringData')) return true;
  const last = keys.at(-1) ?? '';
  return last === lastApplied || isSecretName.test(last);
}
