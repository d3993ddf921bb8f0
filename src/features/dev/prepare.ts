import { manifests } from '../../cli/commands/manifests/run.js';
import { carryOut } from '../../cli/framework/change.js';
import { reportFailure } from '../../cli/framework/failure.js';
import type { Live } from '../../cli/framework/live.js';
import type { ProjectChanges } from '../../cli/framework/project-changes.js';
import type { Report } from '../../cli/framework/report.js';
import type { Session } from '../../cli/framework/session.js';
import { DiagnosticsError, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../base/diagnostics/has-errors.js';
import { isCrd } from '../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../base/model/schema.js';
import type { Environment, Operation } from '../../output/operation/outcome.js';
import type { Applier } from './cluster/apply.js';
import { builtObjects } from './cluster/built-objects.js';
import { withoutOperator } from './cluster/conversion.js';
import { callsOperator, deployedFor, redirected, type Deployed } from './cluster/objects.js';
import { localWebhooks, removeRedirected, type LocalWebhooks } from './cluster/webhooks.js';
import { build, bundle, bundleDigest, longBuild, type Build } from './operator/build.js';
import type { Settings, Surroundings } from './operator/operator.js';
import { refuse } from './reporting.js';

/** A change that is ready to run. */
export interface Prepared {
  readonly settings: Settings;
  readonly needsRestart: boolean;
}

/** A change that cannot be used. */
interface Unusable {
  readonly diagnostics: readonly Diagnostic[];
  readonly lines: readonly string[];
}

/** The answer to a change that cannot be used. */
export interface Refused extends Unusable {
  /** Whether the bundle is still that of the last change that could be used. */
  readonly isBuilt: boolean;
}

/** Requirements of a preparation. */
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
  /** The digest of the last bundle that could be used. */
  #accepted = '';
  /** Whether the last build succeeded, and whether the cluster has the manifests of the last generation. */
  #isBuilt = false;
  #isApplied = false;
  #warned = '';
  #leftOut = '';
  readonly #noted = new Set<string>();
  /** Set while a build takes long. */
  #outdated: AbortController | undefined;
  /** The definitions whose objects the operator converts, as `config/default` has them. */
  #converted: readonly JsonObject[] = [];

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
  async prepare(paths: readonly string[]): Promise<Prepared | Refused> {
    const result = await this.#prepare(paths).catch((error: unknown): Unusable => {
      const { diagnostics } = error instanceof DiagnosticsError ? error : reportFailure(error, 'dev');
      return { diagnostics, lines: [] };
    });
    if ('settings' in result) return result;
    const digest = bundleDigest(this.#given.root);
    return { ...result, isBuilt: digest !== '' && digest === this.#accepted };
  }

  async #prepare(paths: readonly string[]): Promise<Prepared | Unusable> {
    if (paths.length === 0) this.#forget();
    const onlyConfig = this.#isBuilt && paths.every((each) => each.startsWith('config/'));
    // At the same time, because most changes of code generate nothing that the bundle depends on.
    const building = onlyConfig ? undefined : this.#build();
    // A rejection that nothing handles yet would end this process.
    const waited = building?.catch(() => undefined);
    const generating = this.run(manifests, {});
    await Promise.allSettled([generating, waited]);
    const generated = await generating;
    const written = generated.files.filter(({ action }) => action !== 'unchanged').map(({ path }) => path);
    if ([...paths, ...written].some((each) => each.startsWith('config/'))) this.#isApplied = false;
    let built = await building;
    if (hasErrors(generated.diagnostics)) return { diagnostics: generated.diagnostics, lines: [] };
    if (written.some((path) => path.startsWith('src/'))) built = await this.#build();
    if (built?.isDone === false) return { diagnostics: [], lines: built.lines };
    if (built !== undefined) this.#given.tell({ event: 'built', milliseconds: built.milliseconds });
    if (built?.isWritten === false)
      this.#given.tell({
        event: 'note',
        text: `the script build has not written ${bundle}: the operator stays as it was built before`,
      });
    if (bundleDigest(this.#given.root) === '') refuse('bundle-missing', { file: bundle });
    return this.#applied();
  }

  /** Ends a build that takes long: there is a later change. */
  endLongBuild(): void {
    this.#outdated?.abort();
  }

  /** Has everything built and applied again. */
  #forget(): void {
    [this.#isBuilt, this.#isApplied, this.#ran] = [false, false, ''];
    this.#given.applier.forget();
  }

  async #build(): Promise<Build> {
    const { root, env, guard, tell } = this.#given;
    this.#isBuilt = false;
    const outdated = new AbortController();
    const onSlow = (command: string): void => {
      this.#outdated = outdated;
      tell({
        event: 'note',
        text: `the build has not ended for ${longBuild / 1000} s, and is ended with the next change: ${command}`,
      });
    };
    const built = await build(root, env, guard, { onSlow, signal: outdated.signal });
    this.#outdated = undefined;
    this.#isBuilt = built.isDone;
    return built;
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
    this.#warn(report);
    return report;
  }

  /** Tells the warnings of a run, unless they are those of the run before. */
  #warn({ diagnostics }: Report): void {
    const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
    const text = JSON.stringify(warnings);
    if (hasErrors(diagnostics) || text === this.#warned) return;
    this.#warned = text;
    if (warnings.length > 0) this.#given.tell({ event: 'warned', diagnostics: warnings });
  }

  async #applied(): Promise<Prepared> {
    const { root, applier, tell } = this.#given;
    const before = this.#deployed;
    const begin = performance.now();
    const deployed = this.#isApplied && before !== undefined ? before : await this.#deployedNow();
    const account = deployed.account ?? refuse('operator-account-missing', { folder: 'config/default' });
    const { applied, deleted } = await applier.apply(deployed.objects);
    [this.#deployed, this.#isApplied] = [deployed, true];
    if (applied.length + deleted.length > 0)
      tell({ event: 'applied', applied, deleted, milliseconds: performance.now() - begin });
    const { env, args: own, leftOut } = deployed.container;
    this.#noteLeftOut(leftOut);
    const flags = [...own, ...(this.#webhooks?.flags ?? ['--enable-webhooks=false'])];
    const settings = { account, flags, env };
    this.#accepted = bundleDigest(root);
    const now = JSON.stringify([this.#accepted, settings]);
    const needsRestart = now !== this.#ran || applied.length + deleted.length > 0;
    this.#ran = now;
    return { settings, needsRestart };
  }

  #noteLeftOut(leftOut: readonly string[]): void {
    const text = leftOut.join(', ');
    if (text !== this.#leftOut && text !== '')
      this.#given.tell({
        event: 'note',
        text: `config/default has for the operator, and the one here has not: ${text}`,
      });
    this.#leftOut = text;
  }

  async #deployedNow(): Promise<Deployed> {
    const { root, live, folder, target, webhookUrl, applier, tell } = this.#given;
    const { host, helper } = live.environment(this.#session);
    const deployed = deployedFor(await builtObjects(helper, host, root, 'config/default'));
    this.#converted = deployed.objects.filter((each) => isCrd(each) && callsOperator(each));
    if (!deployed.objects.some(callsOperator)) return deployed;
    if (target.own === undefined && webhookUrl === undefined) {
      const text =
        'webhooks and conversions are not applied: pass --webhook-url, the address at which the cluster reaches this machine';
      if (this.#deployed === undefined) {
        tell({ event: 'note', text });
        const removed = await removeRedirected(target.client, applier, deployed.objects);
        if (removed.length > 0)
          tell({ event: 'note', text: `deleted what a dev that was killed had left: ${removed.join(', ')}` });
      }
      const called = deployed.objects.filter((each) => isCrd(each) || !callsOperator(each));
      return { ...deployed, objects: await Promise.all(called.map((each) => this.#withoutCalls(each))) };
    }
    this.#webhooks ??= await localWebhooks(folder, webhookUrl);
    const at = this.#webhooks.target;
    return { ...deployed, objects: deployed.objects.map((each) => redirected(each, at)) };
  }

  /** Has the API server no longer call this machine: it would reject objects once the operator has ended. */
  async cleanUp(): Promise<void> {
    const { applier } = this.#given;
    if (this.#webhooks === undefined) return;
    await applier.remove(this.objects.filter((each) => callsOperator(each) && !isCrd(each)));
    const converted = await Promise.all(this.#converted.map((each) => this.#withoutCalls(each)));
    await applier.apply([...this.objects.filter((each) => !callsOperator(each)), ...converted]);
  }

  /** Returns an object as it is without this operator, and tells the user the consequence once. */
  async #withoutCalls(object: JsonObject): Promise<JsonObject> {
    if (!callsOperator(object) || !isCrd(object)) return object;
    const { definition, note } = await withoutOperator(this.#given.target.client, object);
    if (note !== undefined && !this.#noted.has(note)) this.#given.tell({ event: 'note', text: note });
    if (note !== undefined) this.#noted.add(note);
    return definition;
  }

  /** Returns the environment of an operation in the project as it is now. */
  environment(): Environment {
    return this.#given.live.environment(this.#session);
  }
}
