import type { Layout } from '../../../project/layout/layout.js';
import { kustomizations } from '../../../project/paths.js';
import type { Project } from '../../../project/project.js';
import { addedArguments, settingsInput, type AddedArguments } from './added-arguments.js';
import { composedFiles, composedToWrite } from '../config/composed-files.js';
import { configChanges, withChanges } from '../config/config-changes.js';
import type { AdoptOptions } from '../flags.js';
import type { GoCode } from '../project/go-code.js';
import { imageItems } from './image-items.js';
import { keptArguments } from './kept-arguments.js';
import { leftOutWebhooks } from '../config/left-out-webhooks.js';
import { notRewired, rewired, type Rewired } from '../config/rewired.js';
import type { Source } from '../source.js';
import { webhookCertificate } from './webhook-certificate.js';

interface Input {
  readonly code: GoCode;
  readonly project: Project;
  readonly layout: Layout;
  readonly options: AdoptOptions;
  /** The files in `config/` of the Go project. */
  readonly config: ReadonlyMap<string, string>;
}

/** Returns the changes of config/ that make it deploy the new operator, and what they do not cover. */
export function deploymentOf(
  source: Source,
  { code, project, layout, config: given, options }: Input,
): { readonly moved: Rewired } & AddedArguments {
  if (options.force) return { moved: notRewired, changes: [], problems: [] };
  const { deployment } = source;
  const composed = composedFiles(source, { project, layout, config: given });
  const config = new Map([...given, ...composed.texts]);
  const moved = rewired({ project, layout, config, deployment });
  const webhooks = leftOutWebhooks(source, { project, config });
  const kept = keptArguments(source, config, configChanges(config, layout, deployment));
  const before = [...kept.changes, ...moved.changes, ...webhooks.changes];
  const settings = settingsInput(source, code.files, config);
  const added = addedArguments(source, settings, config, before);
  const files = composedToWrite(source, layout, composed.texts, added.changes);
  const isNew = (path: string): boolean => composed.texts.has(path);
  // The new config/default does not need its scaffolded files.
  const unused = [...layout.keys()].filter(
    (path) => isNew(kustomizations.default) && path.startsWith('config/default/') && !given.has(path),
  );
  return {
    moved: {
      ...moved,
      changes: moved.changes.filter(({ path }) => !isNew(path)),
      files: [...moved.files.filter(({ path }) => !isNew(path)), ...files],
      left: new Set([...moved.left, ...composed.texts.keys(), ...unused]),
    },
    changes: added.changes.filter(({ path }) => !isNew(path)),
    problems: [
      ...composed.problems,
      ...webhooks.problems,
      ...kept.problems,
      ...imageItems(source),
      ...added.problems,
      ...webhookCertificate(source, project, settings, withChanges(config, added.changes)),
    ],
  };
}
