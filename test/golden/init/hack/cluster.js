// What `make install`, `deploy` and their opposites do, with kubectl and nothing else: node hack/cluster.js <verb> [image]
import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { documentsOf, namesOfKind } from './manifests.js';
import { main, run, RunError } from './run.js';

// The image that config/manager/manager.yaml names until another one is asked for.
const placeholder = 'controller:latest';

const usage = `usage: node hack/cluster.js <verb> [image] [flags]

  install    install the CRDs
  uninstall  remove the CRDs
  deploy     deploy everything in config/default
  undeploy   remove everything in config/default
  unused     fail when the cluster has the namespace or a CRD of config/default
  installer  write everything in config/default into dist/install.yaml

  --context=<name>           the kubectl context; by default KUBE_CONTEXT, or the current context
  --force                    uninstall, undeploy: delete the objects of the CRDs too
  --ignore-not-found=<bool>  uninstall, undeploy: accept that something is gone already
  --timeout=<seconds>        the time limit of each step, 120 by default`;

const { verb, image, flags } = readArguments();

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        context: { type: 'string', default: process.env['KUBE_CONTEXT'] ?? '' },
        force: { type: 'boolean', default: false },
        'ignore-not-found': { type: 'string', default: 'false' },
        timeout: { type: 'string', default: '120' },
      },
    });
    const [first = '', second = placeholder, ...more] = positionals;
    if (more.length > 0 || !/^[1-9]\d{0,4}$/.test(values.timeout)) throw new Error('unexpected arguments');
    return { verb: first, image: second, flags: { ...values, timeoutMs: Number(values.timeout) * 1000 } };
  } catch (error) {
    console.error(`${String(error)}\n${usage}`);
    process.exit(2);
  }
}

function refuse(/** @type {string} */ message) {
  throw new RunError(message, 1);
}

/**
 * The flag that every call of kubectl has, so that all of them reach one cluster, even when somebody switches contexts meanwhile.
 * @type {string[]}
 */
let contextFlag = [];

/** Runs kubectl in the chosen context. */
function kubectl(/** @type {string[]} */ args, /** @type {Parameters<typeof run>[2]} */ options = {}) {
  return run('kubectl', [...contextFlag, ...args], { timeoutMs: flags.timeoutMs, ...options });
}

/** Decides which cluster is meant, and says so before anything happens there. */
async function chooseCluster() {
  const context = flags.context || (await currentContext());
  if (context === undefined) {
    console.log('Cluster: the one that this Pod runs in');
    return;
  }
  contextFlag = [`--context=${context}`];
  const server = await kubectl(['config', 'view', '--minify', '--output=jsonpath={.clusters[0].cluster.server}']);
  console.log(`Cluster: ${server.trim()} (context ${context})`);
}

/** The current context; undefined in a Pod, where kubectl takes the Pod's own service account. */
async function currentContext() {
  try {
    return (await run('kubectl', ['config', 'current-context'])).trim();
  } catch (error) {
    if (!(error instanceof RunError) || error.exitCode === 127 || error.ended) throw error;
    if (process.env['KUBERNETES_SERVICE_HOST'] && !process.env['KUBECONFIG']) return undefined;
    return refuse(
      'kubectl has no current context: set KUBE_CONTEXT or --context (kubectl config get-contexts lists them)',
    );
  }
}

/** The manifests of a folder. */
function build(/** @type {string} */ folder) {
  return kubectl(['kustomize', folder]);
}

/** The manifests of config/default, with the image that was asked for. Another one is never deployed in its place. */
async function buildOperator() {
  const manifests = await build('config/default');
  if (image === placeholder) return manifests;
  const replaced = manifests.replaceAll(/^([ \t]*(?:- )?image: )controller:latest$/gm, (_, key) => key + image);
  if (replaced === manifests) {
    refuse(`config/default has no image ${placeholder} that ${image} could take the place of`);
  }
  return replaced;
}

// Server-side apply: a large CRD does not fit into the annotation that the other way keeps.
async function apply(/** @type {string} */ manifests) {
  await kubectl(['apply', '--server-side', '--force-conflicts', '-f', '-'], { input: manifests, show: true });
}

const remedies = new Map([
  [
    'cert-manager.io',
    'Install cert-manager (https://cert-manager.io/docs/installation/), or let the operator make the certificate of its webhooks: operator-gen create webhook --certificates self-signed, with the group, version and kind of a webhook.',
  ],
  [
    'monitoring.coreos.com',
    'Install the Prometheus operator (https://prometheus-operator.dev), or take ../prometheus out of config/default/kustomization.yaml.',
  ],
]);

/** Refuses manifests of kinds that the cluster does not have: kubectl would apply the others, and leave half an operator. */
async function refuseUnknownKinds(/** @type {string} */ manifests) {
  const documents = documentsOf(manifests);
  const own = new Set(documents.filter(({ kind }) => kind === 'CustomResourceDefinition').map(({ group }) => group));
  const asked = new Map(documents.filter(({ group }) => group.includes('.')).map((each) => [each.apiVersion, each]));
  const problems = [];
  for (const [apiVersion, { group }] of asked) {
    if (group.endsWith('.k8s.io') || own.has(group)) continue;
    if (await serves(apiVersion)) continue;
    const kinds = [...new Set(documents.filter((each) => each.apiVersion === apiVersion).map(({ kind }) => kind))];
    problems.push(
      `The cluster does not have ${apiVersion} (${kinds.join(', ')}). ${remedies.get(group) ?? `Install what serves ${group}.`}`,
    );
  }
  if (problems.length > 0) refuse([...problems, 'Nothing was applied.'].join('\n'));
}

async function serves(/** @type {string} */ apiVersion) {
  try {
    await kubectl(['get', '--raw', `/apis/${apiVersion}`]);
    return true;
  } catch (error) {
    if (error instanceof RunError && /\bNotFound\b|could not find the requested resource/.test(error.stderr))
      return false;
    throw error;
  }
}

/** The CRDs of manifests that the cluster has. */
async function installedCRDs(/** @type {string} */ manifests) {
  const names = namesOfKind(manifests, 'CustomResourceDefinition');
  if (names.length === 0) return [];
  const found = await kubectl(['get', 'customresourcedefinitions', ...names, '--ignore-not-found', '--output=name']);
  return found.split('\n').flatMap((line) => line.split('/')[1] ?? []);
}

/** The objects of a kind in the whole cluster: namespace, name and finalizers of each. */
async function objectsOf(/** @type {string} */ crd) {
  const line = '{.metadata.namespace}{"\\t"}{.metadata.name}{"\\t"}{.metadata.finalizers}{"\\n"}';
  const output = `--output=jsonpath={range .items[*]}${line}{end}`;
  const lines = (await kubectl(['get', crd, '--all-namespaces', output])).split('\n').filter(Boolean);
  return lines.map((each) => {
    const [namespace = '', name = '', finalizers = ''] = each.split('\t');
    return { crd, name: namespace === '' ? name : `${namespace}/${name}`, finalizers };
  });
}

async function objectsOfAll(/** @type {string[]} */ crds) {
  return (await Promise.all(crds.map(objectsOf))).flat();
}

/** At most so many lines, and how many more there are. */
function atMost(/** @type {string[]} */ lines, limit = 20) {
  const more = lines.length - limit;
  return more > 0 ? [...lines.slice(0, limit), `  and ${more} more`] : lines;
}

/** Deletes the objects of CRDs, where that is allowed, and waits until they are gone: the operator that finalizes them still runs. */
async function removeObjects(/** @type {string[]} */ crds) {
  const objects = await objectsOfAll(crds);
  if (objects.length === 0) return;
  if (!flags.force) {
    const lines = objects.map(({ crd, name }) => `  ${crd} ${name}`);
    refuse(
      [
        'Refused: the cluster has objects whose CRDs would be removed, and they with them:',
        ...atMost(lines),
        `To delete them too, first and while the operator still runs: make ${verb} FORCE=true, or npm run cluster:${verb} -- --force`,
        'Nothing was removed.',
      ].join('\n'),
    );
  }
  for (const crd of new Set(objects.map((each) => each.crd))) {
    await kubectl(['delete', crd, '--all', '--all-namespaces', '--wait=false'], { show: true });
  }
  const deadline = Date.now() + flags.timeoutMs;
  for (;;) {
    const left = await objectsOfAll(crds);
    if (left.length === 0) return;
    if (Date.now() >= deadline) refuse(`${stillThere(left)}\nThe operator and the CRDs were not removed.`);
    await sleep(Math.min(1000, deadline - Date.now()));
  }
}

/** Says what is still there at the time limit, and what keeps it. */
function stillThere(/** @type {Awaited<ReturnType<typeof objectsOf>>} */ objects) {
  const lines = objects.map(({ crd, name, finalizers }) =>
    finalizers === '' ? `  ${crd} ${name}` : `  ${crd} ${name}: finalizers ${finalizers}`,
  );
  return [
    `Time limit of ${flags.timeout} s: these objects are still there:`,
    ...atMost(lines),
    'Their finalizers wait for the operator. Look at its log; when it cannot run any more, remove the finalizers with kubectl edit.',
  ].join('\n');
}

/** Deletes manifests and waits until they are gone. On a time limit, says which objects of the CRDs are left. */
async function removeManifests(/** @type {string} */ manifests, /** @type {string[]} */ crds) {
  if (manifests.trim() === '') return;
  const limits = ['--wait=true', `--timeout=${flags.timeout}s`];
  const found = `--ignore-not-found=${flags['ignore-not-found']}`;
  try {
    // kubectl ends on its own at its limit, and then says what it waits for.
    const timeoutMs = flags.timeoutMs + 10_000;
    await kubectl(['delete', found, ...limits, '-f', '-'], { input: manifests, show: true, timeoutMs });
  } catch (error) {
    const left = await objectsOfAll(crds).catch(() => []);
    if (left.length > 0) console.error(stillThere(left));
    throw error;
  }
}

/** Removes manifests in the order in which nothing is orphaned: objects, then what serves them, then their CRDs. */
async function remove(/** @type {string} */ manifests) {
  const crds = await installedCRDs(manifests);
  await removeObjects(crds);
  const parts = documentsOf(manifests);
  const isCRD = (/** @type {{ kind: string }} */ { kind }) => kind === 'CustomResourceDefinition';
  const join = (/** @type {typeof parts} */ some) => some.map(({ text }) => text).join('---\n');
  await removeManifests(join(parts.filter((each) => !isCRD(each))), crds);
  await removeManifests(join(parts.filter(isCRD)), crds);
}

/** Refuses a cluster that has something of this project: a test that removes what it deploys would remove that too. */
async function refuseUsed(/** @type {string} */ manifests) {
  const crds = (await installedCRDs(manifests)).map((name) => `customresourcedefinition/${name}`);
  const names = namesOfKind(manifests, 'Namespace');
  const namespaces = await kubectl(['get', 'namespaces', ...names, '--ignore-not-found', '--output=name']);
  const found = [...namespaces.split('\n').filter(Boolean), ...crds];
  if (found.length > 0) {
    refuse(
      `Refused: the cluster has something of this project already: ${found.join(', ')}. Use another cluster, or undeploy first.`,
    );
  }
}

/** @type {Record<string, () => Promise<void>>} */
const verbs = {
  install: async () => apply(await build('config/crd')),
  uninstall: async () => remove(await build('config/crd')),
  deploy: async () => {
    const manifests = await buildOperator();
    await refuseUnknownKinds(manifests);
    await apply(manifests);
  },
  undeploy: async () => remove(await build('config/default')),
  unused: async () => refuseUsed(await build('config/default')),
  installer: async () => {
    mkdirSync('dist', { recursive: true });
    writeFileSync('dist/install.yaml', await buildOperator());
    console.log('dist/install.yaml');
  },
};

const chosen = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
if (chosen === undefined) {
  console.error(usage);
  process.exit(2);
}
await main(async () => {
  if (verb !== 'installer') await chooseCluster();
  await chosen();
});
