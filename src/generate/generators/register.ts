import { emitRegister } from '../../emit/register.js';
import { codeHeader } from '../../project/license.js';
import { registerFile } from '../../project/paths.js';
import { controllersOf, webhooksOf } from '../../project/set-ups.js';
import { generatedFile, type OutputGenerator } from '../generator.js';

/** Generates the code that sets up all controllers and webhooks. */
export const register: OutputGenerator = {
  name: 'register',
  generate: ({ project }) => {
    const { resources, license } = project;
    const text = emitRegister(
      resources.flatMap((resource) => controllersOf(project, resource)),
      resources.flatMap((resource) => webhooksOf(project, resource)),
    );
    return { files: [generatedFile(registerFile, codeHeader(license) + text)] };
  },
};
