import { readableDisk } from '../../../base/io/readable-disk.js';
import { listedNames } from '../../../project/listed-names.js';
import type { Context, ProcessContext } from '../context.js';
import type { CommandList } from '../program.js';
import { candidatesFor, type Candidates } from './candidates.js';

/** The parts of the process that a completion needs. */
type CompletionContext = Pick<Context, 'argv' | 'cwd' | 'env' | 'stdout'> & Pick<ProcessContext, 'keepCode'>;

/** Bits of the last line of the answer, as the scripts interpret them: do not complete file names. */
const noFiles = 4;

/** Reports whether the scripts of the shells called the program. */
export function isCompletion([first, second]: readonly string[]): boolean {
  return first === 'complete' && second === '--';
}

/**
 * Prints the candidates for the word at the cursor: one in each line, with its description after a tab, and a line with
 * flags for the script. After a problem there are no candidates, because a message has no place to appear. Never
 * throws.
 */
export async function printCandidates(context: CompletionContext, commands: CommandList): Promise<void> {
  const { words, files } = await found(context, commands).catch((): Candidates => ({ words: [], files: false }));
  const lines = words.map(({ value, description }) => (description === '' ? value : `${value}\t${description}`));
  context.stdout.write(`${[...lines, `:${files ? 0 : noFiles}`].join('\n')}\n`);
}

async function found(context: CompletionContext, commands: CommandList): Promise<Candidates> {
  const names = (folder: string) => listedNames(readableDisk, folder, context.env);
  const load = async (words: () => Promise<readonly string[]>) => {
    context.keepCode?.();
    return words();
  };
  return candidatesFor(commands, context.argv.slice(2), { names, load, cwd: context.cwd });
}
