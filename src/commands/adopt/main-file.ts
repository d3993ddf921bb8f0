import { posix } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { managersIn } from '../../go/manager-options.js';
import { leaseIn, usualLeasesIn, type GoLease } from '../../go/operator.js';
import type { GoText } from '../../go/text.js';
import type { Layout } from '../../layout/layout.js';
import type { GoCode } from './go-code.js';
import { left } from './left.js';
import type { ManagerArgument } from './manager-arguments.js';

const path = 'src/main.ts';
/** A name of a Lease that Kubernetes accepts. */
const valid = /^[a-z0-9]([-a-z0-9.]{0,250}[a-z0-9])?$/;

interface Lease extends GoLease {
  readonly file: GoText;
}

/**
 * Returns src/main.ts with the Lease of the earlier operator, so that only one of both is active; it says so if that is not known.
 * @param given the arguments of the earlier operator
 */
export function mainFile(layout: Layout, { program, project }: GoCode, given: readonly ManagerArgument[]) {
  const { files } = program;
  const valueOf = (flag: string | undefined): string | undefined => given.find((each) => each.name === flag)?.value;
  const leases = inOrder(files, (file) => leaseIn(program, file) ?? []).map((each) => ({
    ...each,
    // An argument of config/ is in front of the default of its flag.
    name: valueOf(each.flag) ?? each.name,
  }));
  const usual = inOrder(files, usualLeasesIn);
  const named = given.filter((each) => each.name === 'leader-election-id').map(({ value }) => ({ name: value }));
  const name = [...leases, ...named, ...usual].find((each) => each.name !== undefined && valid.test(each.name))?.name;
  const isUnknown = usual.length === 0 && named.length === 0;
  const unknown = leases.filter((each) => (each.name === undefined ? isUnknown : each.name !== name));
  const managers =
    leases.length > 0 || usual.length > 0
      ? []
      : inOrder(files, (file) =>
          managersIn(program, file)
            .slice(0, 1)
            .map(({ offset }) => ({ name: undefined, offset })),
        );
  const places = [
    ...[...unknown, ...(name === undefined ? managers.slice(0, 1) : [])].map((each) => ({
      name: each.name,
      position: each.file.at(each.offset),
    })),
    // The program of another language is not in the project.
    ...(name === undefined && project !== undefined && project.language !== 'go' ? [{ name, ...project }] : []),
  ];
  const problems = places.map(({ name: other, position }): Diagnostic => {
    const instead = 'set leaderElectionId in src/main.ts to its name: only one of both operators may be active';
    return left(`the name of a Lease${other === undefined ? '' : `, ${other}`}`, instead, position);
  });
  const main = layout.get(path);
  if (name === undefined || main === undefined) return { files: [], problems };
  const content = main.content.replace(/leaderElectionId: '[^']*'/, () => `leaderElectionId: '${name}'`);
  return { files: [[path, content] as const], problems };
}

/** Returns what files have, with that of the main program first: other programs can have a Lease of their own. */
function inOrder(files: readonly GoText[], of: (file: GoText) => GoLease | readonly GoLease[]): readonly Lease[] {
  const found = files.flatMap((file) => [of(file)].flat().map((each) => ({ ...each, file })));
  const isMain = ({ file }: Lease): boolean => posix.basename(file.path) === 'main.go';
  return [...found.filter(isMain), ...found.filter((each) => !isMain(each))];
}
