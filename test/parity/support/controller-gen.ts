import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parse } from 'yaml';
import { buildControlPlane } from '../../e2e/control-plane/builder.js';
import { programPath, referenceTools } from '../../e2e/control-plane/programs.js';
import { schemasByType, type BuiltInFile, type Schemas } from './built-in-types.js';

const moduleFolder = fileURLToPath(new URL('..', import.meta.url));

// No workspace or flag of the user's takes part, no other toolchain is fetched, and go.mod stays what it is.
export const goEnvironment = { GOTOOLCHAIN: 'local', GOWORK: 'off', GOFLAGS: '-mod=readonly' };

/** Builds controller-gen with Go, where it is not there yet. */
export async function buildControllerGen(): Promise<void> {
  await buildControlPlane(referenceTools.filter(({ name }) => name === 'controller-gen'));
}

/** The struct types of Go packages, by import path; a package that does not exist is left out. */
export async function goTypes(packages: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const args = ['list', '-e', '-f', '{{.ImportPath}}\t{{.Dir}}', ...new Set(packages)];
  const { stdout } = await execa('go', args, { cwd: moduleFolder, env: goEnvironment });
  const found = stdout.split('\n').map((line) => line.split('\t') as [string, string]);
  return new Map(found.filter(([, sources]) => sources).map(([path, sources]) => [path, structsOf(sources)]));
}

function structsOf(folder: string): Set<string> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'));
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8'));
  // `type A struct {` and `type A other.B`.
  const declaration = /^type (\w+) (?:struct\b|\w+\.\w+$)/gm;
  return new Set(texts.flatMap((text) => [...text.matchAll(declaration)].map(([, name]) => name!)));
}

/** What controller-gen makes of Go types: for each file it reads a kind whose spec has one field for each type. */
export async function controllerGenSchemas(folder: string, files: readonly BuiltInFile[]): Promise<Schemas> {
  for (const name of ['go.mod', 'go.sum']) cpSync(join(moduleFolder, name), join(folder, name));
  mkdirSync(join(folder, 'api'));
  writeFileSync(join(folder, 'api/package.go'), '// +groupName=example.com\n// +versionName=v1\npackage api\n');
  for (const file of files) writeFileSync(join(folder, `api/${file.kind.toLowerCase()}.go`), goSource(file));
  const args = ['crd:generateEmbeddedObjectMeta=true', 'paths=./api', 'output:crd:dir=crds'];
  await execa(programPath('controller-gen'), args, { cwd: folder, env: goEnvironment });
  return schemasByType(
    files,
    readdirSync(join(folder, 'crds')).map((name) => parse(readFileSync(join(folder, 'crds', name), 'utf8'))),
  );
}

function goSource({ kind, goPackage, types }: BuiltInFile): string {
  return `package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	types "${goPackage}"
)

type ${kind}Spec struct {
${types.map((type) => `\t${type} types.${type} \`json:"${type}"\``).join('\n')}
}

type ${kind} struct {
	metav1.TypeMeta   \`json:",inline"\`
	metav1.ObjectMeta \`json:"metadata,omitempty"\`
	Spec ${kind}Spec \`json:"spec"\`
}
`;
}
