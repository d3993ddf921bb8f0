import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTaskPages, taskPages, type BuiltPages } from '../support/task-pages.js';
let built: BuiltPages;
beforeAll(() => { built = buildTaskPages(); }, 60_000);
afterAll(() => built?.remove());
it('compiles', () => { expect(built.problems).toBe(''); });
