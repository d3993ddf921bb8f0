import { analyzeDiagnostics } from './catalogue/analyze.js';
import { cliDiagnostics } from './catalogue/cli.js';
import { codeDiagnostics } from './catalogue/code.js';
import { projectDiagnostics } from './catalogue/project.js';
import { scaffoldDiagnostics } from './catalogue/scaffold.js';
import { verifyDiagnostics } from './catalogue/verify.js';
import { webhookDiagnostics } from './catalogue/webhooks.js';

/** Every problem that a user can be told of, by code. A new one is one entry in the table of the stage that finds it. */
export const catalogue = {
  ...cliDiagnostics,
  ...projectDiagnostics,
  ...webhookDiagnostics,
  ...scaffoldDiagnostics,
  ...analyzeDiagnostics,
  ...verifyDiagnostics,
  ...codeDiagnostics,
};
