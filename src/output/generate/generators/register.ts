import { emitRegister } from '../../emit/register.js';
import { codeHeader } from '../../../project/license.js';
import { registerFile } from '../../../project/paths.js';
import { controllersOf, webhooksOf, type SetUp } from '../../../project/set-ups.js';
import { generatedFile, type OutputGenerator } from '../generator.js';
import { setUpFinder } from '../present-set-ups.js';

/** Generates the code that sets up all controllers and webhooks. */
export const register: OutputGenerator = {
  name: 'register',
  generate: ({ project, read, sources }) => {
    const { resources, license } = project;
    const find = setUpFinder(project, { read, sources });
    // A set-up function that is nowhere is an error, after which nothing is generated.
    const present = (setUp: SetUp): SetUp => find(setUp) ?? setUp;
    const text = emitRegister(
      resources.flatMap((resource) => controllersOf(project, resource).map(present)),
      resources.flatMap((resource) => webhooksOf(project, resource).map(present)),
    );
    return { files: [generatedFile(registerFile, codeHeader(license) + text)] };
  },
};
