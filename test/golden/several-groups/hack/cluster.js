// What `make install`, `deploy` and their opposites do, with kubectl and nothing else: node hack/cluster.js <verb> [image]
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';

// The image that config/manager/manager.yaml names until another one is asked for.
const placeholder = 'controller:latest';

const words = process.argv.slice(2);
const flags = words.filter((word) => word.startsWith('--'));
const [verb, image = placeholder] = words.filter((word) => !word.startsWith('--'));

/** Runs kubectl and answers what it prints, or shows it where there is input. Its failure ends this program likewise. */
function kubectl(args, input) {
  const { status, stdout, error } = spawnSync('kubectl', args, {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['pipe', input === undefined ? 'pipe' : 'inherit', 'inherit'],
  });
  if (error) {
    console.error(`kubectl could not be run: ${error.message}`);
    process.exit(127);
  }
  if (status !== 0) process.exit(status ?? 1);
  return stdout;
}

/** The manifests of a folder. */
function build(folder) {
  return kubectl(['kustomize', folder]);
}

/** The manifests of config/default, with the image that was asked for. Another one is never deployed in its place. */
function buildOperator() {
  const manifests = build('config/default');
  if (image === placeholder) return manifests;
  const replaced = manifests.replaceAll(/^([ \t]*(?:- )?image: )controller:latest$/gm, (_, key) => key + image);
  if (replaced === manifests) {
    console.error(`config/default has no image ${placeholder} that ${image} could take the place of`);
    process.exit(1);
  }
  return replaced;
}

// Server-side apply: a large CRD does not fit into the annotation that the other way keeps.
function apply(manifests) {
  kubectl(['apply', '--server-side', '--force-conflicts', '-f', '-'], manifests);
}

function remove(manifests) {
  kubectl(['delete', ...flags, '-f', '-'], manifests);
}

const verbs = {
  install: () => apply(build('config/crd')),
  uninstall: () => remove(build('config/crd')),
  deploy: () => apply(buildOperator()),
  undeploy: () => remove(build('config/default')),
  installer: () => {
    mkdirSync('dist', { recursive: true });
    writeFileSync('dist/install.yaml', buildOperator());
    console.log('dist/install.yaml');
  },
};

if (!Object.hasOwn(verbs, verb)) {
  console.error(`usage: node hack/cluster.js <${Object.keys(verbs).join('|')}> [image] [--ignore-not-found=true]`);
  process.exit(2);
}
verbs[verb]();
