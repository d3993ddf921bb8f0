import type { Document } from 'yaml';
import { featureKeys, features, featuresPlugin, type Feature } from './features.js';
import { pluginsIn, removeIn } from './plugins.js';
import { setMap } from './project-entry.js';

/** Sets the enabled features; a feature that is disabled is omitted. */
export function setFeatures(document: Document, enabled: readonly Feature[]): void {
  const plugin = ['plugins', featuresPlugin];
  const added = features.filter((each) => enabled.includes(each));
  if (added.length > 0) {
    const keys = Object.fromEntries(added.map((each) => [featureKeys[each], true]));
    setMap(document, pluginsIn(document), featuresPlugin, keys);
  }
  for (const each of features)
    if (!enabled.includes(each) && document.getIn([...plugin, featureKeys[each]]) === true)
      removeIn(document, [...plugin, featureKeys[each]]);
}
