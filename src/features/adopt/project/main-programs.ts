import { posix } from 'node:path';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { GoFile } from '../../../base/helper/go/answer.js';
import { startedBy } from '../../../output/kustomize/container-words.js';
import type { GoCode } from './go-code.js';
import { left } from '../left.js';
import { ofManager } from './manager-files.js';
import { isSetting } from './manager-settings.js';
import { operatorContainers } from '../deployment/operator-containers.js';
import type { Source } from '../source.js';

/**
 * Returns the code without the options and flags of programs that are not deployed, if several create managers. Each
 * omitted program is reported or, if it is unknown which one is deployed, the options that were taken from each.
 * @param config the files in `config/`
 */
export function withMainProgram(source: Source, code: GoCode, config: ReadonlyMap<string, string>): GoCode {
  const mains = mainFiles(code.files);
  const folders = [...new Set(mains.map(folderOf))];
  if (folders.length < 2) return code;
  const deployed = deployedFolders(source, config).filter((each) => folders.includes(each));
  const [chosen, another] = deployed;
  if (chosen === undefined || another !== undefined)
    return { ...code, problems: [...code.problems, ...unknownItems(code.files, mains)] };
  const others = mains.filter((each) => folderOf(each) !== chosen);
  const instead = `config/ deploys the program in ${chosen}: deploy this one as a separate operator`;
  return {
    ...code,
    files: code.files.map((each) => (others.some((other) => folderOf(other) === folderOf(each)) ? unused(each) : each)),
    problems: [...code.problems, ...others.map((each) => left(`the program ${each.path}`, instead, each.managers[0]!))],
  };
}

/** Returns the folder of a Go file, which is its package. */
export const folderOf = ({ path }: GoFile): string => posix.dirname(path);

/** Returns the files that create managers, without those of tests. */
export function creatingFiles(files: readonly GoFile[]): readonly GoFile[] {
  return files.filter(({ path, managers }) => managers.length > 0 && !isOfTests(posix.dirname(path)));
}

/** Returns the files of main programs that create managers; those of packages if no main program does. */
function mainFiles(files: readonly GoFile[]): readonly GoFile[] {
  const creating = creatingFiles(files);
  const mains = creating.filter(({ path }) => posix.basename(path) === 'main.go');
  return mains.length > 0 ? mains : creating;
}

/** Reports whether a folder, or a folder around it, is for tests. */
export const isOfTests = (folder: string): boolean => folder.split('/').some((each) => /test|e2e/i.test(each));

/** Returns a file without the parts that belong to its program. */
function unused(file: GoFile): GoFile {
  const { lease: _, ...others } = file;
  const none = { flags: [], foreignFlags: [], options: [], unreadOptions: [], fileOptions: [], managers: [] };
  return { ...others, ...none, usualLeases: [] };
}

/** Returns the folders of the programs that the deployed containers run, according to the code. */
function deployedFolders(source: Source, config: ReadonlyMap<string, string>): readonly string[] {
  const texts = source.paths
    .filter((path) => isBuildFile(path))
    .map((path) => (source.read(path) ?? '').replaceAll(/\\\r?\n/g, ' '));
  const commands = operatorContainers(config, source.deployment, source.clues).map(({ container }) =>
    posix.basename(startedBy(container).program),
  );
  const known = commands.filter((each) => each !== '');
  const programs = known.length > 0 ? known : texts.flatMap(entryPoints);
  const builds = texts.flatMap(buildsIn);
  const folders = [...new Set(programs)].flatMap((program) => {
    const built = builds.filter(({ name }) => name === program).map(({ folder }) => folder);
    return built.length > 0 ? built : foldersNamed(program, source);
  });
  return [...new Set(folders.map((each) => source.shown(each) || '.'))];
}

/** Reports whether a file builds images or programs. */
function isBuildFile(path: string): boolean {
  const name = posix.basename(path);
  return name === 'Makefile' || name.startsWith('Containerfile') || name.includes('Dockerfile');
}

/** Returns the programs that images start: `ENTRYPOINT ["/manager"]`. */
function entryPoints(text: string): readonly string[] {
  const found = [...text.matchAll(/^[ \t]*ENTRYPOINT[ \t]+(?:\[[ \t]*"([^"\n]+)"|([\w./-]+))/gim)].at(-1);
  return found === undefined ? [] : [posix.basename(found[1] ?? found[2] ?? '')];
}

/** Returns the packages that `go build` builds, with the names of the programs and the folders. */
function buildsIn(text: string): readonly { readonly name: string; readonly folder: string }[] {
  return [...text.matchAll(/\bgo build\b([^\n&|;]*)/g)].flatMap(([, given = '']) => {
    const words = given.trim().split(/\s+/);
    const [, output = ''] = /\s-o[= ]\s*(\S+)/.exec(given) ?? [];
    const first = words.findLastIndex((each) => each === output || !isPackage(each)) + 1;
    return words.slice(first).flatMap((each) => {
      const folder = posix.normalize(each.endsWith('.go') ? posix.dirname(each) : each).replace(/\/$/, '');
      const name = posix.basename(output === '' || output.endsWith('/') ? folder : output);
      return /[$*]/.test(name + folder) ? [] : [{ name, folder }];
    });
  });
}

/** Reports whether an argument of `go build` is a package or a file of one. */
function isPackage(word: string): boolean {
  return !word.includes('...') && (word === '.' || /^[\w.][\w.$(){}-]*\/|\.go$/.test(word));
}

/** Returns the folders of programs of this name. */
function foldersNamed(program: string, { paths }: Source): readonly string[] {
  const folders = paths.filter((path) => path.endsWith('.go')).map((path) => posix.dirname(path));
  return [...new Set(folders)].filter((each) => posix.basename(each) === program);
}

/** Reports which options were taken from which program, if it is unknown which one is deployed. */
function unknownItems(files: readonly GoFile[], mains: readonly GoFile[]): readonly Diagnostic[] {
  const used = ofManager(files);
  const first = used.find((each) => mains.includes(each));
  return mains.map((each) => {
    const options = each.options.map(({ name }) => name).filter(isSetting);
    const taken = [...new Set([...options, ...(each === first ? ['the name of its Lease'] : [])])].join(', ');
    const from = used.includes(each)
      ? `taken from this one: ${taken || 'nothing'}`
      : `see ${first?.path}, from which the options were taken`;
    const instead = `it is not known which program config/ deploys: ${from}`;
    return left(`the program ${each.path}, one of ${mains.length} that create managers`, instead, each.managers[0]!);
  });
}
