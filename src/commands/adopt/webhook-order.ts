import { objectIn, objectsIn, textIn } from '../../compatibility/crd.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { DesiredFile } from '../../layout/desired-file.js';
import { objectsOf } from '../../merge/yaml-objects.js';
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
  const before = listsIn(config.get(webhookFile));
  const after = listsIn(generated.find(({ path }) => path === webhookFile)?.content);
  const files = [...config].filter(([path, text]) => /\.ya?ml$/.test(path) && index.test(text));
  return files.flatMap(([path, text]) =>
    text.split('\n').flatMap((line, number) => {
      const [found, digits] = index.exec(line) ?? [];
      const moved = [...before].filter(([of, names]) => {
        const name = names[Number(digits)];
        return name !== undefined && name !== after.get(of)?.[Number(digits)];
      });
      if (found === undefined || moved.length === 0) return [];
      const now = moved.map(([of, names]) => placeOf(names[Number(digits)]!, of, after.get(of) ?? []));
      const at = { file: source.shown(path), line: number + 1, column: line.indexOf(found) + 1 };
      return [left(`the patch of ${found}`, `change the index: ${now.join('; ')}`, at)];
    }),
  );
}

function placeOf(name: string, of: string, names: readonly string[]): string {
  const place = names.indexOf(name);
  return place < 0 ? `${name} is not in the ${of}` : `${name} is /webhooks/${place} in the ${of}`;
}

/** Returns the names of webhooks by the kinds of their objects. */
function listsIn(text: string | undefined): ReadonlyMap<string, readonly string[]> {
  const objects = objectsOf(text).filter((each) => textIn(objectIn(each, 'metadata'), 'name') !== '');
  return new Map(
    objects.map((each) => [textIn(each, 'kind'), objectsIn(each, 'webhooks').map((one) => textIn(one, 'name'))]),
  );
}
