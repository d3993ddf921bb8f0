import { spawn } from 'node:child_process';
import type { JsonObject } from '../../base/model/schema.js';
import { rbac } from '../permissions/commands/rbac/run.js';
import { applierOf } from './cluster/apply.js';
import { builtObjects } from './cluster/built-objects.js';
import { conditionsOf } from './cluster/conditions.js';
import { nameOf, type Manifest } from '../cluster/install.js';
import type { Driver } from './loop/driver.js';
import type { Preparation, Preparing } from './prepare.js';
import { keyHelp, type Keys, type Request } from './show/keys.js';
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
  keys: Keys | undefined;

  constructor(given: Requested) {
    this.#given = given;
  }

  take(request: Request): void {
    if (request === 'quit' || request === 'restart') {
      this.#given.driver.handle({ type: 'asked', what: request });
      return;
    }
    this.#last = this.#last.then(() => this.#do(request)).catch((error: unknown) => this.#problem(error));
  }

  /** Applies the samples, once the webhooks of the operator can be called. */
  async applySamples(): Promise<void> {
    const applied: JsonObject[] = [];
    for (const each of await this.#sampleObjects()) {
      try {
        await this.#inTime(() => applierOf(this.#given.target.client).apply([each]));
        applied.push(each);
      } catch (error) {
        // The others are applied all the same.
        this.#problem(error);
      }
    }
    this.#given.tell({ event: 'samples', applied: namesOf(applied), deleted: [] });
  }

  #do(request: Exclude<Request, 'quit' | 'restart'>): Promise<void> {
    switch (request) {
      case 'samples':
        return this.applySamples();
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
        return Promise.resolve(this.#given.tell({ event: 'note', text: keyHelp }));
    }
  }

  async #deleteSamples(): Promise<void> {
    const objects = await this.#sampleObjects();
    const deleted = await applierOf(this.#given.target.client).remove(objects);
    this.#given.tell({ event: 'samples', applied: [], deleted });
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

  /** Repeats what fails while the operator starts again: its webhooks cannot be called then. */
  async #inTime(work: () => Promise<unknown>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await work();
        return;
      } catch (error) {
        if (attempt === 20 || !/failed calling webhook|conversion webhook/.test((error as Error).message)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }
  }

  #problem(error: unknown): void {
    this.#given.tell({ event: 'problem', text: error instanceof Error ? error.message : String(error) });
  }
}

function namesOf(objects: readonly JsonObject[]): readonly string[] {
  return objects.map((each) => nameOf(each as unknown as Manifest));
}
