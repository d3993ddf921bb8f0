import { posix } from 'node:path';
import { diagnostic } from '../reporting.js';
import { mergeKustomization } from '../../../output/emit/kustomization.js';
import { commentedIn } from '../../../output/generate/kustomizations.js';
import { listedIn } from '../../../output/kustomize/included-objects.js';
import { kindOf } from '../../../base/model/kubernetes-object.js';
import { kustomizationIn, webhookFile } from '../../../project/paths.js';
import { hasAdmission, type Project } from '../../../project/project.js';
import type { AddedArguments } from '../deployment/added-arguments.js';
import type { Source } from '../source.js';

interface Input {
  readonly project: Project;
  readonly config: ReadonlyMap<string, string>;
}

/**
 * Omits the webhook configurations from a kustomization of the user that did not deploy any: a Go operator can create
 * them at run time, and the Service that they call may not exist.
 */
export function leftOutWebhooks(source: Source, { project, config }: Input): AddedArguments {
  const none = { changes: [], problems: [] };
  const { objects } = source.deployment;
  const isDeployed = objects.some(({ object }) => /^(?:Mutating|Validating)WebhookConfiguration$/.test(kindOf(object)));
  if (objects.length === 0 || isDeployed || !project.resources.some(hasAdmission)) return none;
  const folder = posix.dirname(webhookFile);
  const path = kustomizationIn(folder, (each) => config.has(each));
  const entry = posix.basename(webhookFile);
  const text = path === undefined ? undefined : config.get(path);
  if (path === undefined || text === undefined || listedIn(text).includes(entry)) return none;
  const place = { file: source.shown(path), line: 1, column: 1 };
  const problems = [diagnostic('webhooks-not-deployed', { path, entry }, place)];
  if (commentedIn(text).has(entry)) return { changes: [], problems };
  return {
    changes: [{ path, content: withComment(text, entry), what: [`with the entry ${entry} as a comment`] }],
    problems,
  };
}

/** Returns a kustomization with an entry commented out, which later commands respect. */
function withComment(text: string, entry: string): string {
  const listed = mergeKustomization(text, { add: [entry] });
  const items = [`- ${entry}`, `- '${entry}'`, `- "${entry}"`];
  const inPlace = listed
    ?.split('\n')
    .map((line) => (items.includes(line.trim()) ? line.replace('-', '# -') : line))
    .join('\n');
  // A list in brackets has no lines to comment out.
  return inPlace === undefined || listedIn(inPlace).includes(entry) ? `${text.trimEnd()}\n# - ${entry}\n` : inPlace;
}
