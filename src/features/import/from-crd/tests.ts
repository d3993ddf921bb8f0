import { posix } from 'node:path';
import { toYaml } from '../../../base/text/yaml.js';
import type { ImportedFiles } from '../../../scaffold/change/layouts.js';
import type { Crd } from '../../../base/crd/crd.js';
import { formatted } from '../format.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { classImportOf, classNameOf } from '../../../project/class-name.js';
import { controllerClass } from '../../../project/naming.js';
import { controllerFile } from '../../../project/paths.js';
import { isSame, type ControllerEntry, type Project } from '../../../project/project.js';
import type { Wanted } from './resources.js';

/** The folder of CRDs and objects of external kinds, which tests of controllers use. Nothing deploys them. */
const folder = 'config/external';

/**
 * Returns the tests of the new controllers of external kinds, which create a valid object, and the files that they
 * need.
 * @param isTested whether a test exists that creates an object of the kind
 */
export async function controllerTests(
  project: Project,
  wanted: readonly Wanted[],
  isTested: (path: string, wanted: Wanted) => boolean = () => false,
): Promise<ImportedFiles> {
  const files = new Map<string, string | ((scaffolded: string) => string)>();
  for (const each of wanted) {
    const [controller] = controllersOf(project, each);
    if (controller === undefined) continue;
    const path = controllerFile(each.resource, project, controller).replace(/\.ts$/, '.test.ts');
    if (each.resource.origin === undefined) continue;
    const { definition, object } = fixturesOf(each);
    files.set(definition, toYaml(installable(each.crd)));
    files.set(object, toYaml(await smallestObject(each)));
    if (!isTested(path, each)) files.set(path, await externalTest(each, controller, path));
  }
  return files;
}

/** Returns the controllers of a kind. */
export function controllersOf({ resources }: Project, { resource }: Wanted): readonly ControllerEntry[] {
  return resources.find((each) => isSame(each, resource))?.controllers ?? [];
}

/** Returns the paths of the CRD and of the object for testing the controller of an external kind. */
function fixturesOf({ crd, version }: Wanted): { readonly definition: string; readonly object: string } {
  return {
    definition: `${folder}/crds/${crd.group}_${crd.names.plural}.yaml`,
    object: `${folder}/${crd.group}_${version.name}_${crd.names.kind.toLowerCase()}.yaml`,
  };
}

/** Returns a CRD without the fields that a cluster adds, and without a webhook, which no one runs in tests. */
function installable({ object, name }: Crd): JsonObject {
  const { conversion: _, ...spec } = object['spec'] as JsonObject;
  return { apiVersion: object['apiVersion']!, kind: object['kind']!, metadata: { name }, spec };
}

/** Returns an object with as few fields as possible. */
async function smallestObject({ crd, version }: Wanted): Promise<object> {
  const { randomObjects } = await import('@operator-gen/runtime/testing');
  const [object] = randomObjects(crd.object, { version: version.name, count: 1 });
  const { metadata, ...fields } = object ?? {};
  const { status: _, ...set } = fields as { readonly status?: unknown };
  const apiVersion = `${crd.group}/${version.name}`;
  return { ...set, apiVersion, kind: crd.names.kind, metadata: { name: metadata?.name ?? 'test' } };
}

/** Returns the test of the controller of an external kind. */
async function externalTest(wanted: Wanted, controller: ControllerEntry, path: string): Promise<string> {
  const { resource, crd } = wanted;
  const { definition, object } = fixturesOf(wanted);
  const name = controller.name ?? crd.names.kind.toLowerCase();
  const types = posix.relative(posix.dirname(path), resource.origin?.path ?? '').replace(/\.ts$/, '.js');
  const reconciler = `${controllerClass(resource, controller)}Reconciler`;
  const [test] = await formatted([
    { path, content: testText(wanted, { reconciler, name, types, definition, object }) },
  ]);
  return test!.content;
}

interface TestNames {
  readonly reconciler: string;
  readonly name: string;
  readonly types: string;
  readonly definition: string;
  readonly object: string;
}

function testText({ crd }: Wanted, { reconciler, name, types, definition, object }: TestNames): string {
  const { kind } = crd.names;
  const className = classNameOf(kind);
  const creation =
    crd.scope === 'Cluster'
      ? `const key = { name: object.metadata.name };
    // Not created directly, because another test file can have the same object.
    await client.apply(${className}, object, { fieldManager: 'test' });`
      : `const key = { name: object.metadata.name, namespace: environment.namespace };
    await client.create(${className}, { ...object, metadata: { ...object.metadata, ...key } });`;
  return `import { createClient, createLogger, type Client } from '@operator-gen/runtime';
import { findTestAssets, joinTestEnvironment, readObject, type JoinedTestEnvironment } from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ${classImportOf(kind)} } from '${types}';
import { ${reconciler} } from './${name}.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

// These tests need etcd and kube-apiserver. Without them, they are skipped, and a warning explains how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(\`\${assets.reason} \${assets.remedy}\`);

describe.skipIf(!assets.found)('the reconciler of ${kind}', () => {
  let environment: JoinedTestEnvironment;
  let client: Client;

  beforeAll(async () => {
    environment = await joinTestEnvironment({ crds: ['${definition}'] });
    client = createClient(environment.config);
  });
  afterAll(() => environment?.stop());

  it('reconciles an object', async () => {
    const object = await readObject<${className}>('${object}', { crds: ['${definition}'] });
    ${creation}
    await new ${reconciler}(client).reconcile(key, context);
    expect((await client.get(${className}, key)).metadata.name).toBe(key.name);
  });

  it('ignores an object that no longer exists', async () => {
    const key = { name: 'gone'${crd.scope === 'Cluster' ? '' : ', namespace: environment.namespace'} };
    await expect(new ${reconciler}(client).reconcile(key, context)).resolves.toBeUndefined();
  });
});
`;
}
