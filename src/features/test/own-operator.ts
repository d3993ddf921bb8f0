import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InstallOperator } from '@operator-gen/runtime/testing';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { isWebhookConfiguration } from '../../base/model/kubernetes-object.js';
import type { Environment } from '../../output/operation/outcome.js';
import { applierOf } from '../dev/cluster/apply.js';
import { builtObjects } from '../dev/cluster/built-objects.js';
import { callsOperator, deployedFor, redirected } from '../dev/cluster/objects.js';
import { localWebhooks } from '../dev/cluster/webhooks.js';
import { refuse as refuseDeployment } from '../dev/reporting.js';
import { diagnostic } from './reporting.js';

/** The kustomization that deploys the operator. */
export const deployment = 'config/default';

interface Given {
  readonly root: string;
  readonly environment: Environment;
  readonly warn: (warning: Diagnostic) => void;
}

/**
 * Returns what installs the operator of a project for test cases, as `dev` does: with its roles, its service account, its
 * webhooks, and the settings of its container.
 * @param main path of the operator's module
 */
export function installerOf(main: string, { root, environment, warn }: Given): InstallOperator {
  return async ({ config, directory }) => {
    const { helper, host } = environment;
    const { objects, account, container } = deployedFor(await builtObjects(helper, host, root, deployment));
    if (account === undefined) return refuseDeployment('operator-account-missing', { folder: deployment });
    if (container.leftOut.length > 0) warn(diagnostic('operator-settings-missing', { missing: container.leftOut }));
    const webhooks = objects.some(callsOperator) ? await localWebhooks(directory, undefined) : undefined;
    const here = webhooks === undefined ? objects : objects.map((each) => redirected(each, webhooks.target));
    const { createClient } = await import('@operator-gen/runtime');
    const applier = applierOf(createClient(config));
    await applier.apply(here.filter((each) => !isWebhookConfiguration(each)));
    return {
      main,
      account,
      args: [...container.args, ...(webhooks?.flags ?? ['--enable-webhooks=false'])],
      // As in `dev`, what the user has set for this machine takes precedence.
      env: { ...container.env, ...pick(environment.env, Object.keys(container.env)) },
      ...(webhooks && {
        started: async () => {
          await untilListening(webhooks.port);
          await applier.apply(here);
        },
      }),
    };
  };
}

function pick(all: Environment['env'], names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
}

/** Milliseconds until an operator serves its webhooks, and between two looks. */
const [limit, pause] = [20_000, 50];

async function untilListening(port: number): Promise<void> {
  for (const end = performance.now() + limit; !(await isListening(port)); await sleep(pause))
    if (performance.now() > end) throw new Error(`the operator does not serve its webhooks after ${limit / 1000} s`);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}
