import { displayName } from './display-name.js';
import type { TemplateSet } from '../../project/layout/template-set.js';
import { withTypes } from '../../project/resources.js';

/** Template context of the parts of an OLM bundle. */
export interface OlmContext {
  readonly projectName: string;
  readonly displayName: string;
  readonly provider: string;
  /** Whether the project has samples. */
  readonly samples: boolean;
}

export const olmSet: TemplateSet = {
  name: 'olm',
  instances: ({ project }) => {
    const { olm, projectName, domain } = project;
    const samples = withTypes(project).length > 0;
    const context = { projectName, displayName: displayName(projectName), provider: domain || projectName, samples };
    return olm === undefined ? [] : [{ scope: '', context: context satisfies OlmContext }];
  },
};
