import type { Result } from '../../../../output/operation/outcome.js';
import type { Verdict } from '../../ask.js';
import { objectName } from '../../manifest.js';
import { storedObject, storedYaml, type StoredObject } from '../../stored-object.js';

/** Describes the objects that the API server would store, for people and for programs. */
export function describeVerdicts(verdicts: readonly Verdict[], isUpdate: (verdict: Verdict) => boolean): Result {
  const stored = verdicts.flatMap((each) => {
    const object = storedObject(each, isUpdate(each));
    return object === undefined ? [] : [{ name: objectName(each.answer.identity!), ...object }];
  });
  return {
    text: stored
      .flatMap(describe)
      .map((line) => `${line}\n`)
      .join(''),
    json: { objects: stored.map(({ object, isUpdate: updated, changes }) => ({ object, updated, changes })) },
    yaml: storedYaml(stored),
  };
}

function describe({ name, isUpdate, changes }: StoredObject & { readonly name: string }): readonly string[] {
  return [
    `${name}: would be ${isUpdate ? 'updated' : 'created'}`,
    ...changes.map(({ path, value }) =>
      value === undefined ? `  removed: ${path}` : `  set: ${path}: ${shown(value)}`,
    ),
  ];
}

/** Prints a value as JSON, with integers of any size. */
function shown(value: unknown): string {
  const large = new Map<string, string>();
  const text = JSON.stringify(value, (_, each: unknown) => {
    if (typeof each !== 'bigint') return each;
    large.set(`"@${each}@"`, String(each));
    return `@${each}@`;
  });
  return [...large].reduce((result, [quoted, digits]) => result.replaceAll(quoted, digits), text);
}
