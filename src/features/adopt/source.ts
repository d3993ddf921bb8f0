import { posix, resolve } from 'node:path';
import { standardFlags } from '@operator-gen/runtime';
import { diagnostic, refuse } from './reporting.js';
import { DiagnosticsError, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { GoFile } from '../../base/helper/go/answer.js';
import type { Host } from '../../base/io/host.js';
import { slashed } from '../../base/io/slashed.js';
import { walk } from '../../base/io/walk.js';
import { noClues, type OperatorClues } from '../../output/kustomize/operator-workloads.js';
import { textAt } from '../../base/model/json-at.js';
import type { Environment } from '../../output/operation/outcome.js';
import { shownSource } from '../released/download.js';
import { confinedHost } from '../../project/project-host.js';
import { readable } from '../../project/readable.js';
import { composedDefault, type ComposedDefault } from './config/composed-default.js';
import { declaredFlags, type DeclaredFlags } from './project/flag-words.js';
import { goDeployment, type GoDeployment } from './deployment/go-deployment.js';
import { goImageStart, startedIn, withImageStart, type GoImageStart } from './project/image-start.js';

/** The project to adopt. */
export interface Source {
  readonly host: Pick<Host, 'kind' | 'list' | 'read'>;
  /** Absolute folder. */
  readonly folder: string;
  /** Whether it is the folder of the new project. */
  readonly isHere: boolean;
  /** Paths of its files relative to the folder, without those of dependencies and hidden folders. */
  readonly paths: readonly string[];
  /** Links and special files, which are not read. */
  readonly skipped: readonly string[];
  /** Folders whose files do not belong to the project. */
  readonly ignored: readonly string[];
  /** Returns a path for messages: relative to the new project. */
  readonly shown: (path: string) => string;
  readonly read: (path: string) => string | undefined;
  /** The kustomizations that stand in for a missing `config/default`. */
  readonly composed: ComposedDefault | undefined;
  /** The command with which its image starts; undefined if the Dockerfile does not show it, or starts Node.js. */
  readonly image: GoImageStart | undefined;
  /** The build of its `config/default` or its equivalent. The workloads include the command and the arguments of the image. */
  readonly deployment: GoDeployment;
  /** The clues that distinguish the operator's container from sidecars. */
  readonly clues: OperatorClues;
  /** The flags of its Go code. */
  readonly declared: DeclaredFlags;
}

/** Maximum number of files. The largest operators have a few thousand. */
const mostFiles = 20_000;
const mebibyte = 1024 * 1024;
/** Maximum size of a Go file, in characters. Larger files are generated. */
const goLimit = mebibyte;
/** Maximum size of all Go files together, in bytes as JSON, which is the limit for a question to the helper. */
const allLimit = 30 * mebibyte;

/** Folders whose files do not belong to the project. */
const others = /^(?:node_modules|vendor|testdata|\.git)$/;

/**
 * Opens the folder of a Go project.
 * @throws DiagnosticsError if there is no such folder, or it is too large
 */
export function openSource(from: string | undefined, environment: Environment): Source {
  const { cwd } = environment;
  const folder = from === undefined ? cwd : slashed(resolve(cwd, from));
  const isHere = folder === cwd;
  const named = environment.named ?? environment.host;
  const kind = isHere ? 'directory' : named.kind(folder);
  if (kind !== 'directory')
    refuse('adopt-source', {
      folder: shownSource(from ?? '.'),
      reason: kind === 'missing' ? 'does not exist' : 'is not a folder',
    });
  const host = isHere ? environment.host : confinedHost({ ...environment.host, ...named }, folder);
  const paths: string[] = [];
  const skipped: string[] = [];
  const ignored: string[] = [];
  const isOther = (name: string, path: string): boolean => {
    if (!others.test(name)) return false;
    ignored.push(posix.relative(folder, path));
    return true;
  };
  for (const found of walk(host, folder, isOther)) {
    (found.kind === 'file' ? paths : skipped).push(posix.relative(folder, found.path));
    if (paths.length > mostFiles)
      refuse('adopt-source', { folder: from ?? '.', reason: `has more than ${mostFiles} files` });
  }
  const read = (path: string): string | undefined => host.read(posix.join(folder, path));
  const files = new Set(paths);
  const given = (path: string): string | undefined => (files.has(path) ? readable(read, path) : undefined);
  const composed = composedDefault(paths, given);
  const image = goImageStart(paths, given);
  return withDeployment({
    host,
    folder,
    isHere,
    paths,
    skipped,
    ignored,
    shown: (path) => posix.relative(cwd, posix.join(folder, path)),
    read,
    composed,
    image,
    declared: declaredFlags([]),
    clues: { ...noClues, program: posix.basename(image === undefined ? '' : startedIn(image, []).program) },
  });
}

function withDeployment(source: Omit<Source, 'deployment'>): Source {
  const { composed, image, clues } = source;
  const files = new Set(source.paths);
  const given = (path: string): string | undefined => (files.has(path) ? readable(source.read, path) : undefined);
  const deployment = goDeployment((path) => composed?.texts.get(path) ?? given(path), clues);
  return { ...source, deployment: { ...deployment, workloads: withImageStart(deployment.workloads, image) } };
}

/**
 * Returns a project in which the operator's container is identified by its arguments, which are flags of the Go code or
 * of every operator. It stays identified even if the files change.
 */
export function withFlags(source: Source, files: readonly GoFile[]): Source {
  const declared = declaredFlags(files);
  const flags = new Set([...declared.byName.keys(), ...declared.byLetter.keys(), ...Object.keys(standardFlags)]);
  const found = withDeployment({ ...source, declared, clues: { ...source.clues, flags } });
  const containers = new Set(found.deployment.workloads.map(({ container }) => textAt(container, 'name')));
  return { ...found, clues: { ...found.clues, containers } };
}

/** Texts of a project's Go files, by their paths in messages, and problems of files that are not read. */
export interface GoTexts {
  readonly texts: Readonly<Record<string, string>>;
  readonly problems: readonly Diagnostic[];
}

/** Folders with programs that are not the operator: tests, examples and tools. */
const otherPrograms = /(?:^|\/)(?:tests?|e2e|examples?|docs|hack|samples|mocks?)\//;

const generatedOrTest = /_test\.go$|(?:^|\/)zz_generated[^/]*$/;

/** Reads the Go files of a project, except for tests and generated files. */
export function goTextsOf(source: Source): GoTexts {
  const problems: Diagnostic[] = source.skipped
    .filter((path) => path.endsWith('.go'))
    .map((path) => unreadFile(source, path, 'links and special files are not read'));
  const texts: [path: string, text: string][] = [];
  const isCode = (path: string): boolean =>
    path.endsWith('.go') && !generatedOrTest.test(path) && !otherPrograms.test(path);
  let size = 0;
  for (const path of source.paths.filter(isCode)) {
    const text = readOr(source, path, problems);
    if (text === undefined) continue;
    if (text.length > goLimit) {
      problems.push(unreadFile(source, path, `it is larger than ${goLimit / mebibyte} MiB`));
      continue;
    }
    size += Buffer.byteLength(JSON.stringify([path, text]));
    if (size > allLimit)
      problems.push(unreadFile(source, path, `all Go files are larger than ${allLimit / mebibyte} MiB`));
    else texts.push([source.shown(path), text]);
  }
  return { texts: Object.fromEntries(texts), problems };
}

function readOr(source: Source, path: string, problems: Diagnostic[]): string | undefined {
  try {
    return source.read(path);
  } catch (error) {
    const reason = error instanceof DiagnosticsError ? error.diagnostics[0]!.message : (error as Error).message;
    problems.push(unreadFile(source, path, reason));
    return undefined;
  }
}

/** Reports a file that is not read. */
export function unreadFile(source: Source, path: string, reason: string): Diagnostic {
  const file = source.shown(path);
  return diagnostic('go-file-unread', { path: file, reason }, { file, line: 1, column: 1 });
}
