import { expect, test } from 'vitest';
import { inspect } from '../../src/index.js';
import { projectWithApi, testFolder } from '../support/projects.js';

test('inspect answers the model of the command, as plain data', async () => {
  const project = await projectWithApi();
  const { model, modelVersion, diagnostics } = await inspect({ cwd: project.root });
  const { result } = await project.inspect();
  expect({ modelVersion, diagnostics }).toEqual({ modelVersion: 1, diagnostics: [] });
  expect(model).toEqual(result!.json['model']);
  expect(model?.kinds.map(({ kind }) => kind)).toEqual(['WebServer']);
  expect(JSON.parse(JSON.stringify(model))).toEqual(model);
});

test('inspect answers no model after an error', async () => {
  const project = await projectWithApi();
  project.edit('src/api/v1/webserver.types.ts', 'size: Int32', 'size: any');
  const wrong = await inspect({ cwd: project.root });
  expect(wrong).not.toHaveProperty('model');
  expect(wrong.diagnostics.map(({ code }) => code)).toEqual(['any-type']);
  const nowhere = await inspect({ cwd: testFolder().root });
  expect(nowhere.diagnostics.map(({ code }) => code)).toEqual(['project-not-found']);
});
