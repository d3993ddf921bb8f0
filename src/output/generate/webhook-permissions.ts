import { configurationsOf } from '../emit/webhook.js';
import type { Model } from '../../base/model/model.js';
import type { RbacRule } from '../../base/model/rbac.js';
import { convertedIn } from '../../project/converted.js';
import type { Project } from '../../project/project.js';
import { hasWebhook } from '../../project/resources.js';

type Rule = Omit<RbacRule, 'position'>;

/** Name of the role that `webhook_certificate_role_binding.yaml` binds. */
const roleName = 'webhook-configurations-role';

const resourceOf = (mutating: boolean): string =>
  mutating ? 'mutatingwebhookconfigurations' : 'validatingwebhookconfigurations';

/**
 * Returns the permissions in the cluster for an operator that issues its own webhook certificate: to list the objects
 * that refer to its Service, and to change its own objects by name. Kustomize also adds its prefix to these names; see
 * `kustomizeconfig.yaml`.
 */
export function webhookPermissions(project: Project, { webhooks, webhookConfigurations }: Model): readonly Rule[] {
  if (project.certificates !== 'self-signed' || !project.resources.some(hasWebhook)) return [];
  const rule = (
    group: string,
    resources: readonly string[],
    resourceNames: readonly string[],
    verbs: readonly string[],
  ) => ({
    groups: [group],
    resources,
    resourceNames,
    verbs,
    urls: [],
    namespace: '',
    roleName,
  });
  const admission = 'admissionregistration.k8s.io';
  const converted = convertedIn(project);
  return [
    rule(admission, [true, false].map(resourceOf), [], ['list', 'watch']),
    ...configurationsOf(webhooks, webhookConfigurations).map(({ mutating, name }) =>
      rule(admission, [resourceOf(mutating)], [name], ['get', 'patch']),
    ),
    ...(converted.length === 0
      ? []
      : [rule('apiextensions.k8s.io', ['customresourcedefinitions'], converted, ['get', 'list', 'watch', 'patch'])]),
  ];
}
