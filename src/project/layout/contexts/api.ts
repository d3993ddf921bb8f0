import { posix } from 'node:path';
import { isLocalTypes } from '../../package-of.js';
import { permissionsNamespace } from '../../cluster-scope.js';
import { classImportOf, classNameOf, typeNameOf } from '../../class-name.js';
import { protectedGroup, variableOf } from '../../naming.js';
import { groupFolder, typesFile } from '../../paths.js';
import { pluralNameOf } from '../../plural.js';
import { apiGroupOf, type Project, type ProjectResource, isSameKind } from '../../project.js';
import { storageVersionOf, withTypes } from '../../resources.js';
import type { ApiContext, CodeContext } from '../contexts.js';

type NameKey = 'groupFolder' | 'groupPrefix' | 'groupDash' | 'kindLower';

/** Returns the names of a kind, and of the folders of its group. */
export function namesOf(project: Project, resource: ProjectResource): Pick<ApiContext, NameKey> {
  const folder = groupFolder(resource, project);
  const group = folder.slice(0, -1);
  return {
    groupFolder: folder,
    groupPrefix: group === '' ? '' : `${group}_`,
    groupDash: group === '' ? '' : `${group}-`,
    kindLower: resource.kind.toLowerCase(),
  };
}

/** Returns the template context of a kind in one version. */
export function apiContext(project: Project, resource: ProjectResource): ApiContext {
  const { kind, version } = resource;
  const apiGroup = apiGroupOf(resource);
  const versions = withTypes(project).filter((each) => isSameKind(each, resource));
  return {
    ...namesOf(project, resource),
    projectName: project.projectName,
    apiGroup,
    version,
    kind,
    typeName: typeNameOf(kind),
    kindCamel: variableOf(kind),
    plural: pluralNameOf(resource),
    namespaced: resource.api?.namespaced ?? true,
    permissionsNamespace: permissionsNamespace(project, resource),
    protectedGroup: protectedGroup(apiGroup) !== undefined,
    storageOfSeveral: versions.length > 1 && storageVersionOf(versions) === resource,
  };
}

/**
 * Returns the template context of code for a kind.
 * @param file path of the code, which relative imports start from
 */
export function codeContext(project: Project, resource: ProjectResource, file: string): CodeContext {
  const folder = posix.dirname(file);
  const moduleOf = (path: string): string => posix.relative(folder, path).replace(/\.ts$/, '.js');
  const types = moduleOf(typesFile(resource, project));
  const path = resource.origin?.path;
  return {
    ...apiContext(project, resource),
    own: resource.api !== undefined,
    className: classNameOf(resource.kind),
    classImport: classImportOf(resource.kind),
    typesModule:
      (path !== undefined && isLocalTypes(path) ? moduleOf(path) : path) ?? (resource.api === undefined ? '' : types),
    groupVersionModule: `${posix.dirname(types)}/group-version.js`,
  };
}
