import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parse } from 'yaml';
import { isExecutable } from '../../runtime/src/testing/environment/platform.js';
import { emitCrd } from '../../src/output/emit/crd.js';
import { verifyKind } from '../../src/language/rules/kind-rules.js';
import { programPath } from '../e2e/control-plane/programs.js';
import { analyzeSources } from '../support/generate.js';
import { goEnvironment } from './support/controller-gen.js';

const folder = fileURLToPath(new URL('.', import.meta.url));
const featuresFolder = join(folder, 'features');
const controllerGen = programPath('controller-gen');

/** What one side has to say of each feature, by the feature's name. */
export type Side = Readonly<Record<string, unknown>>;

export const features: readonly string[] = readdirSync(featuresFolder).toSorted();

/** A CRD belongs to the feature whose name its group starts with. */
function featureOf(group: string): string {
  return group.replace(/\.parity\.example\.com$/, '');
}

/** What is missing for the Go side, or undefined: `go` itself is run by controller-gen. */
export async function missingTool(): Promise<string | undefined> {
  if (!isExecutable(controllerGen)) return `There is no ${controllerGen}. Run \`npm run control-plane\`.`;
  const { failed } = await execa('go', ['version'], { reject: false });
  return failed ? 'There is no `go` in the PATH.' : undefined;
}

/** The CRDs that controller-gen makes of the Go types: one run over all packages, because each run costs a second. */
export async function controllerGenSide(outputFolder: string): Promise<Side> {
  await execa(
    controllerGen,
    // Floating-point numbers are refused otherwise.
    ['crd:allowDangerousTypes=true', 'paths=./features/...', `output:crd:dir=${outputFolder}`],
    { cwd: folder, env: goEnvironment },
  );
  return Object.fromEntries(
    readdirSync(outputFolder).map((name) => {
      const crd = parse(readFileSync(join(outputFolder, name), 'utf8'));
      return [featureOf(crd.spec.group), crd];
    }),
  );
}

/**
 * The CRDs that we make of the TypeScript types, all in one program. What the generator has to complain about stands
 * beside the CRD under `diagnostics`, so that it is compared as well.
 */
export function operatorGenSide(): Side {
  const sources = readdirSync(featuresFolder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'))
    .map((path) => [posix.join('src/api', path), readFileSync(join(featuresFolder, path), 'utf8')]);
  const { model, diagnostics } = analyzeSources(Object.fromEntries(sources));
  // The types of these features are those of Go, in which immutable fields stand in optional objects, and replicas can be unset.
  const problems = [...diagnostics, ...model.kinds.flatMap((each) => verifyKind(each))].filter(
    ({ code }) => code !== 'removable-immutable' && code !== 'field-path-type',
  );
  return Object.fromEntries(
    features.map((feature) => {
      const kind = model.kinds.find(({ group }) => featureOf(group) === feature);
      const crd = kind === undefined ? {} : parse(emitCrd(kind, '0.0.0').text);
      const ours = problems.filter(({ position }) =>
        `${dirname(position?.file ?? '')}/`.startsWith(`src/api/${feature}/`),
      );
      const found = ours.map(({ code, message, position }) => `${code} ${position?.line}: ${message}`);
      return [feature, found.length === 0 ? crd : { ...crd, diagnostics: found }];
    }),
  );
}
