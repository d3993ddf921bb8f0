import type { Feature } from '../../feature.js';
import {
  clusterDown,
  clusterGroup,
  clusterKubeconfig,
  clusterLogs,
  clusterReset,
  clusterStatus,
  clusterUp,
} from './commands.js';

/** Kubernetes on this machine, without Docker. */
export const cluster: Feature = {
  name: 'cluster',
  requires: ['verdict'],
  diagnostics: async () => (await import('./diagnostics.js')).clusterDiagnostics,
  commands: {
    'Run and ship': [clusterGroup, clusterUp, clusterStatus, clusterReset, clusterKubeconfig, clusterLogs, clusterDown],
  },
};
