import { analyzeDiagnostics } from './catalogue/analyze.js';
import { cliDiagnostics } from './catalogue/cli.js';
import { codeDiagnostics } from './catalogue/code.js';
import { deploymentDiagnostics } from './catalogue/deployment.js';
import { kustomizationDiagnostics } from './catalogue/kustomizations.js';
import { packageDiagnostics } from './catalogue/packages.js';
import { permissionDiagnostics } from './catalogue/permissions.js';
import { projectDiagnostics } from './catalogue/project.js';
import { scaffoldDiagnostics } from './catalogue/scaffold.js';
import { helperDiagnostics } from './catalogue/helper.js';
import { verifyDiagnostics } from './catalogue/verify.js';
import { webhookDiagnostics } from './catalogue/webhooks.js';

/**
 * The problems that the core reports, by code. To add one, add an entry to the table of the stage that finds it, or to
 * that of a feature.
 */
export const catalogue = {
  ...cliDiagnostics,
  ...projectDiagnostics,
  ...kustomizationDiagnostics,
  ...deploymentDiagnostics,
  ...webhookDiagnostics,
  ...scaffoldDiagnostics,
  ...analyzeDiagnostics,
  ...verifyDiagnostics,
  ...packageDiagnostics,
  ...permissionDiagnostics,
  ...helperDiagnostics,
  ...codeDiagnostics,
};
