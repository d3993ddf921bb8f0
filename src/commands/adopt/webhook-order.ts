import { posix } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { webhookNames } from '../../emit/webhook.js';
import type { DesiredFile } from '../../layout/desired-file.js';
import { objectsOf } from '../../merge/yaml-objects.js';
import { listAt, textAt } from '../../model/json-at.js';
import type { JsonValue } from '../../model/schema.js';
import { webhookFile } from '../../project/paths.js';
import { left } from './left.js';
import type { Source } from './source.js';

const index = /\/webhooks\/(\d{1,4})(?!\d)/;

/** Returns the patches that select a webhook by its index, which another one has in the generated file. */
export function webhookOrderItems(
  source: Source,
  config: ReadonlyMap<string, string>,
  generated: readonly DesiredFile[],
): readonly Diagnostic[] {
  const before = webhookNames(config.get(source.deployment.webhookFile));
  const after = webhookNames(generated.find(({ path }) => path === webhookFile)?.content);
  const files = [...config].filter(([path, text]) => /\.ya?ml$/.test(path) && index.test(text));
  return files.flatMap(([path, text]) =>
    text.split('\n').flatMap((line, number) => {
      const [found, digits] = index.exec(line) ?? [];
      if (found === undefined) return [];
      const targets = targetsOf(path, found, config);
      const moved = [...before].filter(([of, names]) => {
        const name = names[Number(digits)];
        const isTarget = targets.length === 0 || targets.includes(of);
        return isTarget && name !== undefined && name !== after.get(of)?.[Number(digits)];
      });
      if (moved.length === 0) return [];
      const now = moved.map(([of, names]) => placeOf(names[Number(digits)]!, of, after.get(of) ?? []));
      const at = { file: source.shown(path), line: number + 1, column: line.indexOf(found) + 1 };
      return [left(`the patch of ${found}`, `change the index: ${now.join('; ')}`, at)];
    }),
  );
}

/** Returns the kinds of the targets of a patch, in a file of its own or in a kustomization; none if they are not known. */
function targetsOf(path: string, found: string, config: ReadonlyMap<string, string>): readonly string[] {
  const isPatch = (entry: JsonValue, folder: string, isInline: boolean): boolean =>
    isInline
      ? textAt(entry, 'patch').includes(found)
      : textAt(entry, 'path') !== '' && posix.join(folder, textAt(entry, 'path')) === path;
  const entries = [...config].flatMap(([file, text]) =>
    objectsOf(/\.ya?ml$/.test(file) && text.includes('patches') ? text : undefined).flatMap((each) =>
      ['patches', 'patchesJson6902']
        .flatMap((field) => listAt(each, field))
        .filter((entry) => isPatch(entry, posix.dirname(file), file === path)),
    ),
  );
  return entries.map((each) => textAt(each, 'target', 'kind')).filter(Boolean);
}

function placeOf(name: string, of: string, names: readonly string[]): string {
  const place = names.indexOf(name);
  return place < 0 ? `${name} is not in the ${of}` : `${name} is /webhooks/${place} in the ${of}`;
}
