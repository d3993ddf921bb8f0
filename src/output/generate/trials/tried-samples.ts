import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { emitCrd } from '../../emit/crd.js';
import { printSample } from '../../emit/sample.js';
import { sha256 } from '../../../base/io/sha256.js';
import type { DesiredFile } from '../../../project/layout/desired-file.js';
import type { JsonObject, Schema } from '../../../base/model/schema.js';
import type { Kind, KindVersion } from '../../../base/model/kind.js';
import { crdFile } from '../../../project/paths.js';
import type { Project } from '../../../project/project.js';
import { withoutConsequences } from '../../../base/helper/consequences.js';
import type { ServerError } from '../../../base/helper/protocol.js';
import type { Upstream } from '../../../base/helper/upstream.js';
import type { Generated } from '../generate.js';
import { sampleFiles, type SampleFile } from '../sample-files.js';
import { limitedAsker, type Asker } from './asker.js';
import { failedRule, type FailedRule, type ObjectPath } from './failed-rule.js';
import { questionCost, SearchBudget } from './search-budget.js';
import { searchSample } from './search-sample.js';
import { onlyRule, splitRules } from './split-rules.js';

/** A project whose samples are tried. */
export interface SampleContext {
  readonly upstream: Upstream;
  readonly project: Project;
  readonly generated: Generated;
  /** Returns the text of a file by its path in the project. */
  readonly read: (path: string) => string | undefined;
}

/** The search for samples instead of those that the API server's code refuses. */
export interface SampleTrials {
  /** Searches another sample, and returns what to report. */
  readonly refused: (path: string, errors: readonly ServerError[]) => Promise<readonly Diagnostic[]>;
  /** Returns what was generated, with the samples that were found. */
  readonly result: () => Generated;
}

/** Limits of the questions about one sample: about two seconds for the largest CRDs. */
const limits = { questions: 200, characters: 20_000_000 };
/** Questions with the rules as they are, before they are divided. */
const mostWhole = 60;
/** Questions about one rule alone. */
const mostAlone = 40;

/** Returns the search for the samples of a project. */
export function sampleTrials(context: SampleContext): SampleTrials {
  const { generated, project } = context;
  const found = new Map<string, { readonly content: string; readonly sample: SampleFile }>();
  const budget = new SearchBudget();
  const files = new Map(sampleFiles(generated.kinds, project).map((each) => [each.path, each]));
  return {
    refused: async (path, errors) => {
      const sample = files.get(path);
      if (sample === undefined || errors.length === 0) return [];
      const object = await acceptedSample(context.upstream, crdOf(context, sample)?.content ?? '', sample, budget);
      if (object === undefined) return unsatisfied(context.upstream, sample, errors, budget);
      if (!isWritten(context, sample)) return rejected(sample, errors, 'regenerate');
      found.set(path, { content: printSample(object), sample });
      return [];
    },
    result: () => {
      if (found.size === 0) return generated;
      const isSolved = ({ code, position }: Diagnostic): boolean =>
        code === 'incomplete-sample' &&
        [...found.values()].some(({ sample }) => sample.sample.missing.some((each) => each.position === position));
      return {
        ...generated,
        files: generated.files.map((file) => {
          const other = found.get(file.path);
          return other ? withSample(file, other.content, other.sample.sample.text) : file;
        }),
        diagnostics: generated.diagnostics.filter((each) => !isSolved(each)),
      };
    },
  };
}

/** Returns a file with another sample, which is recorded unless it is the one that is generated in any case. */
function withSample({ path, ownership }: DesiredFile, content: string, first: string): DesiredFile {
  return { path, ownership, content, ...(content === first ? {} : { triedFrom: sha256(first) }) };
}

/**
 * Reports whether a sample is written anyway: it is missing, or another one is generated now, or its definition changes
 * with it. Otherwise it stays, so that a project is as up to date with the helper as without it.
 */
function isWritten(context: SampleContext, sample: SampleFile): boolean {
  const { generated, read } = context;
  const isChanged = (file: DesiredFile | undefined): boolean => file !== undefined && read(file.path) !== file.content;
  return isChanged(generated.files.find((each) => each.path === sample.path)) || isChanged(crdOf(context, sample));
}

function crdOf({ generated }: SampleContext, { kind }: SampleFile): DesiredFile | undefined {
  return generated.files.find(({ path }) => path === crdFile(kind.group, kind.plural));
}

/** Returns why the API server's code rejects a generated sample; empty if it accepts it or gives no answer. */
export async function verdictOnSample(context: SampleContext, file: SampleFile): Promise<readonly ServerError[]> {
  const crd = crdOf(context, file);
  if (crd === undefined) return [];
  return (await verdictOn(file.sample.object, crd.content, limitedAsker(context.upstream, limits))) ?? [];
}

/**
 * Searches an object that the API server's code accepts, from the sample of a version.
 * @param budget that of the run
 */
export async function acceptedSample(
  upstream: Upstream,
  crd: string,
  { kind, version, sample }: Pick<SampleFile, 'kind' | 'version' | 'sample'>,
  budget = new SearchBudget(),
): Promise<JsonObject | undefined> {
  const asker = limitedAsker(upstream, limits);
  const whole = await searchIn(version.schema, crd, sample.object, { asker: asker.within(mostWhole), budget });
  if (whole !== undefined) return whole;
  const split = splitRules(version.schema);
  const object = await searchIn(split, crdWith(kind, version, split), sample.object, { asker, budget });
  const errors = object && (await verdictOn(object, crd, asker));
  return errors?.length === 0 ? object : undefined;
}

/** Returns a definition of one version, with a changed schema. */
function crdWith(kind: Kind, version: KindVersion, schema: Schema): string {
  const changed = { ...version, schema, served: true, storage: true };
  return emitCrd({ ...kind, versions: [changed] }, '0.0.0', { descriptions: 'drop' }).text;
}

/** The limits of a search. */
interface Allowance {
  readonly asker: Asker;
  readonly budget: SearchBudget;
}

async function searchIn(
  schema: Schema,
  crd: string,
  object: JsonObject,
  { asker, budget }: Allowance,
): Promise<JsonObject | undefined> {
  const cost = questionCost(schema);
  return searchSample(schema, object, async (each) => (budget.take(cost) ? verdictOn(each, crd, asker) : undefined));
}

async function verdictOn(object: JsonObject, crd: string, asker: Asker): Promise<readonly ServerError[] | undefined> {
  const answer = await asker.ask({ operation: 'object', object: printSample(object), crds: [crd] });
  return answer === undefined || answer.problem !== undefined ? undefined : withoutConsequences(answer.errors ?? []);
}

/** Reports the rules that no value satisfies, and other errors; or that the budget of the run has ended before. */
async function unsatisfied(
  upstream: Upstream,
  file: SampleFile,
  errors: readonly ServerError[],
  budget: SearchBudget,
): Promise<readonly Diagnostic[]> {
  const { path, kind, version, sample } = file;
  // They are reported as missing.
  if (sample.missing.length > 0) return [];
  const judged = errors.map((error) => ({ error, failed: failedRule(version.schema, error) }));
  const rules = judged.flatMap(({ failed }) => failed ?? []);
  const asker = limitedAsker(upstream, limits);
  const impossible: FailedRule[] = [];
  for (const each of rules.length > 1 && !budget.isSpent ? rules : []) {
    if (!(await isSatisfiable(file, each, { asker: asker.within(mostAlone), budget }))) impossible.push(each);
  }
  if (budget.isSpent) return [ended(file, errors)];
  // Rules that values satisfy one by one contradict each other.
  const reported = new Set(impossible.length > 0 ? impossible : rules);
  return judged.flatMap(({ error, failed }) => {
    if (failed === undefined) return rejected(file, [error], 'example');
    if (!reported.has(failed)) return [];
    const field = [kind.kind, ...failed.path].reduce(joined, '');
    const { rule, position = version.position } = failed.validation;
    return [diagnostic('unsatisfied-rule', { field, rule, path }, position)];
  });
}

/** Reports whether an object is found that satisfies a rule, if it is the only one. */
async function isSatisfiable(
  { kind, version, sample }: SampleFile,
  { validation }: FailedRule,
  allowance: Allowance,
): Promise<boolean> {
  const alone = onlyRule(version.schema, validation);
  return (await searchIn(alone, crdWith(kind, version, alone), sample.object, allowance)) !== undefined;
}

/** Returns that no sample was found, which does not mean that there is none. */
function ended({ path, version }: SampleFile, [error]: readonly ServerError[]): Diagnostic {
  return diagnostic(
    'sample-search-ended',
    { path, field: error?.field ?? '', reason: error?.message ?? '' },
    version.position,
  );
}

function joined(field: string, step: ObjectPath[number]): string {
  if (typeof step === 'number') return `${field}[]`;
  return field === '' ? step : `${field}.${step}`;
}

function rejected(
  { path, version }: SampleFile,
  errors: readonly ServerError[],
  remedy: 'regenerate' | 'example',
): readonly Diagnostic[] {
  return errors.map(({ field = '', message }) =>
    diagnostic('rejected-sample', { path, field, reason: message, remedy }, version.position),
  );
}
