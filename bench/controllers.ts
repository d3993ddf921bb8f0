import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeProject, type MadeProject } from './kinds.js';

/** Number of methods of each controller, each of which sends requests. */
const methods = 26;

/** Creates a project whose controllers have about 400 lines each, to measure how fast their permissions are read. */
export function makeControllers(root: string, count: number): MadeProject {
  makeProject(root, { kinds: count, embedding: 0 });
  const project = join(root, 'PROJECT');
  writeFileSync(project, `permissions: inferred\n${readFileSync(project, 'utf8')}`);
  const file = (index: number): string => join(root, `src/controller/kind${index + 1}.controller.ts`);
  const write = (index: number, note: string): void => {
    writeFileSync(file(index), `// ${note}\n${controllerOf(`Kind${index + 1}`)}`);
  };
  for (let index = 0; index < count; index += 1) write(index, 'As it was first.');
  let turn = 0;
  return { root, change: () => write(count - 1, `As it is for the ${(turn += 1)}th time.`) };
}

function controllerOf(kind: string): string {
  const steps = Array.from({ length: methods }, (_, index) => index);
  return `import {
  addFinalizer,
  controllerManagedBy,
  createOrUpdate,
  setControllerReference,
  type Client,
  type Context,
  type Manager,
  type Reconciler,
  type Request,
  type Stored,
} from '@operator-gen/runtime';
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import { ConfigMap, Secret, Service } from '@operator-gen/runtime/k8s/core/v1';
import { ${kind} } from '../api/v1/${kind.toLowerCase()}.types.js';

type Owner = Stored<${kind}>;

export class ${kind}Reconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { signal }: Context): Promise<void> {
    const owner = await this.#client.getOrNull(${kind}, request, { signal });
    if (owner === null) return;
    if (addFinalizer(owner, 'example.com/finalizer')) await this.#client.update(${kind}, owner, { signal });
${steps.map((index) => `    await this.#step${index}(owner, signal);`).join('\n')}
  }

${steps.map((index) => stepOf(kind, index)).join('\n')}
}

export async function setup${kind}Controller(manager: Manager): Promise<void> {
  const reconciler = new ${kind}Reconciler(manager.client);
  await controllerManagedBy(manager).for(${kind}).owns(Deployment).owns(Service).complete(reconciler);
}
`;
}

function stepOf(kind: string, index: number): string {
  const made = ['Deployment', 'ConfigMap', 'Secret', 'Service'][index % 4]!;
  return `  /** Maintains part ${index} of the object. */
  async #step${index}(owner: Owner, signal: AbortSignal): Promise<void> {
    const { name, namespace } = owner.metadata;
    const key = { name: \`\${name}-${index}\`, namespace };
    const found = await this.#client.getOrNull(${made}, key, { signal });
    const object: ${made} = found ?? { metadata: key };
    await createOrUpdate(this.#client, ${made}, object, (draft) => {
      draft.metadata.labels = { 'app.kubernetes.io/name': name, part: '${index}' };
      setControllerReference(${kind}, owner, draft);
    });
    if (found?.metadata.deletionTimestamp !== undefined) await this.#client.delete(${made}, key, { signal });
  }
`;
}
