import { beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { definitionObject, objectWith } from '../../support/definitions.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const spec = objectWith({
  engine: { type: 'string', enum: ['redis', 'memcached'] },
  replicas: { type: 'integer', format: 'int32', minimum: 1 },
});
const kind = '--group example --version v1 --kind Cache';

/** Commands that change scaffolded files of a kind, with the path at which its types are then. */
const commands: readonly (readonly [string, string])[] = [
  ['create api --group example --version v2 --kind Cache --no-controller', 'src/api/v1/cache.types.ts'],
  ['edit --multigroup', 'src/api/example/v1/cache.types.ts'],
  ['rename api --group example --kind Cache --to-kind Store', 'src/api/v1/store.types.ts'],
  ['rename api --group example --to-group storage', 'src/api/v1/cache.types.ts'],
  [`create webhook ${kind} --defaulting`, 'src/api/v1/cache.types.ts'],
  ['edit --namespaced', 'src/api/v1/cache.types.ts'],
  ['edit --license apache2 --owner Us', 'src/api/v1/cache.types.ts'],
  ['edit --domain example.org', 'src/api/v1/cache.types.ts'],
];

describe('imported types that nobody has edited', () => {
  let base: Files;

  beforeAll(async () => {
    const project = await accepted(new Map(), 'init --domain com --project-name test-operator --skip-install');
    const files = new Map(project).set('crds/cache.yaml', stringify(definitionObject({ kind: 'Cache', spec })));
    base = await accepted(files, 'create api --from-crd crds/cache.yaml');
  });

  it.each(commands)('stay as they are: %s', async (line, path) => {
    const files = await accepted(base, line);
    expect(files.get(path)).toContain("engine?: 'redis' | 'memcached';");
    expect(files.get(path)).not.toContain('size: Int32 = 1');
    const [, text] = [...files].find(([each]) => each.startsWith('config/crd/bases/'))!;
    const { versions } = parse(text).spec;
    const first = versions.find(({ name }: { readonly name: string }) => name === 'v1');
    expect(Object.keys(first.schema.openAPIV3Schema.properties.spec.properties)).toEqual(['engine', 'replicas']);
    await accepted(files, 'check');
  });

  it('are converted with their kind', async () => {
    const second = await accepted(base, 'create api --group example --version v2 --kind Cache --no-controller');
    const files = await accepted(second, `create webhook ${kind} --conversion --spoke v2`);
    expect(files.get('src/api/v1/cache.types.ts')).toContain("engine?: 'redis' | 'memcached';");
  });

  it('go with their kind, also after they were moved', async () => {
    const moved = await accepted(base, 'edit --multigroup', `delete api ${kind}`);
    expect([...moved.keys()].filter((path) => path.includes('cache'))).toEqual(['crds/cache.yaml']);
  });
});
