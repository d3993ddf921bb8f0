import { join } from 'node:path';
import { execa } from 'execa';
import { parseAllDocuments } from 'yaml';
import { makeTemporaryFolder } from '../support/tree.js';
import { differentStates } from './different-states.js';
import type { Problem } from './problem.js';
import type { State } from './state.js';
import { writeFiles } from './write-files.js';

/** An object of a manifest. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: unknown;
}

/** What kustomize makes of a project. */
export interface Built {
  readonly state: State;
  readonly whole: readonly Manifest[];
  readonly samples: readonly Manifest[];
}

/** Beside the whole: what is deployed, or tried, on its own. */
const folders = ['config/default', 'config/samples', 'config/network-policy', 'config/prometheus'];

/** How many run at the same time: each is a process. */
const atOnce = 2;

/** Builds the manifests of projects, those that are the same once. What cannot be built is reported and left out. */
export async function buildManifests(
  states: readonly State[],
  report: (problem: Problem) => void,
): Promise<readonly Built[]> {
  const waiting = [...differentStates(states, (path) => path.startsWith('config/'))];
  const built: Built[] = [];
  const work = async (): Promise<void> => {
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      const each = await build(state, report);
      if (each !== undefined) built.push(each);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return built;
}

async function build(state: State, report: (problem: Problem) => void): Promise<Built | undefined> {
  const folder = makeTemporaryFolder();
  try {
    writeFiles(folder.path, state.files, (path) => path.startsWith('config/'));
    const manifests = new Map<string, readonly Manifest[]>();
    for (const each of folders) {
      if (!state.files.has(`${each}/kustomization.yaml`)) continue;
      const args = ['kustomize', join(folder.path, each)];
      const { exitCode, stdout, stderr } = await execa('kubectl', args, { reject: false });
      if (exitCode !== 0 || stderr !== '') {
        report({ lines: state.lines, what: `kubectl kustomize ${each}: ${stderr.replaceAll(`${folder.path}/`, '')}` });
        return undefined;
      }
      manifests.set(
        each,
        parseAllDocuments(stdout).map((document) => document.toJS() as Manifest),
      );
    }
    const [whole = [], samples = [], ...others] = folders.map((each) => manifests.get(each) ?? []);
    return { state, whole: [...whole, ...others.flat().map(withoutNamespace)], samples };
  } finally {
    folder.remove();
  }
}

/** Its own is the one that the whole has another name for. */
function withoutNamespace(object: Manifest): Manifest {
  const { namespace: _namespace, ...metadata } = object.metadata;
  return { ...object, metadata };
}
