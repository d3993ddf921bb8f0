import { readFileSync } from 'node:fs';
import { format, type Options } from 'prettier';
import { describe, expect } from 'vitest';
import { layoutOf } from '../../../src/project/layout/layout.js';
import type { Project, ProjectResource } from '../../../src/project/project.js';
import { few } from '../../support/few.js';

const settings = JSON.parse(
  readFileSync(new URL('../../../templates/init/_prettierrc.json', import.meta.url), 'utf8'),
) as Options;

/** Returns a name with so many characters. */
const named = (first: string, length: number): string => `${first}${'abcdefghij'.repeat(7)}`.slice(0, length);

interface Lengths {
  readonly kind: number;
  /** The length of a group, a version or a name. */
  readonly other: number;
}

function project(resources: readonly ProjectResource[], others: Partial<Project> = {}): Project {
  return {
    domain: 'example.com',
    projectName: 'app',
    multigroup: true,
    namespaced: false,
    permissions: 'declared',
    certificates: 'cert-manager',
    parts: [],
    manifests: {},
    resources,
    ...others,
  };
}

function resource({ kind }: Pick<Lengths, 'kind'>, others: Partial<ProjectResource> = {}): ProjectResource {
  return {
    group: 'g',
    domain: 'example.com',
    version: 'v1',
    kind: named('K', kind),
    api: { crdVersion: 'v1', namespaced: true },
    controllers: [{}],
    ...others,
  };
}

const webhooks = { defaulting: true, validation: true, conversion: false, spoke: [] };
const deployImage = { image: 'example.com/app:1.2', containerPort: 80 };

/** Projects by the lengths of the names in them. */
const projects: Readonly<Record<string, (lengths: Lengths) => Project>> = {
  'with webhooks': (of) => project([resource(of, { group: named('g', of.other), webhooks })]),
  'with a long domain': (of) => {
    const domain = `${named('d', of.other)}.${named('d', of.other)}.com`;
    return project([resource(of, { domain, group: named('g', of.other), webhooks })], { domain });
  },
  'with conversions': (of) => {
    const conversion = { ...webhooks, conversion: true, spoke: ['v2', 'v3alpha1'] };
    const others = conversion.spoke.map((version) => resource(of, { version, controllers: [] }));
    return project([resource(of, { webhooks: conversion }), ...others]);
  },
  'with an image and a named controller': (of) =>
    project([resource(of, { deployImage, controllers: [{ name: named('c', of.other) }] })]),
  'with an external kind': (of) => {
    const { api: _, ...external } = resource(of, { group: named('g', of.other), webhooks });
    return project([{ ...external, origin: { from: 'external', path: 'src/external/types.ts' } }]);
  },
  'without folders for groups': (of) => project([resource(of, { webhooks })], { multigroup: false }),
  'with a long version': (of) => project([resource(of, { version: named('v', of.other), webhooks })]),
  'with a named controller': (of) => project([resource(of, { controllers: [{ name: named('c', of.other) }] })]),
  'with an image': (of) => project([resource(of, { group: named('g', of.other), deployImage })]),
  'with a cluster-wide kind': (of) => project([resource(of, { api: { crdVersion: 'v1', namespaced: false } })]),
  'without declared permissions': (of) => project([resource(of)], { permissions: 'inferred', namespaced: true }),
  'with an external kind without types': (of) => {
    const domain = `${named('d', of.other)}.${named('d', of.other)}.com`;
    const { api: _, ...external } = resource(of, { domain, webhooks });
    return project([{ ...external, origin: { from: 'external', path: '' } }]);
  },
};

/** Lengths from which a line can be too long, up to the largest, and a few smaller ones. */
const upTo = (most: number): readonly number[] => [
  1,
  6,
  ...Array.from({ length: most - 27 }, (_, index) => index + 28),
];

const lengths: readonly Lengths[] = [
  ...upTo(59).map((kind) => ({ kind, other: 8 })),
  ...upTo(63).map((other) => ({ kind: 21, other })),
  ...[20, 44, 63].flatMap((other) => [34, 47, 59].map((kind) => ({ kind, other }))),
];

/** Reports whether a line has more characters than the formatter allows. */
const isWide = (content: string): boolean => content.split('\n').some((line) => line.length > settings.printWidth!);

describe('scaffolded code is formatted for every length of its names', { timeout: 120_000 }, () => {
  few(5).each(Object.keys(projects))('%s', async (name) => {
    const different: string[] = [];
    const lineCounts = new Map<number, number>();
    const formatted = new Set<string>();
    for (const each of lengths) {
      const files = [...layoutOf(projects[name]!(each)).values()].filter(({ path }) => /^src\/.*\.ts$/.test(path));
      for (const [index, { path, content }] of files.entries()) {
        const lines = content.split('\n').length;
        // With as many lines as for a shorter name, none of which is too long, the code is formatted in the same way.
        if (formatted.has(content) || (lineCounts.get(index) === lines && !isWide(content))) continue;
        lineCounts.set(index, lines);
        formatted.add(content);
        const text = await format(content, { ...settings, parser: 'typescript' });
        if (text !== content) different.push(`${path}: ${JSON.stringify(each)}`);
      }
    }
    expect(different).toEqual([]);
    expect(formatted.size).toBeGreaterThan(8);
  });
});
