import { isDeepStrictEqual } from 'node:util';
import { installCRD, listedKind, readCRDs, type CRDSource, type CustomResourceDefinition } from '../crds.js';
import type { StartedEnvironment } from '../environment.js';
import { waitUntilListed } from '../listed-kinds.js';
import type { Manifest } from '../manifests.js';

type Definition = Manifest<CustomResourceDefinition>;

/** The definitions that the files of a run have requested, each installed once. */
export interface SharedCRDs {
  /**
   * Installs definitions; returns false if one differs from an installed one of the same name.
   * @throws as `installCRDs` of an environment
   */
  install(to: StartedEnvironment, sources: readonly CRDSource[]): Promise<boolean>;
  /** Reads and installs all definitions again for the next file that requests them. */
  forget(): void;
  /** The names of all installed definitions. */
  readonly names: ReadonlySet<string>;
}

/** Remembers installed definitions. */
export function createSharedCRDs(): SharedCRDs {
  const read = new Map<string, Promise<Definition[]>>();
  const installed = new Map<string, { readonly spec: object; readonly done: Promise<void> }>();
  const names = new Set<string>();
  // Building a kustomization takes a second.
  const readOnce = (source: CRDSource): Promise<Definition[]> => {
    const key = JSON.stringify(source);
    const found = read.get(key) ?? readCRDs([source]);
    read.set(key, found);
    return found;
  };
  const differs = ({ object }: Definition): boolean => {
    const there = installed.get(object.metadata.name);
    // Labels, which a kustomization can add, do not affect other files.
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
      await waitUntilListed(to.ask, found.map(listedKind), to.timeoutMs);
      return true;
    },
    forget: () => {
      read.clear();
      installed.clear();
    },
  };
}
