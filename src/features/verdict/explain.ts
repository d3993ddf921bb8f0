import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { celPositions } from './cel-position.js';
import { withoutConsequences } from './consequences.js';
import type { Identity, HelperProblem } from '../../base/helper/protocol.js';
import { missingVerdict } from './rejections.js';
import type { Verdict } from './ask.js';
import { errorPosition, fieldOf, textPosition, type TextOf } from './field-position.js';
import { objectName, type Manifest } from './manifest.js';

/** Problems of a text that its author must fix. Problems of the helper have other codes. */
const textProblems: ReadonlySet<string> = new Set(['invalid-yaml', 'bad-request']);

const remedy = 'change the manifest so that the API server accepts it';

/** Returns what the API server reports about an object: the reasons for rejecting it, and its warnings. */
export function verdictProblems({ manifest, answer, old }: Verdict, textOf: TextOf): readonly Diagnostic[] {
  const { identity, errors = [], warnings = [], problem } = answer;
  const object = identity === undefined ? 'the object' : objectName(identity);
  if (problem !== undefined && textProblems.has(problem.code)) {
    return [diagnostic('invalid-manifest', { reason: problem.message }, textPosition(manifest, problem.message))];
  }
  if (problem?.code === 'not-served') {
    const at = errorPosition(manifest, identity, { type: '', field: 'apiVersion', message: '' }, textOf);
    return [diagnostic('rejected-by-api-server', { field: object, path: '', reason: problem.message, remedy }, at)];
  }
  const missing = missingVerdict(object, answer);
  if (missing !== undefined) return [missing];
  return [
    ...withoutConsequences(errors).map((error) => {
      const isOld = error.type === 'OldObject';
      const at = errorPosition(isOld && old !== undefined ? old : manifest, identity, error, textOf);
      const field = isOld ? `the old version of ${object}` : `${object}${builtBy(manifest)}`;
      const parameters = {
        field,
        path: fieldOf(error),
        reason: celPositions(error.message)[0]?.reason ?? error.message,
        remedy,
      };
      return diagnostic('rejected-by-api-server', parameters, at);
    }),
    ...warnings.map((reason) => {
      const at = errorPosition(manifest, identity, { type: '', message: '' }, textOf);
      return diagnostic('api-server-warning', { object, reason }, at);
    }),
  ];
}

/** Names the kustomization that built an object, which can differ from that of the file. */
function builtBy({ kustomization }: Manifest): string {
  return kustomization === undefined ? '' : ` (built by ${kustomization})`;
}

/** Reports kinds that several CRDs in the same set define differently. */
export function duplicateDefinitions(verdicts: readonly Verdict[], textOf: TextOf): readonly Diagnostic[] {
  const known = new Map<string, string>();
  return verdicts.flatMap(({ manifest, answer: { identity } }) => {
    const kind = identity?.defines;
    if (kind === undefined) return [];
    const before = known.get(kind);
    known.set(kind, manifest.text);
    if (before === undefined || before === manifest.text) return [];
    const at = errorPosition(manifest, identity, { type: '', message: '' }, textOf);
    return [diagnostic('duplicate-definition', { kind }, at)];
  });
}

/** Reports whether only Kubernetes defines kinds in a group. */
function isBuiltInGroup(apiVersion: string): boolean {
  const [group = '', version] = apiVersion.split('/');
  return version === undefined || !group.includes('.') || group.endsWith('.k8s.io');
}

const unknown: ReadonlySet<string> = new Set(['unknown-kind', 'not-validated']);

/** The group of the transformers and generators of kustomize, which a kustomization can list. */
const ofKustomize = 'builtin';

/** Reports kinds without a known CRD, once each, and texts that are not objects. */
export function unknownKinds(verdicts: readonly Verdict[], textOf: TextOf): readonly Diagnostic[] {
  const seen = new Set<string>();
  return verdicts.flatMap(({ manifest, answer: { identity, problem } }) => {
    if (problem === undefined || !unknown.has(problem.code) || identity?.apiVersion === ofKustomize) return [];
    const at = errorPosition(manifest, identity, { type: '', message: '' }, textOf);
    if (identity === undefined || identity.apiVersion === '') {
      return [diagnostic('invalid-manifest', { reason: problem.message }, at)];
    }
    const kind = `${identity.kind} (${identity.apiVersion})`;
    if (seen.has(kind)) return [];
    seen.add(kind);
    return [diagnostic('unknown-kind', { reason: problem.message, remedy: unknownRemedy(identity, problem) }, at)];
  });
}

function unknownRemedy({ apiVersion }: Identity, { code }: HelperProblem): 'custom' | 'built-in' | 'spelling' {
  if (code === 'not-validated') return 'built-in';
  return isBuiltInGroup(apiVersion) ? 'spelling' : 'custom';
}

/**
 * Reports objects of a project that no API server can know: misspelled built-in kinds, and undefined kinds in the
 * groups of the project. Kinds of other operators are not reported.
 */
export function misspelledKinds(
  verdicts: readonly Verdict[],
  groups: ReadonlySet<string>,
  textOf: TextOf,
): readonly Diagnostic[] {
  const concerned = verdicts.filter(({ answer: { identity, problem } }) => {
    if (problem?.code !== 'unknown-kind') return false;
    const { apiVersion = '' } = identity ?? {};
    return isBuiltInGroup(apiVersion) || groups.has(apiVersion.split('/')[0]!);
  });
  return unknownKinds(concerned, textOf);
}
