import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { goPlatform } from '../../../runtime/src/testing/environment/platform.js';
import { controlPlaneFolder, controlPlanePrograms, programPath, referenceTools, versionOf } from './programs.js';

const programs = [...controlPlanePrograms, ...referenceTools];

test.each(programs)('the version of $name is the one that its Go module requires', (program) => {
  expect(versionOf(program)).toMatch(/^v\d+\.\d+\.\d+$/);
});

test('the folder or the program is named after each version, so that no two sets share a program', () => {
  const name = basename(controlPlaneFolder());
  for (const program of programs)
    expect(`${name}-${basename(programPath(program.name))}-`).toContain(`-${versionOf(program).slice(1)}-`);
  expect(name.endsWith(`-${goPlatform()}`)).toBe(true);
  // This is how the runtime's `findTestAssets` tells which Kubernetes a folder holds.
  const kubectl = programs.find((program) => program.name === 'kubectl')!;
  expect(name.startsWith(`k8s-${versionOf(kubectl).slice(1)}-`)).toBe(true);
  expect(programPath('kubectl').startsWith(controlPlaneFolder())).toBe(true);
});
