import { core } from './core.js';
import { groups } from './groups.js';
import { resource } from './resource.js';
import type { Facts, FileFacts } from './fact.js';

/** Every fact by what it is about: `core/v1.Container.ports`, or `core/v1.SecretKeySelector` for the type itself. */
export const facts: ReadonlyMap<string, Facts> = new Map([...core, ...groups, ...resource].flatMap(byName));

function byName({ files, facts: entries }: FileFacts): [string, Facts][] {
  return files.flatMap((file) =>
    Object.entries(entries).map(([name, fact]): [string, Facts] => [`${file}.${name}`, fact]),
  );
}
