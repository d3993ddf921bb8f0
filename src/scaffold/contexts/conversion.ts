import { posix } from 'node:path';
import { conversionFile, converterFile } from '../../project/paths.js';
import type { Project, ProjectResource } from '../../project/project.js';
import { spokesOf } from '../../project/resources.js';
import type { ConversionContext, SpokeContext } from '../contexts.js';
import { apiContext } from './api.js';

/** What the conversion of a kind is told. */
export function conversionContext(project: Project, hub: ProjectResource): ConversionContext {
  const toSrc = toSrcFrom(converterFile(hub, project));
  return { ...apiContext(project, hub), spokes: spokesOf(hub), toSrc };
}

/** What one version that is converted is told. */
export function spokeContext(project: Project, hub: ProjectResource, spoke: string): SpokeContext {
  const toSrc = toSrcFrom(conversionFile({ ...hub, version: spoke }, project));
  return { ...apiContext(project, hub), spoke, toSrc };
}

function toSrcFrom(file: string): string {
  return posix.relative(posix.dirname(file), 'src');
}
