import { versionVariable } from '../../naming.js';
import { conversionFile, converterFile } from '../../paths.js';
import type { Project, ProjectResource } from '../../project.js';
import { spokesOf } from '../../resources.js';
import type { ConversionContext, SpokeContext } from '../contexts.js';
import { codeContext } from './api.js';

/** Returns the template context of the conversion of a kind. */
export function conversionContext(project: Project, hub: ProjectResource): ConversionContext {
  const spokes = spokesOf(hub).map((version) => ({ version, name: versionVariable(version) }));
  return { ...codeContext(project, hub, converterFile(hub, project)), spokes };
}

/** Returns the template context of one converted version. */
export function spokeContext(project: Project, hub: ProjectResource, spoke: string): SpokeContext {
  const own = { ...hub, version: spoke };
  const file = conversionFile(own, project);
  const { typesModule } = codeContext(project, own, file);
  return {
    ...codeContext(project, hub, file),
    spoke,
    spokeName: versionVariable(spoke),
    spokeTypesModule: typesModule,
  };
}
