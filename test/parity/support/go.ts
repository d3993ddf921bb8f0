import { mkdirSync, readdirSync, readFileSync, writeFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parse } from 'yaml';
import { programPath } from '../../e2e/control-plane/programs.js';
import type { BuiltInFile } from './built-in-types.js';

const moduleFolder = fileURLToPath(new URL('../go', import.meta.url));

// No workspace of the user's takes part, and no other toolchain is fetched.
const env = { GOTOOLCHAIN: 'local', GOWORK: 'off', GOFLAGS: '-mod=readonly' };

/** Puts a Go module into a folder that requires the Kubernetes types, in the versions that ours were made from. */
export function writeGoModule(folder: string): void {
  cpSync(moduleFolder, folder, { recursive: true });
}

/** The struct types of Go packages, by import path; a package that does not exist is left out. */
export async function goTypes(folder: string, packages: readonly string[]): Promise<ReadonlyMap<string, Set<string>>> {
  const args = ['list', '-e', '-f', '{{.ImportPath}} {{.Dir}}', ...packages];
  const { stdout } = await execa('go', args, { cwd: folder, env });
  const found = stdout.split('\n').map((line) => line.split(' ') as [string, string?]);
  return new Map(found.flatMap(([path, sources]) => (sources ? [[path, structsOf(sources)]] : [])));
}

function structsOf(folder: string): Set<string> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'));
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8'));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/^type (\w+) (?:struct\b|\w+\.\w+$)/gm)].map(([, name]) => name!)),
  );
}

/**
 * What controller-gen makes of the types: for each file a kind whose spec has one field for each type.
 * @returns the schema of every type, under `core/v1.PodSpec`
 */
export async function controllerGenSchemas(
  folder: string,
  files: readonly BuiltInFile[],
): Promise<ReadonlyMap<string, unknown>> {
  mkdirSync(join(folder, 'api'));
  writeFileSync(join(folder, 'api/package.go'), '// +groupName=example.com\n// +versionName=v1\npackage api\n');
  for (const file of files) writeFileSync(join(folder, `api/${file.kind.toLowerCase()}.go`), goSource(file));
  const args = ['crd:generateEmbeddedObjectMeta=true', 'paths=./api', 'output:crd:dir=crds'];
  await execa(programPath('controller-gen'), args, { cwd: folder, env });
  const kinds = new Map(files.map((file) => [file.kind, file]));
  return new Map(
    readdirSync(join(folder, 'crds')).flatMap((name) => {
      const crd = parse(readFileSync(join(folder, 'crds', name), 'utf8'));
      const file = kinds.get(crd.spec.names.kind)!;
      return schemasByType(file, crd.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties);
    }),
  );
}

/** The properties of a spec, under the names of their types. */
export function schemasByType(file: BuiltInFile, properties: object): [string, unknown][] {
  return Object.entries(properties).map(([type, schema]) => [`${file.name}.${type}`, schema]);
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
