import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Kind } from '../../../base/model/kind.js';
import type { UsedPermission } from '../../../base/model/permission.js';

/** The subresources that a kind of the project can have, with the markers that add them. */
const markers = {
  status: '@StatusSubresource()',
  scale: '@ScaleSubresource(...)',
} as const;

/** Reports calls about a subresource that a kind of this project does not have in the version of the call: the API server answers with 404. */
export function missingSubresources(used: readonly UsedPermission[], kinds: readonly Kind[]): readonly Diagnostic[] {
  const found = used.flatMap(({ group, resource, versions = [], call, position }) => {
    const [plural, subresource] = resource.split('/');
    const kind = kinds.find((each) => each.group === group && each.plural === plural);
    if (kind === undefined || (subresource !== 'status' && subresource !== 'scale')) return [];
    const lacking = kind.versions.filter((version) => !version[subresource]).map(({ name }) => name);
    // Of several versions, some calls do not say which one they use.
    const isLackedByAll = lacking.length === kind.versions.length;
    const version = isLackedByAll ? '' : lacking.find((each) => versions.includes(each));
    if (version === undefined) return [];
    const what = version === '' ? `the kind ${kind.kind}` : `${version} of the kind ${kind.kind}`;
    const where = `the class of ${kind.kind}${version === '' ? '' : ` in ${version}`}`;
    const parameters = { call, what, where, subresource, marker: markers[subresource] };
    return [diagnostic('missing-subresource', parameters, position)];
  });
  // A call that needs several verbs was found for each of them.
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}
