import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeFile } from '../../../src/base/merge/merge-file.js';
import { runs } from '../../support/seed.js';

const before = 'all: build\n\nbuild:\n\ttsc\n\nrun:\n\tnode main.js\n';
const after = 'all: build\n\nbuild:\n\ttsc\n\ncert:\n\tnode cert.js\n\nrun: cert\n\tnode main.js\n';

function merge(existing: string, old = before, wanted = after): ReturnType<typeof mergeFile> {
  return mergeFile('Makefile', { existing, before: old, after: wanted });
}

/** A line by which its owner is told, or one of those that everybody writes. */
const newLine = fc.oneof(
  { arbitrary: fc.constantFrom('', '}', '  return;'), weight: 1 },
  { arbitrary: fc.nat({ max: 9 }).map((n) => `new ${n}`), weight: 3 },
);
const ourLines = fc
  .array(fc.constantFrom('', '}', '  return;', 'ours', 'ours', 'ours', 'ours'), { minLength: 1, maxLength: 20 })
  .map((lines) => lines.map((each, index) => (each === 'ours' ? `ours ${index}` : each)));
const userLine = fc.nat({ max: 9 }).map((n) => `user ${n}`);

describe('a text of lines', () => {
  it('gets what is new, and keeps what its user changed elsewhere, line ends too', () => {
    const existing = `# mine\r\n${before.replaceAll('\n', '\r\n')}\r\nmine:\r\n\techo`;
    const wanted = `# mine\r\n${after.replaceAll('\n', '\r\n')}\r\nmine:\r\n\techo`;
    expect(merge(existing)).toEqual({ kind: 'merged', content: wanted });
    expect(merge(wanted)).toEqual({ kind: 'merged', content: wanted });
    expect(merge(wanted, after, before)).toEqual({ kind: 'merged', content: existing });
  });

  it('is kept when it already has the change, although its lines are ambiguous', () => {
    const content = '  return;\nours\nmine\n';
    expect(merge(content, 'ours\n  return;\n', '  return;\nours\n  return;\n')).toEqual({ kind: 'merged', content });
  });

  it('shows the lines of a change that does not fit, and where it would go', () => {
    expect(merge(before.replace('run:\n', 'start: mine\n'))).toEqual({
      kind: 'refused',
      problems: [
        {
          kind: 'replace',
          line: 6,
          column: 1,
          where: '',
          reason: 'was changed at the place of this change',
          lines: ['cert:', '\tnode cert.js', '', 'run: cert'],
        },
      ],
    });
  });

  it('is as it was when the change is undone, when it fitted and the user had made no part of it', () => {
    let merged = 0;
    fc.assert(
      fc.property(
        ourLines,
        fc.array(fc.tuple(fc.nat(20), fc.constant(true), newLine), { maxLength: 3 }),
        fc.array(fc.tuple(fc.nat(20), fc.boolean(), userLine), { maxLength: 3 }),
        fc.boolean(),
        fc.constantFrom('\n', '\r\n'),
        (ours, ourEdits, userEdits, isOpen, eol) => {
          const edited = (edits: readonly (readonly [number, boolean, string])[]): string[] => {
            const result = [...ours];
            for (const [at, isNew, text] of edits) result.splice(at, isNew ? 0 : 1, text);
            return result;
          };
          const old = `${ours.join('\n')}\n`;
          const wanted = `${edited(ourEdits).join('\n')}\n`;
          // No template ends with a blank line; whose a last line end is could not be told then.
          fc.pre(!old.endsWith('\n\n') && !wanted.endsWith('\n\n'));
          const existing = edited(userEdits).join(eol) + (isOpen ? '' : eol);
          const there = merge(existing, old, wanted);
          if (there.kind === 'refused') return;
          merged += 1;
          expect(merge(there.content, old, wanted)).toEqual(there);
          expect(merge(there.content, wanted, old)).toEqual({ kind: 'merged', content: existing });
        },
      ),
      { numRuns: runs(1000) },
    );
    expect(merged).toBeGreaterThan(200);
  });
});
