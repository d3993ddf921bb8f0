import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { heeding } from '../../cli/framework/interrupt.js';
import type { Live } from '../../cli/framework/live.js';
import type { Session } from '../../cli/framework/session.js';
import { watchProject, type ProjectChanges } from '../../cli/framework/project-changes.js';
import type { Environment, Outcome } from '../../output/operation/outcome.js';
import { findProject } from '../../project/find-project.js';
import { down } from '../cluster/commands/down.js';
import { applierOf } from './cluster/apply.js';
import { watchPresence, type Loss } from './cluster/presence.js';
import { clusterName, targetOf, type Target } from './cluster/target.js';
import type { DevOptions } from './flags.js';
import { Driver } from './loop/driver.js';
import { startGuard } from './operator/guard.js';
import { Operator } from './operator/operator.js';
import { inOwnFolder } from './own-folder.js';
import { startPage, type Page, type PageGiven } from './page/page.js';
import { Preparation, type Preparing } from './prepare.js';
import { refuse } from './reporting.js';
import { Requests } from './requests.js';
import { lineHelp, readKeys, type Request } from './show/keys.js';
import type { Message, Tell } from './show/message.js';
import { tellerFor, type Teller } from './show/teller.js';

/** Runs the operator of a project on this machine until its user ends it, and again after each change. */
export async function dev(options: DevOptions, environment: Environment, live: Live): Promise<Outcome> {
  const { session } = live;
  if (session.settings.dryRun) refuse('conflicting-flags', { one: 'dev', other: '--dry-run' });
  const { root, project } = findProject(environment.host, environment.cwd);
  const teller = tellerFor(session);
  await inOwnFolder(environment.env, root, (folder) =>
    // Ctrl-C is the usual way to end it, and must leave nothing behind.
    heeding(session.context, async () => {
      const target = await targetOf(options, project.projectName, environment);
      environment.stage?.('');
      announce(target, teller);
      await runIn({ folder, root, target, teller }, options, environment, live);
    }),
  );
  if (options.context === undefined) await leaveCluster(options, project.projectName, environment, teller);
  return { root, plan: { files: [] }, diagnostics: [], summary: '', next: [], result: { text: '', json: {} } };
}

interface Place {
  readonly folder: string;
  readonly root: string;
  readonly target: Target;
  readonly teller: Teller;
}

function announce({ config, context, own }: Target, { tell }: Teller): void {
  const known =
    own === undefined
      ? {}
      : { cluster: own.name, kubeconfig: own.kubeconfig, state: own.state, milliseconds: own.milliseconds };
  tell({ event: 'cluster', server: config.server, context, ...known });
}

/** Milliseconds until this process ends, whatever is left to do. */
const lastWords = 5_000;

/** Runs the loop, and cleans up after it. */
async function runIn(place: Place, options: DevOptions, environment: Environment, live: Live): Promise<void> {
  const { folder, root, target, teller } = place;
  const { session } = live;
  const guard = startGuard(folder);
  const changes = watchProject(session.host, root, isInput);
  const applier = applierOf(target.client);
  const surroundings = { root, env: environment.env, folder, guard, target };
  let requests: Requests | undefined;
  let { samples } = options;
  const page = await pageOf(
    { client: target.client, environment: () => preparation.environment(), objects: () => preparation.objects },
    teller,
  );
  const tell = (message: Message): void => {
    teller.tell(message);
    page?.message(message);
    if (message.event === 'changed' || message.event === 'generated') requests?.noteChanges(message.files);
    if (message.event !== 'ready' && message.event !== 'unchanged') return;
    if (samples) requests?.take('samples');
    else requests?.updateSamples();
    samples = false;
  };
  const preparing: Preparing = { ...surroundings, tell, live, changes, applier, webhookUrl: options.webhookUrl };
  const operator = new Operator({ ...surroundings, tell, watcher: page?.watcher });
  const preparation = new Preparation(preparing);
  const driver = new Driver({
    prepare: (paths) => preparation.prepare(paths),
    endLongBuild: () => preparation.endLongBuild(),
    operator,
    tell,
  });
  requests = new Requests({ ...preparing, preparation, driver, teller, pageUrl: page?.url });
  const input = takeInput(live, requests, tell);
  const moved = watchPlace(root, tell, requests);
  let loss: Loss | undefined;
  const presence = watchPresence(target, tell, (how) => {
    loss = how;
    requests.take('quit');
  });
  try {
    driver.begin();
    void follow(changes, root, driver, tell);
    await driver.ended;
  } finally {
    presence.close();
    clearInterval(moved);
    input.close();
    changes.close();
    page?.close();
    operator.close();
    if (loss === undefined) await cleanUp(preparation, teller);
    await guard.release();
  }
  if (loss !== undefined) refuse('cluster-lost', { name: target.name, loss });
}

/** Ends `dev` if the folder of the project is moved or deleted, and this program with it if it is installed there. */
function watchPlace(root: string, tell: Tell, requests: Requests): NodeJS.Timeout {
  const timer = setInterval(() => {
    if (existsSync(root)) return;
    clearInterval(timer);
    tell({ event: 'problem', text: `${root} is gone: dev ends` });
    process.exitCode = 1;
    requests.take('quit');
    setTimeout(() => process.exit(1), lastWords).unref();
  }, 1_000).unref();
  return timer;
}

async function cleanUp(preparation: Preparation, { tell }: Teller): Promise<void> {
  await preparation.cleanUp().catch((error: unknown) => {
    tell({ event: 'problem', text: `the webhooks were not removed: ${(error as Error).message}` });
  });
}

/** Starts the page, and says where it is. Without it, everything else works. */
async function pageOf(given: PageGiven, { tell }: Teller): Promise<Page | undefined> {
  try {
    const page = await startPage(given);
    tell({ event: 'page', url: page.url });
    return page;
  } catch (error) {
    tell({ event: 'problem', text: `there is no page: ${(error as Error).message}` });
    return undefined;
  }
}

/** Files of editors that come and go beside those of the user have names without a usual end. */
function isInput(path: string): boolean {
  const [folder] = path.split('/', 1);
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (!['src', 'config'].includes(folder!)) return false;
  // A folder that is gone is a change of its own.
  return path === folder || (/^[^.].*\.[A-Za-z0-9]{1,10}$/.test(name) && !/\.(?:sw.|tmp|bak|orig)$/.test(name));
}

/** Passes the keys of the user and signals on. */
function takeInput({ session }: Live, requests: Requests, tell: Tell): { readonly close: () => void } {
  const { interrupt, stdin } = session.context;
  const quit = (): void => requests.take('quit');
  const take = (request: Request): void => requests.take(request);
  const unknown = (line: string): void => tell({ event: 'note', text: `${line} is unknown; ${lineHelp}` });
  const keys = readKeys(session, take, unknown);
  requests.keys = keys;
  if (stdin.isTTY === true) requests.take('help');
  interrupt.addEventListener('abort', quit, { once: true });
  const signals = ['SIGTERM', 'SIGHUP'] as const;
  for (const each of signals) process.on(each, quit);
  const parent = watchParent(session.context.env, quit);
  return {
    close: () => {
      keys.close();
      clearInterval(parent);
      interrupt.removeEventListener('abort', quit);
      for (const each of signals) process.off(each, quit);
    },
  };
}

/** Calls back when npm or npx has ended, which pass no signal on. Without them, the parent is a shell that may end before. */
function watchParent(env: Session['context']['env'], onEnd: () => void): NodeJS.Timeout | undefined {
  if (env['npm_command'] === undefined) return undefined;
  const parent = process.ppid;
  const look = (): void => {
    if (process.ppid !== parent) onEnd();
  };
  return setInterval(look, 1_000).unref();
}

/** Passes the changes of files on until they are no longer watched. */
async function follow(
  changes: ProjectChanges,
  root: string,
  driver: Driver,
  tell: (message: Message) => void,
): Promise<void> {
  try {
    for (;;) {
      const paths = (await changes.next()).map((path) => relative(root, path).replaceAll('\\', '/'));
      driver.changed(paths);
    }
  } catch (error) {
    tell({ event: 'problem', text: `changes are no longer noticed: ${(error as Error).message}` });
  }
}

/** Deletes the cluster, or says that it stays. */
async function leaveCluster(
  { cluster, down: isDeleted }: DevOptions,
  project: string,
  environment: Environment,
  { tell }: Teller,
): Promise<void> {
  const name = cluster ?? clusterName(project);
  if (isDeleted) {
    await down({ name }, environment);
    tell({ event: 'note', text: `the cluster ${name} is deleted` });
  } else
    tell({ event: 'note', text: `the cluster ${name} stays; to delete it: npx operator-gen cluster down ${name}` });
}
