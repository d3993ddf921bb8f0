import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { GoLease } from '../../../base/helper/go/answer.js';
import type { Layout } from '../../../project/layout/layout.js';
import type { GoCode } from './go-code.js';
import { left } from '../left.js';
import { ofManager } from './manager-files.js';
import { leasesIn } from './go-configuration.js';
import { canElect, type SettingsInput } from './manager-settings.js';

const path = 'src/main.ts';
const leaseSetting = /leaderElectionId: '([^']*)'/;
/** A name of a Lease that Kubernetes accepts. */
const valid = /^[a-z0-9]([-a-z0-9.]{0,250}[a-z0-9])?$/;

/**
 * Returns src/main.ts with the Lease of the earlier operator, so that only one of the two is active. A note is added if
 * it is unknown.
 * @param input known facts about the earlier operator
 */
export function mainFile(layout: Layout, { files: all, project }: GoCode, input: SettingsInput) {
  const { given, configurations } = input;
  // Other programs can have their own Lease.
  const ofMain = ofManager(all);
  const files = [...ofMain, ...all.filter((each) => !ofMain.includes(each))];
  const valueOf = (flag: string | undefined): string | undefined => given.find((each) => each.name === flag)?.value;
  const leases = files
    .flatMap(({ lease }) => lease ?? [])
    .map((each) => ({
      ...each,
      // An argument in config/ takes precedence over the default of its flag.
      name: valueOf(each.flag) ?? each.name,
    }));
  const usual = files.flatMap(({ usualLeases }) => usualLeases);
  const flags = given.filter((each) => each.name === 'leader-election-id').flatMap(({ value }) => value ?? []);
  const named = [...flags, ...leasesIn(configurations)].map((each) => ({ name: each }));
  const name = [...leases, ...named, ...usual].find((each) => each.name !== undefined && valid.test(each.name))?.name;
  const isUnknown = usual.length === 0 && named.length === 0;
  const unknown = leases.filter((each) => (each.name === undefined ? isUnknown : each.name !== name));
  const managers: readonly GoLease[] =
    leases.length > 0 || usual.length > 0
      ? []
      : files.flatMap((file) => file.managers.slice(0, 1).map((position) => ({ position })));
  const places = [
    ...[...unknown, ...(name === undefined ? managers.slice(0, 1) : [])].map((each) => ({
      name: each.name,
      position: each.position,
    })),
    // A program in another language is not in the project.
    ...(name === undefined && project !== undefined && project.language !== 'go' ? [{ name, ...project }] : []),
  ];
  const problems = places.map(({ name: other, position }): Diagnostic => {
    const instead = 'set leaderElectionId in src/main.ts to its name: only one of the two operators may be active';
    return left(`the name of a Lease${other === undefined ? '' : `, ${other}`}`, instead, position);
  });
  const main = layout.get(path);
  if (main === undefined) return { files: [], problems };
  if (name === undefined) {
    const [, scaffolded] = leaseSetting.exec(main.content) ?? [];
    const [place] = canElect(input) ? places : [];
    if (scaffolded === undefined || place === undefined) return { files: [], problems };
    return { files: [], problems: [...problems, diagnostic('lease-unknown', { name: scaffolded }, place.position)] };
  }
  const content = main.content.replace(leaseSetting, () => `leaderElectionId: '${name}'`);
  return { files: [[path, content] as const], problems };
}
