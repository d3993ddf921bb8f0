import { expect, it } from 'vitest';
import { emitRegister } from '../../../src/output/emit/register.js';
import { setUpFinder } from '../../../src/output/generate/present-set-ups.js';
import { parseProject } from '../../../src/project/project-file.js';
import { controllersOf, webhooksOf } from '../../../src/project/set-ups.js';

const { project } = parseProject(`domain: example.com
layout: [typescript.operator-gen/v1]
projectName: test
version: '3'
resources:
- { controller: true, domain: example.com, group: apps, kind: Site, version: v1 }
- { controller: true, domain: example.com, group: apps, kind: Page, version: v1, webhooks: { validation: true, conversion: true, spoke: [v2] } }
`);

const site = 'src/controller/site.controller.ts';
const page = 'src/controller/page.controller.ts';
const moved = 'src/setup/sites.ts';
const webhook = 'src/webhook/v1/page.webhook.ts';
const converter = 'src/webhook/page.converter.ts';

const building = (kind: string, ...lines: readonly string[]): string =>
  `(manager: Manager): Promise<void> {\n  ${['const builder = controllerManagedBy(manager)', `  .for(${kind});`, ...lines].join('\n  ')}\n  await builder.complete();\n}\n`;
const sites = building('Site');
const reconciler = 'export class SiteReconciler {}\n';
const serving = (more: string): string =>
  `(manager: Manager) {\n  await webhookManagedBy(manager).for(Page).${more}.complete();\n}\n`;

const others = {
  [page]: `export async function setupPageController${building('Page')}`,
  [webhook]: `export async function setupPageWebhook${serving('withValidator(new PageValidator())')}`,
  [converter]: `export async function setupPageConversion${serving('withConverter(converter)')}`,
};

/** Returns the imports of `src/register.ts`, and the functions that are nowhere. */
function importsIn(files: Readonly<Record<string, string | undefined>>): readonly string[] {
  const texts = new Map(
    Object.entries({ ...others, ...files }).flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])),
  );
  const find = setUpFinder(project, {
    read: (path) => texts.get(path),
    sources: () => [...texts].map(([path, text]) => ({ path, text })),
  });
  const { resources } = project;
  const controllers = resources.flatMap((each) => controllersOf(project, each));
  const webhooks = resources.flatMap((each) => webhooksOf(project, each));
  const found = [...controllers, ...webhooks].map((each) => find(each) ?? `no ${each.name}`);
  const isFound = (each: (typeof found)[number] | undefined) => typeof each === 'object';
  const text = emitRegister(controllers.map(find).filter(isFound), webhooks.map(find).filter(isFound));
  const imports = [...text.matchAll(/^import \{ (.*) \} from '\.\/(.*)\.js';$/gm)].map(
    ([, name, path]) => `${name} ${path}`,
  );
  return [...imports, ...found.filter((each) => typeof each === 'string')];
}

const standard = [
  'setupPageController controller/page.controller',
  'setupPageConversion webhook/page.converter',
  'setupPageWebhook webhook/v1/page.webhook',
];
const own = 'controller/site.controller';
const missing = 'no setupSiteController';

it.each<[string, Readonly<Record<string, string>>, string]>([
  ['is there', { [site]: `export function setupSiteController${sites}` }, `setupSiteController ${own}`],
  ['is wrapped', { [site]: `export const setupSiteController = traced(setUp);` }, `setupSiteController ${own}`],
  ['has another name', { [site]: `${reconciler}export async function setUpSites${sites}` }, `setUpSites ${own}`],
  [
    'is an arrow function',
    { [site]: 'export const start = (m: Manager) => controllerManagedBy(m).for(Site).complete();' },
    `start ${own}`,
  ],
  ['is beside other functions', { [site]: `export function help() {}\nexport function setUp${sites}` }, `setUp ${own}`],
  ['is in a list of exports', { [site]: `function setUp${sites}export { setUp as start };` }, `start ${own}`],
  [
    'is taken from an object',
    { [site]: 'export const { setupSiteController, b } = all();' },
    `setupSiteController ${own}`,
  ],
  [
    'is a default export',
    { [site]: `export default async function setUp${sites}` },
    `default as setupSiteController ${own}`,
  ],
  [
    'is a default without a name',
    { [site]: `export default async function ${sites}` },
    `default as setupSiteController ${own}`,
  ],
  [
    'is exported as the default later',
    { [site]: `async function setUp${sites}export default setUp;\n` },
    `default as setupSiteController ${own}`,
  ],
  ['comes from a package', { [site]: "export { Sites, setUp } from 'sites';" }, `setUp ${own}`],
  [
    'comes from another file under an alias',
    { [site]: "export { a as setupSiteController, b } from './a.js';" },
    `setupSiteController ${own}`,
  ],
  [
    'comes from a file that is passed on as a whole',
    {
      [site]: "export * from '../setup/sites.js';\nexport const other = () => 1;",
      [moved]: `export function setUp${sites}`,
    },
    `setUp ${own}`,
  ],
  [
    'can come from a package',
    { [site]: "export * from 'sites';\nexport const other = () => 1;" },
    `setupSiteController ${own}`,
  ],
  ['could be one of two', { [site]: `export function one${sites}export function two${sites}` }, missing],
  [
    'has a comment in its line',
    { [site]: `/** Sets up. */ export async function setupSiteController${sites}` },
    `setupSiteController ${own}`,
  ],
  [
    'has two comments above and in its line',
    { [site]: `/* a\n * b */\n  /* c */\texport const setupSiteController = 1;` },
    `setupSiteController ${own}`,
  ],
  ['is not exported', { [site]: `export const limit = 5;\nfunction setUp${sites}` }, missing],
  ['is in a comment', { [site]: `${reconciler}/*\nexport function setupSiteController${sites}*/` }, missing],
  [
    'is gone, beside a function that is not one',
    { [site]: `${reconciler}export function desired(site: Site) {}` },
    missing,
  ],
  [
    'is in another file',
    { [site]: reconciler, [moved]: `export async function setupSiteController${sites}` },
    'setupSiteController setup/sites',
  ],
  [
    'is in another file, and a function stays',
    {
      [site]: `${reconciler}export function desired(manager: string) {}`,
      [moved]: `export async function setupSiteController${sites}`,
    },
    'setupSiteController setup/sites',
  ],
  [
    'is in another file, which an index passes on',
    {
      [site]: reconciler,
      [moved]: `export async function setupSiteController${sites}`,
      'src/setup/index.ts': "export * from './sites.js';\n",
      'src/setup/all.ts': "export { setupSiteController } from './index.js';\n",
    },
    'setupSiteController setup/sites',
  ],
  [
    'is in another file as a constant',
    { [site]: reconciler, [moved]: 'export const setupSiteController: SetUp = traced(a);' },
    'setupSiteController setup/sites',
  ],
  [
    'is in another file under another name',
    { [site]: reconciler, [moved]: `export function start${sites}` },
    'start setup/sites',
  ],
  [
    'is the default export of another file',
    {
      [site]: reconciler,
      [moved]: `export default async (manager: Manager) => {\n  await controllerManagedBy(manager).for(Site).complete();\n};`,
    },
    'default as setupSiteController setup/sites',
  ],
  [
    'is in the file of another controller',
    { [site]: reconciler, [page]: `${others[page]}export function setupSiteController${sites}` },
    `setupSiteController controller/page.controller`,
  ],
  [
    'is in the file of another controller under another name',
    { [site]: reconciler, [page]: `${others[page]}export function sites${sites}` },
    `sites controller/page.controller`,
  ],
  [
    'could be one of two other files',
    { [site]: reconciler, [moved]: `export function start${sites}`, 'src/b.ts': `export function start${sites}` },
    missing,
  ],
  [
    'is declared by two other files',
    {
      [site]: reconciler,
      [moved]: `export function setupSiteController${sites}`,
      'src/b.ts': `export function setupSiteController${sites}`,
    },
    missing,
  ],
  [
    'is nowhere, beside those of other kinds',
    { [site]: reconciler, [moved]: `export function start${building('Sites')}` },
    missing,
  ],
  ['has no file, and is elsewhere', { [moved]: `export function start${sites}` }, 'start setup/sites'],
])('the set-up of a controller is found that %s', (_, files, expected) => {
  expect(importsIn(files).toSorted()).toEqual([...standard, expected].toSorted());
});

it('a function that sets up two controllers is imported once', () => {
  const both = `export async function setUpAll${building('Site', 'await controllerManagedBy(manager).for(Page).complete();')}`;
  expect(importsIn({ [site]: both, [page]: 'export class PageReconciler {}\n' })).toEqual([
    `setUpAll ${own}`,
    ...standard.slice(1),
  ]);
});

it('webhooks and a conversion that are moved and renamed together are distinguished', () => {
  const text = `export function check${serving('withValidator(new PageValidator())')}export function convert${serving('withConverter(converter)')}`;
  const ofSite = { [site]: `export function setupSiteController${sites}` };
  const found = importsIn({
    ...ofSite,
    [webhook]: 'export class PageValidator {}\n',
    [converter]: undefined,
    'src/hooks.ts': text,
  });
  expect(new Set(found)).toEqual(new Set([standard[0], 'check hooks', 'convert hooks', `setupSiteController ${own}`]));
});
