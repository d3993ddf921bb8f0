// Implements `make install`, `deploy`, `uninstall` and `undeploy` with kubectl: node hack/cluster.js <verb> [image]
import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { documentsOf, namesOfKind, redirectedIn, withoutAddresses } from './manifests.js';
import { main, run, RunError } from './run.js';

// The default image in config/manager/manager.yaml.
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
  --webhooks                 install, uninstall: include the webhook configurations, for an operator on this machine
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
        webhooks: { type: 'boolean', default: false },
        timeout: { type: 'string', default: '120' },
      },
    });
    const [first = '', second = '', ...more] = positionals;
    if (more.length > 0 || !/^[1-9]\d{0,4}$/.test(values.timeout)) throw new Error('unexpected arguments');
    return {
      verb: first,
      image: second || placeholder,
      flags: { ...values, timeoutMs: Number(values.timeout) * 1000 },
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(2);
  }
}

function refuse(/** @type {string} */ message) {
  throw new RunError(message, 1);
}

/**
 * The flag of every kubectl call, so that all calls reach the same cluster even if the current context changes.
 * @type {string[]}
 */
let contextFlag = [];

/** Runs kubectl in the chosen context. */
function kubectl(/** @type {string[]} */ args, /** @type {Parameters<typeof run>[2]} */ options = {}) {
  return run('kubectl', [...contextFlag, ...args], { timeoutMs: flags.timeoutMs, ...options });
}

/** Selects the cluster, and prints it before anything happens there. */
async function chooseCluster() {
  const context = flags.context || (await currentContext());
  if (context === undefined) {
    console.log('Cluster: the cluster of this Pod');
    return;
  }
  contextFlag = [`--context=${context}`];
  const server = await kubectl(['config', 'view', '--minify', '--output=jsonpath={.clusters[0].cluster.server}']);
  console.log(`Cluster: ${server.trim()} (context ${context})`);
}

/** Returns the current context; undefined in a Pod, where kubectl uses the service account of the Pod. */
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

/** Builds the manifests of a folder. */
function build(/** @type {string} */ folder) {
  return kubectl(['kustomize', folder]);
}

/** Builds the manifests of config/default with the requested image, and never deploys another one in its place. */
async function buildOperator() {
  const manifests = await build('config/default');
  if (image === placeholder) return manifests;
  const replaced = manifests.replaceAll(/^([ \t]*(?:- )?image: )controller:latest$/gm, (_, key) => key + image);
  if (replaced === manifests) {
    refuse(`config/default has no image ${placeholder} to replace with ${image}`);
  }
  return replaced;
}

/**
 * Builds the CRDs and, if asked, the webhook configurations. Those that have the API server call the operator are taken from
 * config/default, which has the names of its Service.
 */
async function buildAPIs() {
  const definitions = documentsOf(await build('config/crd'));
  if (!flags.webhooks && !definitions.some(isConverted)) return joined(definitions);
  const whole = documentsOf(await build('config/default'));
  const named = definitions.map(
    (each) => whole.find(({ kind, name }) => kind === each.kind && name === each.name) ?? each,
  );
  const webhooks = whole.filter(({ kind }) => flags.webhooks && kind.endsWith('WebhookConfiguration'));
  return joined([...named, ...webhooks]);
}

/** Reports whether a document is a CRD whose objects the operator converts. */
function isConverted(/** @type {{ kind: string, text: string }} */ { kind, text }) {
  return kind === 'CustomResourceDefinition' && /^ {4}strategy: Webhook$/m.test(text);
}

function joined(/** @type {readonly { text: string }[]} */ documents) {
  return documents.map(({ text }) => text).join('---\n');
}

const toConvert =
  'Deploy the operator (make deploy), or run it on this machine: make run WEBHOOK_URL=https://<address of this machine>:9443';

/** Says which objects cannot be read yet, because nobody converts them. */
async function reportConversions(/** @type {string} */ manifests) {
  const names = documentsOf(manifests)
    .filter(isConverted)
    .map(({ name }) => name);
  if (names.length === 0) return;
  const service = '.spec.conversion.webhook.clientConfig.service';
  const columns = `--output=custom-columns=NAME:.metadata.name,NAMESPACE:${service}.namespace,SERVICE:${service}.name`;
  const lines = (await kubectl(['get', 'customresourcedefinitions', ...names, '--no-headers', columns])).split('\n');
  for (const line of lines) {
    const [crd = '', namespace = '', name = '<none>'] = line.trim().split(/\s+/);
    // Without a Service, the webhook is redirected to a process outside of the cluster.
    if (name === '<none>') continue;
    if (await kubectl(['get', 'service', name, `--namespace=${namespace}`, '--ignore-not-found', '--output=name']))
      continue;
    console.log(
      `${crd}: the operator converts the objects, and the cluster does not have its Service ${namespace}/${name}. Until it does, requests that need a conversion fail. ${toConvert}`,
    );
  }
}

// Server-side apply, because a large CRD does not fit into the annotation of client-side apply.
async function apply(/** @type {string} */ manifests) {
  const input = await withoutRedirected(manifests);
  await kubectl(['apply', '--server-side', '--force-conflicts', '-f', '-'], { input, show: true });
}

/**
 * Leaves out the addresses of webhooks that `make run WEBHOOK_URL=...` has redirected to itself: the API server would
 * refuse a second address. At its end, the operator restores the Service.
 */
async function withoutRedirected(/** @type {string} */ manifests) {
  const documents = documentsOf(manifests);
  const asked = documents.filter(
    ({ kind }) => kind === 'CustomResourceDefinition' || kind.endsWith('WebhookConfiguration'),
  );
  if (asked.length === 0) return manifests;
  const names = asked.map(({ kind, name }) => `${kind.toLowerCase()}/${name}`);
  const annotation = '.metadata.annotations.operator-gen\\.dev/redirected-webhooks';
  const columns = `--output=custom-columns=KIND:.kind,NAME:.metadata.name,REDIRECT:${annotation}`;
  const redirected = redirectedIn(await kubectl(['get', ...names, '--ignore-not-found', '--no-headers', columns]));
  if (redirected.length === 0) return manifests;
  for (const { kind, name, url } of redirected) console.log(`${kind} ${name}: the webhooks stay redirected to ${url}`);
  return documents
    .map((each) => {
      const found = redirected.find(({ kind, name }) => kind === each.kind && name === each.name);
      return found === undefined ? each.text : withoutAddresses(each.text, found.webhooks);
    })
    .join('---\n');
}

const remedies = new Map([
  [
    'cert-manager.io',
    'Install cert-manager (https://cert-manager.io/docs/installation/), or do without it: npx operator-gen create webhook --certificates self-signed for webhooks, npx operator-gen edit --disable metrics-certs for metrics.',
  ],
  [
    'monitoring.coreos.com',
    'Install the Prometheus operator (https://prometheus-operator.dev), or leave the ServiceMonitor out: npx operator-gen edit --disable prometheus.',
  ],
]);

/** Fails for kinds that the cluster does not have: kubectl would apply the others, and leave an incomplete operator. */
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
      `The cluster does not have ${apiVersion} (${kinds.join(', ')}). ${remedies.get(group) ?? `Install the API ${group}.`}`,
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

/** Returns the CRDs of manifests that exist in the cluster. */
async function installedCRDs(/** @type {string} */ manifests) {
  const names = namesOfKind(manifests, 'CustomResourceDefinition');
  if (names.length === 0) return [];
  const found = await kubectl(['get', 'customresourcedefinitions', ...names, '--ignore-not-found', '--output=name']);
  return found.split('\n').flatMap((line) => line.split('/')[1] ?? []);
}

/** Returns the namespace, name and finalizers of all objects of a kind. */
async function objectsOf(/** @type {string} */ crd) {
  const line = '{.metadata.namespace}{"\\t"}{.metadata.name}{"\\t"}{.metadata.finalizers}{"\\n"}';
  const output = `--output=jsonpath={range .items[*]}${line}{end}`;
  const lines = (await withoutConversion(crd, () => kubectl(['get', crd, '--all-namespaces', output]))).split('\n');
  return lines.filter(Boolean).map((each) => {
    const [namespace = '', name = '', finalizers = ''] = each.split('\t');
    return { crd, name: namespace === '' ? name : `${namespace}/${name}`, finalizers };
  });
}

/**
 * Reads the objects of a CRD, also where nobody converts them: they are deleted with the CRD, so that their versions no longer
 * matter.
 */
async function withoutConversion(/** @type {string} */ crd, /** @type {() => Promise<string>} */ read) {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RunError) || !error.stderr.includes('conversion webhook for ')) throw error;
    if (!flags.force) {
      refuse(
        [
          `Stopped: the objects of ${crd} cannot be read, because the operator does not convert them: ${error.stderr.trim()}`,
          toConvert,
          `To delete them without it: make ${verb} FORCE=true, or npm run cluster:${verb} -- --force`,
          'Nothing was deleted.',
        ].join('\n'),
      );
    }
    const patch = JSON.stringify({ spec: { conversion: { strategy: 'None', webhook: null } } });
    await kubectl(['patch', 'customresourcedefinition', crd, '--type=merge', `--patch=${patch}`], { show: true });
    return read();
  }
}

async function objectsOfAll(/** @type {string[]} */ crds) {
  return (await Promise.all(crds.map(objectsOf))).flat();
}

/** Limits lines, and adds the number of the others. */
function atMost(/** @type {string[]} */ lines, limit = 20) {
  const more = lines.length - limit;
  return more > 0 ? [...lines.slice(0, limit), `  and ${more} more`] : lines;
}

/** Deletes the objects of CRDs if allowed, and waits until they are gone, while their operator still runs. */
async function removeObjects(/** @type {string[]} */ crds) {
  const objects = await objectsOfAll(crds);
  if (objects.length === 0) return;
  if (!flags.force) {
    const lines = objects.map(({ crd, name }) => `  ${crd} ${name}`);
    refuse(
      [
        'Stopped: deleting the CRDs would also delete these objects:',
        ...atMost(lines),
        `To delete the objects first, while the operator still runs: make ${verb} FORCE=true, or npm run cluster:${verb} -- --force`,
        'Nothing was deleted.',
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
    if (Date.now() >= deadline) refuse(`${stillThere(left)}\nThe operator and the CRDs were not deleted.`);
    await sleep(Math.min(1000, deadline - Date.now()));
  }
}

/** Lists the objects that remain at the time limit, and their finalizers. */
function stillThere(/** @type {Awaited<ReturnType<typeof objectsOf>>} */ objects) {
  const lines = objects.map(({ crd, name, finalizers }) =>
    finalizers === '' ? `  ${crd} ${name}` : `  ${crd} ${name}: finalizers ${finalizers}`,
  );
  return [
    `Time limit of ${flags.timeout} s: these objects still exist:`,
    ...atMost(lines),
    'Their finalizers wait for the operator. Check its logs; if it can no longer run, remove the finalizers with kubectl edit.',
  ].join('\n');
}

/** Deletes manifests and waits until they are gone. When the time limit expires, lists the remaining objects of the CRDs. */
async function removeManifests(/** @type {string} */ manifests, /** @type {string[]} */ crds) {
  if (manifests.trim() === '') return;
  const limits = ['--wait=true', `--timeout=${flags.timeout}s`];
  const found = `--ignore-not-found=${flags['ignore-not-found']}`;
  try {
    // kubectl stops at its own limit, and then reports the objects that it waits for.
    const timeoutMs = flags.timeoutMs + 10_000;
    await kubectl(['delete', found, ...limits, '-f', '-'], { input: manifests, show: true, timeoutMs });
  } catch (error) {
    const left = await objectsOfAll(crds).catch(() => []);
    if (left.length > 0) console.error(stillThere(left));
    throw error;
  }
}

/** Deletes manifests in an order that orphans nothing: objects, then the operator, then the CRDs. */
async function remove(/** @type {string} */ manifests) {
  const crds = await installedCRDs(manifests);
  await removeObjects(crds);
  const parts = documentsOf(manifests);
  const isCRD = (/** @type {{ kind: string }} */ { kind }) => kind === 'CustomResourceDefinition';
  await removeManifests(joined(parts.filter((each) => !isCRD(each))), crds);
  await removeManifests(joined(parts.filter(isCRD)), crds);
}

/** Fails if the cluster has resources of this project: the cleanup of the tests would delete them. */
async function refuseUsed(/** @type {string} */ manifests) {
  const crds = (await installedCRDs(manifests)).map((name) => `customresourcedefinition/${name}`);
  const names = namesOfKind(manifests, 'Namespace');
  const namespaces = await kubectl(['get', 'namespaces', ...names, '--ignore-not-found', '--output=name']);
  const found = [...namespaces.split('\n').filter(Boolean), ...crds];
  if (found.length > 0) {
    refuse(
      `Stopped: the cluster already has resources of this project: ${found.join(', ')}. Use another cluster, or undeploy first.`,
    );
  }
}

/** @type {Record<string, () => Promise<void>>} */
const verbs = {
  install: async () => {
    const manifests = await buildAPIs();
    await apply(manifests);
    await reportConversions(manifests);
  },
  uninstall: async () => remove(await buildAPIs()),
  deploy: async () => {
    const manifests = await buildOperator();
    await refuseUnknownKinds(manifests);
    await apply(manifests);
  },
  undeploy: async () => remove(await build('config/default')),
  unused: async () => refuseUsed(await build('config/default')),
  installer: async () => {
    // Without either, what is installed would change with the registry.
    if (!/[:@]/.test(image.slice(image.lastIndexOf('/') + 1))) {
      refuse(`${image} has neither a tag nor a digest: name the image as ${image}:v1`);
    }
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
