import { expect, it, vi } from 'vitest';

// Modules to which no feature has been added: as `operator-gen/testing` reads PROJECT.
vi.resetModules();
const { parseProject } = await import('../../src/project/project-file.js');

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
  expect(parseProject(text).project.parts).toEqual(expected);
});
