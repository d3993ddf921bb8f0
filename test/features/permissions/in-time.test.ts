import { expect, it } from 'vitest';
import { inTime } from '../../../src/features/permissions/uses/read-permissions.js';
import { DiagnosticsError } from '../../../src/base/diagnostics/diagnostic.js';

function endless(): never {
  for (;;);
}

it('reading the code of a project that takes too long is not a defect: the machine may be slow', () => {
  let thrown: unknown;
  try {
    inTime(endless, 0.2);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(DiagnosticsError);
  expect((thrown as DiagnosticsError).diagnostics).toMatchObject([
    {
      code: 'timed-out',
      message:
        'reading which permissions, webhooks and metrics the code of the project uses did not finish within 0.2 s',
    },
  ]);
});

it('any other error while reading the code is thrown', () => {
  const error = new TypeError('x');
  expect(() =>
    inTime(() => {
      throw error;
    }),
  ).toThrow(error);
});
