import { randomBytes } from 'node:crypto';
import type { Client } from '@operator-gen/runtime';
import { plain } from '../../../base/diagnostics/print-style.js';
import { printDiagnostics } from '../../../base/diagnostics/print.js';
import { textAt } from '../../../base/model/json-at.js';
import { isCrd } from '../../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../../base/model/schema.js';
import type { Environment } from '../../../output/operation/outcome.js';
import { readModel } from '../../../output/generate/read-model.js';
import { readGraph } from '../../../output/graph/read-graph.js';
import { findProject } from '../../../project/find-project.js';
import type { Watcher } from '../operator/observer.js';
import type { Message } from '../show/message.js';
import { printed } from '../show/plain.js';
import { objectsOf } from '../cluster/conditions.js';
import { clusterEvents } from './cluster-events.js';
import { Recorder } from './recorder.js';
import { servePage } from './server.js';
import { WriteReader } from './writes.js';

/** The page of `dev`: records what happens, and serves it. */
export interface Page {
  readonly url: string;
  readonly watcher: Watcher;
  readonly message: (message: Message) => void;
  readonly close: () => void;
}

/** Milliseconds after which a page that does not ask is closed. */
const patience = 10_000;
/** Objects of a kind that are read at the beginning. */
const mostObjects = 5_000;
/** Milliseconds between two reads of the events. */
const eventPause = 2_000;

/** The style and the diagnostics of lines on the page. */
const printing = {
  style: plain,
  problems: (diagnostics: Parameters<typeof printDiagnostics>[0]) =>
    printDiagnostics(diagnostics, { style: plain, source: () => undefined, place: (file) => file, counts: false }),
};

/** Requirements of the page. */
export interface PageGiven {
  readonly client: Client;
  /** Returns the environment of an operation in the project as it is then. */
  readonly environment: () => Environment;
  /** Returns the objects that the project deploys. */
  readonly objects: () => readonly JsonObject[];
}

/** Starts the page. What needs requests to the cluster is done only while it is open. */
export async function startPage({ client, environment, objects }: PageGiven): Promise<Page> {
  const recorder = new Recorder(randomBytes(8).toString('hex'));
  const writes = new WriteReader(client, (write) => recorder.wrote(write));
  const since = Date.now();
  let asked = -Infinity;
  let events = -Infinity;
  let remembered: Promise<unknown> | undefined;
  const isOpen = (): boolean => performance.now() - asked < patience;
  const readEvents = (): void => {
    if (performance.now() - events < eventPause) return;
    events = performance.now();
    clusterEvents(client, since).then(
      (found) => recorder.events(found),
      // The cluster does not answer; the next update tries again.
      () => undefined,
    );
  };
  const server = await servePage({
    update: (version, run) => {
      asked = performance.now();
      remembered ??= rememberObjects(client, objects(), writes);
      readEvents();
      return JSON.stringify(recorder.since(version, run));
    },
    graph: () => graphOf(environment()),
  });
  return {
    url: server.url,
    watcher: {
      state: (state) => recorder.state(state),
      reconciled: (...reconcile) => recorder.reconciled(...reconcile),
      wrote: (write) => {
        if (isOpen()) writes.take(write);
      },
    },
    message: (message) => recorder.message(message, printed(message, '', printing)),
    close: server.close,
  };
}

/** Reads the objects of the project's kinds, so that their first writes can be compared. */
function rememberObjects(client: Client, objects: readonly JsonObject[], writes: WriteReader): Promise<unknown> {
  const reads = objects.filter(isCrd).map(async (each) => {
    const [group, resource] = [textAt(each, 'spec', 'group'), textAt(each, 'spec', 'names', 'plural')];
    writes.remember(group, resource, await objectsOf(client, each, mostObjects));
  });
  return Promise.allSettled(reads);
}

async function graphOf({ host, cwd, memory }: Environment): Promise<string> {
  const { root, project } = findProject(host, cwd);
  const { model } = await readModel(host, root, project, memory);
  const { graphSvg } = await import('../../../output/graph/svg.js');
  return graphSvg(await readGraph(host, root, project, model, memory), false);
}
