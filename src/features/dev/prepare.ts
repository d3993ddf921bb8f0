import { manifests } from '../../cli/commands/manifests/run.js';
import { carryOut } from '../../cli/framework/change.js';
import { reportFailure } from '../../cli/framework/failure.js';
import type { Live } from '../../cli/framework/live.js';
import type { ProjectChanges } from '../../cli/framework/project-changes.js';
import type { Report } from '../../cli/framework/report.js';
import type { Session } from '../../cli/framework/session.js';
import { DiagnosticsError, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../base/diagnostics/has-errors.js';
import type { JsonObject } from '../../base/model/schema.js';
import type { Environment, Operation } from '../../output/operation/outcome.js';
import type { Applier } from './cluster/apply.js';
import { builtObjects } from './cluster/built-objects.js';
import { callsOperator, deployedFor, redirected, type Deployed } from './cluster/objects.js';
import { localWebhooks, type LocalWebhooks } from './cluster/webhooks.js';
import { build, bundle, bundleDigest, type Build } from './operator/build.js';
import type { Settings, Surroundings } from './operator/operator.js';
import { refuse } from './reporting.js';

/** A change that is ready to run. */
export interface Prepared {
  readonly settings: Settings;
  readonly needsRestart: boolean;
}

/** A change that cannot be used. */
export interface Unusable {
  readonly diagnostics: readonly Diagnostic[];
  readonly lines: readonly string[];
}

/** What a preparation works with. */
export interface Preparing extends Surroundings {
  readonly live: Live;
  readonly changes: ProjectChanges;
  readonly applier: Applier;
  readonly webhookUrl: string | undefined;
}

/** Brings the manifests, the cluster and the bundle to the state of the sources. */
export class Preparation {
  readonly #given: Preparing;
  readonly #session: Session;
  #deployed: Deployed | undefined;
  #webhooks: LocalWebhooks | undefined;
  #ran = '';

  constructor(given: Preparing) {
    this.#given = given;
    const { session } = given.live;
    const presenter = { ...session.presenter, files: () => undefined, note: () => undefined };
    this.#session = { ...session, host: given.changes.host, presenter };
  }

  /** The objects that the project deploys, as they were last built. */
  get objects(): readonly JsonObject[] {
    return this.#deployed?.objects ?? [];
  }

  /** Prepares what has changed. @param paths the changed files, by their paths in the project; empty for everything */
  async prepare(paths: readonly string[]): Promise<Prepared | Unusable> {
    try {
      return await this.#prepare(paths);
    } catch (error) {
      if (error instanceof DiagnosticsError) return { diagnostics: error.diagnostics, lines: [] };
      return { diagnostics: reportFailure(error, 'dev').diagnostics, lines: [] };
    }
  }

  async #prepare(paths: readonly string[]): Promise<Prepared | Unusable> {
    const onlyConfig = paths.length > 0 && paths.every((each) => each.startsWith('config/'));
    // At the same time, because most changes of code generate nothing that the bundle depends on.
    const building = onlyConfig ? undefined : this.#build();
    const generated = await this.run(manifests, {}).catch(async (error: unknown) => {
      await building?.catch(() => undefined);
      throw error;
    });
    const written = generated.files.filter(({ action }) => action !== 'unchanged').map(({ path }) => path);
    let built = await building;
    if (hasErrors(generated.diagnostics)) return { diagnostics: generated.diagnostics, lines: [] };
    if (written.some((path) => path.startsWith('src/'))) built = await this.#build();
    if (built?.isDone === false) return { diagnostics: [], lines: built.lines };
    if (built !== undefined) this.#given.tell({ event: 'built', milliseconds: built.milliseconds });
    if (bundleDigest(this.#given.root) === '') refuse('bundle-missing', { file: bundle });
    const isConfig = [...paths, ...written].some((each) => each.startsWith('config/'));
    return this.#applied(this.#deployed === undefined || isConfig);
  }

  #build(): Promise<Build> {
    const { root, env, guard } = this.#given;
    return build(root, env, guard);
  }

  /**
   * Runs an operation of another command, and writes what it plans.
   * @param isChange whether the files that it writes count as changes
   * @throws DiagnosticsError
   */
  async run<Options>(operation: Operation<Options>, options: Options, isChange = false): Promise<Report> {
    const { live, changes, tell } = this.#given;
    const begin = performance.now();
    const report = await carryOut(this.#session, await operation(options, live.environment(this.#session)));
    if (!isChange) changes.noteWritten(report);
    const files = report.files.filter(({ action }) => action !== 'unchanged').map(({ path }) => path);
    const shown = files.filter((path) => !path.startsWith('.operator-gen/'));
    if (!hasErrors(report.diagnostics))
      tell({ event: 'generated', files: shown, milliseconds: performance.now() - begin });
    const warnings = report.diagnostics.filter(({ severity }) => severity === 'warning');
    if (warnings.length > 0 && !hasErrors(report.diagnostics)) tell({ event: 'warned', diagnostics: warnings });
    return report;
  }

  async #applied(isChanged: boolean): Promise<Prepared> {
    const { root, applier, tell } = this.#given;
    const before = this.#deployed;
    const begin = performance.now();
    const deployed = isChanged || before === undefined ? await this.#deployedNow() : before;
    const account = deployed.account ?? refuse('operator-account-missing', { folder: 'config/default' });
    const { applied, deleted } = isChanged ? await applier.apply(deployed.objects) : { applied: [], deleted: [] };
    this.#deployed = deployed;
    if (applied.length + deleted.length > 0)
      tell({ event: 'applied', applied, deleted, milliseconds: performance.now() - begin });
    const flags = [...deployed.flags, ...(this.#webhooks?.flags ?? ['--enable-webhooks=false'])];
    const settings = { account, flags, env: deployed.env };
    const now = JSON.stringify([bundleDigest(root), settings]);
    const needsRestart = now !== this.#ran || applied.length + deleted.length > 0;
    this.#ran = now;
    return { settings, needsRestart };
  }

  async #deployedNow(): Promise<Deployed> {
    const { root, live, folder, target, webhookUrl } = this.#given;
    const { host, helper } = live.environment(this.#session);
    const deployed = deployedFor(await builtObjects(helper, host, root, 'config/default'));
    if (!deployed.objects.some(callsOperator)) return deployed;
    if (target.own === undefined && webhookUrl === undefined) {
      const objects = deployed.objects.filter(
        (each) => !callsOperator(each) || each['kind'] === 'CustomResourceDefinition',
      );
      return { ...deployed, objects };
    }
    this.#webhooks ??= await localWebhooks(folder, webhookUrl);
    const at = this.#webhooks.target;
    return { ...deployed, objects: deployed.objects.map((each) => redirected(each, at)) };
  }

  /** Returns the environment of an operation in the project as it is now. */
  environment(): Environment {
    return this.#given.live.environment(this.#session);
  }
}
