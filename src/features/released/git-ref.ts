import { posix } from 'node:path';
import { refuse } from './reporting.js';
import { suggest } from '../../base/diagnostics/suggest.js';
import { gitIn, type Git, type GitAnswer } from '../../base/io/git.js';
import { isReleasedFile, mostFiles, totalLimit, type ReleasedFiles } from './files.js';

/** The compared project, and the variables of the process. */
interface GitPlace {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns the manifests of a git ref. The project is searched at its present path; if it was in another folder, all
 * manifests of the repository are used.
 * @throws DiagnosticsError
 */
export async function filesOfRef(against: string, { root, env }: GitPlace): Promise<ReleasedFiles> {
  const git = gitIn(root, env);
  if (git === undefined) return refuse('against-without-git', { against, reason: 'git is not installed' });
  const state = await git(['rev-parse', '--is-shallow-repository', '--show-prefix']);
  if (!state.isSuccess) return refuse('against-without-git', { against, reason: firstLine(state) });
  const [isShallow, prefix = ''] = state.output.toString().split('\n');
  const commit = await commitOf(git, against);
  if (!commit.isSuccess) {
    if (isShallow === 'true') return refuse('against-shallow', { against, ...(await atRemote(git, against)) });
    return refuse('against-not-found', { against, similar: await similarRefs(git, against) });
  }
  const name = `the git ref ${against}`;
  const blobs = await manifestsOf(git, commit.output.toString().trim(), prefix, name);
  return { name, isCommit: true, paths: [...blobs.keys()], read: (paths) => readBlobs(git, name, blobs, paths) };
}

/** Reports whether there is a git ref with this name. */
export async function isRef(against: string, { root, env }: GitPlace): Promise<boolean> {
  const git = gitIn(root, env);
  return git !== undefined && (await commitOf(git, against)).isSuccess;
}

function commitOf(git: Git, against: string): Promise<GitAnswer> {
  return git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${against}^{commit}`]);
}

/** Returns a remote and the name of a ref there: `origin/main` is `main` of origin. */
async function atRemote(git: Git, against: string): Promise<{ readonly remote: string; readonly ref: string }> {
  const { output } = await git(['remote']);
  const remotes = output
    .toString()
    .split('\n')
    .filter((each) => each !== '');
  const branch = against.replace(/^(?:refs\/)?remotes\//, '');
  const remote = remotes.find((each) => branch.startsWith(`${each}/`));
  return remote === undefined
    ? { remote: remotes[0] ?? 'origin', ref: against }
    : { remote, ref: branch.slice(remote.length + 1) };
}

async function similarRefs(git: Git, against: string): Promise<string> {
  const { output } = await git(['for-each-ref', '--count=1000', '--format=%(refname:short)']);
  const names = output
    .toString()
    .split('\n')
    .filter((each) => each !== '');
  const sameName = names.filter((each) => each.endsWith(`/${against}`));
  return sameName.length > 0 ? sameName.slice(0, 3).join(' or ') : (suggest(against, names) ?? '');
}

/** Returns the object names of PROJECT and of manifests by their paths relative to the project. */
async function manifestsOf(
  git: Git,
  commit: string,
  prefix: string,
  name: string,
): Promise<ReadonlyMap<string, string>> {
  const tree = await git(['ls-tree', '-r', '-z', '--full-tree', commit]);
  if (!tree.isSuccess) return refuse('against-unreadable', { against: name, reason: firstLine(tree) });
  const form = /^100\d{3} blob ([\da-f]+)\t(.+)$/s;
  const found = tree.output
    .toString()
    .split('\0')
    .flatMap((line) => {
      const [, blob, path] = form.exec(line) ?? [];
      const relative = posix.relative(prefix, path ?? '');
      return blob === undefined || !isReleasedFile(relative) ? [] : [[relative, blob] as const];
    });
  return new Map(found);
}

/** Reads objects, in the order of their sizes and contents in the output of `git cat-file --batch`. */
async function readBlobs(
  git: Git,
  against: string,
  blobs: ReadonlyMap<string, string>,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (paths.length > mostFiles)
    return refuse('against-unreadable', { against, reason: `it has more than ${mostFiles} manifests` });
  const answer = await git(['cat-file', '--batch'], paths.map((path) => `${blobs.get(path)!}\n`).join(''));
  if (!answer.isSuccess) {
    // git would fetch them, which `protocol.allow` prevents.
    const isPartial = /promisor|transport '\w+' not allowed/.test(answer.message);
    return refuse('against-unreadable', { against, reason: isPartial ? partialClone : firstLine(answer) });
  }
  const { output } = answer;
  if (output.length > totalLimit)
    return refuse('against-unreadable', { against, reason: 'its manifests are too large' });
  const texts = new Map<string, string>();
  let offset = 0;
  for (const path of paths) {
    const end = output.indexOf('\n', offset);
    const [, type, size] = output.toString('utf8', offset, end).split(' ');
    if (type !== 'blob') return refuse('against-unreadable', { against, reason: partialClone });
    const start = end + 1;
    texts.set(path, output.toString('utf8', start, start + Number(size)));
    offset = start + Number(size) + 1;
  }
  return texts;
}

const partialClone = 'its files are not in this clone, which is a partial one: git fetch --refetch --no-filter';

function firstLine({ message }: GitAnswer): string {
  return message.split('\n', 1)[0]!.replace(/^fatal: /, '') || 'git has failed';
}
