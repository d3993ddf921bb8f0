import { isMap } from 'yaml';
import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { isYamlProblem, yamlDocument } from '../../base/text/yaml-documents.js';
import type { Answer } from '../../base/helper/protocol.js';
import type { Helper } from '../../base/helper/helper.js';
import type { Verdict } from './ask.js';
import { errorPosition, type TextOf } from './field-position.js';
import { objectName } from './manifest.js';

/** The levels of the Pod Security Standards that have rules, https://kubernetes.io/docs/concepts/security/pod-security-standards/. */
const levels = ['baseline', 'restricted'] as const;

/** The labels of a namespace that set a level, and the effect on Pods that violate it. */
const labels = [
  { label: 'pod-security.kubernetes.io/enforce', code: 'pod-security-violation' },
  { label: 'pod-security.kubernetes.io/warn', code: 'pod-security-warning' },
] as const;

/**
 * Reports Pods that violate the level that the labels of their namespace set, in objects that are applied together.
 * @throws HelperFailed
 */
export async function podSecurityProblems(
  helper: Helper,
  verdicts: readonly Verdict[],
  textOf: TextOf,
): Promise<readonly Diagnostic[]> {
  const namespaces = new Map(verdicts.flatMap(({ answer, manifest }) => labelsOf(answer, manifest.text)));
  if (namespaces.size === 0) return [];
  const creating = verdicts.filter(({ answer }) => answer.podSecurity !== undefined);
  const found = await Promise.all(
    creating.map(async (verdict): Promise<readonly Diagnostic[]> => {
      const wanted = namespaces.get(verdict.answer.identity?.namespace ?? 'default') ?? new Map<string, string>();
      for (const each of labels) {
        const problem = await violation(helper, verdict, wanted, each, textOf);
        if (problem !== undefined) return [problem];
      }
      return [];
    }),
  );
  return found.flat();
}

async function violation(
  helper: Helper,
  { manifest, answer }: Verdict,
  wanted: ReadonlyMap<string, string>,
  { label, code }: (typeof labels)[number],
  textOf: TextOf,
): Promise<Diagnostic | undefined> {
  const level = levels.find((each) => each === wanted.get(label));
  if (level === undefined) return undefined;
  const version = wanted.get(`${label}-version`) ?? latest;
  const judged = version === latest ? answer : await judgedBy(helper, manifest.text, version);
  const reasons = judged.podSecurity?.[level] ?? [];
  if (reasons.length === 0) return undefined;
  const { identity } = answer;
  const object = identity === undefined ? 'the object' : objectName(identity);
  const at = errorPosition(manifest, identity, { type: '', message: '', field: 'spec' }, textOf);
  const asked = `${label}: ${level}${version === latest ? '' : ` (${version})`}`;
  return diagnostic(code, { object, label: asked, reason: reasons.join('; ') }, at);
}

/** The version that applies if there is no label. */
const latest = 'latest';

function judgedBy(helper: Helper, object: string, podSecurityVersion: string): Promise<Answer> {
  return helper.ask({ operation: 'object', object, podSecurityVersion });
}

/** Returns the name and the labels of a Namespace. */
function labelsOf(
  { identity }: Answer,
  text: string,
): readonly (readonly [name: string, labels: ReadonlyMap<string, string>])[] {
  if (identity?.kind !== 'Namespace' || identity.name === undefined) return [];
  const document = yamlDocument(text);
  const found = isYamlProblem(document) ? undefined : document.getIn(['metadata', 'labels']);
  const entries = isMap(found) ? found.items.map(({ key, value }) => [String(key), String(value)] as const) : [];
  return [[identity.name, withDefaults(new Map(entries))]];
}

/** Adds default labels: without its own level, `warn` has that of `enforce`. */
function withDefaults(written: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const [{ label: enforce }, { label: warn }] = labels;
  const level = written.get(enforce);
  if (written.has(warn) || level === undefined) return written;
  const version = written.get(`${warn}-version`) ?? written.get(`${enforce}-version`);
  const versions = version === undefined ? [] : [[`${warn}-version`, version] as const];
  return new Map([...written, [warn, level], ...versions]);
}
