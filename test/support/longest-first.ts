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
 * For vitest's `sequence.sequencer`: the order of vitest, with the tests of processes and the files that take longest at the
 * beginning. Unit tests share a process until a file of another project is next: the process after it would load everything again.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const index = longest.findIndex((each) => moduleId.includes(each));
      return index === -1 ? longest.length : index;
    };
    const usual = await BaseSequencer.prototype.sort.call(this, files);
    const ordered = usual.toSorted((one, other) => place(one) - place(other));
    const isOfProcesses = ({ project }: TestSpecification): boolean => project.name === 'process';
    return [...ordered.filter(isOfProcesses), ...ordered.filter((each) => !isOfProcesses(each))];
  }
}
