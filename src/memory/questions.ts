import { createHash } from 'node:crypto';
import type { Host } from '../io/host.js';

/** The calls of a host that tell about the disk, as far as an operation that writes nothing makes them. */
const asked = ['kind', 'read', 'list', 'realpath', 'mode'] as const;

/** One thing that was asked about the disk: a path, and what about it. */
export type Question = readonly [call: (typeof asked)[number], path: string];

/** What an operation asked about the disk, and what it was told. */
export interface Asked {
  readonly questions: readonly Question[];
  /** A hash of all answers, in the order of the questions. */
  readonly answers: string;
}

export interface Recorder {
  /** The same host, which notes what it is asked. */
  readonly host: Host;
  /** All that was asked so far; undefined when a call failed, or said one thing once and then another. */
  readonly asked: () => Asked | undefined;
}

/** Notes everything that is read through a host: an operation that reads nothing else depends on nothing else. */
export function recorder(host: Host): Recorder {
  const answers = new Map<string, { readonly question: Question; readonly answer: string }>();
  let steady = true;
  const note = (call: Question[0], path: string, answer: string): void => {
    const key = `${call} ${path}`;
    const earlier = answers.get(key);
    if (earlier === undefined) answers.set(key, { question: [call, path], answer });
    else if (earlier.answer !== answer) steady = false;
  };
  const noted =
    <T extends Answer>(call: Question[0], ask: (path: string) => T) =>
    (path: string): T => {
      try {
        const answer = ask(path);
        note(call, path, spell(answer));
        return answer;
      } catch (error) {
        // What a failure says is not an answer that could be asked for again.
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
    asked: () => {
      if (!steady) return undefined;
      const all = [...answers.values()];
      return { questions: all.map(({ question }) => question), answers: hashOf(all.map(({ answer }) => answer)) };
    },
  };
}

/** Whether the disk still says what it said. */
export function saysTheSame(host: Host, { questions, answers }: Asked): boolean {
  try {
    return hashOf(questions.map(([call, path]) => spell(host[call](path)))) === answers;
  } catch {
    return false;
  }
}

type Answer = string | number | readonly string[] | undefined;

/** An answer as a text of its own: no two answers have the same. */
function spell(answer: Answer): string {
  if (typeof answer === 'string') return `=${answer}`;
  return answer === undefined ? '' : JSON.stringify(answer);
}

function hashOf(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest('hex');
}
