import { posix } from 'node:path';
import type { NotBuilt } from '../../base/diagnostics/catalogue/helper.js';
import { HelperFailed } from '../../base/helper/helper-process.js';
import { absentHelper, helperVariable } from '../../base/helper/locate.js';
import type { Answer, Question } from '../../base/helper/protocol.js';
import type { Helper } from '../../base/helper/helper.js';
import { FileRefused } from '../../base/io/file-refused.js';
import type { Host } from '../../base/io/host.js';
import { kindOf, nameOf } from '../../base/model/kubernetes-object.js';
import { kustomizationIn } from '../../project/paths.js';
import { readable } from '../../project/readable.js';
import type { BuiltObject } from './build.js';
import { placeholdersOf } from './declared-item.js';
import type { JsonMap } from './json.js';
import { finishedNames, withMarks, type BuildNames, type MarkedObject } from './name-marks.js';
import { readObjects } from './read-objects.js';

/** The files of a project after the planned changes. */
export interface ProjectFiles {
  readonly host: Pick<Host, 'kind' | 'list' | 'read'>;
  /** Absolute path of the project. */
  readonly root: string;
  /** Texts that are not written yet, by their paths in the project; undefined for files that are removed. */
  readonly planned: ReadonlyMap<string, string | undefined>;
}

/** A kustomization to build. */
export interface WantedBuild {
  readonly folder: string;
  /** The names to use instead of those with the prefix and the namespace of the kustomization, which are the default. */
  readonly names?: BuildNames | undefined;
  /** Folders that are built as if the kustomization listed them. */
  readonly additional?: readonly string[];
}

/** The reason why kustomize does not build a kustomization. */
export interface Refusal {
  /** The error of kustomize or of the helper. */
  readonly reason: string;
  readonly cause: NotBuilt;
}

/**
 * Builds a kustomization with the code of kustomize.
 * @param helper the helper, which contains that code
 */
export async function kustomize(
  helper: Helper | undefined,
  project: ProjectFiles,
  { folder, names, additional = [] }: WantedBuild,
): Promise<readonly BuiltObject[] | Refusal> {
  const files = textsOf(project);
  const kustomizationOf = (path: string): string | undefined => kustomizationIn(path, (each) => files.has(each));
  const file = kustomizationOf(folder);
  if (file === undefined) return [];
  if (names !== undefined) {
    const listed = additional.filter((each) => kustomizationOf(each) !== undefined);
    const marked = withMarks(
      files.get(file)!,
      listed.map((each) => posix.relative(folder, each)),
    );
    if (marked === undefined) return refusal(file, `${file} is not a mapping`);
    files.set(file, marked);
  }
  const question: Question = { operation: 'kustomize', root: project.root, folder, files: Object.fromEntries(files) };
  const answer = await answerTo(helper, question);
  if ('cause' in answer) return answer;
  if (answer.problem !== undefined) return refusal(file, answer.problem.message.split('\n', 1)[0]!);
  const declared = new DeclaredObjects((path) => files.get(path) ?? textOf(project, path));
  const objects = (answer.built ?? []).flatMap(({ object: text, file: known }): readonly MarkedObject[] => {
    const read = readObjects(asGoReads(text));
    const from = known ?? file;
    const unknown = known === undefined && { isOfUnknownFile: true };
    return 'reason' in read
      ? []
      : read.objects.map((object) => ({ object, file: from, ...unknown, ...declared.of(object, from) }));
  });
  if (names === undefined) return objects;
  return finishedNames(objects, names) ?? refusal(file, 'a replacement takes a name apart');
}

/**
 * Returns a text from kustomize without the indentation after Unicode line and paragraph separators. Go parsers treat
 * these two characters as line breaks, and kustomize prints them unescaped only before an indentation.
 */
function asGoReads(text: string): string {
  return text.replaceAll(/(?<=[\u2028\u2029]) +/g, '');
}

function refusal(file: string, reason: string): Refusal {
  return { reason, cause: { refusal: reason, file } };
}

async function answerTo(helper: Helper | undefined, question: Question): Promise<Answer | Refusal> {
  const absent = (): Refusal => ({ reason: 'there is no helper', cause: helper?.absent ?? absentHelper({}) });
  try {
    return (await helper?.ask(question)) ?? absent();
  } catch (error) {
    if (!(error instanceof HelperFailed)) throw error;
    if (error.code === 'absent') return absent();
    return { reason: error.message, cause: { failure: error.message, variable: helperVariable } };
  }
}

function textsOf(files: ProjectFiles): Map<string, string> {
  const texts = new Map(manifestsIn(files));
  for (const [path, text] of files.planned) {
    if (text === undefined) texts.delete(path);
    else texts.set(path, text);
  }
  return texts;
}

const manifest = /(?:\.ya?ml|\/Kustomization)$/;

/**
 * Yields the texts of all manifest files, any of which can have a planned change. Other files, and rejected ones, are
 * read from the disk if the build needs them.
 */
function* manifestsIn(files: ProjectFiles, folder = 'config'): Generator<readonly [path: string, text: string]> {
  const { host, root } = files;
  for (const name of host.list(posix.join(root, folder))) {
    const path = posix.join(folder, name);
    const kind = host.kind(posix.join(root, path));
    if (kind === 'directory') yield* manifestsIn(files, path);
    const text = kind === 'file' && manifest.test(path) ? readable((each) => textOf(files, each), path) : undefined;
    if (text !== undefined) yield [path, text];
  }
}

/** Returns the text of a file by its path in the project; undefined if it is missing or cannot be read. */
export function textOf({ host, root, planned }: ProjectFiles, path: string): string | undefined {
  if (planned.has(path)) return planned.get(path);
  try {
    return host.read(posix.join(root, path));
  } catch (error) {
    if (error instanceof FileRefused) return undefined;
    throw error;
  }
}

/** Finds the declarations in files of the objects that kustomizations change. */
class DeclaredObjects {
  readonly #read: (path: string) => string | undefined;
  readonly #objects = new Map<string, readonly JsonMap[]>();

  constructor(read: (path: string) => string | undefined) {
    this.#read = read;
  }

  /**
   * Returns the declaration of a built object, whose name can have gained prefixes and suffixes.
   * @param file the origin of the object according to kustomize
   */
  of(object: JsonMap, file: string): Pick<BuiltObject, 'declaredName' | 'placeholders'> {
    const name = nameOf(object);
    const declared = this.#in(file).filter((each) => kindOf(each) === kindOf(object));
    // A kustomization replaces the whole name of a Namespace.
    const isOnly = kindOf(object) === 'Namespace' && declared.length === 1;
    const [found] = declared
      .filter((each) => isOnly || (nameOf(each) !== '' && name.includes(nameOf(each))))
      .toSorted((one, other) => nameOf(other).length - nameOf(one).length);
    return found === undefined ? { declaredName: name } : { declaredName: nameOf(found), ...placeholdersOf(found) };
  }

  #in(file: string): readonly JsonMap[] {
    const known = this.#objects.get(file);
    if (known !== undefined) return known;
    const read = readObjects(this.#read(file));
    const objects = 'reason' in read ? [] : read.objects;
    this.#objects.set(file, objects);
    return objects;
  }
}
