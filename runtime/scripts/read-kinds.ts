import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A resource that has an endpoint, and the model of its objects. */
export interface ResourceKind {
  readonly model: string;
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

/** Reads plural, group and scope off the paths of the generated API classes: what the server itself says, no guess. */
export function readKinds(folder: string): readonly ResourceKind[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('Api.js'));
  return files.flatMap((name) => {
    const code = readFileSync(join(folder, name), 'utf8');
    const declarations = readFileSync(join(folder, name.replace(/js$/, 'd.ts')), 'utf8');
    return [...code.matchAll(/async (create\w+)\([^)]*\) \{[\s\S]*?localVarPath = '([^']+)'/g)].flatMap(
      ([, method, path]) => {
        const model = new RegExp(`${method}\\([^)]*body: (\\w+)`).exec(declarations)?.[1];
        const resource = model === undefined ? undefined : parsePath(path!, model);
        return resource === undefined ? [] : [resource];
      },
    );
  });
}

function parsePath(path: string, model: string): ResourceKind | undefined {
  const [, api, named, namespace, plural] =
    /^\/(?:api|apis\/([^/]+))\/(v[^/]+)(\/namespaces\/\{namespace\})?\/([^/{}]+)$/.exec(path) ?? [];
  if (named === undefined || plural === undefined) return undefined;
  return { model, group: api ?? '', version: named, plural, namespaced: namespace !== undefined };
}
