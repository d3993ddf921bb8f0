import { conversionFile, converterFile } from '../project/paths.js';
import type { Project, ProjectResource } from '../project/project.js';
import { codeContext, withTypes } from './code-context.js';
import type { ConversionContext, SpokeContext } from './contexts.js';

/** The versions by way of which the others of their kinds are converted. */
export function hubs(project: Project): readonly ProjectResource[] {
  return withTypes(project).filter(({ webhooks }) => webhooks?.conversion);
}

/** The versions that are converted to this one and back. */
export function spokesOf({ webhooks }: ProjectResource): readonly string[] {
  return webhooks?.conversion ? webhooks.spoke : [];
}

/** What the converter of a kind is told. */
export function conversionContext(project: Project, hub: ProjectResource): ConversionContext {
  return { ...codeContext(project, hub, converterFile(hub, project)), spokes: spokesOf(hub) };
}

/** What the functions of one version are told. */
export function spokeContext(project: Project, hub: ProjectResource, spoke: string): SpokeContext {
  const own = { ...hub, version: spoke };
  const file = conversionFile(own, project);
  const { typesModule } = codeContext(project, own, file);
  return { ...codeContext(project, hub, file), spoke, spokeTypesModule: typesModule };
}
