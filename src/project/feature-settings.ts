import type { Document } from 'yaml';
import { featureKeys, features, featuresPlugin, usualFeatures, type Feature } from './features.js';
import { pluginsIn, removeIn } from './plugins.js';
import { setMap } from './project-entry.js';

/** Sets the features of a project. Only what differs from a usual project is recorded. */
export function setFeatures(document: Document, enabled: readonly Feature[]): void {
  const plugin = ['plugins', featuresPlugin];
  const unusual = features.filter((each) => enabled.includes(each) !== usualFeatures.includes(each));
  if (unusual.length > 0) {
    const keys = Object.fromEntries(unusual.map((each) => [featureKeys[each], enabled.includes(each)]));
    setMap(document, pluginsIn(document), featuresPlugin, keys);
  }
  for (const each of features) {
    const recorded = document.getIn([...plugin, featureKeys[each]]);
    if (typeof recorded === 'boolean' && recorded !== enabled.includes(each))
      removeIn(document, [...plugin, featureKeys[each]]);
  }
}
