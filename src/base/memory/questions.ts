import type { Host } from '../io/host.js';
import { runtimeDeclarations } from '../io/runtime-declarations.js';
import { sha256 } from '../io/sha256.js';

/** The calls of a host that read from the disk, as used by operations that write nothing. */
const asked = ['kind', 'read', 'list', 'realpath', 'mode'] as const;

/** A question to the disk: the call and the path. */
export type Question = readonly [call: (typeof asked)[number], path: string];

/** The questions that an operation asked about the disk, and their answers. */
export interface Asked {
  readonly questions: readonly Question[];
  /** A hash of each answer. */
  readonly answers: readonly string[];
}

export interface Recorder {
  /** The same host, recording its calls. */
  readonly host: Host;
  /**
   * Returns all questions so far; undefined if a call failed, or its answers were inconsistent.
   * @param later gives the answers instead: the disk as the operation will leave it
   */
  readonly asked: (later?: Host) => Asked | undefined;
}

/**
 * Returns a host that records everything read through it, without the declarations of the runtime: a hundred files that change
 * only with the build, which a memory knows. An operation that reads nothing else depends on nothing else.
 */
export function recorder(host: Host): Recorder {
  const answers = new Map<string, { readonly question: Question; readonly answer: string }>();
  let steady = true;
  const note = (call: Question[0], path: string, answer: string): void => {
    if (path.startsWith(`${runtimeDeclarations()}/`)) return;
    const key = `${call} ${path}`;
    const earlier = answers.get(key);
    const hashed = hashOf(answer);
    if (earlier === undefined) answers.set(key, { question: [call, path], answer: hashed });
    else if (earlier.answer !== hashed) steady = false;
  };
  const noted =
    <T extends Answer>(call: Question[0], ask: (path: string) => T) =>
    (path: string): T => {
      try {
        const answer = ask(path);
        note(call, path, spell(answer));
        return answer;
      } catch (error) {
        // A failure is not an answer that could be compared later.
        steady = false;
        throw error;
      }
    };
  return {
    host: {
      ...host,
      kind: noted('kind', (path) => host.kind(path)),
      read: noted('read', (path) => host.read(path)),
      list: noted('list', (path) => host.list(path)),
      realpath: noted('realpath', (path) => host.realpath(path)),
      mode: noted('mode', (path) => host.mode(path)),
    },
    asked: (later) => {
      if (!steady) return undefined;
      const all = [...answers.values()];
      const questions = all.map(({ question }) => question);
      if (later !== undefined) return answeredBy(later, questions);
      return { questions, answers: all.map(({ answer }) => answer) };
    },
  };
}

/** Reports whether the disk still gives the same answers. It stops at the first one that differs. */
export function saysTheSame(host: Host, { questions, answers }: Asked): boolean {
  try {
    return questions.every(([call, path], index) => hashOf(spell(host[call](path))) === answers[index]);
  } catch {
    return false;
  }
}

/** Returns questions with the answers of a host; undefined if a call fails. */
function answeredBy(host: Host, questions: readonly Question[]): Asked | undefined {
  try {
    return { questions, answers: questions.map(([call, path]) => hashOf(spell(host[call](path)))) };
  } catch {
    return undefined;
  }
}

type Answer = string | number | readonly string[] | undefined;

/** Returns an unambiguous text for an answer. */
function spell(answer: Answer): string {
  if (typeof answer === 'string') return `=${answer}`;
  return answer === undefined ? '' : JSON.stringify(answer);
}

/** Returns a short answer as it is, and the hash of a long one, so that only texts of files are hashed. */
function hashOf(answer: string): string {
  return answer.length <= 64 ? answer : sha256(answer);
}
