import { extensionPoint } from '../../../base/extensions/extension-point.js';
import type { ManifestGenerator, OutputGenerator } from '../generator.js';

/** The generators of features, which come after those of the core. */
export const moreGenerators = extensionPoint<OutputGenerator>();

/** The generators of outputs that consist of the manifests of all other generators, such as a chart. */
export const manifestGenerators = extensionPoint<ManifestGenerator>();
