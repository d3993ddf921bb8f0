import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/cli/commands/check/run.js';
import { disk } from '../../../src/base/io/disk.js';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { few } from '../../support/few.js';
import { madeOnce, problemsOf, projectWithApi, testFolder } from '../../support/projects.js';
import { temporaryFolder } from '../../support/tree.js';

const types = 'src/api/v1/webserver.types.ts';
/** A user without settings. */
const env = { PATH: process.env['PATH'], HOME: '/nonexistent' };

function git(folder: string, ...args: readonly string[]): string {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...author, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Writes a program that leaves a trace if it is started. */
function trapIn(folder: string, name = 'trap') {
  const [path, trace] = [join(folder, name), join(temporaryFolder(), 'sprung')];
  writeFileSync(path, `#!/bin/sh\ntouch ${trace}\n`);
  chmodSync(path, 0o755);
  return { path, isSprung: () => existsSync(trace) };
}

function commitAll(folder: string, message = 'commit'): void {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', message);
}

/** A project in a repository whose tag `v1.0.0` has a lower minimum. */
const releasedProject = madeOnce(async () => {
  const project = await projectWithApi();
  git(project.root, 'init', '--quiet');
  commitAll(project.root);
  git(project.root, 'tag', 'v1.0.0');
  project.edit(types, '@Minimum(0)', '@Minimum(1)');
  await project.manifests();
  commitAll(project.root);
  return project;
});

const compared = (root: string, against: string, more: Record<string, string | undefined> = {}): Promise<Outcome> =>
  check({ against }, { host: disk, cwd: root, env: { ...env, ...more } });

const raised = 'WebServer v1, spec.size: minimum is higher (before 0, now 1)';
const messagesOf = ({ diagnostics }: Outcome): readonly string[] =>
  diagnostics.map(({ message }) => message.split(';', 1)[0]!);

describe('a project is compared with', () => {
  few(2).each(['v1.0.0', 'HEAD~1', 'refs/tags/v1.0.0'])('the ref %s', async (ref) => {
    expect(messagesOf(await compared((await releasedProject()).root, ref))).toEqual([raised]);
  });

  few(1).each(['v1.0.0.yaml', 'HEAD~1', 'v1.0.0', 'origin/main'])(
    'the ref %s, and not a path of this name',
    async (ref) => {
      const project = await releasedProject();
      git(project.root, 'update-ref', 'refs/remotes/origin/main', 'v1.0.0');
      git(project.root, 'tag', 'v1.0.0.yaml', 'v1.0.0');
      cpSync(join(project.root, 'config'), join(project.root, ref, 'config'), { recursive: true });
      expect(messagesOf(await compared(project.root, ref))).toEqual([raised]);
      for (const path of [`./${ref}`, join(project.root, ref), `${ref}/config`]) {
        expect(messagesOf(await compared(project.root, path)), path).toEqual([]);
      }
      rmSync(join(project.root, ref), { recursive: true });
      cpSync(join(project.root, 'config/crd/bases/my.domain_webservers.yaml'), join(project.root, ref));
      expect(messagesOf(await compared(project.root, ref))).toEqual([raised]);
      expect(messagesOf(await compared(project.root, `./${ref}`))).toEqual([]);
    },
  );

  it('a file or a folder if there is no ref of this name', async () => {
    const project = await releasedProject();
    cpSync(join(project.root, 'config'), join(project.root, 'released/config'), { recursive: true });
    cpSync(join(project.root, 'config/crd/bases/my.domain_webservers.yaml'), join(project.root, 'released.yaml'));
    for (const path of ['released', 'released.yaml']) {
      expect(messagesOf(await compared(project.root, path)), path).toEqual([]);
    }
  });

  it('its own commit, without a difference', async () => {
    expect(messagesOf(await compared((await releasedProject()).root, 'main'))).toEqual([]);
  });

  it('a ref whose project is in the same folder of the repository', async () => {
    const repository = temporaryFolder();
    const project = await releasedProject();
    cpSync(join(project.root, '.git'), join(repository, '.git'), { recursive: true });
    for (const ref of ['v1.0.0', 'main']) {
      git(repository, 'checkout', '--quiet', '--force', ref);
      mkdirSync(join(repository, 'operators/web'), { recursive: true });
      for (const name of ['PROJECT', 'config', 'src', 'package.json', '.operator-gen']) {
        if (existsSync(join(repository, name)))
          cpSync(join(repository, name), join(repository, 'operators/web', name), { recursive: true });
      }
      commitAll(repository);
      if (ref === 'v1.0.0') git(repository, 'tag', 'moved');
      else expect(messagesOf(await compared(join(repository, 'operators/web'), 'moved'))).toEqual([raised]);
      rmSync(join(repository, 'operators'), { recursive: true });
    }
  });

  it('a ref whose project was in another folder', async () => {
    const project = await releasedProject();
    const parent = temporaryFolder();
    renameSync(join(project.root, '.git'), join(parent, '.git'));
    cpSync(project.root, join(parent, 'web'), { recursive: true });
    expect(messagesOf(await compared(join(parent, 'web'), 'v1.0.0'))).toEqual([raised]);
  });

  it('a ref without PROJECT, whose definitions another tool wrote', async () => {
    const project = await releasedProject();
    git(project.root, 'checkout', '--quiet', '--orphan', 'other');
    git(project.root, 'rm', '--quiet', '-r', '--cached', '.');
    const crd = project.read('config/crd/bases/my.domain_webservers.yaml').replace('minimum: 1', 'minimum: 0');
    project.write('deploy/all.yaml', crd);
    git(project.root, 'add', 'deploy');
    git(project.root, 'commit', '--quiet', '--message', 'other');
    expect(messagesOf(await compared(project.root, 'other'))).toEqual([raised]);
  });
});

describe('a new project is compared with', () => {
  it('a commit before it, with a note', async () => {
    const project = await projectWithApi();
    git(project.root, 'init', '--quiet');
    git(project.root, 'commit', '--quiet', '--allow-empty', '--message', 'first');
    commitAll(project.root);
    const { diagnostics } = await check(
      { against: 'HEAD^1', strict: true },
      { host: disk, cwd: project.root, env: { ...env } },
    );
    expect(diagnostics).toMatchObject([{ code: 'nothing-released', severity: 'note' }]);
  });

  it('a commit with the project, before its first kind', async () => {
    const project = testFolder();
    await project.init({ domain: 'my.domain' });
    git(project.root, 'init', '--quiet');
    commitAll(project.root);
    await project.createApi({ kind: 'WebServer' });
    commitAll(project.root);
    expect((await compared(project.root, 'HEAD^1')).diagnostics).toMatchObject([
      { code: 'new-permission' },
      { code: 'new-permission' },
      { code: 'new-permission' },
    ]);
  });
});

describe('the problem of', () => {
  it('a ref that does not exist, with a similar one', async () => {
    const { root } = await releasedProject();
    const { diagnostics } = await compared(root, 'v1.0.1');
    expect(diagnostics).toMatchObject([{ code: 'against-not-found', help: 'did you mean v1.0.0?' }]);
    git(root, 'update-ref', 'refs/remotes/origin/release', 'HEAD');
    expect((await compared(root, 'release')).diagnostics).toMatchObject([{ help: 'did you mean origin/release?' }]);
    expect((await compared(root, 'something-else')).diagnostics).toMatchObject([
      { help: expect.stringContaining('git fetch') as string },
    ]);
  });

  it.each([
    '--output=stolen',
    '--upload-pack=touch stolen',
    '-h',
    'a\nb',
    'HEAD --all',
    'HEAD:PROJECT',
    '',
    ':/',
    '@{-1}',
    `a${'b'.repeat(5000)}`,
  ])('a ref that git refuses: %s', async (ref) => {
    const { root } = await releasedProject();
    // The empty text is the folder itself.
    if (ref === '') return expect(problemsOf(await compared(root, './src'))).toEqual(['against-without-crds']);
    expect(problemsOf(await compared(root, ref))).toEqual(['against-not-found']);
    expect(existsSync(join(root, 'stolen'))).toBe(false);
  });

  it('a shallow clone', async () => {
    const { root } = await releasedProject();
    const clone = join(temporaryFolder(), 'clone');
    git(root, 'clone', '--quiet', '--depth=1', `file://${root}`, clone);
    expect(problemsOf(await compared(clone, 'HEAD'))).toEqual([]);
    expect((await compared(clone, 'v1.0.0')).diagnostics).toMatchObject([
      { code: 'against-shallow', help: expect.stringContaining('git fetch --depth=1 origin v1.0.0') as string },
    ]);
    for (const ref of ['origin/release', 'refs/remotes/origin/release']) {
      const help = 'git fetch --depth=1 origin release, and compare with FETCH_HEAD;';
      expect((await compared(clone, ref)).diagnostics).toMatchObject([
        { code: 'against-shallow', help: expect.stringContaining(help) as string },
      ]);
    }
    expect((await compared(clone, 'HEAD^1')).diagnostics).toMatchObject([
      { code: 'against-shallow', help: expect.stringContaining('git fetch --unshallow;') as string },
    ]);
  });

  it('a partial clone, whose remote would ask for a password', async () => {
    const { root } = await releasedProject();
    const clone = join(temporaryFolder(), 'clone');
    git(root, 'config', 'uploadpack.allowFilter', 'true');
    git(root, 'clone', '--quiet', '--filter=blob:none', `file://${root}`, clone);
    git(clone, 'remote', 'set-url', 'origin', 'https://127.0.0.1:1/secret.git');
    expect((await compared(clone, 'v1.0.0')).diagnostics).toMatchObject([
      { code: 'against-unreadable', message: expect.stringContaining('partial one') as string },
    ]);
  });

  it('no git', async () => {
    const { root } = await releasedProject();
    for (const PATH of ['', '.', temporaryFolder()]) {
      expect((await compared(root, 'v1.0.0', { PATH })).diagnostics).toMatchObject([
        { code: 'against-without-git', message: expect.stringContaining('not installed') as string },
      ]);
    }
  });

  it('a folder without a repository', async () => {
    const { root } = await projectWithApi();
    expect((await compared(root, 'v1.0.0')).diagnostics).toMatchObject([
      { code: 'against-without-git', message: expect.stringContaining('not a git repository') as string },
    ]);
  });

  it('a ref with a syntax error, and one without definitions', async () => {
    const project = await releasedProject();
    project.write('config/crd/bases/my.domain_webservers.yaml', 'a: [\n');
    commitAll(project.root);
    git(project.root, 'tag', 'broken');
    git(project.root, 'rm', '--quiet', '-r', 'config/crd');
    git(project.root, 'commit', '--quiet', '--message', 'removed');
    git(project.root, 'tag', 'empty');
    git(project.root, 'checkout', '--quiet', 'v1.0.0');
    expect(problemsOf(await compared(project.root, 'broken'))).toEqual(['against-unreadable']);
    expect(problemsOf(await compared(project.root, 'empty'))).toEqual(['against-without-crds']);
  });
});

describe('a repository of someone else', () => {
  it('starts no program, and writes nothing', async () => {
    const project = await releasedProject();
    const { root } = project;
    const { path: trap, isSprung } = trapIn(temporaryFolder());
    for (const hook of ['post-index-change', 'reference-transaction', 'fsmonitor-watchman']) {
      cpSync(trap, join(root, '.git/hooks', hook));
    }
    const settings = {
      'core.fsmonitor': trap,
      'core.pager': trap,
      'core.sshCommand': trap,
      'core.askPass': trap,
      'core.alternateRefsCommand': trap,
      'core.hooksPath': join(root, '.git/hooks'),
      'diff.trap.textconv': trap,
      'diff.external': trap,
      'filter.trap.smudge': trap,
      'filter.trap.process': trap,
      'credential.helper': trap,
      'pager.rev-parse': trap,
      'pager.cat-file': trap,
      'alias.rev-parse': `!${trap}`,
    };
    for (const [key, value] of Object.entries(settings)) git(root, 'config', key, value);
    writeFileSync(join(root, '.git/info/attributes'), '*.yaml filter=trap diff=trap\n');
    const before = project.snapshot();
    expect(messagesOf(await compared(root, 'v1.0.0'))).toEqual([raised]);
    expect(isSprung()).toBe(false);
    expect(project.snapshot()).toEqual(before);
  });

  it('asks nobody for a password', async () => {
    const { root } = await releasedProject();
    const clone = join(temporaryFolder(), 'clone');
    git(root, 'config', 'uploadpack.allowFilter', 'true');
    git(root, 'clone', '--quiet', '--filter=blob:none', '--no-checkout', `file://${root}`, clone);
    git(clone, 'checkout', '--quiet', 'main');
    const trap = trapIn(temporaryFolder());
    const variables = Object.fromEntries(
      ['GIT_ASKPASS', 'SSH_ASKPASS', 'GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_PROXY_COMMAND', 'GIT_EXTERNAL_DIFF'].map(
        (name) => [name, trap.path],
      ),
    );
    const settings = { 'core.sshCommand': trap.path, 'core.gitProxy': trap.path, 'credential.helper': trap.path };
    for (const [key, value] of Object.entries(settings)) git(clone, 'config', key, value);
    git(clone, 'config', 'protocol.ext.allow', 'always');
    git(clone, 'config', 'remote.origin.uploadpack', trap.path);
    for (const url of [
      'ssh://git@127.0.0.1:1/a.git',
      'git://127.0.0.1:1/a',
      `ext::${trap.path}`,
      'https://127.0.0.1:1/',
    ]) {
      git(clone, 'remote', 'set-url', 'origin', url);
      const { diagnostics } = await compared(clone, 'v1.0.0', { ...variables, GIT_TERMINAL_PROMPT: '1' });
      expect(diagnostics, url).toMatchObject([{ code: 'against-unreadable', help: expect.any(String) as string }]);
    }
    expect(trap.isSprung()).toBe(false);
  });

  it('is not configured by variables', async () => {
    const { root } = await releasedProject();
    const trap = trapIn(temporaryFolder());
    const more = {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'alias.rev-parse',
      GIT_CONFIG_VALUE_0: `!${trap.path}`,
      GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${trap.path}'`,
      GIT_EXEC_PATH: temporaryFolder(),
      GIT_OBJECT_DIRECTORY: temporaryFolder(),
      GIT_TRACE: join(temporaryFolder(), 'trace'),
    };
    expect(messagesOf(await compared(root, 'v1.0.0', more))).toEqual([raised]);
    expect(trap.isSprung()).toBe(false);
    expect(existsSync(more.GIT_TRACE)).toBe(false);
  });

  it('has no git of its own', async () => {
    const { root } = await releasedProject();
    for (const folder of [join(root, 'node_modules/.bin'), join(temporaryFolder(), 'node_modules/.bin')]) {
      mkdirSync(folder, { recursive: true });
      const trap = trapIn(folder, 'git');
      const PATH = [folder, env.PATH].join(delimiter);
      expect(messagesOf(await compared(root, 'v1.0.0', { PATH }))).toEqual([raised]);
      expect(trap.isSprung()).toBe(false);
    }
  });

  it('can have links and submodules, which are not read', async () => {
    const project = await releasedProject();
    const { root } = project;
    symlinkSync('/etc/passwd', join(root, 'config/crd/bases/link.yaml'));
    git(root, 'add', '--all');
    execFileSync('git', ['update-index', '--index-info'], {
      cwd: root,
      env,
      input: `160000 ${git(root, 'rev-parse', 'HEAD').trim()}\tsub.yaml\n`,
    });
    project.write('.gitmodules', '[submodule "sub"]\npath = sub.yaml\nurl = ext::sh -c false\n');
    git(root, 'commit', '--quiet', '--message', 'links');
    rmSync(join(root, 'config/crd/bases/link.yaml'));
    expect(messagesOf(await compared(root, 'HEAD'))).toEqual([]);
  });

  it('can have objects of another one', async () => {
    const { root } = await releasedProject();
    const clone = join(temporaryFolder(), 'clone');
    git(root, 'clone', '--quiet', '--shared', root, clone);
    expect(messagesOf(await compared(clone, 'v1.0.0'))).toEqual([raised]);
    writeFileSync(join(clone, '.git/objects/info/alternates'), `${temporaryFolder()}\n/dev/zero\n`);
    const { diagnostics } = await compared(clone, 'v1.0.0');
    expect(diagnostics).toMatchObject([{ severity: 'error', code: expect.stringMatching('^against-') as string }]);
  });

  it.runIf(process.getuid?.() === 0)('whose folder belongs to someone else is not used', async () => {
    const { root } = await releasedProject();
    chownSync(root, 12_345, 12_345);
    chownSync(join(root, '.git'), 12_345, 12_345);
    expect((await compared(root, 'v1.0.0')).diagnostics).toMatchObject([
      {
        code: 'against-without-git',
        message: expect.stringContaining('dubious ownership') as string,
        help: expect.stringContaining('safe.directory') as string,
      },
    ]);
  });

  it('that pretends to be a bare one is not used', async () => {
    const [project, parent] = [await projectWithApi(), temporaryFolder()];
    git(parent, 'init', '--quiet', '--bare');
    cpSync(project.root, join(parent, 'web'), { recursive: true });
    expect(problemsOf(await compared(join(parent, 'web'), 'HEAD'))).toEqual(['against-without-git']);
  });

  it('is not one that a variable names', async () => {
    const [project, other] = [await releasedProject(), await projectWithApi()];
    const GIT_DIR = join(project.root, '.git');
    expect(problemsOf(await compared(other.root, 'v1.0.0', { GIT_DIR }))).toEqual(['against-without-git']);
  });

  it('is not read through replaced objects', async () => {
    const { root } = await releasedProject();
    git(root, 'replace', 'v1.0.0', 'main');
    expect(messagesOf(await compared(root, 'v1.0.0'))).toEqual([raised]);
  });
});
