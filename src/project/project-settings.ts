import { isMap, type Document, type YAMLMap } from 'yaml';
import { boilerplateFile, licensePlugin, type License } from './license.js';
import { partsPlugin, projectParts } from './parts.js';
import { pluginsIn, removeIn } from './plugins.js';
import { editedProject, type ProjectEdit } from './project-edit.js';
import { insertSorted, setKeys, setMap } from './project-entry.js';
import {
  deployImagePlugin,
  helmPlugin,
  manifestsPlugin,
  olmPlugin,
  type HelmSettings,
  type Project,
} from './project.js';

/** Project-wide settings in PROJECT; a license of `none` removes it. */
export type ProjectSettings = Partial<
  Pick<Project, 'domain' | 'projectName' | 'multigroup' | 'namespaced' | 'permissions' | 'parts'> & {
    readonly license: License | 'none';
    readonly helm: HelmSettings | 'none';
    readonly olm: boolean;
  }
>;

/** Changes settings. Settings that are off are omitted from PROJECT. */
export function putSettings(edit: ProjectEdit, settings: ProjectSettings): void {
  const { document: edited } = edit;
  const project = editedProject(edit);
  const { domain, projectName, multigroup, namespaced, permissions } = { ...project, ...settings };
  setKeys(edited, edited.contents as YAMLMap, {
    domain,
    multigroup: multigroup || undefined,
    namespaced: namespaced || undefined,
    permissions: permissions === 'inferred' ? permissions : undefined,
    projectName,
  });
  if (settings.parts !== undefined) setParts(edited, settings.parts);
  if (settings.license !== undefined) setLicense(edited, project, settings.license);
  if (settings.helm !== undefined) setHelm(edited, settings.helm);
  if (settings.olm !== undefined) setOlm(edited, settings.olm);
  // External kinds keep their domain, and a kind can have a different domain than its project.
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

/** Sets the chart of the project. */
function setHelm(document: Document, helm: HelmSettings | 'none'): void {
  if (helm === 'none') return removeIn(document, ['plugins', helmPlugin]);
  setMap(document, pluginsIn(document), helmPlugin, {
    chartFolder: helm.chartFolder,
    separateCRDs: helm.separateCRDs,
  });
}

function setOlm(document: Document, isOn: boolean): void {
  if (!isOn) return removeIn(document, ['plugins', olmPlugin]);
  const plugins = pluginsIn(document);
  if (!plugins.has(olmPlugin)) insertSorted(document, plugins, olmPlugin, {});
}

/** Sets the release from whose templates the files were scaffolded. */
export function putCliVersion({ document }: ProjectEdit, cliVersion: string): void {
  setKeys(document, document.contents as YAMLMap, { cliVersion });
}

/** Sets the parts of a project, by name. Only differences from the defaults are recorded. */
function setParts(document: Document, enabled: readonly string[]): void {
  const plugin = ['plugins', partsPlugin];
  const parts = projectParts().map((each) => ({ ...each, isOn: enabled.includes(each.name) }));
  const unusual = parts.filter(({ isOn, isUsual = false }) => isOn !== isUsual);
  if (unusual.length > 0) {
    const keys = Object.fromEntries(unusual.map(({ key, isOn }) => [key, isOn]));
    setMap(document, pluginsIn(document), partsPlugin, keys);
  }
  for (const { key, isOn } of parts) {
    const recorded = document.getIn([...plugin, key]);
    if (typeof recorded === 'boolean' && recorded !== isOn) removeIn(document, [...plugin, key]);
  }
}
