#!/usr/bin/env node
// Installs, deploys and tests the operator of a project in a cluster: see src/deployment/main.ts.
import { main } from '../dist/cluster.js';

await main();
