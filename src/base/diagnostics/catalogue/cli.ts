import { suggest } from '../suggest.js';
import { error, warning } from './entry.js';

const helpOf = (command: string) => `see: ${['npx operator-gen', command, '--help'].filter(Boolean).join(' ')}`;

const meant = (suggestion: string | undefined, otherwise: string) =>
  suggestion === undefined ? otherwise : `did you mean ${suggestion}?`;

/** Problems of an invalid command line; the exit code is always 2. */
export const usageDiagnostics = {
  'missing-command': error<{ command: string; commands: readonly string[] }>(
    ({ command }) => `${['operator-gen', command].filter(Boolean).join(' ')} requires a command`,
    ({ commands, command }) => `use one of ${commands.join(', ')}; ${helpOf(command)}`,
  ),
  'unknown-command': error<{ command: string; word: string; commands: readonly string[] }>(
    ({ word }) => `unknown command ${word}`,
    ({ word, commands, command }) => meant(suggest(word, commands), helpOf(command)),
  ),
  'unknown-flag': error<{
    command: string;
    option: string;
    options: readonly string[];
    /** The flags of the commands below the command. */
    inside: readonly { readonly flag: string; readonly command: string }[];
    /** Other commands that have the flag. */
    owners: readonly string[];
  }>(
    ({ option }) => `unknown flag ${option}`,
    ({ option, options, inside, owners, command }) => {
      if (owners.length > 0) {
        return `${option.split('=', 1)[0]!} is a flag of ${owners.join(', ')}; ${helpOf(owners.length === 1 ? owners[0]! : command)}`;
      }
      const own = suggest(option, options);
      const flag = suggest(option, own === undefined ? inside.map((each) => each.flag) : []);
      const below = inside.find((each) => each.flag === flag);
      return meant(below === undefined ? own : `${below.flag} of ${below.command}`, helpOf(command));
    },
  ),
  'unexpected-arguments': error<{ command: string; words: readonly string[] }>(
    ({ words }) => `unexpected arguments: ${words.join(' ')}`,
    ({ command }) => `pass values with flags; ${helpOf(command)}`,
  ),
  'missing-flag': error<{ command: string; flags: readonly string[] }>(
    ({ flags }) => `missing required ${flags.length === 1 ? 'flag' : 'flags'}: ${flags.join(', ')}`,
    ({ command, flags }) => `pass ${flags.length === 1 ? 'the flag' : 'all flags'}; ${helpOf(command)}`,
  ),
  'missing-positional-argument': error<{ command: string; argument: string; isList: boolean }>(
    ({ argument }) => `missing required argument: ${argument}`,
    ({ command, isList }) => `pass ${isList ? 'at least one' : 'it'}; ${helpOf(command)}`,
  ),
  'missing-value': error<{ command: string; option: string }>(
    ({ option }) => `${option} requires a value`,
    ({ option }) => `add the value: ${option}=...`,
  ),
  'invalid-value': error<{
    command: string;
    option: string;
    value: string;
    reason: string;
    choices?: readonly string[];
  }>(
    ({ option, value, reason }) => `invalid value ${JSON.stringify(value)} for ${option}: ${reason}`,
    ({ value, choices = [], command }) => meant(suggest(value, choices), helpOf(command)),
  ),
  'unknown-marker': error<{ command: string; name: string; names: readonly string[] }>(
    ({ name }) => `unknown marker ${name}`,
    ({ name, names }) => meant(suggest(name, names), 'list all markers: npx operator-gen inspect markers'),
  ),
  'folder-not-found': error<{ command: string; folder: string }>(
    ({ folder }) => `--cwd: no such folder: ${folder}`,
    () => 'create the folder, or omit the flag to use the current folder',
  ),
};

/** Problems of running any command. */
export const cliDiagnostics = {
  ...usageDiagnostics,
  interrupted: error<{ left: string; remedy: string }>(
    ({ left }) => `the command was interrupted; ${left}`,
    ({ remedy }) => remedy,
  ),
  'end-of-input': error<{ flags: readonly string[] }>(
    () => 'the input ended before all questions were answered; nothing was written',
    ({ flags }) => `pass the answers as flags: ${flags.join(', ')}`,
  ),
  'input-too-large': error<{ limit: string }>(
    ({ limit }) => `the standard input is larger than ${limit}`,
    () => 'split it, and run the command for each part',
  ),
  'program-failed': error<{ command: string; reason: string; fresh: boolean }>(
    ({ command, reason }) => `${command} failed: ${reason}`,
    ({ command, fresh }) =>
      `the files were written; fix the problem that ${command.split(' ', 1)[0]!} reports above, then run: ${command}${
        fresh
          ? '; if the registry does not have operator-gen, empty the folder and run init with OPERATOR_GEN_PACKAGES set to a folder with its packages (npm run pack:local)'
          : ''
      }`,
  ),
  'file-system-error': error<{ operation: string; path: string; reason: string }>(
    ({ operation, path, reason }) => `cannot ${operation} ${path}: ${reason}`,
    () => 'check the permissions and the free disk space, then run the command again',
  ),
  'unsupported-file': error<{ path: string; reason: string; remedy: string }>(
    ({ path, reason }) => `${path} ${reason}`,
    ({ remedy }) => remedy,
  ),
  'file-too-deep': error<{ file: string }>(
    ({ file }) => `${file} is nested too deeply to be read`,
    () => 'split it: move parts of the expression or value into named constants',
  ),
  'output-failed': error<{ reason: string }>(
    ({ reason }) => `the output cannot be written: ${reason}`,
    () => 'free disk space, or redirect the output; changes to the project are kept',
  ),
  'no-current-folder': error<Record<never, never>>(
    () => 'the current folder no longer exists',
    () => 'change to an existing folder, then run the command again',
  ),
  'unsupported-folder': error<{ folder: string; character: string }>(
    ({ folder, character }) =>
      `the path ${folder} contains ${character}, which tools that the project needs misinterpret`,
    () => 'rename the folder, or move the project to another one',
  ),
  'stale-file': error<{ path: string; fix: string }>(
    ({ path }) => `${path} is out of date`,
    ({ fix }) => `run: ${fix}`,
  ),
  'missing-file': error<{ path: string; fix: string }>(
    ({ path }) => `${path} is missing`,
    ({ fix }) => `run: ${fix}`,
  ),
  'orphaned-file': error<{ path: string; fix: string }>(
    ({ path }) => `${path} is no longer generated`,
    ({ fix }) => `run: ${fix}`,
  ),
  'baseline-not-found': error<{ file: string }>(
    ({ file }) => `there is no baseline ${file}`,
    ({ file }) => `name an existing file, or create it: npx operator-gen check --write-baseline --baseline ${file}`,
  ),
  'invalid-baseline': error<{ file: string; reason: string }>(
    ({ file, reason }) => `${file} is not a valid baseline: ${reason}`,
    () => 'fix the file, or name another one; npx operator-gen check --write-baseline creates it',
  ),
  'stale-baseline-entry': warning<{ file: string; code: string; where: string; count: number }>(
    ({ file, code, where, count }) =>
      `${file} lists ${count > 1 ? `${count} problems that were` : 'a problem that was'} fixed: ${code}${where === '' ? '' : ` in ${where}`}`,
    () => 'run npx operator-gen check where CI is not set, which removes the entry, and commit the file',
  ),
  'timed-out': error<{ what: string; seconds: number }>(
    ({ what, seconds }) => `${what} within ${seconds} s`,
    () =>
      'the machine may be too slow or too busy: run the command again when the machine is less busy; if it happens again, report it as a bug in operator-gen',
  ),
  'internal-error': error<{ message: string; version: string; node: string; report: string }>(
    ({ message, version, node }) => `internal error: ${message} (operator-gen ${version}, Node.js ${node})`,
    ({ report }) =>
      `this is a bug in operator-gen: run the command again with --verbose and report the output ${report}`,
  ),
};
