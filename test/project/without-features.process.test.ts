import { expect, it } from 'vitest';
import { parseProject } from '../../src/project/project-file.js';

// In a process of its own, in which no features are installed: as `operator-gen/testing` reads PROJECT.
it.each([
  ['of the core', 'prometheus', ['prometheus']],
  ['of a feature', 'grafana', []],
])('a program without features reads a project with a part %s', (_, part, expected) => {
  const text = `domain: my.domain
layout:
- typescript.operator-gen/v1
plugins:
  features.operator-gen/v1:
    agents: false
    devcontainer: false
    helperRoles: false
    ${part}: true
    workflows: false
projectName: one
version: "3"
`;
  expect(parseProject(text).project.features).toEqual(expected);
});
