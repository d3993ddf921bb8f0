import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  controlPlaneCache,
  executableName,
  goPlatform,
  type Environment,
} from '../../../runtime/src/testing/environment/platform.js';

const modulesFolder = fileURLToPath(new URL('modules', import.meta.url));

/** A program that is built from a Go module. */
export interface Program {
  readonly name: string;
  /** The Go package with its `main`. */
  readonly package: string;
  /** The Go module of that package: its version is the one that go.mod requires. */
  readonly module: string;
  /** The folder with go.mod and go.sum. */
  readonly folder: string;
  /** The Go variables that hold the version: nobody but the linker sets them. */
  readonly versionVariables?: (version: string) => Readonly<Record<string, string>>;
}

function kubernetes(name: string): Program {
  return {
    name,
    package: `k8s.io/kubernetes/cmd/${name}`,
    module: 'k8s.io/kubernetes',
    folder: join(modulesFolder, 'kubernetes'),
    versionVariables: (version) => {
      const [major = '', minor = ''] = version.slice(1).split('.');
      const variables = 'k8s.io/component-base/version';
      return {
        [`${variables}.gitVersion`]: version,
        [`${variables}.gitMajor`]: major,
        [`${variables}.gitMinor`]: minor,
      };
    },
  };
}

const etcd: Program = {
  name: 'etcd',
  package: 'go.etcd.io/etcd/server/v3',
  module: 'go.etcd.io/etcd/server/v3',
  folder: join(modulesFolder, 'etcd'),
};

const kwok: Program = {
  name: 'kwok',
  package: 'sigs.k8s.io/kwok/cmd/kwok',
  module: 'sigs.k8s.io/kwok',
  folder: join(modulesFolder, 'kwok'),
};

const controllerGen: Program = {
  name: 'controller-gen',
  package: 'sigs.k8s.io/controller-tools/cmd/controller-gen',
  module: 'sigs.k8s.io/controller-tools',
  folder: join(modulesFolder, 'tools'),
  versionVariables: (version) => ({ 'sigs.k8s.io/controller-tools/pkg/version.version': version }),
};

const kustomize: Program = {
  name: 'kustomize',
  package: 'sigs.k8s.io/kustomize/kustomize/v5',
  module: 'sigs.k8s.io/kustomize/kustomize/v5',
  folder: join(modulesFolder, 'tools'),
  versionVariables: (version) => ({ 'sigs.k8s.io/kustomize/api/provenance.version': version }),
};

const helmFolder = join(modulesFolder, 'helm');
const helmModule = 'helm.sh/helm/v4';

/** Helm, which installs charts. Its name has the version, which the folder of the programs does not have. */
export const helm: Program = {
  name: `helm-${versionIn(helmFolder, helmModule).slice(1)}`,
  package: `${helmModule}/cmd/helm`,
  module: helmModule,
  folder: helmFolder,
  versionVariables: (version) => ({ [`${helmModule}/internal/version.version`]: version }),
};

/** What a whole control plane runs, kubectl included. */
export const controlPlanePrograms: readonly Program[] = [
  etcd,
  ...['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl'].map(kubernetes),
  kwok,
];

/** The tools that this project is measured against. */
export const referenceTools: readonly Program[] = [controllerGen, kustomize, helm];

/** The version that a program's go.mod requires, for example `v1.36.3`. */
export function versionOf({ folder, module }: Program): string {
  return versionIn(folder, module);
}

function versionIn(folder: string, module: string): string {
  const goMod = join(folder, 'go.mod');
  const required = readFileSync(goMod, 'utf8')
    .split('\n')
    .map((line) => line.replace('require', '').trim().split(' '));
  const version = required.find(([path, second]) => path === module && second?.startsWith('v'))?.[1];
  if (version === undefined) throw new Error(`${goMod} does not require ${module}`);
  return version;
}

/** The folder outside the tree into which this control plane is built: its name holds every version. */
export function controlPlaneFolder(env: Environment = process.env): string {
  const versions = [kubernetes('kubectl'), etcd, kwok, controllerGen, kustomize].map(
    (program) => `${program.module === 'k8s.io/kubernetes' ? 'k8s' : program.name}-${versionOf(program).slice(1)}`,
  );
  return join(controlPlaneCache(env), [...versions, goPlatform()].join('-'));
}

/** Where a built program is, whether or not it has been built. */
export function programPath(name: string): string {
  return join(controlPlaneFolder(), executableName(name));
}
