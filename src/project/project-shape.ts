import * as v from 'valibot';
import { isChartFolder } from './chart.js';
import { licensePlugin } from './license.js';
import { moreParts, partsPlugin, projectParts } from './parts.js';
import { deployImageShape } from './deploy-image.js';
import {
  compatibilityPlugin,
  deployImagePlugin,
  helmPlugin,
  manifestsPlugin,
  olmPlugin,
  webhooksPlugin,
} from './project.js';

const webhooksShape = v.looseObject({
  webhookVersion: v.optional(v.literal('v1')),
  defaulting: v.optional(v.boolean()),
  validation: v.optional(v.boolean()),
  conversion: v.optional(v.boolean()),
  spoke: v.optional(v.array(v.string())),
  defaultingPath: v.optional(v.string()),
  validationPath: v.optional(v.string()),
});

const resourceShape = v.looseObject({
  group: v.optional(v.string()),
  domain: v.optional(v.string()),
  version: v.string(),
  kind: v.string(),
  plural: v.optional(v.string()),
  core: v.optional(v.boolean()),
  external: v.optional(v.boolean()),
  path: v.optional(v.string()),
  module: v.optional(v.string()),
  api: v.optional(
    v.looseObject({
      crdVersion: v.optional(v.literal('v1')),
      namespaced: v.optional(v.boolean()),
      ssa: v.optional(v.boolean()),
    }),
  ),
  controller: v.optional(v.boolean()),
  controllers: v.optional(v.array(v.looseObject({ name: v.string() }))),
  webhooks: v.optional(webhooksShape),
});

const manifestsShape = v.strictObject({
  descriptions: v.optional(
    v.union([v.picklist(['keep', 'first-sentence', 'drop']), v.pipe(v.number(), v.integer(), v.minValue(0))]),
  ),
  maxBytes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  headerFile: v.optional(v.string()),
  year: v.optional(v.pipe(v.number(), v.integer())),
});

const licenseShape = v.strictObject({
  license: v.picklist(['apache2', 'none']),
  owner: v.optional(v.pipe(v.string(), v.excludes('*/'), v.excludes('\n'))),
  year: v.pipe(v.number(), v.integer()),
  header: v.optional(v.pipe(v.string(), v.excludes('*/'))),
});

const webhookSettingsShape = v.strictObject({
  certificates: v.optional(v.picklist(['cert-manager', 'self-signed'])),
});

// The parts of features are known once these are installed. A program without features, such as `operator-gen/testing`,
// reads projects that have some.
const partsShape = v.lazy(() => {
  const known = Object.fromEntries(projectParts().map(({ key }) => [key, v.optional(v.boolean())]));
  return moreParts.all().length === 0 ? v.objectWithRest(known, v.boolean()) : v.strictObject(known);
});

const compatibilityShape = v.strictObject({
  alpha: v.optional(v.picklist(['exempt', 'check'])),
  unserved: v.optional(v.picklist(['exempt', 'check'])),
  ratcheted: v.optional(v.picklist(['error', 'warning'])),
});

const helmShape = v.strictObject({
  chartFolder: v.optional(v.pipe(v.string(), v.check(isChartFolder, 'it is not a free folder of the project'))),
  separateCRDs: v.optional(v.boolean()),
});

/** The shape of the known part of PROJECT; the rest is not validated. */
export const projectShape = v.looseObject({
  domain: v.string(),
  projectName: v.string(),
  multigroup: v.optional(v.boolean()),
  namespaced: v.optional(v.boolean()),
  permissions: v.optional(v.picklist(['declared', 'inferred'])),
  resources: v.nullish(v.array(resourceShape)),
  plugins: v.optional(
    v.looseObject({
      [manifestsPlugin]: v.optional(manifestsShape),
      [deployImagePlugin]: v.optional(deployImageShape),
      [licensePlugin]: v.optional(licenseShape),
      [webhooksPlugin]: v.optional(webhookSettingsShape),
      [compatibilityPlugin]: v.optional(compatibilityShape),
      [partsPlugin]: v.optional(partsShape),
      [helmPlugin]: v.optional(helmShape),
      [olmPlugin]: v.optional(v.strictObject({})),
    }),
  ),
});

/** The content of a well-formed PROJECT. */
export type RawProject = v.InferOutput<typeof projectShape>;
export type RawHelm = v.InferOutput<typeof helmShape>;
export type RawResource = v.InferOutput<typeof resourceShape>;
export type RawWebhooks = v.InferOutput<typeof webhooksShape>;
