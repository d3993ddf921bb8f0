import { crdFile, kustomizations } from '../../../project/paths.js';
import { verifySize } from '../../../language/rules/size-rules.js';
import { generatedFile, type OutputGenerator } from '../generator.js';
import { entriesOf } from '../kustomizations.js';

/** Generates a CustomResourceDefinition for each kind. */
export const crds: OutputGenerator = {
  name: 'crds',
  generate: ({ model, project, toolVersion, header, state, read, results }) => {
    const input = { header, toolVersion, options: project.manifests };
    const emitted = model.kinds.map((kind) => {
      const path = crdFile(kind.group, kind.plural);
      return { path, ...results.crd(kind, input, () => read(path)) };
    });
    const files = emitted.map(({ path, content }) => generatedFile(path, content));
    // An empty kustomization does not build, so the CRDs are included only while there are any.
    const folder = ['../crd'];
    const isEmpty = files.length === 0;
    return {
      files,
      kustomizations: [
        entriesOf(kustomizations.crd, files, state),
        { path: kustomizations.default, add: isEmpty ? [] : folder, remove: isEmpty ? folder : [], makes: false },
      ],
      diagnostics: emitted.flatMap(({ path, bytes }) => verifySize(path, bytes)),
    };
  },
};
