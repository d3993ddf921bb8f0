import { resourceInfo } from '../api/resource.js';
import { Informer } from '../cache/informer.js';
import { isConflict, isNotFound } from '../client/error-reasons.js';
import type { Client } from '../client/client.js';
import { metadataOnly } from '../client/metadata-only.js';
import type { Transport } from '../transport/transport.js';
import { messageOf } from '../errors/causes.js';
import { ConfigError } from '../errors/config-error.js';
import { Secret } from '../k8s/core/v1.js';
import type { Logger } from '../log/logger.js';
import { Problems } from '../log/problems.js';
import { realClock } from '../timing/clock.js';
import { TokenBucket } from '../timing/token-bucket.js';
import { pause, within } from '../timing/wait.js';
import { Alarm } from './alarm.js';
import { Configurations, type Correction, type Look } from './configurations.js';
import { base64, type Kept } from './kept.js';
import type { SelfSigned } from './options.js';
import { permitted } from './permissions.js';
import { putBack } from './put-back.js';
import { renew, type Renewed } from './renew.js';
import { Rewrites } from './rewrites.js';
import type { ServedCertificate } from './served-certificate.js';
import { memoryStore, secretStore, type CertificateStore } from './store.js';

export interface KeeperParts {
  readonly client: Client;
  readonly transport: Transport;
  readonly settings: SelfSigned;
  readonly served: ServedCertificate;
  /** Names of the CustomResourceDefinitions with a converter. */
  readonly converted: readonly string[];
  /** Whether there are admission webhooks. */
  readonly admits: boolean;
  readonly log: Logger;
  /** Counts the certificates that were put into use. */
  readonly metrics: { certificateRead(succeeded: boolean): void };
}

/** Milliseconds between attempts after a failure; the times below are in milliseconds too. */
const retryPeriod = 5000;
const conflictPeriod = 1000;
const patchTimeout = 5000;
/** Time for a watch to show a change of this process, before the answer counts as wrong. */
const patience = 10_000;
/** Maximum time between looks, because the wall clock may be corrected, and a machine may sleep. */
const lookAgain = 3_600_000;
/**
 * Limits how often to look: another client that repeatedly writes different values must not cause the same load here.
 */
const pace = { qps: 2, burst: 20 };

/**
 * Maintains the certificate of the webhooks, and the authority in every object that points to them: it checks all of
 * them whenever one changes, and when a renewal is due. Every replica of the operator does this, not only the leader.
 */
export class Keeper {
  readonly #parts: KeeperParts;
  readonly #log: Logger;
  readonly #problems: Problems;
  readonly #store: CertificateStore;
  readonly #configurations: Configurations;
  readonly #secrets: Informer<Secret> | undefined;
  readonly #alarm = new Alarm();
  readonly #rewrites: Rewrites;
  /** Content at the last look, which can be served whatever happens to the Secret. */
  #known: Kept | undefined;
  /** Last version of each object that was changed, and when: the watch may still show that version. */
  readonly #changed = new Map<string, { readonly version: string; readonly at: number }>();
  #injected: { readonly caBundle: string; readonly since: number } | undefined;
  /** True once every object has pointed to this operator. */
  #isReady = false;

  constructor(parts: KeeperParts) {
    const { client, transport, settings, converted, admits, served } = parts;
    this.#parts = parts;
    this.#log = parts.log.with({ logger: 'certificates' });
    this.#problems = new Problems(this.#log);
    this.#rewrites = new Rewrites(() => settings.steadyClock.now());
    const changed = (): void => this.#alarm.ring();
    this.#configurations = new Configurations({ transport, log: this.#log, settings, converted, admits, changed });
    this.#store = settings.url === undefined ? secretStore(client, settings) : memoryStore();
    if (settings.url === undefined) {
      this.#secrets = new Informer<Secret>({
        transport,
        // The Secret contains keys, so only its metadata is mirrored.
        info: resourceInfo(metadataOnly(Secret)),
        namespaces: [settings.service.namespace],
        fieldSelector: `metadata.name=${settings.secretName}`,
        log: this.#log,
      });
      this.#secrets.handle(changed);
    }
    served.onServing = changed;
  }

  /**
   * Runs until `signal` is aborted, and then restores what was redirected to this process.
   * @throws ConfigError if the Secret belongs to another application
   */
  async run(signal: AbortSignal): Promise<void> {
    const { steadyClock } = this.#parts.settings;
    const watch = new AbortController();
    const watching = Promise.all([this.#configurations.run(watch.signal), this.#secrets?.run(watch.signal)]);
    const bucket = new TokenBucket(pace, realClock.now());
    try {
      while (!signal.aborted) {
        await pause(realClock, bucket.wait(realClock.now()), signal);
        if (signal.aborted) break;
        bucket.take();
        const wait = await this.#attempt(signal);
        await this.#alarm.wait(steadyClock, Math.min(wait, lookAgain), signal);
      }
    } finally {
      const { url } = this.#parts.settings;
      if (url !== undefined) await putBack(this.#parts.client, this.#configurations.ours, url, this.#log);
      watch.abort();
      await watching;
    }
  }

  /** Returns the milliseconds until the next look. */
  async #attempt(signal: AbortSignal): Promise<number> {
    const { served } = this.#parts;
    try {
      const wait = await this.#look(signal);
      this.#problems.isGone('certificate', 'the certificate of the webhooks can be maintained again');
      return wait;
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      if (!signal.aborted) {
        if (!this.#isReady) served.problem = messageOf(error);
        this.#problems.is('certificate', 'the certificate of the webhooks could not be maintained', { error });
      }
      return Math.max(retryPeriod, this.#rewrites.wait(this.#secret));
    }
  }

  async #look(signal: AbortSignal): Promise<number> {
    const { served, settings } = this.#parts;
    // Taken before the Secret is read, so that it never overwrites newer content with older one.
    const seen = this.#configurations.see();
    const lookFor = ({ authorities }: Kept): Look =>
      seen({
        url: settings.url,
        service: settings.service,
        caBundle: base64(authorities.join('')),
        takesOver: !this.#isReady,
      });
    const stored = await this.#store.read(signal);
    const known = this.#filled(stored.kept);
    const now = settings.clock.now();
    const renewed = renew(known, { ...settings, now, injectedFor: this.#injectedFor(known, lookFor(known)) });
    if (renewed.changes.length > 0 || stored.problems.length > 0) {
      const held = this.#rewrites.wait(this.#secret);
      if (held > 0) return held;
      this.#writes(this.#secret);
      if (!(await this.#store.write(renewed.kept, signal))) return 0;
      this.#alarm.ring();
      this.#logChanges(renewed, stored.problems);
    }
    this.#known = renewed.kept;
    this.#serve(renewed);
    const untilDue = renewed.due - now;
    if (!served.isServing) return untilDue;
    return Math.min(untilDue, await this.#inject(lookFor(renewed.kept)));
  }

  /**
   * Returns the stored content, completed with what this process remembers of lost parts. Deleting the Secret, however,
   * requests a new authority.
   */
  #filled(stored: Kept): Kept {
    const { authorities = [], serving } = this.#known ?? {};
    if (stored.serving !== undefined || serving === undefined) return stored;
    const all = new Set([...stored.authorities, ...authorities]);
    return { ...stored, authorities: [...all], serving };
  }

  /** Returns how long every object has had these authorities; undefined if one lacks them. */
  #injectedFor({ authorities }: Kept, { corrections, isWhole }: Look): number | undefined {
    const now = this.#parts.settings.steadyClock.now();
    const caBundle = authorities.join('');
    if (corrections.length > 0 || !isWhole) this.#injected = undefined;
    else if (this.#injected?.caBundle !== caBundle) this.#injected = { caBundle, since: now };
    return this.#injected && now - this.#injected.since;
  }

  #serve({ kept: { serving } }: Renewed): void {
    const { served, metrics } = this.#parts;
    if (!served.serve(serving)) return;
    metrics.certificateRead(true);
    this.#log.info('webhooks are served with a new certificate');
  }

  /** Returns the milliseconds until the next look; infinite if everything this process can change is up to date. */
  async #inject({ corrections, problems, elsewhere, isWhole }: Look): Promise<number> {
    const { served } = this.#parts;
    const due = corrections.filter((each) => !this.#isUnderWay(each) && this.#rewrites.wait(each.label) <= 0);
    const corrected = await Promise.all(due.map((each) => this.#correct(each)));
    if (problems.length > 0) {
      this.#problems.is('asked', 'the API server cannot call all webhooks', { problems });
      if (!this.#isReady) served.problem = problems.join('; ');
    } else {
      this.#problems.isGone('asked', 'the API server can call all webhooks');
      // A correction is verified once the API server shows it.
      if (corrections.length === 0 && isWhole) this.#becomeReady();
    }
    if (elsewhere.length > 0) {
      const remedy = 'stop that process; if it no longer exists, restart the operator in the cluster';
      this.#problems.is('elsewhere', 'webhooks are redirected to another process', { elsewhere, remedy });
    } else this.#problems.isGone('elsewhere', 'webhooks are no longer redirected to another process');
    // Looks again even if no change is shown, because an answer may wrongly claim success.
    const waits = corrections.map(({ label }) => Math.max(conflictPeriod, this.#rewrites.wait(label)));
    return corrected.every(Boolean) ? Math.min(...waits) : conflictPeriod;
  }

  /** Reports whether the change was made, and only the watch does not show it yet. */
  #isUnderWay({ label, version }: Correction): boolean {
    const changed = this.#changed.get(label);
    return changed?.version === version && this.#parts.settings.steadyClock.now() - changed.at < patience;
  }

  #becomeReady(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    this.#parts.served.problem = undefined;
    const { service, url } = this.#parts.settings;
    this.#log.info('the API server trusts the webhooks', url === undefined ? { service } : { url });
  }

  /** Returns false if the object has changed in the meantime, which the watch will show soon. */
  async #correct({ kind, name, label, permission, patch, version }: Correction): Promise<boolean> {
    this.#writes(label);
    try {
      // A stop does not interrupt this, because what has to be restored then must be known.
      await within(realClock, patchTimeout, undefined, (signal) =>
        permitted(permission, this.#parts.client.patch(kind, { name }, patch, { type: 'json', signal })),
      );
      this.#changed.set(label, { version, at: this.#parts.settings.steadyClock.now() });
      this.#log.info('added the certificate authority to the webhooks', { object: label });
      return true;
    } catch (error) {
      if (isConflict(error) || isNotFound(error)) return false;
      throw error;
    }
  }

  get #secret(): string {
    const { service, secretName } = this.#parts.settings;
    return `Secret ${service.namespace}/${secretName}`;
  }

  #writes(thing: string): void {
    if (!this.#rewrites.writes(thing))
      return this.#problems.isGone(thing, 'written changes are no longer reverted', { object: thing });
    const remedy = 'find out which client reverts them, or whether a proxy responds in place of the API server';
    const fields = { object: thing, remedy };
    this.#problems.is(thing, 'written changes are reverted, and are written again at increasing intervals', fields);
  }

  #logChanges({ changes }: Renewed, problems: readonly string[]): void {
    if (problems.length > 0) this.#log.warn('the stored certificate was damaged, and is created again', { problems });
    for (const change of changes) this.#log.info('the certificate of the webhooks changes', { change });
  }
}
