import { findTestAssets } from '../../runtime/src/testing/index.js';
import { locateControlPlane } from '../e2e/control-plane/locate.js';

/** For vitest's `globalSetup`: prints why tests are skipped if there is no control plane; with `CI=true` it is built. */
export async function setup(): Promise<void> {
  const found = await findTestAssets();
  const assets = found.found ? found : await locateControlPlane();
  if (!assets.found) {
    process.stderr.write(`Tests that need a control plane are skipped. ${assets.reason} ${assets.remedy}\n`);
  }
}
