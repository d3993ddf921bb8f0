import type { Schema } from '../../../base/model/schema.js';
import type { Project } from '../../../project/project.js';
import type { Upstream } from '../../../base/helper/upstream.js';
import type { Generated } from '../generate.js';
import { sampleFiles } from '../sample-files.js';
import { sampleTrials, verdictOnSample } from './tried-samples.js';

/** The result of a generation, which can contain new samples. */
interface NewSamples {
  readonly upstream: Upstream | undefined;
  readonly project: Project;
  readonly generated: Generated;
  /** Returns the text of a file by its path in the project, before the command. */
  readonly read: (path: string) => string | undefined;
}

/**
 * Returns what was generated, with new samples that the API server's code accepts, as far as some are found. Only CEL
 * rules are decided by that code alone, so that kinds without rules need no question, unless the sample does not fit the
 * schema. What is not found is not
 * reported: `manifests` explains it.
 */
export async function withNewSamples({ upstream, project, generated, read }: NewSamples): Promise<Generated> {
  if (upstream?.identity === undefined) return generated;
  const written = new Map(generated.files.map(({ path, content }) => [path, content]));
  const created = sampleFiles(generated.kinds, project).filter(
    ({ path, version, sample }) =>
      written.get(path) === sample.text &&
      read(path) === undefined &&
      (!sample.fits || hasRules(version.schema, new Set())),
  );
  const context = { upstream, project, generated, read };
  const trials = sampleTrials(context);
  for (const each of created) await trials.refused(each.path, await verdictOnSample(context, each));
  return trials.result();
}

/** @param seen schemas whose rules were looked for, because types can be used in several places */
function hasRules(schema: Schema, seen: Set<Schema>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { validations = [], properties = [], items, additionalProperties } = schema;
  const inner = [...properties.map((each) => each.schema), items, additionalProperties];
  return validations.length > 0 || inner.some((each) => each !== undefined && hasRules(each, seen));
}
