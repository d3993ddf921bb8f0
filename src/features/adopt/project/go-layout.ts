import { own } from '../../../base/model/json-at.js';
import { refuse } from '../reporting.js';
import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import { projectFile } from '../../../project/paths.js';
import { layout } from '../../../project/project.js';
import type { PositionOf } from '../../../project/yaml-position.js';

/** The type of the operator: a Go program, or the program of operator-sdk that runs charts or playbooks. */
export type Language = 'go' | 'helm' | 'ansible';

const layouts: readonly (readonly [RegExp, Language])[] = [
  [/^go\.kubebuilder\.io\/v[234](?:-alpha)?$/, 'go'],
  [/^go\.sdk\.operatorframework\.io\/v\d+$/, 'go'],
  [/^(?:hybrid\.)?helm\.sdk\.operatorframework\.io\/v\d+(?:-\w+)?$/, 'helm'],
  [/^ansible\.sdk\.operatorframework\.io\/v\d+$/, 'ansible'],
];
/** The other names in a layout add files that do not depend on the language. */
const otherLayouts = /^(?:kustomize\.common\.kubebuilder\.io|base\.go\.kubebuilder\.io)\/v\d+(?:-\w+)?$/;

/** The properties of a project that follow from the layout and the version of PROJECT. */
export interface GoLayout {
  readonly language: Language;
  /** Whether it lists only kinds, as earlier versions did: only the code shows their controllers and webhooks. */
  readonly isPlain: boolean;
}

/**
 * Returns the properties that follow from the layout and the version of PROJECT.
 * @throws DiagnosticsError if a program other than kubebuilder or operator-sdk wrote it
 */
export function goLayoutOf(raw: JsonObject, at: PositionOf): GoLayout {
  const names = namesIn(own(raw, 'layout'));
  if (names.includes(layout)) refuse('project-exists', { file: projectFile }, at('layout'));
  const version: JsonValue | undefined = own(raw, 'version');
  const shown = version === undefined ? 'none' : JSON.stringify(version);
  if (!/^"?[123]"?$/.test(shown)) refuse('go-project-version', { version: shown }, at('version'));
  const languages = names.map((name) => layouts.find(([pattern]) => pattern.test(name))?.[1]);
  const unknown = names.find((name, index) => languages[index] === undefined && !otherLayouts.test(name));
  const language = languages.find((each) => each !== undefined) ?? (names.length === 0 ? 'go' : undefined);
  if (unknown !== undefined || language === undefined)
    return refuse('go-project-layout', { layout: unknown ?? names[0]! }, at('layout'));
  return { language, isPlain: names.length === 0 || !/3/.test(shown) };
}

function namesIn(value: JsonValue | undefined): readonly string[] {
  const all = Array.isArray(value) ? (value as readonly JsonValue[]) : value === undefined ? [] : [value];
  // Before it became a list, the names were separated by commas.
  return all.flatMap((each) => (typeof each === 'string' ? each.split(',') : [JSON.stringify(each)]));
}
