import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take long. They start first, so that the end of a run does not wait for one of them. */
const longest = [
  'test/e2e/verify-command',
  'test/e2e/cluster-commands',
  'test/e2e/scaffold',
  'test/e2e/cronjob',
  'test/e2e/deploy-image',
  'test/e2e/shared-environment',
  'test/e2e/upstream.test',
  'test/e2e/examples',
  'test/e2e/project-e2e',
  'test/e2e/helm.test',
  'runtime/src/manager/write-fence',
  'runtime/src/testing/environment/shared/share',
  'runtime/src/certificates/local-run',
  'test/features/adopt/arguments',
  'test/features/deployment/check-deployment',
];

/**
 * For vitest's `sequence.sequencer`: vitest's order, but with the longest files first, and with the process tests
 * spread over the unit tests. Unit tests share processes, which would grow with each file; vitest ends a process when
 * the next file belongs to another project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const index = longest.findIndex((each) => moduleId.includes(each));
      return index === -1 ? longest.length : index;
    };
    const usual = await BaseSequencer.prototype.sort.call(this, files);
    const ordered = usual.toSorted((one, other) => place(one) - place(other));
    const of = (isIn: (name: string) => boolean): TestSpecification[] =>
      ordered.filter(({ project }) => isIn(project.name));
    const [units, processes] = [of((name) => name === 'unit'), of((name) => name === 'process')];
    const step = units.length / (processes.length + 1);
    for (const [index, each] of processes.entries()) units.splice(Math.round((index + 1) * step) + index, 0, each);
    return [...units, ...of((name) => name !== 'unit' && name !== 'process')];
  }
}
