import fc from 'fast-check';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { mergeFile } from '../../../src/base/merge/merge-file.js';
import { runs } from '../../support/seed.js';
import { type Model, plain, sections, sorted, valueOf, whimOf, wild } from './wild-yaml.js';

function content(existing: string, before: string, after: string): string {
  const merged = mergeFile('config/default/kustomization.yaml', { existing, before, after });
  if (merged.kind === 'refused') throw new Error(JSON.stringify(merged.problems));
  return merged.content;
}

function modelOf(pick: (section: keyof Model) => readonly string[]): Model {
  return Object.fromEntries(sections.map((section) => [section, pick(section)])) as unknown as Model;
}

const names = { resources: 'r', patches: 'p', images: 'i', labels: 'l' };

describe('any kustomization that its user wrote as they like', () => {
  it('follows a command, keeps every byte that is not about it, and is as it was when the command is undone', () => {
    let merged = 0;
    fc.assert(
      fc.property(fc.gen(), (generate) => {
        const whim = whimOf(generate);
        const { chance, pick } = whim;
        // 0: ours, before and after; 1: comes with the command; 2: the user's; 3: ours, and the user took it out.
        const roles = modelOf((section) =>
          Array.from({ length: pick(0, 1, 2, 3, 5) }, (_, index) => `${names[section]}${index}.yaml`),
        );
        const role = new Map(
          sections.flatMap((section) => roles[section].map((name) => [name, pick(0, 0, 1, 1, 2, 3)] as const)),
        );
        const having = (...wanted: number[]): Model =>
          modelOf((section) => roles[section].filter((name) => wanted.includes(role.get(name)!)));
        const comments = new Map<string, string>();
        for (const name of [...sections, ...role.keys()])
          if (chance(3)) comments.set(name, `# About ${chance(4) ? 'one' : name}.`);
        const before = plain(having(0, 3), comments);
        const after = plain(having(0, 1, 3), comments);
        // A section of which the user left nothing is refused, which is tested elsewhere.
        fc.pre(
          sections.every(
            (section) =>
              having(0, 3)[section].length === 0 || having(0, 2)[section].length > 0 || having(1)[section].length === 0,
          ),
        );
        const existing = wild(having(0, 2), whim);

        const there = content(existing, before, after);
        expect(sorted(parse(there))).toEqual(sorted({ kind: 'Kustomization', ...valueOf(having(0, 1, 2)) }));
        expect(content(there, before, after)).toBe(there);
        expect(content(there, after, before)).toBe(existing);
        merged += before === after ? 0 : 1;
      }),
      { numRuns: runs(200) },
    );
    expect(merged).toBeGreaterThan(50);
  });
});
