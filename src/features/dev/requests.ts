import { spawn } from 'node:child_process';
import type { JsonObject } from '../../base/model/schema.js';
import { rbac } from '../permissions/commands/rbac/run.js';
import { builtObjects } from './cluster/built-objects.js';
import { conditionsOf } from './cluster/conditions.js';
import { Samples, type SampleChange } from './cluster/samples.js';
import type { Driver } from './loop/driver.js';
import type { Preparation, Preparing } from './prepare.js';
import { keyHelp, lineHelp, type Keys, type Request } from './show/keys.js';
import type { Teller } from './show/teller.js';

/** Requirements of requests. */
export interface Requested extends Preparing {
  readonly preparation: Preparation;
  readonly driver: Driver;
  readonly teller: Teller;
  /** The address of the page; undefined if it could not be started. */
  readonly pageUrl: string | undefined;
}

/** Does what the user asks for. One request is done after the other. */
export class Requests {
  readonly #given: Requested;
  #last: Promise<void> = Promise.resolve();
  readonly #samples: Samples;
  #areSamplesOld = false;
  keys: Keys | undefined;

  constructor(given: Requested) {
    this.#given = given;
    this.#samples = new Samples(given.target.client, (error) => this.#problem(error));
  }

  take(request: Request): void {
    if (request === 'quit') this.#given.driver.handle({ type: 'quit' });
    else if (request === 'restart') this.#given.driver.restart();
    else this.#take(() => this.#do(request));
  }

  /** Applies samples that have changed since they were applied, once the operator has what they can depend on. */
  updateSamples(): void {
    if (!this.#areSamplesOld || !this.#samples.areApplied) return;
    this.#areSamplesOld = false;
    this.#take(async () => this.#tellSamples(await this.#samples.follow(await this.#sampleObjects())));
  }

  /** Takes note of changed files. @param paths their paths in the project */
  noteChanges(paths: readonly string[]): void {
    this.#areSamplesOld ||= paths.some((each) => each.startsWith('config/samples/'));
  }

  #take(work: () => Promise<void>): void {
    this.#last = this.#last.then(work).catch((error: unknown) => this.#problem(error));
  }

  #do(request: Exclude<Request, 'quit' | 'restart'>): Promise<void> {
    switch (request) {
      case 'samples':
        return this.#applySamples();
      case 'delete-samples':
        return this.#deleteSamples();
      case 'conditions':
        return this.#conditions();
      case 'fix':
        return this.#fix();
      case 'shell':
        return this.#shell();
      case 'page':
        return Promise.resolve(this.#page());
      case 'help':
        return Promise.resolve(this.#given.tell({ event: 'note', text: this.#help() }));
    }
  }

  #help(): string {
    return this.#given.live.session.context.stdin.isTTY === true ? keyHelp : lineHelp;
  }

  async #applySamples(): Promise<void> {
    this.#tellSamples(await this.#samples.apply(await this.#sampleObjects()), true);
  }

  async #deleteSamples(): Promise<void> {
    this.#tellSamples(await this.#samples.remove(await this.#sampleObjects()), true);
  }

  /** @param isAsked whether the user waits for an answer also if nothing has changed */
  #tellSamples(change: SampleChange, isAsked = false): void {
    if (isAsked || change.applied.length + change.deleted.length + change.deleting.length > 0)
      this.#given.tell({ event: 'samples', ...change });
  }

  async #sampleObjects(): Promise<readonly JsonObject[]> {
    const { root, preparation } = this.#given;
    const { helper, host } = preparation.environment();
    const built = await builtObjects(helper, host, root, 'config/samples');
    return built.map(({ object }) => object);
  }

  async #conditions(): Promise<void> {
    const { target, preparation, tell } = this.#given;
    tell({ event: 'conditions', rows: await conditionsOf(target.client, preparation.objects) });
  }

  /** The files that it writes are changes as those of the user are. */
  async #fix(): Promise<void> {
    const { preparation, tell } = this.#given;
    const report = await preparation.run(rbac, { fix: true }, true);
    if (report.diagnostics.length > 0) tell({ event: 'warned', diagnostics: report.diagnostics });
    const isChanged = report.files.some(({ action }) => action !== 'unchanged');
    if (!isChanged) tell({ event: 'note', text: 'rbac --fix: the markers grant what the code uses, and nothing else' });
  }

  #page(): void {
    const { pageUrl, tell } = this.#given;
    tell(pageUrl === undefined ? { event: 'problem', text: 'there is no page' } : { event: 'page', url: pageUrl });
  }

  /** Runs the shell of the user in the terminal, with the cluster as kubectl finds it. */
  async #shell(): Promise<void> {
    const { env, root, target, teller, tell } = this.#given;
    const file = env['SHELL'] ?? (process.platform === 'win32' ? 'powershell' : '/bin/sh');
    const where = target.own === undefined ? {} : { KUBECONFIG: target.own.kubeconfig };
    tell({ event: 'note', text: `${file}, with the cluster of dev in KUBECONFIG; end it with: exit` });
    teller.hold(true);
    this.keys?.pause();
    try {
      const child = spawn(file, [], { cwd: root, env: { ...env, ...where }, stdio: 'inherit' });
      await new Promise<void>((resolve, reject) => child.once('exit', () => resolve()).once('error', reject));
    } finally {
      this.keys?.resume();
      teller.hold(false);
    }
  }

  #problem(error: unknown): void {
    this.#given.tell({ event: 'problem', text: error instanceof Error ? error.message : String(error) });
  }
}
