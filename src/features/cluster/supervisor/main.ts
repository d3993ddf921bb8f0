import { supervise } from './supervise.js';

// The program that runs a cluster of separate programs. It is bundled as a file of its own, dist/cluster-supervisor.js, with the usage of
// operator-gen-cluster: one argument, the file with the settings.
process.exit(await supervise(process.argv[2] ?? ''));
