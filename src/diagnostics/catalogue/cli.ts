import { suggest } from '../suggest.js';
import { error } from './entry.js';

const helpOf = (command: string) => `see: ${['operator-gen', command, '--help'].filter(Boolean).join(' ')}`;

const meant = (suggestion: string | undefined, otherwise: string) =>
  suggestion === undefined ? otherwise : `did you mean ${suggestion}?`;

/** Problems of an invalid command line; the exit code is always 2. */
export const usageDiagnostics = {
  'missing-command': error<{ command: string; commands: readonly string[] }>(
    ({ command }) => `${['operator-gen', command].filter(Boolean).join(' ')} needs a command`,
    ({ commands, command }) => `one of ${commands.join(', ')}; ${helpOf(command)}`,
  ),
  'unknown-command': error<{ command: string; word: string; commands: readonly string[] }>(
    ({ word }) => `there is no command ${word}`,
    ({ word, commands, command }) => meant(suggest(word, commands), helpOf(command)),
  ),
  'unknown-flag': error<{ command: string; option: string; options: readonly string[] }>(
    ({ option }) => `there is no option ${option}`,
    ({ option, options, command }) => meant(suggest(option, options), helpOf(command)),
  ),
  'unexpected-arguments': error<{ command: string; words: readonly string[] }>(
    ({ words }) => `these words mean nothing here: ${words.join(' ')}`,
    ({ command }) => `values are given with flags; ${helpOf(command)}`,
  ),
  'missing-flag': error<{ command: string; flags: readonly string[] }>(
    ({ flags }) => `missing: ${flags.join(', ')}`,
    ({ command, flags }) => `give ${flags.length === 1 ? 'it' : 'them'} on the command line; ${helpOf(command)}`,
  ),
  'missing-value': error<{ command: string; option: string }>(
    ({ option }) => `${option} has no value`,
    ({ option }) => `write it after the flag or after an equals sign: ${option}=...`,
  ),
  'invalid-value': error<{
    command: string;
    option: string;
    value: string;
    reason: string;
    choices?: readonly string[];
  }>(
    ({ option, value, reason }) => `${option} cannot be ${JSON.stringify(value)}: ${reason}`,
    ({ value, choices = [], command }) => meant(suggest(value, choices), helpOf(command)),
  ),
  'unknown-marker': error<{ command: string; name: string; names: readonly string[] }>(
    ({ name }) => `there is no marker ${name}`,
    ({ name, names }) => meant(suggest(name, names), 'list them all: operator-gen inspect markers'),
  ),
  'folder-not-found': error<{ command: string; folder: string }>(
    ({ folder }) => `--cwd: there is no folder ${folder}`,
    () => 'make it first, or leave the flag out to work in the current folder',
  ),
};

/** Problems of running any command. */
export const cliDiagnostics = {
  ...usageDiagnostics,
  interrupted: error<{ left: string; remedy: string }>(
    ({ left }) => `the command was stopped, and ${left}`,
    ({ remedy }) => remedy,
  ),
  'end-of-input': error<{ flags: readonly string[] }>(
    () => 'the input ended before every question was answered; nothing was written',
    ({ flags }) => `answer on the command line instead: ${flags.join(', ')}`,
  ),
  'program-failed': error<{ command: string; reason: string; fresh: boolean }>(
    ({ command, reason }) => `${command} failed: ${reason}`,
    ({ command, fresh }) =>
      `the files were written and stay; remove the cause that ${command.split(' ', 1)[0]!} shows above, then run: ${command}${
        fresh
          ? '; where the registry does not have operator-gen, empty the folder and run init with OPERATOR_GEN_PACKAGES set to a folder with its packages (npm run pack:local)'
          : ''
      }`,
  ),
  'file-system-error': error<{ operation: string; path: string; reason: string }>(
    ({ operation, path, reason }) => `cannot ${operation} ${path}: ${reason}`,
    () => 'see to the permissions and the space on the disk, then run the same command again',
  ),
  'unsupported-file': error<{ path: string; reason: string; remedy: string }>(
    ({ path, reason }) => `${path} ${reason}`,
    ({ remedy }) => remedy,
  ),
  'file-too-deep': error<{ file: string }>(
    ({ file }) => `${file} is nested too deep to be read`,
    () => 'divide it: give parts of the expression, or of the value, names of their own',
  ),
  'output-failed': error<{ reason: string }>(
    ({ reason }) => `the output cannot be written: ${reason}`,
    () => 'free space, or write the output somewhere else; what the command changed in the project stays',
  ),
  'no-current-folder': error<Record<never, never>>(
    () => 'the current folder does not exist any more',
    () => 'change to a folder that exists, then run the command again',
  ),
  'unsupported-folder': error<{ folder: string; character: string }>(
    ({ folder, character }) =>
      `the path ${folder} has ${character}, and tools that the project needs take it for something else`,
    () => 'rename the folder, or move the project to another one',
  ),
  'stale-file': error<{ path: string; fix: string }>(
    ({ path }) => `${path} is not what the project's sources say`,
    ({ fix }) => `run: ${fix}`,
  ),
  'missing-file': error<{ path: string; fix: string }>(
    ({ path }) => `${path} is missing`,
    ({ fix }) => `run: ${fix}`,
  ),
  'orphaned-file': error<{ path: string; fix: string }>(
    ({ path }) => `nothing in the project's sources makes ${path} any more`,
    ({ fix }) => `run: ${fix}`,
  ),
  'internal-error': error<{ message: string; version: string; node: string; report: string }>(
    ({ message, version, node }) => `internal error: ${message} (operator-gen ${version}, Node.js ${node})`,
    ({ report }) =>
      `this is a defect of operator-gen: run the command again with --verbose and report the output ${report}`,
  ),
};
