import type { Document } from 'yaml';
import { partsPlugin, projectParts } from './parts.js';
import { pluginsIn, removeIn } from './plugins.js';
import { setMap } from './project-entry.js';

/** Sets the parts of a project, by their names. Only what differs from a usual project is recorded. */
export function setParts(document: Document, enabled: readonly string[]): void {
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
