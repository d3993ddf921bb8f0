import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { DeployImage, ProjectResource } from '../../../project/project.js';

/** The flag of `create api` for each option of an image. */
export const imageFlags: { readonly [O in keyof Required<DeployImage>]: string } = {
  image: '--image',
  containerCommand: '--image-container-command',
  containerPort: '--image-container-port',
  runAsUser: '--run-as-user',
};

/** Returns the differences between an existing kind and the flags; none without `--image`. */
export function imageDifferences(wanted: ProjectResource, existing: ProjectResource): readonly Diagnostic[] {
  const { kind, deployImage } = wanted;
  if (deployImage === undefined) return [];
  const refusal = (option: keyof DeployImage, difference: string): Diagnostic =>
    diagnostic('api-exists', { kind, difference, flag: imageFlags[option] });
  if (existing.version !== wanted.version) {
    if (existing.controllers.length === 0) return [];
    return [refusal('image', `the controller of its version ${existing.version} handles all versions`)];
  }
  const there = existing.deployImage;
  if (there === undefined) return [refusal('image', 'it was created without an image')];
  return (Object.keys(imageFlags) as (keyof DeployImage)[])
    .filter((option) => there[option] !== deployImage[option])
    .map((option) => refusal(option, `${names[option]} ${there[option] ?? 'was not set'}`));
}

const names: { readonly [O in keyof Required<DeployImage>]: string } = {
  image: 'its image is',
  containerCommand: 'its command is',
  containerPort: 'its port is',
  runAsUser: 'its user is',
};
