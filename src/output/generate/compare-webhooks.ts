import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Model } from '../../base/model/model.js';
import type { WebhookRule } from '../../base/model/webhook.js';
import { pluralNameOf } from '../../project/plural.js';
import { apiGroupOf, type Project, type ProjectResource } from '../../project/project.js';
import { placeOf } from '../../project/resource-place.js';
import { unknownIn } from './unknown-resources.js';

const sorts = [
  ['defaulting', true],
  ['validation', false],
] as const;

/**
 * Returns the differences between PROJECT and the markers in the admission webhooks of resources.
 * @param known problems of the markers; those that explain a missing webhook are returned as errors
 */
export function compareWebhooks(
  project: Project,
  { webhooks }: Pick<Model, 'webhooks'>,
  known: readonly Diagnostic[] = [],
): readonly Diagnostic[] {
  return project.resources.flatMap((resource) =>
    sorts.flatMap(([sort, mutating]) => {
      const { kind } = resource;
      const rules = webhooks.filter((rule) => rule.mutating === mutating);
      if (resource.webhooks?.[sort] === true) {
        if (rules.some((rule) => isAbout(rule, resource))) return [];
        const misspelled = rules.flatMap((rule) => unknownIn(rule, known));
        if (misspelled.length > 0) return misspelled.map((each): Diagnostic => ({ ...each, severity: 'error' }));
        return [diagnostic('webhook-unmarked', { kind, sort, resource: nameOf(resource) }, placeOf(project, resource))];
      }
      // A webhook for many other resources can be served by custom code.
      const listed = project.resources.filter((each) => each.webhooks?.[sort] === true);
      const alone = rules.filter(
        (rule) =>
          rule.resources.length === 1 && isAbout(rule, resource) && !listed.some((other) => isAbout(rule, other)),
      );
      return alone.flatMap(({ path, position }) =>
        path === undefined ? [] : [diagnostic('webhook-unlisted', { kind, sort, path }, position)],
      );
    }),
  );
}

function isAbout({ groups, versions, resources }: WebhookRule, resource: ProjectResource): boolean {
  const includes = (list: readonly string[], name: string): boolean => list.includes(name) || list.includes('*');
  const plurals = resources.map((each) => each.split('/', 1)[0]!);
  return (
    includes(groups, apiGroupOf(resource)) &&
    includes(versions, resource.version) &&
    includes(plurals, pluralNameOf(resource))
  );
}

function nameOf(resource: ProjectResource): string {
  return [pluralNameOf(resource), apiGroupOf(resource)].filter(Boolean).join('.');
}
