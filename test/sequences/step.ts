import type { Command } from './commands.js';
import { userQuotes } from './edits/manifest-edits.js';
import { judgeRun, judgeState } from './judge.js';
import { stateFile } from '../../src/output/plan/leftovers.js';
import type { Files } from '../support/memory-disk.js';
import { runLine } from './run-line.js';
import { projectOf } from './project-of.js';
import { changes, differences, hashOfFiles, stateOf, storedIn, type State } from './state.js';
import { copiesIn, editAs, isUserEdit, userLines } from './user.js';

/** A command that was given to a project. */
export interface Step {
  /** What the project is then; the state before, where the command was refused or had nothing to do. */
  readonly state: State;
  readonly exitCode: number;
  /** What is wrong, a line each. */
  readonly problems: readonly string[];
}

/** Whether comments go with the code and the entries that they are in. */
function goesWith(lines: readonly string[], line: string): boolean {
  const isRemoval = /^delete |--certificates/.test(line);
  return isRemoval && lines.some((each) => isUserEdit(each) && /everywhere|changes the markers/.test(each));
}

function withoutQuotes(files: Files): Files {
  const plain = (path: string, text: string): string =>
    path.startsWith('config/') ? text.replaceAll(/"([\w./-]+)"$/gm, '$1') : text;
  return new Map([...files].map(([path, text]) => [path, plain(path, text)]));
}

/** Gives commands to projects, judges all that can be told at once, and remembers: many sequences have the same steps. */
export class Steps {
  /** The projects that were come to, one for each key. */
  readonly states = new Map<string, State>();
  /** How often each command was accepted. */
  readonly accepted = new Map<string, number>();
  /** How many command lines were run. */
  ran = 0;
  private readonly known = new Map<string, Step>();

  constructor(private readonly start: Files) {}

  async take(from: State, command: Command): Promise<Step> {
    const name = `${hashOfFiles(from.files)} ${from.isPlain} ${command.line}`;
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const step = isUserEdit(command.line) ? await this.letUserEdit(from, command) : await this.run(from, command);
    this.known.set(name, step);
    return step;
  }

  private async letUserEdit(from: State, { line }: Command): Promise<Step> {
    // Who changes types and markers runs it afterwards.
    const { exitCode, files, said } = await this.runLine(await editAs(from.files, line), 'manifests');
    const arrived = await this.arrive([...from.lines, line], files);
    const problems = exitCode === 0 ? [] : [`the edited code is not accepted: ${said}`];
    return { exitCode: 0, ...arrived, problems: [...problems, ...arrived.problems] };
  }

  private async run(from: State, command: Command): Promise<Step> {
    const { line } = command;
    const lines = [...from.lines, line];
    const first = await this.runLine(from.files, line);
    const problems = [...judgeRun(from.files, first)];
    const { exitCode, files } = first;
    if (exitCode === 0) this.accepted.set(line, (this.accepted.get(line) ?? 0) + 1);
    if (exitCode !== 0 || changes(from.files, files).length === 0) return { state: from, exitCode, problems };
    const lost = userLines(from.files) - userLines(files) - copiesIn(from.files, files);
    if (lost > 0 && !line.includes('--force') && !goesWith(from.lines, line))
      problems.push(`it takes away ${lost} lines of the user: ${first.said}`);
    const again = await this.runLine(files, line);
    const changed = changes(files, again.files);
    if (changed.length > 0) problems.push(`a second time it changes ${changed.join(', ')}`);
    const undone = await this.judgeUndo(from, files, command);
    const { state, problems: others } = await this.arrive(lines, files);
    return { state, exitCode, problems: [...problems, ...undone, ...others] };
  }

  private async judgeUndo(
    { files: before, lines, isPlain }: State,
    after: Files,
    { undo }: Command,
  ): Promise<readonly string[]> {
    if (undo === undefined || !undo.isNew(projectOf(before))) return [];
    // Objects are still stored in the version that a conversion has moved them to.
    if (String(storedIn(before)) !== String(storedIn(after))) return [];
    const back = await this.runLine(after, undo.line);
    // A file with another name than the template's is recorded when it is written, and of two comments above an entry that comes
    // back, that of the user can be the first.
    const [one, other] = lines.includes(userQuotes) ? [before, back.files].map(withoutQuotes) : [before, back.files];
    const left = isPlain ? changes(before, back.files) : differences(one!, other!).filter((each) => each !== stateFile);
    return left.length === 0 ? [] : [`\`${undo.line}\` does not give back ${left.join(', ')}: ${back.said}`];
  }

  /** Of all the ways to one project the first is judged, and each other one comes to the same. */
  private async arrive(lines: readonly string[], files: Files): Promise<Pick<Step, 'state' | 'problems'>> {
    const state = stateOf(lines, files);
    const other = this.states.get(state.key);
    if (other === undefined) {
      this.states.set(state.key, state);
      return { state, problems: await judgeState(state, this.start) };
    }
    // The shorter way says more.
    if (changes(other.files, files).length === 0) return { state: other, problems: [] };
    const different = differences(other.files, files);
    const way = other.lines.join('; ');
    return {
      state,
      problems: different.length === 0 ? [] : [`after \`${way}\` there is another ${different.join(', ')}`],
    };
  }

  private async runLine(files: Files, line: string) {
    this.ran += 1;
    return runLine(files, line);
  }
}
