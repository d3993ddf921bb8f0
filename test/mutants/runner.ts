import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createVitest, type TestModule, type TestProject, type TestSpecification, type Vitest } from 'vitest/node';

// A process that keeps vitest and its transformed modules for one run of tests after the other; `main.ts` starts it in the copy.

/** A run of some files of tests, each with a mutant, or all with none. */
export interface RunRequest {
  readonly files: readonly FileRequest[];
}

interface FileRequest {
  readonly path: string;
  /** 0 records what the tests execute. */
  readonly mutant: number;
  /** Processor seconds after which the file hangs. */
  readonly limit: number;
  readonly names?: readonly string[];
}

/** Files that were run, each with its first failure; a file at which the run ended is the last. */
export interface RunReply {
  readonly files: readonly { readonly path: string; readonly failure?: string }[];
  readonly seconds: number;
}

const root = process.cwd();
const { default: base } = (await import(resolve(root, 'vitest.config.ts'))) as {
  default: { test: { projects: Project[] } };
};

interface Project {
  readonly test: {
    readonly name: string;
    readonly setupFiles: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  };
}

const data = process.env['MUTANTS_DATA']!;
const cache = process.env['XDG_CACHE_HOME']!;
const remembered = [
  base.test.projects.find(({ test }) => test.name === 'unit')!.test.env['XDG_STATE_HOME']!,
  ...['runs', 'compiled'].map((name) => `${cache}/operator-gen/${name}`),
];

class AsGiven {
  sort = (files: TestSpecification[]): TestSpecification[] => files;
  shard = this.sort;
}

const projects = base.test.projects
  .filter(({ test }) => test.name !== 'e2e')
  .map(({ test }) => ({
    root,
    test: {
      ...test,
      // Loading the code again for each file would take longer than most tests.
      ...(test.name === 'unit' ? { isolate: false } : {}),
      maxWorkers: 1,
      setupFiles: ['test/mutants/setup.ts', ...test.setupFiles],
    },
  }));

const vitest: Vitest = await createVitest('test', {
  root,
  config: false,
  watch: false,
  reporters: [{}],
  silent: true,
  maxWorkers: 1,
  sequence: { sequencer: AsGiven },
  projects,
});
await vitest.standalone();
const specifications = new Map((await vitest.globTestSpecifications()).map((each) => [each.moduleId, each.project]));

process.on('message', (request: RunRequest | 'files') => {
  if (request === 'files')
    process.send!(
      [...specifications].map(([path, project]) => ({ path: path.slice(root.length + 1), project: project.name })),
    );
  else void run(request).then((reply) => process.send!(reply));
});
process.on('disconnect', () => process.exit());
process.send!('ready');

async function run({ files }: RunRequest): Promise<RunReply> {
  writeFileSync(
    `${data}/plan.json`,
    JSON.stringify(Object.fromEntries(files.map(({ path, mutant }) => [path, mutant]))),
  );
  writeFileSync(`${data}/current`, '');
  const started = performance.now();
  let hanging: string | undefined;
  let [file, since] = ['', 0];
  const watch = setInterval(() => {
    const seconds = workers().reduce((sum, each) => sum + each.seconds, 0);
    const current = readFileSync(`${data}/current`, 'utf8');
    if (current !== file) [file, since] = [current, seconds];
    const limit = files.find(({ path }) => path === file)?.limit ?? 60;
    if (seconds - since < limit) return;
    hanging = file;
    for (const { pid } of workers()) process.kill(pid, 'SIGKILL');
  }, 1000);
  const chosen = files.flatMap(specificationOf);
  // What an earlier run has found in the same files is no result of this one.
  for (const { project, moduleId } of chosen) vitest.state.clearFiles(project, [moduleId]);
  // Rejected where a process has been ended; the files before that have their results.
  await vitest.runTestSpecifications(chosen).catch(() => undefined);
  clearInterval(watch);
  vitest.state.clearErrors();
  // What a command remembers for the next one would hide the next mutant.
  for (const each of remembered) rmSync(each, { recursive: true, force: true });
  const ended = vitest.state.getTestModules().flatMap((each) => {
    const path = each.moduleId.slice(root.length + 1);
    const isRun = files.some((request) => request.path === path) && !['pending', 'queued'].includes(each.state());
    return !isRun ? [] : [{ path, ...failureOf(each) }];
  });
  const last = hanging ?? (ended.length < files.length ? readFileSync(`${data}/current`, 'utf8') : undefined);
  const lost =
    last === undefined ? [] : [{ path: last, failure: hanging === undefined ? 'ends the process' : 'takes too long' }];
  return {
    seconds: (performance.now() - started) / 1000,
    files: [...ended.filter(({ path }) => path !== last), ...lost],
  };
}

function specificationOf({ path, names }: FileRequest): TestSpecification[] {
  const id = resolve(root, path);
  const project: TestProject | undefined = specifications.get(id);
  if (project === undefined) return [];
  const pattern = names?.map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join('|');
  return [
    project.createSpecification(
      id,
      pattern === undefined ? undefined : { testNamePattern: new RegExp(`^(?:${pattern})$`) },
    ),
  ];
}

function failureOf(file: TestModule): { failure?: string } {
  for (const test of file.children.allTests('failed')) return { failure: test.fullName };
  return file.state() === 'failed' ? { failure: 'the file' } : {};
}

/** Returns the processes that run tests, with the processor time that they and their processes have taken. */
function workers(): readonly { pid: number; seconds: number }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .map(Number);
      const [user, system, childUser, childSystem] = fields.slice(11, 15) as [number, number, number, number];
      const isWorker =
        fields[1] === process.pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('vitest/dist/workers');
      return isWorker ? [{ pid: Number(name), seconds: (user + system + childUser + childSystem) / 100 }] : [];
    } catch {
      return [];
    }
  });
}
