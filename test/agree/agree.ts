import fc from 'fast-check';
import type { RunningHelper } from '../../src/base/helper/helper-process.js';
import { defined } from '../../src/base/model/defined.js';
import { pathOf, type ApiServer } from './api-server.js';
import { crdCases, type CrdCase } from './random-crds.js';
import { textOf } from './random-objects.js';
import type { Json } from './random-value.js';
import { reduce } from './reduce.js';
import { askHelper, differenceOf, type Difference, type Verdict } from './verdict.js';

/** A definition, and perhaps an object of it, that both sides are asked about. */
export interface Example {
  readonly crd: Json;
  readonly object?: Json;
  /** The object that is stored before `object` takes its place. */
  readonly old?: Json;
  /** Whether the old object is stored through a version that accepts anything. */
  readonly unchecked?: boolean;
}

/** An example about which the API server and the helper say different things. */
export interface Disagreement extends Example {
  readonly difference: Difference;
  readonly mutations: readonly string[];
  readonly server: readonly string[];
  readonly helper: readonly string[];
}

/** What was compared. */
export interface Totals {
  crds: number;
  refusedCrds: number;
  objects: number;
  refusedObjects: number;
  updates: number;
  refusedUpdates: number;
  /** CRDs that our own rules judged too, and those about which they were wrong: by what was done to them. */
  judged: number;
  readonly accepted: string[];
  readonly refused: string[];
  readonly about: Map<string, { crds: number; refused: number }>;
  readonly disagreements: Disagreement[];
}

export function noTotals(): Totals {
  const counts = { crds: 0, refusedCrds: 0, objects: 0, refusedObjects: 0, updates: 0, refusedUpdates: 0, judged: 0 };
  return { ...counts, accepted: [], refused: [], about: new Map(), disagreements: [] };
}

/** The two sides of the comparison. */
export interface Sides {
  readonly server: ApiServer;
  readonly helper: RunningHelper;
}

/** Random definitions of one batch, the same for the same seed. */
const batch = 250;

export interface AgreeOptions {
  readonly seed: number;
  readonly count: number;
  /** The number of objects of each definition. */
  readonly objects?: number;
  /** What is counted, also while it goes on. */
  readonly totals?: Totals;
  /** Called now and then. */
  readonly progress?: () => void;
}

/** Asks both sides about random definitions and their objects. */
export async function agree(
  sides: Sides,
  { seed, count, objects = 20, totals = noTotals(), progress }: AgreeOptions,
): Promise<Totals> {
  for (let start = 0; start < count; start += batch) {
    const cases = fc.sample(crdCases, { seed: seed + start * 1000, numRuns: Math.min(batch, count - start) });
    await inTurns(cases, 20, (each) => compareCase(sides, each, objects, totals));
    progress?.();
  }
  return totals;
}

/** Works on a few items at a time. Most of the time of an installation is waiting. */
export async function inTurns<T>(items: readonly T[], most: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (const each of waiting) await work(each);
    }),
  );
}

async function compareCase(sides: Sides, each: CrdCase, objects: number, totals: Totals): Promise<void> {
  const { mutations, crd, ours } = each;
  const found = await compareCrd(sides, crd);
  const accepted = found.server.errors.length === 0;
  countCrd(totals, each, accepted);
  note(totals, { mutations, crd }, found);
  if (ours !== undefined) {
    totals.judged += 1;
    if (ours !== accepted) totals[ours ? 'accepted' : 'refused'].push(mutations.join(' + ') || 'nothing');
  }
  if (!accepted || objects === 0) return;
  await withInstalled(sides.server, crd, async (installed) => {
    for (const { mutations: ofObject, ...object } of each.objects(installed.version, objects)) {
      await countObject(sides, installed, { mutations: [...mutations, ...ofObject], crd, ...object }, totals);
    }
  });
}

function countCrd(totals: Totals, { mutations }: CrdCase, accepted: boolean): void {
  totals.crds += 1;
  if (!accepted) totals.refusedCrds += 1;
  const subjects = mutations.length === 0 ? ['valid'] : mutations.map((each) => each.replace(/:.*/, ''));
  for (const about of new Set(subjects)) {
    const counts = totals.about.get(about) ?? { crds: 0, refused: 0 };
    counts.crds += 1;
    if (!accepted) counts.refused += 1;
    totals.about.set(about, counts);
  }
}

interface Compared {
  readonly server: Verdict;
  readonly helper: Verdict;
}

type Named = Example & { readonly mutations: readonly string[] };

export function note({ disagreements }: Totals, example: Named, { server, helper }: Compared): void {
  const difference = differenceOf(server, helper);
  if (difference !== undefined) {
    disagreements.push({ ...example, difference, server: server.errors, helper: helper.errors });
  }
}

/**
 * Waits for both sides. The helper is asked again if its words differ: some messages are about the first of several
 * problems, in the order of a map of Go, which is random.
 */
async function bothOf(asked: Promise<Verdict>, ask: () => Promise<Verdict>): Promise<Compared> {
  const [server, first] = await Promise.all([asked, ask()]);
  let helper = first;
  for (let left = 100; left > 0 && differenceOf(server, helper) === 'words'; left -= 1) helper = await ask();
  return { server, helper };
}

/** Asks both sides about a definition, of which the helper can be given another text. */
export async function compareCrd({ server, helper }: Sides, crd: Json, text = textOf(crd)): Promise<Compared> {
  return bothOf(server.tryCrd(textOf(crd)), () => askHelper(helper, text));
}

/** A definition in the API server. */
interface Installed {
  readonly crd: Json;
  readonly text: string;
  readonly version: Json;
  /** The version through which anything is stored. */
  readonly unchecked: string | undefined;
}

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** Returns a definition with one more version, which accepts anything. */
function withUnchecked(crd: Json): Json {
  const version = { name: 'v0', served: true, storage: false, schema: { openAPIV3Schema: anything } };
  return { ...crd, spec: { ...crd.spec, versions: [...crd.spec.versions, version] } };
}

/** Installs a definition while something is done with it. */
async function withInstalled(
  server: ApiServer,
  crd: Json,
  work: (installed: Installed) => Promise<void>,
): Promise<void> {
  // Conversion would ask a webhook.
  const convertible = (crd.spec.conversion?.strategy ?? 'None') === 'None';
  const version =
    crd.spec.versions.find((each: Json) => each.storage && each.served) ??
    crd.spec.versions.find((each: Json) => each.served);
  if (version === undefined || (!convertible && !version.storage)) return;
  const loose = convertible && version.name !== 'v0' ? withUnchecked(crd) : crd;
  const texts = [...new Set([loose, crd])];
  for (const each of texts) {
    const unchecked = each === crd ? undefined : 'v0';
    const text = textOf(each);
    const versions = unchecked === undefined ? [version.name] : [version.name, unchecked];
    if (!(await server.install(text, each, versions))) continue;
    try {
      await work({ crd: each, text, version, unchecked });
    } finally {
      await server.uninstall(each);
    }
    return;
  }
}

async function countObject(sides: Sides, installed: Installed, example: Named, totals: Totals): Promise<void> {
  const found = await compareObject(sides, installed, example);
  if (found === undefined) return;
  const isRefused = found.server.errors.length > 0;
  const isUpdate = example.old !== undefined;
  totals[isUpdate ? 'updates' : 'objects'] += 1;
  if (isRefused) totals[isUpdate ? 'refusedUpdates' : 'refusedObjects'] += 1;
  note(totals, example, found);
}

/** Asks both sides about an object; undefined if the old one cannot be stored. */
async function compareObject(
  { server, helper }: Sides,
  { crd, text: crdText, version, unchecked }: Installed,
  { object, old, ...example }: Example,
): Promise<Compared | undefined> {
  const path = pathOf(crd, version.name);
  if (old === undefined) {
    const text = textOf(object);
    return bothOf(server.tryObject(path, text), () => askHelper(helper, text, { crd: crdText }));
  }
  const through = example.unchecked ? unchecked : version.name;
  if (through === undefined) return undefined;
  const first = { ...old, apiVersion: `${crd.spec.group}/${through}` };
  const created = await server.create(pathOf(crd, through), textOf(first));
  const stored = created && (await server.get(`${path}/${JSON.parse(created).metadata.name}`));
  if (stored === undefined || stored === '') return undefined;
  const { resourceVersion, name } = JSON.parse(stored).metadata;
  const text = textOf({ ...object, metadata: { ...object.metadata, name, resourceVersion } });
  const compared = await bothOf(server.tryUpdate(`${path}/${name}`, text), () =>
    askHelper(helper, text, { crd: crdText, old: stored }),
  );
  await server.remove(`${path}/${name}`);
  return compared;
}

/** Asks both sides about an example; undefined if its CRD is refused, or its old object. */
export async function compareExample(sides: Sides, example: Example): Promise<Compared | undefined> {
  const { object } = example;
  const renewed = inOtherGroup(example);
  if (object === undefined) return compareCrd(sides, renewed.crd);
  let compared: Compared | undefined;
  await withInstalled(sides.server, renewed.crd, async (installed) => {
    compared = await compareObject(sides, installed, renewed);
  });
  return compared;
}

let groups = 0;

/** The API server may still be deleting a CRD of the same name. */
function inOtherGroup(example: Example): Example {
  const { group } = example.crd?.spec ?? {};
  if (typeof group !== 'string' || !group.endsWith('example.com')) return example;
  groups += 1;
  return JSON.parse(JSON.stringify(example).replaceAll(group, `again${groups}.${group}`));
}

/** Returns a disagreement without what it does not need: first of its objects, for which one CRD is installed. */
export async function smallest(sides: Sides, { difference, ...disagreement }: Disagreement): Promise<Example> {
  const { crd, object, old, unchecked } = disagreement;
  const isSame = (found: Compared | undefined): boolean =>
    found !== undefined && differenceOf(found.server, found.helper) === difference;
  let example: Example = { crd, ...defined({ object, old, unchecked }) };
  if (object !== undefined) {
    const renewed = inOtherGroup(example);
    await withInstalled(sides.server, renewed.crd, async (installed) => {
      const differs = (objects: Json) =>
        compareObject(sides, installed, { ...renewed, ...objects }).then(isSame, never);
      const objects = { object: renewed.object, ...defined({ old: renewed.old }) };
      if (await differs(objects)) example = { ...renewed, ...(await reduce(objects, differs)) };
    });
  }
  const { apiVersion, kind, ...rest } = example.crd;
  const differs = (smaller: Json) =>
    compareExample(sides, { ...example, crd: { apiVersion, kind, ...smaller } }).then(isSame, never);
  // To install a definition takes seconds.
  const smaller = await reduce(rest, differs, object === undefined ? 400 : 60);
  return { ...example, crd: { apiVersion, kind, ...smaller } };
}

/** What has lost a needed part cannot be asked about. */
const never = (): boolean => false;
