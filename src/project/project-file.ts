import * as v from 'valibot';
import { isMap, LineCounter, type Document } from 'yaml';
import { diagnostic, DiagnosticsError, refuse } from '../base/diagnostics/diagnostic.js';
import { conflictMarkerIn, placeOf } from '../base/text/text.js';
import { isYamlProblem, yamlDocument } from '../base/text/yaml-documents.js';
import { defaultChartFolder } from './chart.js';
import { partsIn, partsPlugin } from './parts.js';
import { licensePlugin, type License } from './license.js';
import { projectFile } from './paths.js';
import { deployImageEntryProblems, deployImageOf } from './deploy-image.js';
import { projectProblems } from './project-problems.js';
import { projectShape, type RawHelm, type RawProject, type RawResource, type RawWebhooks } from './project-shape.js';
import {
  compatibilityPlugin,
  deployImagePlugin,
  helmPlugin,
  type HelmSettings,
  olmPlugin,
  layout,
  manifestsPlugin,
  resourceKey,
  type CompatibilitySettings,
  type ManifestSettings,
  type Origin,
  type Project,
  type ProjectResource,
  type WebhookEntry,
  webhooksPlugin,
} from './project.js';
import { shapeProblem } from './shape-problem.js';
import { positionAt, positionsIn, type PositionOf } from './yaml-position.js';
import { defined } from '../base/model/defined.js';

/** PROJECT as read: its text, its content, and the tree used for editing. */
export interface ProjectFile {
  readonly text: string;
  readonly project: Project;
  readonly document: Document;
}

/**
 * Parses a PROJECT file.
 * @throws DiagnosticsError with every problem, each at its position in the file
 */
export function parseProject(text: string): ProjectFile {
  const conflict = conflictMarkerIn(text);
  if (conflict !== undefined)
    refuse(
      'unreadable-project',
      { reason: 'it has conflict markers' },
      { file: projectFile, ...placeOf(text, conflict) },
    );
  const lines = new LineCounter();
  const document = yamlDocument(text, { version: '1.1', lineCounter: lines });
  if (isYamlProblem(document)) {
    const place = { file: projectFile, ...placeOf(text, document.offset) };
    return refuse('unreadable-project', { reason: document.message }, place);
  }
  const [broken] = document.errors;
  if (broken !== undefined) {
    const reason = broken.message;
    refuse('unreadable-project', { reason }, positionAt(projectFile, lines, broken.pos[0]));
  }
  const at = positionsIn(projectFile, document, lines);
  const raw = valueOf(document);
  if (!isMap(document.contents))
    refuse('unreadable-project', { reason: 'it is not a mapping of keys to values' }, at());
  checkSchemaVersion(raw as Record<string, unknown>, at);

  const parsed = v.safeParse(projectShape, raw);
  if (!parsed.success) {
    throw new DiagnosticsError(
      ...parsed.issues.map((issue) => {
        const { path, reason } = shapeProblem(issue);
        return diagnostic('invalid-project', { key: path.join('.'), reason }, at(...path));
      }),
    );
  }
  const read = projectOf(parsed.output);
  const places = read.resources.map((each, index) => [resourceKey(each), at('resources', index, 'kind')] as const);
  const project = { ...read, places: new Map(places) };
  const images = parsed.output.plugins?.[deployImagePlugin];
  const problems = [...projectProblems(project, at), ...deployImageEntryProblems(project, images, at)];
  if (problems.length > 0) throw new DiagnosticsError(...problems);
  return { text, project, document };
}

/** Returns the plain value of a document. Aliases are resolved up to a number that only a malicious file exceeds. */
function valueOf(document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    return refuse(
      'unreadable-project',
      { reason: (error as Error).message },
      { file: projectFile, line: 1, column: 1 },
    );
  }
}

function checkSchemaVersion(raw: Record<string, unknown>, at: PositionOf): void {
  const { version, layout: layouts } = raw;
  for (const key of ['version', 'layout'])
    if (raw[key] === undefined) refuse('invalid-project', { key, reason: 'is missing' }, at());
  if (version !== '3' && version !== 3)
    refuse('unsupported-project-version', { version: JSON.stringify(version) }, at('version'));
  const names = (Array.isArray(layouts) ? layouts : [layouts]).map((each: unknown) =>
    typeof each === 'string' ? each : JSON.stringify(each),
  );
  if (!names.includes(layout)) refuse('unsupported-layout', { layout: names.join(', ') }, at('layout'));
}

/**
 * Returns the project from the tree of a valid PROJECT that is being edited.
 * @throws ValiError when an edit made it invalid
 */
export function projectIn(document: Document): Project {
  return projectOf(v.parse(projectShape, document.toJS()));
}

function projectOf(raw: RawProject): Project {
  const images = raw.plugins?.[deployImagePlugin];
  const license = raw.plugins?.[licensePlugin];
  const helm = raw.plugins?.[helmPlugin];
  const compatibility = raw.plugins?.[compatibilityPlugin] as CompatibilitySettings | undefined;
  return {
    domain: raw.domain,
    projectName: raw.projectName,
    multigroup: raw.multigroup ?? false,
    namespaced: raw.namespaced ?? false,
    permissions: raw.permissions ?? 'declared',
    resources: (raw.resources ?? []).map((each) => {
      const resource = resourceOf(each, raw.domain);
      const deployImage = deployImageOf(resource, raw.domain, images);
      return { ...resource, ...defined({ deployImage }) };
    }),
    manifests: (raw.plugins?.[manifestsPlugin] ?? {}) as ManifestSettings,
    ...(license === undefined ? {} : { license: license as License }),
    certificates: raw.plugins?.[webhooksPlugin]?.certificates ?? 'cert-manager',
    parts: partsIn(raw.plugins?.[partsPlugin]),
    ...defined({ compatibility }),
    ...(helm === undefined ? {} : { helm: helmOf(helm) }),
    ...(raw.plugins?.[olmPlugin] === undefined ? {} : { olm: true as const }),
  };
}

function helmOf({ chartFolder = defaultChartFolder, separateCRDs = false }: RawHelm): HelmSettings {
  return { chartFolder, ...(separateCRDs && { separateCRDs }) };
}

function resourceOf(raw: RawResource, domain: string): ProjectResource {
  const { version, kind, core = false, external = false } = raw;
  return {
    ...(raw.group === undefined || raw.group === '' ? {} : { group: raw.group }),
    // Groups of external kinds have the domain given in their entry, or none.
    domain: raw.domain ?? (core || external ? '' : domain),
    version,
    kind,
    ...defined({ plural: raw.plural }),
    ...(core || external ? { origin: originOf(core, raw.path, raw.module) } : {}),
    ...(raw.api === undefined
      ? {}
      : {
          api: {
            crdVersion: raw.api.crdVersion ?? 'v1',
            namespaced: raw.api.namespaced ?? false,
            ...(raw.api.ssa === true ? { ssa: true } : {}),
          },
        }),
    controllers: [...(raw.controller ? [{}] : []), ...(raw.controllers ?? []).map(({ name }) => ({ name }))],
    ...(raw.webhooks === undefined ? {} : { webhooks: webhooksOf(raw.webhooks) }),
  };
}

function originOf(core: boolean, path: string | undefined, module: string | undefined): Origin {
  return {
    from: core ? 'core' : 'external',
    ...defined({ path, module }),
  };
}

function webhooksOf(raw: RawWebhooks): WebhookEntry {
  const { defaultingPath, validationPath } = raw;
  return {
    defaulting: raw.defaulting ?? false,
    validation: raw.validation ?? false,
    conversion: raw.conversion ?? false,
    spoke: raw.spoke ?? [],
    ...defined({ defaultingPath, validationPath }),
  };
}
