/** How each package manager spells what npm does; keys are the names that they call themselves in the user agent. */
const spellings = {
  npm: { run: 'npm run', install: 'npm install', execute: 'npx' },
  pnpm: { run: 'pnpm run', install: 'pnpm install', execute: 'pnpm exec' },
  yarn: { run: 'yarn run', install: 'yarn install', execute: 'yarn exec' },
  bun: { run: 'bun run', install: 'bun install', execute: 'bunx' },
} as const;

type PackageManager = keyof typeof spellings;

/** The package manager that started this process, as it says in npm_config_user_agent; npm where none did. */
export function packageManagerOf(env: Readonly<Record<string, string | undefined>>): PackageManager {
  const name = env['npm_config_user_agent']?.split('/', 1)[0] ?? '';
  return Object.hasOwn(spellings, name) ? (name as PackageManager) : 'npm';
}

/** A command that is written for npm, as the user of another package manager would type it. */
export function spellFor(manager: PackageManager, command: string): string {
  const { run, install, execute } = spellings[manager];
  return command
    .replace(/^npm run\b/, run)
    .replace(/^npm install\b/, install)
    .replace(/^npx\b/, execute);
}
