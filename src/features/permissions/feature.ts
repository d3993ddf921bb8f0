import type { Feature } from '../../feature.js';
import { rbac } from './commands/rbac/command.js';

/** The permissions that the code uses, and their markers. */
export const permissions: Feature = {
  name: 'permissions',
  requires: [],
  diagnostics: async () => (await import('./diagnostics.js')).permissionsDiagnostics,
  commands: { 'Generate and check': [rbac] },
  codeReader: async (...project) => (await import('./code-uses.js')).codeUses(...project),
  permissionReaders: [
    async (host, root, project, ...others) =>
      project.permissions === 'inferred'
        ? (await import('./inferred-permissions.js')).inferredPermissions(host, root, project, ...others)
        : [],
  ],
  checks: [
    async ({ environment, generated: { root } }) =>
      (await import('./problems-of-project.js')).permissionProblemsOf(environment, root),
  ],
  deletionChecks: [async (change) => (await import('./newly-missing-permissions.js')).newlyMissing(change)],
  notes: [async (environment, root) => (await import('./problems-of-project.js')).recalledNote(environment, root)],
};
