import fc from 'fast-check';

/** What a kustomization lists, as far as these tests go. */
export interface Model {
  readonly resources: readonly string[];
  readonly patches: readonly string[];
  readonly images: readonly string[];
  readonly labels: readonly string[];
}

export const sections = ['resources', 'patches', 'images', 'labels'] as const;

function entry(section: keyof Model, name: string): unknown {
  if (section === 'resources') return name;
  if (section === 'patches') return { path: name, target: { kind: 'Deployment', name: `of-${name}` } };
  return { name, newTag: '1' };
}

export function valueOf(model: Model): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const section of sections) {
    if (model[section].length === 0) continue;
    value[section] =
      section === 'labels'
        ? Object.fromEntries(model.labels.map((each) => [each, `v-${each}`]))
        : model[section].map((each) => entry(section, each));
  }
  return value;
}

/** Sorted, as the order in which a user has them is theirs. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sorted).toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key as never])]),
  );
}

/** As our templates write it, with a comment above the entries that have one. */
export function plain(model: Model, comments: ReadonlyMap<string, string>, header = true): string {
  const lines = header ? ['# Ours.', 'kind: Kustomization'] : ['kind: Kustomization'];
  for (const section of sections) {
    if (model[section].length === 0) continue;
    if (comments.has(section)) lines.push(comments.get(section)!);
    lines.push(`${section}:`);
    for (const name of model[section]) {
      const indent = section === 'labels' ? '  ' : '';
      if (comments.has(name)) lines.push(indent + comments.get(name)!);
      if (section === 'resources') lines.push(`- ${name}`);
      if (section === 'patches')
        lines.push(`- path: ${name}`, '  target:', '    kind: Deployment', `    name: of-${name}`);
      if (section === 'images') lines.push(`- name: ${name}`, '  newTag: "1"');
      if (section === 'labels') lines.push(`  ${name}: v-${name}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Draws what a user may do; every call may answer something else. */
export interface Whim {
  readonly chance: (oneIn: number) => boolean;
  readonly pick: <T>(...choices: readonly T[]) => T;
}

export function whimOf(context: fc.GeneratorValue): Whim {
  return {
    chance: (oneIn) => context(fc.nat, { max: oneIn - 1 }) === oneIn - 1,
    pick: (...choices) => choices[context(fc.nat, { max: choices.length - 1 })]!,
  };
}

/** The same kustomization as its user may have left it: other styles, quotes, indentation, order, comments anywhere. */
export function wild(model: Model, whim: Whim): string {
  const { chance, pick } = whim;
  const lines: string[] = [];
  let serial = 0;
  const noise = (indent: string): void => {
    while (chance(5))
      lines.push(pick('', '', `${indent}# user ${(serial += 1)}`, '# flush left', `${indent}    # deep`, '  '));
  };
  const tail = (): string => (chance(6) ? `${pick(' ', '   ')}# beside ${(serial += 1)}` : '');
  const scalar = (text: string): string => pick(text, text, `"${text}"`, `'${text}'`);
  if (chance(3)) lines.push('# Header of the user.', ...pick([], ['']), ...pick([], ['---']));
  noise('');
  const order = chance(3) ? sections.toReversed() : sections;
  const head = `kind: ${scalar('Kustomization')}${tail()}`;
  if (chance(2)) lines.push(head);
  for (const section of order) {
    if (model[section].length === 0) continue;
    noise('');
    const names = model[section];
    if (chance(4)) flow(section, names);
    else block(section, names);
  }
  if (!lines.includes(head)) lines.push(head);
  noise('');

  function block(section: keyof Model, names: readonly string[]): void {
    const isMap = section === 'labels';
    const indent = ' '.repeat(pick(0, 0, 2, 4) || (isMap ? 2 : 0));
    lines.push(`${section}:${pick('', '', ' ')}${tail()}`);
    for (const name of names) {
      noise(indent);
      const dash = `-${pick(' ', ' ', '   ')}`;
      const inner = indent + ' '.repeat(dash.length);
      if (isMap)
        lines.push(
          `${indent}${pick(name, `"${name}"`.replaceAll('"', ''))}:${pick(' ', '  ')}${scalar(`v-${name}`)}${tail()}`,
        );
      else if (section === 'resources') lines.push(`${indent}${dash}${scalar(name)}${tail()}`);
      else if (section === 'images')
        pairs(indent + dash, inner, [`name: ${scalar(name)}`, `newTag: ${pick('"1"', "'1'")}`]);
      else {
        const target = pick(
          [`target: {kind: Deployment, name: of-${name}}`],
          ['target:', `${' '.repeat(pick(1, 2))}kind: Deployment`, `name: of-${name}`],
        );
        const fixed = target.length === 1 ? target : [target[0]!, target[1]!, target[1]!.replace(/\S.*/, target[2]!)];
        const groups = chance(3)
          ? [fixed.join('\n'), `path: ${scalar(name)}`]
          : [`path: ${scalar(name)}`, fixed.join('\n')];
        pairs(indent + dash, inner, groups);
      }
    }
  }

  function pairs(first: string, inner: string, groups: readonly string[]): void {
    for (const [index, group] of groups.entries()) {
      for (const [at, line] of group.split('\n').entries())
        lines.push((index + at === 0 ? first : inner) + line + tail());
      if (index === 0 && chance(5)) lines.push(`${inner}# inside ${(serial += 1)}`);
    }
  }

  function flow(section: keyof Model, names: readonly string[]): void {
    const isMap = section === 'labels';
    const [open, close] = isMap ? ['{', '}'] : ['[', ']'];
    const items = names.map((name) => {
      if (isMap) return `${name}: ${scalar(`v-${name}`)}`;
      if (section === 'resources') return scalar(name);
      if (section === 'images') return `{${pick('', ' ')}name: ${name}, newTag: "1"${pick('', ' ')}}`;
      return `{ path: ${name}, target: {kind: Deployment, name: of-${name}} }`;
    });
    const comma = pick('', ',');
    if (chance(2)) {
      const inner = pick('  ', '    ');
      lines.push(`${section}: ${open}${tail()}`);
      for (const [index, item] of items.entries())
        lines.push(`${inner}${item}${index === items.length - 1 ? comma : ','}${tail()}`);
      lines.push(`  ${close}${tail()}`);
    } else {
      const pad = pick('', ' ');
      lines.push(`${section}: ${open}${pad}${items.join(pick(', ', ',  '))}${comma}${pad}${close}${tail()}`);
    }
  }

  const eol = pick('\n', '\n', '\r\n');
  return pick('', '', '\uFEFF') + lines.join(eol) + pick(eol, eol, '');
}
