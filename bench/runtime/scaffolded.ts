import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodesToMeasure } from '../nodes.js';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const project = join(checkout, 'test/golden/one-api');

/** The entry of a complete scaffolded operator, and its CustomResourceDefinition. */
export const scaffoldedMain = join(project, 'src/main.ts');
export const scaffoldedCrd = join(project, 'config/crd/bases/my.domain_webservers.yaml');

/**
 * Bundles a TypeScript operator with the script of a scaffolded project. Returns the command of its image.
 * @param folder a separate folder for each operator
 */
export function bundleAsScaffolded(entry: string, folder: string): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as PackageJson;
  const [, output] = /--outfile=(\S+)/.exec(scripts.build)!;
  const script = scripts.build.replace('src/main.ts', entry).replace(output!, join(folder, output!));
  const PATH = `${join(checkout, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  execFileSync(script, {
    shell: true,
    cwd: checkout,
    stdio: 'pipe',
    env: { ...process.env, PATH },
  });
  return [nodesToMeasure()[0]!, ...nodeFlags(), join(folder, output!)];
}

/** Returns the arguments between the program and the file in the image's entry point. */
function nodeFlags(): readonly string[] {
  const [, entryPoint] = /^ENTRYPOINT (.*)$/m.exec(dockerfile())!;
  return (JSON.parse(entryPoint!) as readonly string[]).slice(1, -1);
}

/** Returns the variables that the image sets. */
export function imageVariables(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...dockerfile().matchAll(/^ENV (\w+)=(\S+)$/gm)].map(([, name, value]) => [name!, value!]),
  );
}

function dockerfile(): string {
  return readFileSync(join(project, 'Dockerfile'), 'utf8');
}

interface PackageJson {
  readonly scripts: { readonly build: string };
}
