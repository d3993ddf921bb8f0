import { expect, it } from 'vitest';
import { withArticle } from '../../../src/project/layout/templates.js';

const vowels = [
  'Order',
  'Hour',
  'HourlyReport',
  'Heir',
  'EtcdCluster',
  'App',
  'Image',
  'Unload',
  'Uninstall',
  'Umbrella',
];
const vowelLetters = [
  'SSHKey',
  'HTTPRoute',
  'XMLThing',
  'IPAddress',
  'MTLSPolicy',
  'S3Bucket',
  'F5Pool',
  'HPATarget',
  'LDAPUser',
  'NFSShare',
  'OCIImage',
  'RBACRole',
  'AIModel',
  'ECRImage',
  'XRay',
  'Onerous',
];
const consonants = [
  'User',
  'MyApp',
  'Unit',
  'Universe',
  'Uniform',
  'Usage',
  'Utility',
  'OneShot',
  'Once',
  'EuropeanRegion',
];
const consonantLetters = ['URL', 'UIPlugin', 'K8sCluster', 'TLSRoute', 'WebServer', 'Host', 'RAMDisk', 'SANVolume'];

it.each([...vowels, ...vowelLetters])('an %s', (name) => {
  expect(withArticle(name)).toBe(`an ${name}`);
});

it.each([...consonants, ...consonantLetters])('a %s', (name) => {
  expect(withArticle(name)).toBe(`a ${name}`);
});
