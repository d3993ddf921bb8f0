import { createClient, type Client, type TypedObject } from '../../runtime/src/client/index.js';
import { messageOf } from '../../runtime/src/errors/causes.js';
import { startTestEnvironment, type TestEnvironment } from '../../runtime/src/testing/index.js';
import type { Built, Manifest } from './judge-manifests.js';
import type { Problem } from './problem.js';
import type { State } from './state.js';

/** Kinds that this API server does not serve: they come with what a user installs. */
const ofOthers = /^(?:cert-manager\.io|monitoring\.coreos\.com)\//;

/** An object, and a project that has it. */
interface Wanted<T> {
  readonly object: T;
  readonly state: State;
}

interface Definition extends Manifest {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly conversion?: object;
  };
}

/**
 * Asks a real API server what it says about every object of the manifests, each text once: of all as a dry run, and of the
 * samples while their CustomResourceDefinitions are installed.
 * @returns how many objects there were
 */
export async function judgeAcceptance(builts: readonly Built[], report: (problem: Problem) => void): Promise<number> {
  await using environment = await startTestEnvironment();
  const client = clientOf(environment);
  const objects = different(
    builts.flatMap(({ state, whole }) =>
      whole.filter(({ apiVersion }) => !ofOthers.test(apiVersion)).map((object) => ({ object, state })),
    ),
  );
  // What is in a namespace is refused while there is none.
  for (const { object } of objects)
    if (object.kind === 'Namespace') await client.apply(object as TypedObject, { force: true });
  for (const each of objects) await judgeObject(client, each, report);
  return objects.length + (await judgeSamples(environment, builts, report));
}

function clientOf({ config }: TestEnvironment): Client {
  return createClient(config, { fieldManager: 'sequences', fieldValidation: 'Strict' });
}

async function judgeSamples(
  environment: TestEnvironment,
  builts: readonly Built[],
  report: (problem: Problem) => void,
): Promise<number> {
  let count = 0;
  for (const [{ object: crd, state }, samples] of samplesByDefinition(builts)) {
    try {
      await environment.installCRDs(crd);
      // A new one, which does not know the definitions that are gone.
      const client = clientOf(environment);
      for (const each of samples) await judgeObject(client, each, report);
      count += samples.length;
    } catch (error) {
      report({ lines: state.lines, what: `${nameOf(crd)} cannot be installed: ${messageOf(error)}` });
    }
    await environment.uninstallCRDs(crd);
  }
  return count;
}

async function judgeObject(
  client: Client,
  { object, state }: Wanted<Manifest>,
  report: (problem: Problem) => void,
): Promise<void> {
  const metadata = { namespace: 'default', ...object.metadata };
  try {
    await client.apply({ ...object, metadata } as TypedObject, { dryRun: true, force: true });
  } catch (error) {
    report({ lines: state.lines, what: `the API server refuses ${nameOf(object)}: ${messageOf(error)}` });
  }
}

/** The samples of every definition, each text of either once. */
function samplesByDefinition(builts: readonly Built[]): readonly (readonly [Wanted<Definition>, Wanted<Manifest>[]])[] {
  const found = new Map<string, [Wanted<Definition>, Wanted<Manifest>[]]>();
  for (const { state, whole, samples } of builts) {
    for (const object of whole.filter(isDefinition).map(withoutConversion)) {
      const { group, names } = object.spec;
      const own = samples.filter(({ apiVersion, kind }) => kind === names.kind && apiVersion.startsWith(`${group}/`));
      const key = JSON.stringify(object.spec);
      const [definition, known] = found.get(key) ?? [{ object, state }, []];
      found.set(key, [definition, different([...known, ...own.map((sample) => ({ object: sample, state }))])]);
    }
  }
  return [...found.values()];
}

function isDefinition(object: Manifest): object is Definition {
  return object.kind === 'CustomResourceDefinition';
}

/** The operator that would convert does not run here. */
function withoutConversion({
  spec: { conversion: _conversion, ...spec },
  metadata,
  ...object
}: Definition): Definition {
  return { ...object, metadata: { name: metadata.name }, spec };
}

function different<T>(wanted: readonly Wanted<T>[]): Wanted<T>[] {
  const found = new Map<string, Wanted<T>>();
  for (const each of wanted) {
    const key = JSON.stringify(each.object);
    if (!found.has(key)) found.set(key, each);
  }
  return [...found.values()];
}

function nameOf({ kind, metadata }: Manifest): string {
  return `${kind} ${metadata.name}`;
}
