import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { ConversionHub } from '../../base/model/webhook.js';
import { apiGroupOf, type Project } from '../../project/project.js';
import { hubs } from '../../project/resources.js';

/** Reports converters in the code whose hub is not that of PROJECT, such as those that outlive `delete webhook`. */
export function otherHubs(project: Project, found: readonly ConversionHub[]): readonly Diagnostic[] {
  return found.flatMap(({ group, kind, version, position }) => {
    const all = hubs(project).filter((each) => each.kind === kind && apiGroupOf(each) === group);
    const [hub] = all;
    if (hub === undefined || all.some((each) => each.version === version)) return [];
    return [diagnostic('other-hub', { kind, found: version, hub: hub.version }, position)];
  });
}
