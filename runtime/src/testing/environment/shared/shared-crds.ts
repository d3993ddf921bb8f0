import { isDeepStrictEqual } from 'node:util';
import { installCRD, readCRDs, type CRDSource, type CustomResourceDefinition } from '../crds.js';
import type { StartedEnvironment } from '../environment.js';
import type { Manifest } from '../manifests.js';

type Definition = Manifest<CustomResourceDefinition>;

/** The definitions that the files of a run have asked for, each installed once. */
export interface SharedCRDs {
  /** False where one differs from that of its name which is there. @throws as `installCRDs` of an environment */
  install(to: StartedEnvironment, sources: readonly CRDSource[]): Promise<boolean>;
  /** Has all of them read and installed again by whoever asks next. */
  forget(): void;
  /** The names of all that were installed. */
  readonly names: ReadonlySet<string>;
}

/** Keeps what was installed. */
export function createSharedCRDs(): SharedCRDs {
  const read = new Map<string, Promise<Definition[]>>();
  const installed = new Map<string, { readonly spec: object; readonly done: Promise<void> }>();
  const names = new Set<string>();
  // To build a kustomization takes a second.
  const readOnce = (source: CRDSource): Promise<Definition[]> => {
    const key = JSON.stringify(source);
    const found = read.get(key) ?? readCRDs([source]);
    read.set(key, found);
    return found;
  };
  const differs = ({ object }: Definition): boolean => {
    const there = installed.get(object.metadata.name);
    // Labels, which a kustomization may add, change nothing for others.
    return there !== undefined && !isDeepStrictEqual(there.spec, object.spec);
  };
  const installOnce = ({ ask, target, timeoutMs }: StartedEnvironment, definition: Definition): Promise<void> => {
    const { object } = definition;
    const { name } = object.metadata;
    const done = installed.get(name)?.done ?? installCRD(ask, definition, target.clientConfig('/convert'), timeoutMs);
    installed.set(name, { spec: object.spec, done });
    names.add(name);
    return done;
  };
  return {
    names,
    install: async (to, sources) => {
      const found = (await Promise.all(sources.map(readOnce))).flat();
      if (found.some(differs)) return false;
      await Promise.all(found.map((each) => installOnce(to, each)));
      return true;
    },
    forget: () => {
      read.clear();
      installed.clear();
    },
  };
}
