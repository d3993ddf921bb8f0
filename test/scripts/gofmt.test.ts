import { readdirSync } from 'node:fs';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { clusterProgram, helperProgram } from '../../scripts/upstream/go-program.js';

const { failed } = await execa('gofmt', [], { input: '', reject: false });

it.skipIf(failed).each([helperProgram, clusterProgram])(
  'the sources of $title are formatted as gofmt does',
  async (program) => {
    for (const name of program.sources) {
      const folder = `${program.folder}/${name}`;
      const files = readdirSync(folder).filter((each) => each.endsWith('.go'));
      const { stdout } = await execa('gofmt', ['-l', ...files], { cwd: folder });
      expect(files).not.toEqual([]);
      expect(stdout).toBe('');
    }
  },
);
