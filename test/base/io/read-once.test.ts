import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disk } from '../../../src/base/io/disk.js';
import { readOnce } from '../../../src/base/io/read-once.js';
import { apply } from '../../../src/output/plan/apply.js';
import { makePlan } from '../../../src/output/plan/make-plan.js';
import { systemError } from '../../support/faults.js';
import { temporaryFolder } from '../../support/tree.js';

describe('a file that is read once', () => {
  it('says the same from then on, be it missing', () => {
    const root = temporaryFolder({ a: 'one' });
    const host = readOnce(disk);
    const read = () => ['a', 'b'].map((name) => host.read(join(root, name)));
    expect(read()).toEqual(['one', undefined]);
    for (const name of ['a', 'b']) disk.write(join(root, name), 'two');
    expect(read()).toEqual(['one', undefined]);
    expect(readOnce(disk).read(join(root, 'a'))).toBe('two');
  });

  it('is read again when that failed', () => {
    let failures = 1;
    const host = readOnce({
      ...disk,
      read: () => {
        failures -= 1;
        if (failures === 0) throw systemError('EIO');
        return 'text';
      },
    });
    expect(() => host.read('/a')).toThrow('EIO');
    expect(host.read('/a')).toBe('text');
  });

  it('cannot be overwritten with changes to its old text', () => {
    const root = temporaryFolder({ list: 'a\n' });
    const host = readOnce(disk);
    const content = `${host.read(join(root, 'list'))}b\n`;
    disk.write(join(root, 'list'), 'a\nc\n');
    const { plan } = makePlan(host, root, [{ path: 'list', content, ownership: 'merged' }]);
    expect(() => apply(disk, root, plan)).toThrow('concurrent-change: list');
    expect(disk.read(join(root, 'list'))).toBe('a\nc\n');
  });
});
