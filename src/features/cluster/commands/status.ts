import { quietly } from '../../../base/io/quietly.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { readDescription, type Description } from '../description.js';
import { existing } from '../existing.js';
import type { ClusterFiles } from '../files.js';
import type { NameOptions } from '../flags.js';
import { clusterIn, clusterNames, clustersFolder } from '../folder.js';
import { contextOf, serverOf } from '../kubeconfig.js';
import { outcomeOf } from '../outcome.js';
import { isAnswering } from '../probe.js';
import { processOf } from '../process.js';
import { lastOfAll, readReports } from '../reports.js';

/** The state of a cluster, for users and for programs. */
interface Status {
  readonly name: string;
  readonly state: 'running' | 'starting' | 'not answering' | 'stopped' | 'damaged';
  /** The reason why it is stopped. */
  readonly reason?: string;
  readonly kubernetes?: string | undefined;
  readonly server: string;
  readonly context: string;
  readonly kubeconfig: string;
  readonly controllers?: boolean;
  readonly nodes: number;
  readonly createdAt: string;
  readonly pid?: number;
}

/** Returns the state of a cluster, or of all. */
export async function status(options: NameOptions, environment: Environment): Promise<Outcome> {
  const clusters = await Promise.all(statusesOf(options, environment.env));
  const lines = clusters.map(({ name, state, kubernetes = '-', nodes, server, reason }) => [
    name,
    state,
    kubernetes,
    String(nodes),
    server,
    reason ?? '',
  ]);
  const text =
    lines.length === 0
      ? 'There are no clusters.\n'
      : tableOf([['NAME', 'STATE', 'KUBERNETES', 'NODES', 'SERVER', ''], ...lines]);
  return outcomeOf(environment, { text, json: { clusters } });
}

function statusesOf({ name }: NameOptions, env: Environment['env']): readonly Promise<Status>[] {
  if (name !== undefined) {
    const { files, description } = existing({ name }, env);
    return [statusOf(files, description)];
  }
  const folder = clustersFolder(env);
  return clusterNames(folder).flatMap((each) => {
    const files = clusterIn(folder, each);
    const description = quietly(() => readDescription(files));
    return [description === undefined ? Promise.resolve(damaged(each, files)) : statusOf(files, description)];
  });
}

async function statusOf(
  files: ClusterFiles,
  { name, kubernetes, port, options, createdAt }: Description,
): Promise<Status> {
  const pid = processOf(files);
  const last = lastOfAll(readReports(files));
  const known = {
    name,
    kubernetes,
    server: port === 0 ? '-' : serverOf(port),
    context: contextOf(name),
    kubeconfig: files.kubeconfig,
    controllers: options.controllers,
    nodes: options.controllers ? options.nodes : 0,
    createdAt,
  };
  if (pid !== undefined) {
    const ready = (await isAnswering(files, port)) ? 'running' : 'not answering';
    return { ...known, state: last?.state === 'ready' ? ready : 'starting', pid };
  }
  if (kubernetes === undefined) return { ...known, state: 'stopped', reason: 'it was never ready' };
  const reason = last === undefined || last.state === 'ready' ? 'its process was killed' : `ended by ${last.reason}`;
  return { ...known, state: 'stopped', reason: last?.state === 'failed' ? (last.reason ?? '') : reason };
}

function damaged(name: string, { kubeconfig }: ClusterFiles): Status {
  const state = 'damaged';
  return { name, state, server: '-', context: contextOf(name), kubeconfig, nodes: 0, createdAt: '' };
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
