import { installFeatures, type Feature } from './feature.js';
import { adopt } from './features/adopt/feature.js';
import { cluster } from './features/cluster/feature.js';
import { compatibility } from './features/compatibility/feature.js';
import { deployment } from './features/deployment/feature.js';
import { dev } from './features/dev/feature.js';
import { grafana } from './features/grafana/feature.js';
import { helm } from './features/helm/feature.js';
import { importTypes } from './features/import/feature.js';
import { olm } from './features/olm/feature.js';
import { permissions } from './features/permissions/feature.js';
import { record } from './features/record/feature.js';
import { released } from './features/released/feature.js';
import { rename } from './features/rename/feature.js';
import { test } from './features/test/feature.js';
import { upgrade } from './features/upgrade/feature.js';
import { verdict } from './features/verdict/feature.js';

/** All features. Their order is that of their commands, checks and generators. */
export const features: readonly Feature[] = [
  released,
  adopt,
  rename,
  upgrade,
  permissions,
  verdict,
  deployment,
  compatibility,
  dev,
  cluster,
  test,
  importTypes,
  grafana,
  helm,
  olm,
  record,
];

/**
 * Adds all features to the core. A process does this before its first command, and a test or a script before it uses
 * the core.
 */
export function installAllFeatures(): void {
  installFeatures(features);
}
