import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { expandedWords } from '../../output/kustomize/expanded-words.js';
import { operatorWorkloads } from '../../output/kustomize/operator-workloads.js';
import { textAt, textsAt } from '../../base/model/json-at.js';
import { kindOf } from '../../base/model/kubernetes-object.js';
import type { Program } from './deployment.js';
import { fieldPlace } from './field-place.js';
import { issueProblem } from './issued-certificate.js';
import { hasOwnOptions } from './own-flags.js';
import { flagValue, portsOf } from './served-ports.js';
import { missingFile, type Problem } from './webhook-serving.js';

const main = 'src/main.ts';
const flag = 'metrics-cert-path';

const fileFlags = '--metrics-cert-name and --metrics-cert-key';

/**
 * Warns of a folder for the metrics certificate that lacks its files, or whose Secret is not issued, so that the
 * operator does not start.
 */
export function metricsCertificateProblems(program: Program): readonly Diagnostic[] {
  const { objects, read } = program;
  if (hasOwnOptions(main, read(main) ?? '')) return [];
  return operatorWorkloads(objects).flatMap((operator) => {
    const { built, container } = operator;
    const args = textsAt(container, 'args');
    const words = expandedWords(container, args).map(({ text }) => text);
    const folder = flagValue(words, flag);
    const files = names.map((each) => flagValue(words, each));
    const isServed = portsOf(operator, read)?.some(
      (each) => each.flag === 'metrics-bind-address' && each.scheme === 'HTTPS',
    );
    if (isServed !== true || folder === '' || [folder, ...files].some((each) => each.includes('$('))) return [];
    const problem: (Problem & { readonly volume?: string }) | undefined =
      missingFile({ folder, files }, operator) ??
      issueProblem({ folder, files }, operator, { flags: fileFlags }, objects);
    if (problem === undefined) return [];
    const { volume, reason, remedy } = problem;
    const name = textAt(container, 'name');
    const argument = args.findLast((each) => each.startsWith(`--${flag}`)) ?? `--${flag}=${folder}`;
    const what = `the container ${name} of ${kindOf(built.object)} ${built.declaredName}`;
    const place =
      volume === undefined
        ? { built, container: name, field: 'args', item: argument }
        : { built, field: 'volumes', item: volume };
    return [diagnostic('deployed-argument', { what, argument, reason, remedy }, fieldPlace(place, program))];
  });
}

const names = ['metrics-cert-name', 'metrics-cert-key'] as const;
