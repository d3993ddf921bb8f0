import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const declarations = fileURLToPath(new URL('../../../runtime/src/k8s', import.meta.url));

/** A file of the runtime's built-in types, `core/v1`, with the types that it declares and the Go package they have. */
export interface BuiltInFile {
  readonly name: string;
  /** The kind that carries these types in a test, for example `CoreV1`. */
  readonly kind: string;
  readonly goPackage: string;
  readonly types: readonly string[];
}

/** A schema as it stands in a CRD. */
export type CrdSchema = Readonly<Record<string, any>>;

/** Schemas by what they are of: `core/v1.PodSpec`. */
export type Schemas = ReadonlyMap<string, CrdSchema>;

/** Every file of built-in types that the build of the runtime has written. */
export function builtInFiles(): readonly BuiltInFile[] {
  return readdirSync(declarations, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => path.replaceAll('\\', '/').replace(/\.ts$/, ''))
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(declarations, `${name}.ts`), 'utf8');
      const types = [...text.matchAll(/^export interface (\w+)/gm)].map(([, type]) => type!);
      return { name, kind: kindOf(name), goPackage: goPackageOf(name), types };
    });
}

function kindOf(name: string): string {
  return name.replaceAll(/(?:^|\/)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const otherPackages: Readonly<Record<string, string>> = {
  apiextensions: 'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions',
  apiregistration: 'k8s.io/kube-aggregator/pkg/apis/apiregistration',
  internal: 'k8s.io/api/apiserverinternal',
  meta: 'k8s.io/apimachinery/pkg/apis/meta',
};

function goPackageOf(name: string): string {
  const [folder = '', version = ''] = name.split('/');
  return `${otherPackages[folder] ?? `k8s.io/api/${folder}`}/${version}`;
}

/** Takes the CRDs of the files' kinds apart: one schema for each type. */
export function schemasByType(files: readonly BuiltInFile[], crds: readonly CrdSchema[]): Schemas {
  const names = new Map(files.map(({ kind, name }) => [kind, name]));
  return new Map(
    crds.flatMap(({ spec }) => {
      const { properties } = spec.versions[0].schema.openAPIV3Schema.properties.spec;
      return Object.entries<CrdSchema>(properties).map(([type, schema]): [string, CrdSchema] => [
        `${names.get(spec.names.kind)}.${type}`,
        schema,
      ]);
    }),
  );
}
