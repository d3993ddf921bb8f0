import { completed, on, text, type OptionsOf } from '../../cli/framework/flags.js';

export const adoptFlags = {
  from: completed(
    'file',
    text('--from <folder>', 'Folder of the Go project, or of CRDs and config/ (default: this folder)'),
  ),
  domain: text('--domain <domain>', 'Domain suffix of the API groups (default: that of the project)'),
  projectName: text('--project-name <name>', 'Prefix of resource names in the cluster (default: that of the project)'),
  typesOnly: on('--types-only', 'Create the types without controllers and webhooks'),
  skipInstall: on('--skip-install', 'Skip npm install, which a folder with npm files of its own always skips'),
  force: on('--force', 'Overwrite existing files, including those in config/ that differ from the scaffolded ones'),
};

/** Options of `adopt`. */
export type AdoptOptions = OptionsOf<typeof adoptFlags>;
