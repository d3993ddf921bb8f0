// What `make install`, `deploy` and their opposites do, with kubectl and nothing else: node hack/cluster.js <verb> [image]
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';

const words = process.argv.slice(2);
const flags = words.filter((word) => word.startsWith('--'));
const [verb, image = 'controller:latest'] = words.filter((word) => !word.startsWith('--'));

/** Runs kubectl and answers what it prints. Its errors are shown, and end this program with its exit code. */
function kubectl(args, input) {
  const { status, stdout, error } = spawnSync('kubectl', args, {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (error) {
    console.error(`kubectl could not be run: ${error.message}`);
    process.exit(127);
  }
  if (status !== 0) process.exit(status ?? 1);
  return stdout;
}

/** The manifests of a folder, with the image that was asked for in place of the one that config/ names. */
function build(folder) {
  return kubectl(['kustomize', folder]).replaceAll(/^(\s*(?:- )?image: )controller:latest$/gm, `$1${image}`);
}

// Server-side apply: a large CRD does not fit into the annotation that the other way keeps.
function apply(manifests) {
  process.stdout.write(kubectl(['apply', '--server-side', '--force-conflicts', '-f', '-'], manifests));
}

function remove(manifests) {
  process.stdout.write(kubectl(['delete', ...flags, '-f', '-'], manifests));
}

const verbs = {
  install: () => apply(build('config/crd')),
  uninstall: () => remove(build('config/crd')),
  deploy: () => apply(build('config/default')),
  undeploy: () => remove(build('config/default')),
  installer: () => {
    mkdirSync('dist', { recursive: true });
    writeFileSync('dist/install.yaml', build('config/default'));
    console.log('dist/install.yaml');
  },
};

if (!Object.hasOwn(verbs, verb)) {
  console.error(`usage: node hack/cluster.js <${Object.keys(verbs).join('|')}> [image] [--ignore-not-found=true]`);
  process.exit(2);
}
verbs[verb]();
