import { classNameOf } from '../../../project/class-name.js';

/** A kind as a controller imports it. */
export interface ImportedKind {
  readonly kind: string;
  readonly module: string;
}

export const runtime = '@operator-gen/runtime';

/** The imports of a controller: those of the scaffolded file, and those of the kinds that it watches. */
export class Imports {
  readonly #taken: Set<string>;
  readonly #names = new Map<string, string>();
  readonly #added = new Map<string, Set<string>>();

  constructor(scaffolded: string, kind: string) {
    this.#taken = new Set([...scaffolded.matchAll(/\b[A-Za-z_]\w*\b/g)].map(([word]) => word));
    this.#taken.add(kind);
  }

  /** Returns the name under which the file imports a class: its own name, unless something else has it. */
  kind({ kind, module }: ImportedKind): string {
    const key = `${module} ${kind}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    if (module === '') return classNameOf(kind);
    const name = this.#taken.has(kind) ? this.free(`${pascal(module)}${kind}`) : kind;
    this.#taken.add(name);
    this.#names.set(key, name);
    this.#add(module, name === kind ? kind : `${kind} as ${name}`);
    return name;
  }

  value(module: string, name: string): string {
    this.#add(module, name);
    return name;
  }

  type(module: string, name: string): string {
    this.#add(module, `type ${name}`);
    return name;
  }

  /** Returns a name that the file does not use yet. */
  free(name: string): string {
    let free = name;
    for (let count = 2; this.#taken.has(free); count += 1) free = `${name}${count}`;
    this.#taken.add(free);
    return free;
  }

  #add(module: string, name: string): void {
    this.#added.set(module, (this.#added.get(module) ?? new Set()).add(name));
  }

  addTo(code: string): string {
    const runtimeNames = [...(this.#added.get(runtime) ?? [])].toSorted().map((each) => `  ${each},\n`);
    const others = [...this.#added]
      .filter(([module]) => module !== runtime)
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
    const lines = others.map(([module, names]) => `import { ${[...names].toSorted().join(', ')} } from '${module}';\n`);
    const withRuntime = code.replace(
      /\} from '@operator-gen\/runtime';\n/,
      (found) => `${runtimeNames.join('')}${found}`,
    );
    const unused = withoutUnused(withRuntime);
    return unused.replace(/(?<=^import [^;]*;\n)(?!import )/m, () => lines.join(''));
  }
}

/** Removes the imports of markers and of the group if no marker remains. */
function withoutUnused(code: string): string {
  const isUsed = (name: string): boolean => code.split(/\W/).filter((word) => word === name).length > 1;
  const lines = code
    .replace(isUsed('Rbac') ? /$^/ : /^import \{ Rbac \} from .*\n/m, '')
    .replace(isUsed('groupVersion') ? /$^/ : /^import \{ groupVersion \} from .*\n/m, '');
  return isUsed('Rbac') ? lines : lines.replace(' Rbac,', '');
}

function pascal(module: string): string {
  const parts = module
    .split('/')
    .slice(-2)
    .join('/')
    .split(/[^A-Za-z0-9]+/);
  return parts
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
    .replace(/^\d+/, '');
}
