import { CliCommand } from './cli-command.js';
import type { Context } from './context.js';
import { exitCodes } from './exit-code.js';
import { settingsOf } from './settings.js';
import { toolVersion } from '../../base/io/tool.js';

const examples = `
Examples:
  $ operator-gen version

In scripts:
  $ operator-gen version --output json
`;

/** Returns the command `operator-gen version`. */
export function versionCommand({ stdout }: Context): CliCommand {
  return new CliCommand('version')
    .summary('Print the versions of operator-gen and Node.js')
    .description('Print the versions to include in bug reports.')
    .addHelpText('after', examples)
    .action(async (_flags: object, command: CliCommand) => {
      const version = toolVersion();
      const platform = `${process.platform} ${process.arch}`;
      const { output } = settingsOf(command);
      if (output !== 'json' && output !== 'sarif') {
        stdout.write(`operator-gen ${version} (Node.js ${process.versions.node}, ${platform})\n`);
        return;
      }
      const report = (await import('./report.js')).reportOf('version', exitCodes.done);
      if (output === 'sarif') {
        const { printSarif } = await import('./report-sarif.js');
        await printSarif(report, { project: '/', repository: '/' }, stdout);
        return;
      }
      const { printJson } = await import('./report-json.js');
      printJson({ ...report, tool: { version, node: process.versions.node, platform } }, stdout);
    });
}
