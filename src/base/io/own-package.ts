import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package: the nearest parent folder with a package.json, for the sources and for the bundle. */
export const ownPackage = packageAbove(dirname(fileURLToPath(import.meta.url)));

function packageAbove(folder: string): string {
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, 'package.json')) ? folder : packageAbove(above);
}
