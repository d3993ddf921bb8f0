import { expect, it } from 'vitest';
import { presentSetUp } from '../../src/project/set-ups.js';

const scaffolded = { path: 'src/controller/site.controller.ts', name: 'setupSiteController' };
const builder = '(manager: Manager): Promise<void> {\n  return controllerManagedBy(manager).for(Site).complete();\n}\n';

it.each([
  ['is there', `export function setupSiteController${builder}`, 'setupSiteController'],
  ['has another name', `export class A {}\nexport async function setUpSites${builder}`, 'setUpSites'],
  [
    'is an arrow function',
    'export const start = (m: Manager) => controllerManagedBy(m).for(Site).complete();',
    'start',
  ],
  ['is beside other functions', `export function help() {}\nexport function setUp${builder}`, 'setUp'],
  ['comes from another file', "export { Sites, setUp } from './set-up.js';", 'setUp'],
  ['comes from another file under an alias', "export { a as setupSiteController, b } from './a.js';", scaffolded.name],
  ['can come from anywhere', "export * from './all.js';\nexport const other = () => 1;", scaffolded.name],
  ['could be one of two', `export function one${builder}export function two${builder}`, scaffolded.name],
  ['is not exported', `export const limit = 5;\nfunction setUp${builder}`, scaffolded.name],
])('a set-up function is found that %s', (_, text, name) => {
  expect(presentSetUp(scaffolded, text)).toEqual({ ...scaffolded, name });
});

it('a file that is not there has the scaffolded function', () => {
  expect(presentSetUp(scaffolded, undefined)).toEqual(scaffolded);
});
