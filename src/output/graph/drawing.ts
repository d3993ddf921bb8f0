import type { NamedKind } from '../../base/model/permission.js';
import type { Graph, GraphKind, GraphPermission } from './graph.js';
import { conversionText, groupText, verbsOf, versionText } from './words.js';

/** A box of a picture. */
export interface Box {
  /** Letters and digits only. */
  readonly id: string;
  readonly type: 'kind' | 'external' | 'controller' | 'webhook' | 'role';
  readonly title: string;
  /** The smaller lines below the title. */
  readonly lines: readonly string[];
}

/** An arrow of a picture. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  /** Whether it only reads: watches, and permissions without an owner. */
  readonly isDashed: boolean;
}

/** The boxes and arrows of a graph, without their places. */
export interface Drawing {
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

/** Returns the boxes and arrows of a graph. */
export function drawingOf(graph: Graph): Drawing {
  const plan = new Plan(graph);
  for (const each of graph.webhooks) {
    const id = plan.add('webhook', each.name, [`${each.type}: ${each.verbs.join(', ')}`, each.at]);
    for (const resource of each.resources)
      plan.connect(id, plan.boxOf(resource), each.type === 'mutating' ? 'mutates' : 'validates');
  }
  for (const kind of graph.kinds) {
    if (kind.conversion === undefined) continue;
    const id = plan.add('webhook', 'conversion', [`${kind.kind}: ${conversionText(kind.conversion)}`]);
    plan.connect(id, plan.boxOf(kind), 'converts');
  }
  for (const each of graph.controllers) {
    const id = plan.add(
      'controller',
      `${each.name} controller`,
      each.hasOthers ? ['and sources known at run time'] : [],
    );
    for (const kind of each.reconciles) plan.connect(id, plan.boxOf(kind), 'reconciles');
    for (const kind of each.owns) plan.connect(id, plan.boxOf(kind), 'owns');
    for (const kind of each.watches) plan.connect(id, plan.boxOf(kind), 'watches', true);
  }
  plan.addOtherPermissions();
  return plan.drawing();
}

class Plan {
  readonly #graph: Graph;
  readonly #boxes: Box[] = [];
  readonly #arrows: Arrow[] = [];
  readonly #byResource = new Map<string, string>();

  constructor(graph: Graph) {
    this.#graph = graph;
    for (const each of graph.kinds) this.#addKind(each);
  }

  drawing(): Drawing {
    return { boxes: this.#boxes, arrows: this.#arrows };
  }

  add(type: Box['type'], title: string, lines: readonly string[]): string {
    const id = `n${this.#boxes.length}`;
    this.#boxes.push({ id, type, title, lines });
    return id;
  }

  connect(from: string, to: string, label: string, isDashed = false): void {
    this.#arrows.push({ from, to, label, isDashed });
  }

  /** Returns the box of a resource, without its subresource. */
  boxOf({ group, resource, kind }: NamedKind): string {
    const [plural = ''] = resource.split('/', 1);
    const key = keyOf(group, plural);
    const known = this.#byResource.get(key);
    if (known !== undefined) return known;
    const id = this.add('external', kind ?? plural, [groupText(group), ...this.#permissionLines(group, plural)]);
    this.#byResource.set(key, id);
    return id;
  }

  /** Adds the resources that only permissions name, and URLs. */
  addOtherPermissions(): void {
    const rest = this.#graph.permissions.filter(
      ({ group, resource }) => resource === '' || !this.#byResource.has(keyOf(group, resource.split('/', 1)[0]!)),
    );
    const roles = new Map<string, GraphPermission[]>();
    for (const each of rest) roles.set(each.role, [...(roles.get(each.role) ?? []), each]);
    for (const [role, permissions] of roles) {
      const urls = permissions.filter(({ urls: [first] }) => first !== undefined);
      const id = this.add(
        'role',
        role,
        urls.map((each) => `may ${verbsOf(each)} ${each.urls.join(', ')}`),
      );
      const resources = permissions.filter(({ resource }) => resource !== '');
      const targets = new Set(resources.map(({ group, resource }) => this.boxOf({ group, resource })));
      for (const each of targets) this.connect(id, each, 'may use', true);
    }
  }

  #addKind(each: GraphKind): void {
    const { kind, group, resource, scope, versions } = each;
    const facts = [`${groupText(group)}, ${scope}`, ...versions.map(versionText)];
    const id = this.add('kind', kind, [...facts, ...this.#permissionLines(group, resource)]);
    this.#byResource.set(keyOf(group, resource), id);
  }

  #permissionLines(group: string, plural: string): readonly string[] {
    return this.#graph.permissions
      .filter((each) => each.group === group && each.resource.split('/', 1)[0] === plural)
      .map((each) => `may ${verbsOf(each)}${each.resource.slice(plural.length).replace(/^\//, ' its ')}`);
  }
}

function keyOf(group: string, resource: string): string {
  return JSON.stringify([group, resource]);
}
