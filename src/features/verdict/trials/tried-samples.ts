import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { printSample } from '../../../output/emit/sample.js';
import { sha256 } from '../../../base/io/sha256.js';
import type { DesiredFile } from '../../../project/layout/desired-file.js';
import type { JsonObject, Schema } from '../../../base/model/schema.js';
import { crdFile } from '../../../project/paths.js';
import type { Project } from '../../../project/project.js';
import { withoutConsequences } from '../consequences.js';
import type { ServerError } from '../../../base/helper/protocol.js';
import type { Helper } from '../../../base/helper/helper.js';
import type { Generated } from '../../../output/generate/generate.js';
import { sampleFiles, type SampleFile } from '../../../output/generate/sample-files.js';
import { limitedAsker, type Asker } from './asker.js';
import { failedRule, type ObjectPath } from './failed-rule.js';
import { searchSample } from './search-sample.js';

/** A project whose samples are tried. */
interface SampleContext {
  readonly helper: Helper;
  readonly project: Project;
  readonly generated: Generated;
  /** Returns the text of a file by its path in the project. */
  readonly read: (path: string) => string | undefined;
}

/** The search for replacements of samples that the API server's code rejects. */
export interface SampleTrials {
  /** Searches for another sample, and returns the diagnostics. */
  readonly refused: (path: string, errors: readonly ServerError[]) => Promise<readonly Diagnostic[]>;
  /** Returns the generated files, with the samples that were found. */
  readonly result: () => Generated;
}

/** Maximum cost of all searches of a run: a few seconds. It is a count, so that the same run has the same outcome. */
const mostCost = 1_000_000;
/** The base cost of a question. The rest is the number of characters of its rules, which are compiled for each question. */
const baseCost = 250;
/** Maximum number of questions about one sample. */
const mostQuestions = 200;

/** Returns the search for the samples of a project. */
export function sampleTrials(context: SampleContext): SampleTrials {
  const { helper, generated, project } = context;
  const found = new Map<string, { readonly content: string; readonly sample: SampleFile['sample'] }>();
  const asker = limitedAsker(helper, mostCost);
  const files = new Map(sampleFiles(generated.kinds, project).map((each) => [each.path, each]));
  return {
    refused: async (path, errors) => {
      const file = files.get(path);
      if (file === undefined || errors.length === 0) return [];
      const tried = await triedSample(asker, crdOf(context, file)?.content ?? '', file);
      const object = tried?.object;
      if (object === undefined || tried?.errors.length !== 0) return unsatisfied(file, tried?.errors ?? errors, asker);
      if (!isWritten(context, file)) return rejected(file, errors, 'regenerate');
      found.set(path, { content: printSample(object), sample: file.sample });
      return [];
    },
    result: () => {
      const isSolved = ({ code, position }: Diagnostic): boolean =>
        code === 'incomplete-sample' &&
        [...found.values()].some(({ sample }) => sample.missing.some((each) => each.position === position));
      return found.size === 0
        ? generated
        : {
            ...generated,
            files: generated.files.map((file) => withSample(file, found.get(file.path))),
            diagnostics: generated.diagnostics.filter((each) => !isSolved(each)),
          };
    },
  };
}

/**
 * Returns the generated files, with new samples that the API server's code accepts where any are found. Only CEL rules
 * require that code, so kinds without rules need no question, unless the sample does not match the schema. Failures are
 * not reported, because `manifests` explains them.
 */
export async function newSamples(context: SampleContext): Promise<Generated> {
  const { helper, generated, project, read } = context;
  const trials = sampleTrials(context);
  for (const file of sampleFiles(generated.kinds, project)) {
    const { path, version, sample } = file;
    const made = generated.files.find((each) => each.path === path);
    const isNew = read(path) === undefined && made?.content === sample.text;
    const crd = crdOf(context, file);
    if (!isNew || crd === undefined || (sample.fits && rulesSize(version.schema) === 0)) continue;
    const asker = limitedAsker(helper, Infinity);
    await trials.refused(path, (await verdictOn(sample.object, crd.content, asker, 0)) ?? []);
  }
  return trials.result();
}

/** Returns a file with a different sample, which is recorded unless it is generated in any case. */
function withSample(
  file: DesiredFile,
  found: { readonly content: string; readonly sample: SampleFile['sample'] } | undefined,
): DesiredFile {
  if (found === undefined) return file;
  const { path, ownership } = file;
  const { content, sample } = found;
  return { path, ownership, content, ...(content === sample.text ? {} : { triedFrom: sha256(sample.text) }) };
}

/**
 * Reports whether a sample is written anyway: it is missing, or a different one is generated now, or its CRD changes
 * with it. Otherwise it is kept, so that a project is equally up to date with and without the helper.
 */
function isWritten(context: SampleContext, sample: SampleFile): boolean {
  const { generated, read } = context;
  const isChanged = (file: DesiredFile | undefined): boolean => file !== undefined && read(file.path) !== file.content;
  return isChanged(generated.files.find((each) => each.path === sample.path)) || isChanged(crdOf(context, sample));
}

function crdOf({ generated }: Pick<SampleContext, 'generated'>, { kind }: SampleFile): DesiredFile | undefined {
  return generated.files.find(({ path }) => path === crdFile(kind.group, kind.plural));
}

/** Searches for an object that the API server's code accepts, starting from the sample of a version. */
export async function triedSample(
  asker: Asker,
  crd: string,
  { version, sample }: Pick<SampleFile, 'version' | 'sample'>,
): ReturnType<typeof searchSample> {
  const ofSample = asker.within(mostQuestions);
  const cost = baseCost + rulesSize(version.schema);
  return searchSample(version.schema, sample.object, (each) => verdictOn(each, crd, ofSample, cost));
}

async function verdictOn(
  object: JsonObject,
  crd: string,
  asker: Asker,
  cost: number,
): Promise<readonly ServerError[] | undefined> {
  const answer = await asker.ask({ operation: 'object', object: printSample(object), crds: [crd] }, cost);
  return answer === undefined || answer.problem !== undefined ? undefined : withoutConsequences(answer.errors ?? []);
}

/**
 * Returns the number of characters of all rules.
 * @param known sizes of schemas: a CRD repeats a schema that is used in several places
 */
function rulesSize(schema: Schema, known = new Map<Schema, number>()): number {
  const before = known.get(schema);
  if (before !== undefined) return before;
  known.set(schema, 0);
  const { validations = [], properties = [], items, additionalProperties } = schema;
  const own = validations.map(({ rule, messageExpression = '' }) => rule.length + messageExpression.length);
  const inner = [...properties.map((each) => each.schema), items, additionalProperties];
  const sizes = inner.map((each) => (each === undefined ? 0 : rulesSize(each, known)));
  const size = [...own, ...sizes].reduce((sum, each) => sum + each, 0);
  known.set(schema, size);
  return size;
}

/** Reports the rules that no tried value satisfies, and other errors, or that the budget of the run was exhausted first. */
function unsatisfied(file: SampleFile, errors: readonly ServerError[], asker: Asker): readonly Diagnostic[] {
  const { path, kind, version, sample } = file;
  // They are reported as missing.
  if (sample.missing.length > 0) return [];
  if (asker.isSpent()) {
    const { field = '', message } = errors[0]!;
    return [diagnostic('sample-search-ended', { path, field, reason: message }, version.position)];
  }
  return errors.flatMap((error) => {
    const failed = failedRule(version.schema, error);
    if (failed === undefined) return rejected(file, [error], 'example');
    const { rule, position = version.position } = failed.validation;
    return [
      diagnostic('unsatisfied-rule', { field: [kind.kind, ...failed.path].reduce(joined, ''), rule, path }, position),
    ];
  });
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
