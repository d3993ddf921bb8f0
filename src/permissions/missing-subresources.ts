import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Kind } from '../model/kind.js';
import type { UsedPermission } from '../model/permission.js';

/** The subresources that a kind of the project can have, with the markers that add them. */
const markers = {
  status: '@StatusSubresource()',
  scale: '@ScaleSubresource(...)',
} as const;

/** Reports calls about a subresource that no version of a kind of this project has: the API server answers with 404. */
export function missingSubresources(used: readonly UsedPermission[], kinds: readonly Kind[]): readonly Diagnostic[] {
  const found = used.flatMap(({ group, resource, call, position }) => {
    const [plural, subresource] = resource.split('/');
    const kind = kinds.find((each) => each.group === group && each.plural === plural);
    if (kind === undefined || (subresource !== 'status' && subresource !== 'scale')) return [];
    // Of several versions, the call does not say which one it uses.
    if (kind.versions.some((version) => version[subresource])) return [];
    const parameters = { call, kind: kind.kind, subresource, marker: markers[subresource] };
    return [diagnostic('missing-subresource', parameters, position)];
  });
  // A call that needs several verbs was found for each of them.
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}
