import { type Document, isMap, type YAMLMap } from 'yaml';
import { boilerplateFile, licensePlugin, type License } from './license.js';
import { pluginsIn, removeIn } from './plugins.js';
import { setKeys, setMap } from './project-entry.js';
import { withEdits, type ProjectFile } from './project-file.js';
import { deployImagePlugin, manifestsPlugin, type Project } from './project.js';

/** What PROJECT says of a project as a whole; no license where it is `none`. */
export type ProjectSettings = Partial<
  Pick<Project, 'domain' | 'projectName' | 'multigroup' | 'namespaced'> & { readonly license: License | 'none' }
>;

/** The text of PROJECT with other settings; comments and unknown keys stay. What is off is not there. */
export function withSettings(file: ProjectFile, settings: ProjectSettings): string {
  const edited = file.document.clone();
  const { project } = file;
  const { domain, projectName, multigroup, namespaced } = { ...project, ...settings };
  setKeys(edited, edited.contents as YAMLMap, {
    domain,
    multigroup: multigroup || undefined,
    namespaced: namespaced || undefined,
    projectName,
  });
  if (settings.license !== undefined) setLicense(edited, project, settings.license);
  // The domains of others are theirs, and a kind may have another one than its project.
  const isOwn = (index: number): boolean => {
    const resource = project.resources[index];
    return resource?.origin === undefined && resource?.domain === project.domain;
  };
  for (const index of project.resources.keys()) if (isOwn(index)) setDomain(edited, ['resources', index], domain);
  const images = edited.getIn(imagePath) as YAMLMap | undefined;
  for (const index of images?.items.keys() ?? []) {
    const entry = [...imagePath, index];
    if (edited.getIn([...entry, 'domain']) === project.domain) setDomain(edited, entry, domain);
  }
  return withEdits(file, edited);
}

const imagePath = ['plugins', deployImagePlugin, 'resources'];

function setDomain(document: Document, path: readonly (string | number)[], domain: string): void {
  const entry = document.getIn(path, true);
  if (isMap(entry) && entry.has('domain')) setKeys(document, entry, { domain });
}

function setLicense(document: Document, { manifests }: Project, license: License | 'none'): void {
  if (license !== 'none') {
    const plugins = pluginsIn(document);
    setMap(document, plugins, licensePlugin, { owner: undefined, header: undefined, ...license });
    if (manifests.headerFile === undefined) setMap(document, plugins, manifestsPlugin, { headerFile: boilerplateFile });
    return;
  }
  removeIn(document, ['plugins', licensePlugin]);
  if (manifests.headerFile === boilerplateFile) removeIn(document, ['plugins', manifestsPlugin, 'headerFile']);
}
