import { CliCommand } from '../cli-command.js';
import type { Context } from '../context.js';
import { completionCommandLine, shells } from './shells.js';

const examples = `
Examples:
  $ source <(operator-gen completion bash)
  $ operator-gen completion zsh > "\${fpath[1]}/_operator-gen"
  $ operator-gen completion fish > ~/.config/fish/completions/operator-gen.fish
  $ operator-gen completion powershell | Out-String | Invoke-Expression
`;

/** Returns the command `operator-gen completion`. */
export function completionCommand({ stdout }: Context): CliCommand {
  const command = new CliCommand('completion');
  return command
    .summary(completionCommandLine.summary)
    .description('Print a script for a shell, which completes commands, flags, and the kinds of the project.')
    .argument('<shell>', `Shell: ${shells.join(', ')}`)
    .addHelpText('after', examples)
    .action(async (name: string) => {
      const { usageError } = await import('../usage-error.js');
      const shell = shells.find((each) => each === name);
      if (shell === undefined) {
        const reason = `allowed choices are ${shells.join(', ')}`;
        throw usageError('completion', 'invalid-value', { option: 'shell', value: name, reason, choices: shells });
      }
      const { completionScript } = await import('./script.js');
      stdout.write(await completionScript(shell));
    });
}
