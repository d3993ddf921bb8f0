import { expect, it } from 'vitest';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const isCode = (path: string): boolean => path.startsWith('src/') && path.endsWith('.ts') && path !== 'src/register.ts';

it('headers have the line ends of their files, and leave nothing', async () => {
  const scaffolded = await accepted(
    new Map(),
    'init --domain my.domain --project-name test-operator --skip-install',
    'create api --group web --version v1 --kind Site',
  );
  const files: Files = new Map(
    [...scaffolded].map(([path, text]) => [path, isCode(path) ? `${text}// Mine.\n`.replaceAll('\n', '\r\n') : text]),
  );
  const licensed = await accepted(files, 'edit --license apache2 --owner Me');
  const code = [...licensed].filter(([path]) => isCode(path));
  expect(code.length).toBeGreaterThan(3);
  for (const [path, text] of code) {
    expect(text, path).toMatch(/^\/\*\r\nCopyright \d+ Me\r\n/);
    expect(text.replaceAll('\r\n', ''), path).not.toContain('\n');
  }
  const back = await accepted(licensed, 'edit --license none');
  for (const [path] of code) expect(back.get(path), path).toBe(files.get(path));
});
