import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take minutes. They begin first, so that the end of a run does not wait for one of them. */
const longest = [
  'test/e2e/tutorial',
  'test/e2e/scaffold',
  'test/e2e/project-e2e',
  'test/e2e/sequences',
  'test/e2e/verify-command',
  'test/e2e/agree',
  'test/e2e/upgraded',
  'test/e2e/upstream.test',
  'test/e2e/storm',
  'test/upgrade/edited',
  'test/hostile/environment',
  'test/hostile/hostile',
  'test/hostile/deep-folders',
  'test/cli/contract',
  'test/change/merged-branches',
  'test/docs/diagnostics',
  'test/plan/killed',
];

/** For vitest's `sequence.sequencer`: the order of vitest, with the files that take longest at the beginning. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const index = longest.findIndex((each) => moduleId.includes(each));
      return index === -1 ? longest.length : index;
    };
    const usual = await BaseSequencer.prototype.sort.call(this, files);
    return usual.toSorted((one, other) => place(one) - place(other));
  }
}
