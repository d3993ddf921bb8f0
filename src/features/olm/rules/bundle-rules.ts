import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { crdKind, gvkText, kindOf, nameOf, type Bundle, type BundleFile } from '../bundle.js';
import { listAt, textAt, type JsonPath } from '../../../base/model/json-at.js';
import { packageAnnotation } from './format-rules.js';
import { imageProblem } from '../image-reference.js';
import { problemAt, type Rule } from './rule.js';
import { parseTolerantVersion, type Version } from '../semver.js';

/** A version of a CRD, and its position. */
interface Definition {
  readonly group: string;
  readonly kind: string;
  readonly gvk: string;
  readonly file: BundleFile;
  readonly path: JsonPath;
}

/** Returns all versions of all CRDs of a bundle. */
function definitionsIn({ objects }: Bundle): readonly Definition[] {
  return objects
    .filter((each) => kindOf(each) === crdKind)
    .flatMap((file) => {
      const group = textAt(file.value, 'spec', 'group');
      const kind = textAt(file.value, 'spec', 'names', 'kind');
      const versions = listAt(file.value, 'spec', 'versions');
      const old = textAt(file.value, 'spec', 'version');
      const of = (version: string, path: JsonPath): Definition => ({
        group,
        kind,
        file,
        path,
        gvk: gvkText(group, version, kind),
      });
      // CRDs of v1beta1 can have a single version in a separate field.
      if (versions.length === 0) return old === '' ? [] : [of(old, ['spec', 'version'])];
      return versions.map((each, index) => of(textAt(each, 'name'), ['spec', 'versions', index, 'name']));
    });
}

const owned = ['spec', 'customresourcedefinitions', 'owned'];

/** The CRDs that the ClusterServiceVersion owns must be the same as those in the bundle. */
const ownedDefinitions: Rule = (bundle) => {
  const { csv } = bundle;
  const definitions = definitionsIn(bundle);
  const present = new Set(definitions.map(({ gvk }) => gvk));
  const ownedKinds = new Set<string>();
  const missing: Diagnostic[] = [];
  for (const [index, each] of listAt(csv.value, ...owned).entries()) {
    const name = textAt(each, 'name');
    const group = name.slice(name.indexOf('.') + 1);
    const kind = textAt(each, 'kind');
    const gvk = gvkText(group, textAt(each, 'version'), kind);
    // A second entry for the same version is also an error; the first one counts.
    if (present.delete(gvk)) ownedKinds.add(`${kind}.${group}`);
    else missing.push(problemAt(csv, [...owned, index], 'owned-crd-missing', { kind: gvk }));
  }
  const extra = definitions.filter(
    ({ gvk, kind, group }) => present.delete(gvk) && !ownedKinds.has(`${kind}.${group}`),
  );
  return [
    ...duplicates(definitions),
    ...missing,
    ...extra.map(({ file, path, gvk }) => problemAt(file, path, 'crd-not-owned', { kind: gvk })),
  ];
};

function duplicates(definitions: readonly Definition[]): readonly Diagnostic[] {
  return definitions.flatMap(({ file, path, gvk }, index) =>
    definitions.findIndex((each) => each.gvk === gvk) === index
      ? []
      : [problemAt(file, path, 'duplicate-bundle-crd', { kind: gvk })],
  );
}

/** OLM creates the service accounts of the deployments, so files must not contain them. */
const serviceAccounts: Rule = ({ csv, objects }) => {
  const deployments = listAt(csv.value, 'spec', 'install', 'spec', 'deployments');
  const created = new Set(deployments.map((each) => textAt(each, 'spec', 'template', 'spec', 'serviceAccountName')));
  return objects
    .filter((each) => kindOf(each) === 'ServiceAccount' && textAt(each.value, 'apiVersion') === 'v1')
    .filter((each) => created.has(nameOf(each)))
    .map((file) => problemAt(file, ['metadata', 'name'], 'bundle-service-account', { name: nameOf(file) }));
};

/** The maximum size of the compressed manifests in bytes, which OLM stores in one ConfigMap. */
const mostBytes = 1024 * 1024;

const size: Rule = ({ csv, compressedSize: bytes }) => {
  if (bytes > mostBytes) return [problemAt(csv, [], 'bundle-too-large', { bytes })];
  return bytes > mostBytes * 0.85 ? [problemAt(csv, [], 'large-bundle', { bytes })] : [];
};

const relatedImages: Rule = ({ csv }) =>
  listAt(csv.value, 'spec', 'relatedImages').flatMap((each, index) => {
    const image = textAt(each, 'image');
    const reason = imageProblem(image);
    return reason === undefined
      ? []
      : [problemAt(csv, ['spec', 'relatedImages', index, 'image'], 'invalid-related-image', { image, reason })];
  });

/** A ClusterServiceVersion with a release must have a name of a certain form. */
const releaseName: Rule = ({ csv, annotations }) => {
  const release = textAt(csv.value, 'spec', 'release');
  if (release === '') return [];
  const version = versionText(
    parseTolerantVersion(textAt(csv.value, 'spec', 'version')),
    textAt(csv.value, 'spec', 'version'),
  );
  const wanted = `${textAt(annotations?.value, 'annotations', packageAnnotation)}-v${version}-${release}`;
  return nameOf(csv) === wanted
    ? []
    : [problemAt(csv, ['metadata', 'name'], 'bundle-release-name', { name: nameOf(csv), wanted })];
};

/** Returns a version as OLM formats it. */
function versionText(version: Version | undefined, written: string): string {
  if (version === undefined) return '0.0.0';
  const text = written.trim();
  const end = text.search(/[+-]/);
  return `${version.numbers.join('.')}${end < 0 ? '' : text.slice(end)}`;
}

/** Rules about the objects of a bundle as a whole. */
export const bundleRules: readonly Rule[] = [ownedDefinitions, serviceAccounts, size, releaseName, relatedImages];
