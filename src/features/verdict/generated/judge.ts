import type { JudgeOf } from '../../../output/generate/judge.js';
import { newSamples, sampleTrials } from '../trials/tried-samples.js';
import { acceptedTexts } from './accepted-texts.js';
import { askApiServer } from './ask-api-server.js';
import { askBesideErrors } from './ask-beside-errors.js';

/** Judges generated manifests with the API server's own code. */
export const apiServerCode: JudgeOf = ({ root, project, read, helper, memory }) => ({
  judge: async (generated, planned) => {
    const trials = sampleTrials({ helper, project, generated, read });
    const manifests = { generated, planned, source: read, refusedSample: trials.refused };
    const rejected = await askApiServer(helper, manifests, acceptedTexts(memory, root, helper.identity!));
    return { generated: trials.result(), rejected };
  },
  judgeBesideErrors: (generated) => askBesideErrors(helper, generated, read),
  withNewSamples: (generated) => newSamples({ helper, project, read, generated }),
});
