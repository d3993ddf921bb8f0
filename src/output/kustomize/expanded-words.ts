import { listAt, textAt, valueAt } from '../../base/model/json-at.js';
import type { JsonObject } from '../../base/model/schema.js';

/** A word of a container, as the kubelet passes it to the program. */
export interface ExpandedWord {
  /** The word in the manifest. */
  readonly word: string;
  /** The word with the values of known variables. */
  readonly text: string;
  /** Whether it contains a variable whose value is known only at run time. */
  readonly isOpen: boolean;
}

/** References to variables, and `$$`, which stands for a dollar sign. */
const reference = /\$(?:\$|\(([^)]*)\))/g;
/** Maximum length of an expanded word: Linux does not start a program with a longer argument. */
const longest = 131_072;
/** Variables that the kubelet adds for the Services of a namespace. */
const ofService = /_SERVICE_HOST$|_SERVICE_PORT|_PORT$|_PORT_\d/;

/**
 * Returns the words of a container with the variables that the kubelet replaces. Undefined variables are kept.
 * https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/
 */
export function expandedWords(container: JsonObject, words: readonly string[]): readonly ExpandedWord[] {
  if (!words.some((each) => each.includes('$'))) return words.map((word) => ({ word, text: word, isOpen: false }));
  const values = variablesOf(container);
  const hasOthers = listAt(container, 'envFrom').length > 0;
  return words.map((word) => ({ word, ...expanded(word, values, hasOthers) }));
}

type Variables = ReadonlyMap<string, string | undefined>;

/** Returns the variables in `env` with their values; a value is undefined if it is known only at run time. */
function variablesOf(container: JsonObject): Variables {
  const values = new Map<string, string | undefined>();
  const hasOthers = listAt(container, 'envFrom').length > 0;
  for (const each of listAt(container, 'env')) {
    const isKnown = valueAt(each, 'valueFrom') === undefined;
    // A value can refer to earlier variables.
    const { text, isOpen } = expanded(textAt(each, 'value'), values, hasOthers);
    values.set(textAt(each, 'name'), isKnown && !isOpen ? text : undefined);
  }
  return values;
}

/**
 * @param hasOthers whether variables with other names can exist
 * @param hasOthers whether there can be variables of any name
 */
function expanded(word: string, values: Variables, hasOthers: boolean): Omit<ExpandedWord, 'word'> {
  let isOpen = false;
  let added = 0;
  const text = word.replaceAll(reference, (whole, name: string | undefined) => {
    if (name === undefined) return '$';
    const value = values.get(name);
    if (value === undefined && (values.has(name) || hasOthers || ofService.test(name))) isOpen = true;
    added += value?.length ?? 0;
    // Values that refer to others several times would grow exponentially.
    if (added > longest) isOpen = true;
    return added > longest ? whole : (value ?? whole);
  });
  return { text, isOpen };
}
