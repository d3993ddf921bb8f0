import { core } from './core.js';
import type { Facts, FileFacts } from './fact.js';
import { groups } from './groups.js';
import { machinery } from './machinery.js';
import { resource } from './resource.js';
import { workloads } from './workloads.js';

/**
 * Every fact by what it is about: `core/v1.Container.ports`, or `core/v1.SecretKeySelector` for the type itself. They are
 * read off the markers in the Go sources of k8s.io/api and k8s.io/apimachinery; test/parity shows that none is missing.
 */
export const facts: ReadonlyMap<string, Facts> = new Map(
  [...core, ...groups, ...machinery, ...resource, ...workloads].flatMap(byName),
);

function byName({ files, facts: entries }: FileFacts): [string, Facts][] {
  return files.flatMap((file) =>
    Object.entries(entries).map(([name, fact]): [string, Facts] => [`${file}.${name}`, fact]),
  );
}
