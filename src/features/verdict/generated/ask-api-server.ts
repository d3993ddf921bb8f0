import { LineCounter } from 'yaml';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { isYamlProblem, yamlDocuments } from '../../../base/text/yaml-documents.js';
import type { Kind } from '../../../base/model/kind.js';
import type { Position } from '../../../base/model/position.js';
import type { PlannedFile } from '../../../output/plan/plan.js';
import { crdFile, roleFile, webhookFile } from '../../../project/paths.js';
import { positionsIn } from '../../../project/yaml-position.js';
import type { AcceptedTexts } from './accepted-texts.js';
import { crdRejections } from './crd-rejections.js';
import type { ServerError } from '../../../base/helper/protocol.js';
import type { Helper } from '../../../base/helper/helper.js';
import { rejections, type Subject } from '../rejections.js';
import { webhookRejections } from './webhook-rejections.js';
import type { Generated } from '../../../output/generate/generate.js';
import { objectPath } from '../trials/failed-rule.js';
import { crdRemedies, remedyAsker } from '../trials/crd-remedies.js';

/** The planned files of a project, about which the API server is asked. */
export interface Manifests {
  readonly generated: Generated;
  readonly planned: readonly PlannedFile[];
  /** Returns the text of a source file. */
  readonly source: (file: string) => string | undefined;
  /** Returns the diagnostics for a rejected sample that the user has not edited. */
  readonly refusedSample: (path: string, errors: readonly ServerError[]) => Promise<readonly Diagnostic[]>;
}

/** Returns what the API server would reject in CRDs, roles, webhook configurations and samples. */
export function askApiServer(
  helper: Helper,
  manifests: Manifests,
  accepted: AcceptedTexts,
): Promise<readonly Diagnostic[]> {
  const { generated, source } = manifests;
  const texts = new Map(generated.files.map(({ path, content }) => [path, content]));
  const crdOf = (kind: Kind): string => texts.get(crdFile(kind.group, kind.plural))!;
  const asker = remedyAsker(helper);
  const crds = generated.kinds.map((kind): Subject => ({
    name: crdFile(kind.group, kind.plural),
    text: crdOf(kind),
    explain: (errors) =>
      crdRejections(kind, errors, { source, remedies: (problems) => crdRemedies(kind, problems, asker) }),
  }));
  const roles = documentsOf(roleFile, texts.get(roleFile), () => rejectedRole);
  const configurations = documentsOf(
    webhookFile,
    texts.get(webhookFile),
    (text) => (errors) => webhookRejections(generated.webhooks, { path: webhookFile, text }, errors),
  );
  return rejections(helper, [...crds, ...roles, ...configurations, ...samplesOf(manifests, crdOf)], accepted);
}

/** Returns the objects of a generated file. */
function documentsOf(
  path: string,
  text: string | undefined,
  explain: (text: string) => Subject['explain'],
): readonly Subject[] {
  // No text of a value begins in the first column.
  return (text ?? '')
    .split(/^---$/m)
    .filter((each) => /^\w/m.test(each))
    .map((each) => ({ name: path, text: each, explain: explain(each) }));
}

/** Returns the problem of a role. Its rules have no position, because several markers can contribute to one. */
function rejectedRole(errors: readonly ServerError[]): readonly Diagnostic[] {
  return errors.map(({ field = '', message }) =>
    diagnostic('rejected-by-api-server', { field: roleFile, path: field, reason: message, remedy: undefined }),
  );
}

function samplesOf(
  { generated, planned, refusedSample }: Manifests,
  crdOf: (kind: Kind) => string,
): readonly Subject[] {
  const { files, kinds, diagnostics } = generated;
  const made = new Map(files.map(({ path, content }) => [path, content]));
  // The rules of operator-gen have better messages.
  const reported = new Set(diagnostics.map(({ position }) => position?.file));
  return planned
    .filter(({ ownership, path, after }) => ownership === 'sample' && after !== undefined && !reported.has(path))
    .flatMap(({ path, after = '' }) =>
      made.get(path) === after
        ? sampleSubjects(path, after, kinds, crdOf, () => (errors) => refusedSample(path, errors))
        : sampleSubjects(
            path,
            after,
            kinds,
            crdOf,
            (positionOf) => (errors) =>
              errors.map(({ field = '', message }) =>
                diagnostic('rejected-sample', { path, field, reason: message, remedy: 'edited' }, positionOf(field)),
              ),
          ),
    );
}

function sampleSubjects(
  path: string,
  text: string,
  kinds: readonly Kind[],
  crdOf: (kind: Kind) => string,
  explainAt: (positionOf: (field: string) => Position) => Subject['explain'],
): readonly Subject[] {
  const lines = new LineCounter();
  const documents = yamlDocuments(text, { lineCounter: lines });
  if (isYamlProblem(documents)) return [];
  return documents.flatMap((document): readonly Subject[] => {
    const apiVersion = String(document.get('apiVersion'));
    const kind = kinds.find((each) => isOfKind(each, apiVersion, document.get('kind')));
    const version = kind?.versions.find(({ name }) => apiVersion === `${kind.group}/${name}`);
    if (kind === undefined || version === undefined) return [];
    const at = positionsIn(path, document, lines);
    const explain = explainAt((field) => at(...objectPath(field)));
    return [{ name: path, text: text.slice(document.range[0], document.range[2]), crd: crdOf(kind), explain }];
  });
}

function isOfKind({ group, kind }: Kind, apiVersion: string, name: unknown): boolean {
  return name === kind && apiVersion.startsWith(`${group}/`);
}
