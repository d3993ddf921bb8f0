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
  /** Names of the CustomResourceDefinitions of the kinds that have a converter. */
  readonly converted: readonly string[];
  readonly log: Logger;
  /** Where it is counted that a certificate was taken on. */
  readonly metrics: { certificateRead(succeeded: boolean): void };
}

/** Milliseconds, as below, between attempts where one failed. */
const retryPeriod = 5000;
const conflictPeriod = 1000;
const patchTimeout = 5000;
/** The time of day may be put right, and a machine may have slept: it is looked at again at least so often. */
const lookAgain = 3_600_000;
/** How often at most: another who writes the same, and something else, must not make us as busy as it is. */
const pace = { qps: 2, burst: 20 };

/**
 * Keeps the certificate of the webhooks, and the authority in everything that points to them: looks at all of it again
 * whenever some of it changes, and when it is time to renew. Every copy of the operator does so, whoever leads.
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
  /** What was kept when it was last looked at: it can be served on whatever becomes of the Secret. */
  #known: Kept | undefined;
  #injected: { readonly caBundle: string; readonly since: number } | undefined;
  /** Once everything has pointed to us. */
  #isReady = false;

  constructor(parts: KeeperParts) {
    const { client, transport, settings, converted, served } = parts;
    this.#parts = parts;
    this.#log = parts.log.with({ logger: 'certificates' });
    this.#problems = new Problems(this.#log);
    this.#rewrites = new Rewrites(() => settings.steadyClock.now());
    const changed = (): void => this.#alarm.ring();
    this.#configurations = new Configurations({ transport, log: this.#log, settings, converted, changed });
    this.#store = settings.url === undefined ? secretStore(client, settings) : memoryStore();
    if (settings.url === undefined) {
      this.#secrets = new Informer<Secret>({
        transport,
        // It holds keys: of those nothing is mirrored.
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
   * Runs until `signal` is aborted. What was turned to this process is then put back.
   * @throws ConfigError when the Secret is somebody else's
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

  /** Answers in how many milliseconds to look again. */
  async #attempt(signal: AbortSignal): Promise<number> {
    const { served } = this.#parts;
    try {
      const wait = await this.#look(signal);
      this.#problems.isGone('certificate', 'the certificate of the webhooks can be kept again');
      return wait;
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      if (!signal.aborted) {
        if (!this.#isReady) served.problem = messageOf(error);
        this.#problems.is('certificate', 'the certificate of the webhooks could not be kept', { error });
      }
      return Math.max(retryPeriod, this.#rewrites.wait(this.#secret));
    }
  }

  async #look(signal: AbortSignal): Promise<number> {
    const { served, settings } = this.#parts;
    // Before the Secret is read: what is then written is never older than what it is written over.
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

  /** What was kept, with what this process has of it where it was lost: whoever deletes the Secret asks for a new authority. */
  #filled(stored: Kept): Kept {
    const { authorities = [], serving } = this.#known ?? {};
    if (stored.serving !== undefined || serving === undefined) return stored;
    const all = new Set([...stored.authorities, ...authorities]);
    return { ...stored, authorities: [...all], serving };
  }

  /** How long everything has had these authorities; undefined where it has not. */
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

  /** Answers in how many milliseconds to look again; never where everything is as it is to be, as far as that is up to us. */
  async #inject({ corrections, problems, elsewhere, isWhole }: Look): Promise<number> {
    const { served } = this.#parts;
    const due = corrections.filter(({ label }) => this.#rewrites.wait(label) <= 0);
    const corrected = await Promise.all(due.map((each) => this.#correct(each)));
    if (problems.length > 0) {
      this.#problems.is('asked', 'the API server cannot ask all webhooks', { problems });
      if (!this.#isReady) served.problem = problems.join('; ');
    } else {
      this.#problems.isGone('asked', 'the API server can ask all webhooks');
      // What has just been corrected is seen again once the API server shows it.
      if (corrections.length === 0 && isWhole) this.#becomeReady();
    }
    if (elsewhere.length > 0) {
      const remedy = 'stop that process; if it is gone, start the operator in the cluster anew';
      this.#problems.is('elsewhere', 'webhooks are turned to another process', { elsewhere, remedy });
    } else this.#problems.isGone('elsewhere', 'no webhooks are turned to another process any more');
    // Looked at again, also where nothing is shown: an answer may say that it is corrected, and it is not.
    const waits = corrections.map(({ label }) => Math.max(conflictPeriod, this.#rewrites.wait(label)));
    return corrected.every(Boolean) ? Math.min(...waits) : conflictPeriod;
  }

  #becomeReady(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    this.#parts.served.problem = undefined;
    const { service, url } = this.#parts.settings;
    this.#log.info('the API server trusts the webhooks', url === undefined ? { service } : { url });
  }

  /** False where somebody else has changed the object, which is seen soon. */
  async #correct({ kind, name, label, permission, patch }: Correction): Promise<boolean> {
    this.#writes(label);
    try {
      // A stop does not end it: what is to be put back then has to be known.
      await within(realClock, patchTimeout, undefined, (signal) =>
        permitted(permission, this.#parts.client.patch(kind, { name }, patch, { type: 'json', signal })),
      );
      this.#log.info('told the API server whom to trust', { object: label });
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
      return this.#problems.isGone(thing, 'what was written stayed', { object: thing });
    const remedy = 'find out who changes it, or whether a proxy answers in place of the API server';
    const fields = { object: thing, remedy };
    this.#problems.is(thing, 'what is written does not stay, and is written again more and more seldom', fields);
  }

  #logChanges({ changes }: Renewed, problems: readonly string[]): void {
    if (problems.length > 0)
      this.#log.warn('what was kept of the certificate was broken, and is made anew', { problems });
    for (const change of changes) this.#log.info('the certificate of the webhooks changes', { change });
  }
}
