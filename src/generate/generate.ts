import { posix } from 'node:path';
import type { AnalyzeResult } from '../analyze/analyze.js';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { hasErrors } from '../diagnostics/has-errors.js';
import { emitCrd } from '../emit/crd.js';
import { mergeKustomization } from '../emit/kustomization.js';
import { emitRoles } from '../emit/rbac.js';
import { emitRegister } from '../emit/register.js';
import { emitSample } from '../emit/sample.js';
import { emitWebhooks } from '../emit/webhook.js';
import type { Host } from '../io/host.js';
import type { Memory } from '../memory/memory.js';
import type { Kind } from '../model/kind.js';
import type { Model } from '../model/model.js';
import { ownNamespace } from '../project/cluster-scope.js';
import { codeHeader } from '../project/license.js';
import { crdFile, kustomizations, registerFile, roleFile, sampleFile, webhookFile } from '../project/paths.js';
import type { Project } from '../project/project.js';
import type { DesiredFile } from '../layout/desired-file.js';
import { controllersOf, webhooksOf } from '../project/set-ups.js';
import { hashOf, readState, type ScaffoldState } from '../plan/state.js';
import { verifyKind } from '../verify/kind-rules.js';
import { verifySharedNames } from '../verify/name-rules.js';
import { unboundRights } from './unbound-rights.js';
import { webhookRights } from './webhook-rights.js';
import { verifyPermissions } from '../verify/rbac-rules.js';
import { verifySize } from '../verify/size-rules.js';
import { verifyWebhooks } from '../verify/webhook-rules.js';
import { checkSample } from './check-samples.js';
import { compareConversions, isConverted } from './compare-conversions.js';
import { compareWebhooks } from './compare-webhooks.js';
import { compareWithProject } from './compare-with-project.js';
import { readHeader } from './header.js';
import { readSources } from './read-sources.js';

export interface Generated {
  /** Every file that is made from the sources and PROJECT; empty when there is an error. */
  readonly files: readonly DesiredFile[];
  readonly diagnostics: readonly Diagnostic[];
}

const managerRole = 'manager-role';

/** Everything that a project's sources and PROJECT say, as files. Reads through `host`, writes nothing. */
export async function generate(
  host: Host,
  root: string,
  project: Project,
  toolVersion: string,
  memory?: Memory,
): Promise<Generated> {
  const { model, diagnostics } = await readModel(host, root, project, memory);
  if (hasErrors(diagnostics)) return { files: [], diagnostics };

  const state = readState(host, root);
  const header = readHeader(host, root, project.manifests);
  const emitted = model.kinds.map((kind) => ({
    path: crdFile(kind.group, kind.plural),
    ...emitCrd(kind, toolVersion, project.manifests),
  }));
  const crds = emitted.map(({ path, text }) => generated(path, header.text + text));
  const webhooks = emitWebhooks(model.webhooks, model.webhookConfigurations);
  const samples = samplesOf(host, root, model, project, state);
  const merged = mergedKustomizations(host, root, crds, samples.files, webhooks !== undefined, state);
  return {
    files: [
      ...crds,
      generated(
        roleFile,
        header.text +
          emitRoles(
            [...model.rbac, ...webhookRights(project, model)],
            managerRole,
            project.namespaced ? ownNamespace(project) : '',
          ),
      ),
      ...(webhooks === undefined ? [] : [generated(webhookFile, header.text + webhooks)]),
      generated(registerFile, codeHeader(project.license) + registerOf(project)),
      ...samples.files,
      ...merged.files,
    ],
    diagnostics: [
      ...diagnostics,
      ...header.diagnostics,
      ...emitted.flatMap(({ path, bytes }) => verifySize(path, bytes)),
      ...samples.diagnostics,
      ...merged.diagnostics,
    ],
  };
}

/** The model of a project's sources, and every problem that can be told from it and from PROJECT. */
export async function readModel(host: Host, root: string, project: Project, memory?: Memory): Promise<AnalyzeResult> {
  const { model, diagnostics: found } = await readSources(host, root, memory);
  const known = [...found, ...compareWithProject(host, root, project, model, found)];
  const diagnostics = [
    ...known,
    ...compareConversions(project, model.kinds),
    // What is in a file that is not there, or could not be read, is explained.
    ...(hasErrors(known) ? [] : compareWebhooks(project, model)),
    ...model.kinds.flatMap((kind) => {
      const problems = verifyKind(kind);
      return isConverted(project, kind) ? problems.filter(({ code }) => code !== 'version-loses-fields') : problems;
    }),
    ...verifySharedNames(model),
    ...verifyPermissions(model),
    ...unboundRights(project, model),
    ...verifyWebhooks(model),
  ];
  return { model, diagnostics };
}

function generated(path: string, content: string): DesiredFile {
  return { path, content, ownership: 'generated' };
}

function registerOf(project: Project): string {
  return emitRegister(
    project.resources.flatMap((resource) => controllersOf(project, resource)),
    project.resources.flatMap((resource) => webhooksOf(project, resource)),
  );
}

function samplesOf(
  host: Host,
  root: string,
  { kinds }: Model,
  { domain, projectName }: Project,
  state: ScaffoldState,
): Generated {
  const files: DesiredFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const kind of kinds) {
    for (const version of kind.versions) {
      const names = { group: groupOf(kind, domain), domain, version: version.name, kind: kind.kind };
      const { text, missing } = emitSample(kind, version, projectName);
      const path = sampleFile(names);
      files.push({ path, content: text, ownership: 'sample' });
      const existing = host.read(posix.join(root, path));
      // What we wrote will be written anew; what a user wrote stays, and may have become wrong.
      if (existing !== undefined && existing !== text && hashOf(existing) !== state.get(path)?.hash) {
        diagnostics.push(...checkSample(path, existing, kinds));
        continue;
      }
      for (const { name, position } of missing) {
        diagnostics.push(
          diagnostic('sample-incomplete', { field: `${kind.kind}.${name}` }, position ?? version.position),
        );
      }
    }
  }
  return { files, diagnostics };
}

/** The part of an API group before the project's domain, which is what file names carry. */
function groupOf({ group }: Kind, domain: string): string {
  if (group === domain) return '';
  return group.endsWith(`.${domain}`) ? group.slice(0, -domain.length - 1) : group;
}

/** The kustomizations that list generated files: entries come and go, everything else in them stays. */
function mergedKustomizations(
  host: Host,
  root: string,
  crds: readonly DesiredFile[],
  samples: readonly DesiredFile[],
  hasWebhooks: boolean,
  state: ScaffoldState,
): Generated {
  const files: DesiredFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const merge = (path: string, add: readonly string[], remove: readonly string[], make: boolean): void => {
    const text = host.read(posix.join(root, path));
    if (text === undefined && !make) return;
    const content = mergeKustomization(text, { add, remove });
    if (content === undefined)
      diagnostics.push(diagnostic('unreadable-kustomization', { path }, { file: path, line: 1, column: 1 }));
    else files.push({ path, content, ownership: 'merged' });
  };
  for (const [path, listed] of [
    [kustomizations.crd, crds],
    [kustomizations.samples, samples],
  ] as const) {
    const folder = posix.dirname(path);
    const wanted = listed.map((file) => posix.relative(folder, file.path));
    const gone = [...state.keys()]
      .filter((each) => each.startsWith(`${folder}/`))
      .map((each) => posix.relative(folder, each))
      .filter((each) => !wanted.includes(each));
    merge(path, wanted, gone, wanted.length > 0);
  }
  const webhookList = [posix.basename(webhookFile)];
  merge(kustomizations.webhook, hasWebhooks ? webhookList : [], hasWebhooks ? [] : webhookList, false);
  // An empty kustomization does not build, so the CRDs are a part of the whole only while there are any.
  const hasKinds = crds.length > 0;
  merge(kustomizations.default, hasKinds ? ['../crd'] : [], hasKinds ? [] : ['../crd'], false);
  return { files, diagnostics };
}
