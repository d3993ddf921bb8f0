import { diagnostic, DiagnosticsError } from '../diagnostics/diagnostic.js';
import { imageFlags } from '../operations/image-flags.js';
import { textsOf } from '../project/deploy-image.js';
import type { DeployImage } from '../project/project.js';

/** The flags about an image as commander hands them over. */
export interface ImageFlags {
  readonly image?: string;
  readonly imageContainerCommand?: string;
  readonly imageContainerPort?: number;
  readonly runAsUser?: number;
}

/**
 * The image that flags name, with what they say of it.
 * @throws DiagnosticsError when a flag says more about an image that is not named
 */
export function deployImageOf(flags: ImageFlags): DeployImage | undefined {
  const { image, imageContainerCommand: containerCommand, imageContainerPort: containerPort, runAsUser } = flags;
  const more = {
    ...(containerCommand === undefined ? {} : { containerCommand }),
    ...(containerPort === undefined ? {} : { containerPort }),
    ...(runAsUser === undefined ? {} : { runAsUser }),
  };
  if (image !== undefined) return { image, ...more };
  const problems = (Object.keys(more) as (keyof typeof more)[]).map((option) =>
    diagnostic('flag-without', { flag: imageFlags[option], needed: '--image' }),
  );
  if (problems.length > 0) throw new DiagnosticsError(...problems);
  return undefined;
}

/** The flags that say this of an image. */
export function imageWords(deployImage: DeployImage): readonly string[] {
  return textsOf(deployImage).flatMap(([option, text]) => [imageFlags[option], text]);
}
