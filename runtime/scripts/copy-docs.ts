import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

// Copies the pages about the runtime into its package: `tsx runtime/scripts/copy-docs.ts`. They stay where they are among the
// pages of the tool, so that they can refer to each other; links to other pages lead to the repository.

const root = fileURLToPath(new URL('../..', import.meta.url));
const repository = 'https://github.com/operator-gen/operator-gen/blob/main';
const pages = [
  'docs/from-controller-runtime.md',
  'docs/reference/markers.md',
  'docs/reference/types.md',
  ...readdirSync(`${root}/docs/reference/runtime`).map((name) => `docs/reference/runtime/${name}`),
];

rmSync(`${root}/runtime/docs`, { recursive: true, force: true });
for (const page of pages) {
  const target = `${root}/runtime/${page}`;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, withLinksOfPackage(page, readFileSync(`${root}/${page}`, 'utf8')));
}

function withLinksOfPackage(page: string, text: string): string {
  return text.replaceAll(/\]\((?!\w+:)([\w./-]+\.md)/g, (link, to: string) => {
    const path = posix.join(posix.dirname(page), to);
    return pages.includes(path) ? link : `](${repository}/${path}`;
  });
}
