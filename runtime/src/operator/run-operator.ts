import { nameSourcesInStacks } from '../errors/source-positions.js';
import { createLogger } from '../log/create-logger.js';
import type { Logger } from '../log/logger.js';
import { createManager } from '../manager/create-manager.js';
import type { Manager } from '../manager/manager.js';
import type { ManagerOptions } from '../manager/options.js';
import { setupSignalHandler } from '../manager/signals.js';
import type { PlanSettings } from '../plan/run-plan.js';
import type { Registration } from './dependencies.js';
import { parseFlags, type Flags, type FlagValues } from './flags.js';
import { managerOptionsOf, servesWebhooks, unservedWebhooks, withSettings } from './manager-options.js';
import { planFlags, planSettingsOf } from './plan-flags.js';
import { standardFlags } from './standard-flags.js';

/** Values of the standard flags and of the operator's own flags. */
export type OperatorFlags<F extends Flags> = FlagValues<typeof standardFlags> & FlagValues<F>;

/** Operator that is about to start. */
export interface OperatorContext<F extends Flags> {
  readonly manager: Manager;
  readonly log: Logger;
  readonly flags: OperatorFlags<F>;
}

/** Options of `runOperator`, except for the dependencies. */
export interface OperatorSettings<F extends Flags, Dependencies> {
  /** Prefix of the operator's names in the cluster, such as `shop`; also its field manager. */
  readonly name: string;
  /** Name of the Lease; the same for all replicas of this operator, and unique to it. */
  readonly leaderElectionId: string;
  /** Exports of the generated `register.ts`. */
  readonly register: Registration<Dependencies>;
  /** Flags of this operator, in addition to the standard ones. */
  readonly flags?: F;
  /** Settings of the manager that have no flag. They take precedence over those from flags. */
  readonly manager?: ManagerOptions;
  /** Called before the manager starts, to add runnables, checks and indexes. */
  readonly setUp?: (operator: OperatorContext<F>, dependencies: Dependencies) => void | Promise<void>;
}

type MakeDependencies<F extends Flags, Dependencies> = (
  operator: OperatorContext<F>,
) => Dependencies | Promise<Dependencies>;

/** Options of `runOperator`. `dependencies` is required if a controller or a webhook requires any. */
export type OperatorOptions<F extends Flags, Dependencies> = OperatorSettings<F, Dependencies> &
  (undefined extends Dependencies
    ? { readonly dependencies?: MakeDependencies<F, Dependencies> }
    : { readonly dependencies: MakeDependencies<F, Dependencies> });

/**
 * Runs an operator as this process: reads the flags, starts the manager, and exits when the manager has ended, as a Go
 * program does when `main` returns. The exit code is 0 after a signal, 1 after a failure, and 2 for an invalid command
 * line.
 *
 * @example
 * await runOperator({ name: 'shop', leaderElectionId: '951623a2.example.com', register });
 */
export async function runOperator<const F extends Flags = Record<never, never>, Dependencies = unknown>(
  options: OperatorOptions<F, Dependencies>,
): Promise<never> {
  nameSourcesInStacks();
  const flags = await flagsOf(options).catch((error: unknown) => {
    const { exitCode } = error as { readonly exitCode?: number };
    if (exitCode === undefined) throw error;
    // commander has printed the help, or the problem.
    return process.exit(exitCode === 0 ? 0 : 2);
  });
  const plan = planOf(flags, options.flags);
  const format = flags['log-format'] ?? (process.stderr.isTTY ? 'console' : 'json');
  const log = options.manager?.log ?? createLogger({ level: flags['log-level'], format });
  try {
    if (plan !== undefined) return process.exit(await startPlan(options, flags, log, plan));
    await start(options, flags, log);
  } catch (error) {
    log.error('the operator ended', { error });
    return process.exit(1);
  }
  return process.exit(0);
}

async function flagsOf<F extends Flags, Dependencies>({
  name,
  flags,
}: OperatorOptions<F, Dependencies>): Promise<OperatorFlags<F>> {
  const values = await parseFlags(name, { ...standardFlags, ...planFlags, ...flags }, process.argv.slice(2));
  return values as OperatorFlags<F>;
}

/** Returns the plan that the flags request; exits if they are inconsistent. */
function planOf(flags: Readonly<Record<string, unknown>>, own: Flags | undefined): PlanSettings | undefined {
  try {
    return planSettingsOf(flags, own);
  } catch (error) {
    process.stderr.write(`error: ${(error as Error).message}\n`);
    return process.exit(2);
  }
}

async function start<F extends Flags, Dependencies>(
  options: OperatorOptions<F, Dependencies>,
  flags: OperatorFlags<F>,
  log: Logger,
): Promise<void> {
  const { webhooks } = options.register;
  const manager = await createManager(managerSettings(options, flags, log));
  const unserved = unservedWebhooks(flags, webhooks);
  if (unserved !== undefined) log.info(unserved.message, { help: unserved.help });
  await prepare(options, { manager, log, flags }, servesWebhooks(flags) ? webhooks : []);
  await manager.start(setupSignalHandler());
}

/** Runs a plan in place of the operator; returns the exit code. */
async function startPlan<F extends Flags, Dependencies>(
  options: OperatorOptions<F, Dependencies>,
  flags: OperatorFlags<F>,
  log: Logger,
  plan: PlanSettings,
): Promise<number> {
  const { runPlan } = await import('../plan/run-plan.js');
  return runPlan({
    ...plan,
    log,
    manager: managerSettings(options, flags, log),
    setUp: (manager) => prepare(options, { manager, log, flags }, []),
    signal: setupSignalHandler(),
  });
}

function managerSettings<F extends Flags, Dependencies>(
  options: OperatorOptions<F, Dependencies>,
  flags: OperatorFlags<F>,
  log: Logger,
): ManagerOptions {
  return { ...withSettings(managerOptionsOf(options, flags), options.manager ?? {}), log };
}

/** Adds the controllers and webhooks of an operator to its manager. */
async function prepare<F extends Flags, Dependencies>(
  { register, setUp, ...options }: OperatorOptions<F, Dependencies>,
  operator: OperatorContext<F>,
  webhooks: Registration<Dependencies>['webhooks'],
): Promise<void> {
  const dependencies = (await options.dependencies?.(operator)) as Dependencies;
  for (const each of [...register.controllers, ...webhooks]) await each(operator.manager, dependencies);
  await setUp?.(operator, dependencies);
}
