import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { celPositions } from '../upstream/cel-position.js';
import type { ServerError } from '../upstream/protocol.js';
import { missingVerdict } from '../upstream/verdicts.js';
import type { Verdict } from './ask.js';
import { errorPosition, fieldOf, textPosition, type TextOf } from './field-position.js';
import { objectName } from './manifest.js';

/** Problems with a text that are the user's; those of the helper have other codes. */
const textProblems: ReadonlySet<string> = new Set(['invalid-yaml', 'bad-request']);

const remedy = 'change the manifest so that the API server accepts it';

/** Returns what the API server says about an object: why it would reject it, and its warnings. */
export function verdictProblems({ manifest, answer }: Verdict, textOf: TextOf): readonly Diagnostic[] {
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
    ...withoutRemarks(errors).map((error) => {
      const at = errorPosition(manifest, identity, error, textOf);
      const field = error.type === 'OldObject' ? `the old version of ${object}` : object;
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

/** Returns errors without the remark that after them not all rules were checked. */
function withoutRemarks(errors: readonly ServerError[]): readonly ServerError[] {
  const others = errors.filter(({ message }) => !message.includes('some validation rules were not checked'));
  return others.length === 0 ? errors : others;
}

/** Reports whether only Kubernetes defines kinds in a group. */
function isBuiltInGroup(apiVersion: string): boolean {
  const [group = '', version] = apiVersion.split('/');
  return version === undefined || !group.includes('.') || group.endsWith('.k8s.io');
}

/** Reports kinds of which no definition is known, once each. */
export function unknownKinds(verdicts: readonly Verdict[], textOf: TextOf): readonly Diagnostic[] {
  const seen = new Set<string>();
  return verdicts.flatMap(({ manifest, answer: { identity, problem } }) => {
    const kind = identity === undefined ? '' : `${identity.kind} (${identity.apiVersion})`;
    if (problem?.code !== 'unknown-kind' || seen.has(kind)) return [];
    seen.add(kind);
    const at = errorPosition(manifest, identity, { type: '', message: '' }, textOf);
    return identity === undefined
      ? [diagnostic('invalid-manifest', { reason: problem.message }, at)]
      : [diagnostic('unknown-kind', { reason: problem.message, isCustom: !isBuiltInGroup(identity.apiVersion) }, at)];
  });
}
