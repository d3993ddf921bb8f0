import { error, warning } from '../../base/diagnostics/catalogue/entry.js';

/** Diagnostics of OLM bundles. */
export const olmDiagnostics = {
  'bundle-not-found': error<{ folder: string }>(
    ({ folder }) => `there is no folder ${folder}`,
    () => 'name the folder of a bundle, which contains manifests/ and metadata/',
  ),
  'bundle-folder-missing': error<{ folder: string; name: string }>(
    ({ folder, name }) => `${folder} is not a bundle: it contains no folder ${name}`,
    () => 'name the folder of a bundle, which contains manifests/ and metadata/',
  ),
  'unreadable-bundle-file': error<{ path: string; reason: string; instead: string }>(
    ({ path, reason }) => `${path} ${reason}`,
    ({ instead }) => instead,
  ),
  'missing-bundle-annotations': error<{ folder: string }>(
    ({ folder }) => `the bundle ${folder} has no annotations in metadata/`,
    () =>
      'add metadata/annotations.yaml with the package, the channels and the folders: operators.operatorframework.io.bundle.*',
  ),
  'invalid-bundle-annotation': error<{ name: string; reason: string; example: string }>(
    ({ name, reason }) => `the annotation ${name} ${reason}`,
    ({ name, example }) => `write: ${name}: ${example}`,
  ),
  'invalid-bundle-dependency': error<{ type: string; reason: string }>(
    ({ reason }) => `a dependency of the bundle is not valid: ${reason}`,
    () => 'fix the dependency, or remove it from metadata/',
  ),
  'unsupported-bundle-kind': error<{ kind: string; name: string }>(
    ({ kind, name }) => `OLM does not install objects of the kind ${kind}, such as ${name}, from a bundle`,
    () => 'remove the file; a Deployment belongs in spec.install of the ClusterServiceVersion',
  ),
  'invalid-bundle-metadata': error<{ object: string; reason: string }>(
    ({ object, reason }) => `the API server would reject ${object}: ${reason}`,
    () => 'fix the metadata of the object',
  ),
  'missing-csv': error<{ folder: string }>(
    ({ folder }) => `the bundle ${folder} has no ClusterServiceVersion in manifests/`,
    () => 'add the manifest of one ClusterServiceVersion, which tells OLM how to install the operator',
  ),
  'duplicate-csv': error<{ first: string }>(
    ({ first }) => `this is a second ClusterServiceVersion besides ${first}`,
    () => 'keep one of them: each version of an operator is a separate bundle',
  ),
  'invalid-csv-value': error<{ field: string; expected: string; found: string }>(
    ({ field, expected, found }) => `${field} is ${found}, but OLM expects ${expected}`,
    () => 'change the value; quote a text that looks like a number',
  ),
  'invalid-csv-name': error<{ field: string; name: string; reason: string }>(
    ({ field, name, reason }) => `${field} is '${name}', which is not valid: ${reason}`,
    () => 'name the version like my-operator.v0.1.0',
  ),
  'missing-csv-field': error<{ field: string; example: string }>(
    ({ field }) => `the ClusterServiceVersion has no ${field}`,
    ({ example }) => `add it: ${example}`,
  ),
  'missing-csv-examples': warning<object>(
    () => 'the ClusterServiceVersion has no samples of its APIs',
    () => 'add the annotation alm-examples with a list of objects in JSON',
  ),
  'ignored-csv-examples': warning<{ used: string; ignored: string }>(
    ({ used, ignored }) => `the annotation ${ignored} is ignored, because ${used} is also present`,
    ({ ignored }) => `remove ${ignored}`,
  ),
  'invalid-csv-examples': error<{ annotation: string; reason: string }>(
    ({ annotation, reason }) => `the annotation ${annotation} cannot be read: ${reason}`,
    () => 'write a list of objects in JSON, each with apiVersion and kind',
  ),
  'csv-example-without-api': error<{ annotation: string; kind: string }>(
    ({ annotation, kind }) => `${annotation} has a sample of ${kind}, which the operator does not provide`,
    () => 'add the kind to spec.customresourcedefinitions.owned, or remove the sample',
  ),
  'csv-api-without-example': warning<{ annotation: string; kind: string }>(
    ({ annotation, kind }) => `${annotation} has no sample of ${kind}`,
    () => 'add a sample, which consoles show to users as a starting point',
  ),
  'invalid-owned-crd-name': error<{ name: string }>(
    ({ name }) => `'${name}' is not the name of a CRD`,
    () => 'write the plural and the group of the kind: queues.example.com',
  ),
  'invalid-install-modes': error<{ reason: string; remedy: string }>(
    ({ reason }) => `the install modes are not valid: ${reason}`,
    ({ remedy }) => remedy,
  ),
  'duplicate-install-mode': warning<{ type: string }>(
    ({ type }) => `the install mode ${type} is listed twice`,
    () => 'keep one of the entries: OLM uses only one of them',
  ),
  'invalid-min-kube-version': error<{ value: string }>(
    ({ value }) => `spec.minKubeVersion is '${value}', which is not a version`,
    () => 'write all three numbers: minKubeVersion: 1.30.0',
  ),
  'missing-min-kube-version': warning<object>(
    () => 'spec.minKubeVersion is missing, so OLM installs the operator on any version of Kubernetes',
    () => 'add the oldest version that the operator was tested with: minKubeVersion: 1.30.0',
  ),
  'csv-annotation-case': error<{ name: string; right: string }>(
    ({ name }) => `OLM does not read the annotation ${name}, because of its capital letters`,
    ({ right }) => `write: ${right}`,
  ),
  'csv-properties-annotation': warning<object>(
    () => 'the annotation olm.properties does not belong in a ClusterServiceVersion',
    () => 'move the properties to metadata/properties.yaml',
  ),
  'owned-crd-missing': error<{ kind: string }>(
    ({ kind }) => `the operator owns ${kind}, but the bundle contains no definition of this version`,
    () => 'add the CRD to manifests/, or move the entry to spec.customresourcedefinitions.required',
  ),
  'crd-not-owned': error<{ kind: string }>(
    ({ kind }) => `the bundle defines ${kind}, which the ClusterServiceVersion does not list`,
    () => 'add it to spec.customresourcedefinitions.owned, or remove the CRD',
  ),
  'duplicate-bundle-crd': error<{ kind: string }>(
    ({ kind }) => `${kind} is defined twice`,
    () => 'keep one of the definitions',
  ),
  'bundle-service-account': error<{ name: string }>(
    ({ name }) => `the service account ${name} belongs to a deployment, so OLM creates it itself`,
    () => 'remove the file, or use another name',
  ),
  'bundle-too-large': error<{ bytes: number }>(
    ({ bytes }) => `the compressed manifests have ${bytes} bytes, but OLM can store at most 1048576`,
    () => 'omit the descriptions of CRDs: set maxBytes for the manifests in PROJECT',
  ),
  'large-bundle': warning<{ bytes: number }>(
    ({ bytes }) => `the compressed manifests have ${bytes} bytes, and OLM can store at most 1048576`,
    () => 'omit the descriptions of CRDs before the limit is reached: set maxBytes for the manifests in PROJECT',
  ),
  'invalid-related-image': error<{ image: string; reason: string }>(
    ({ image, reason }) => `'${image}' is not the name of an image: ${reason}`,
    () => 'write: registry.example.com/my-operator@sha256:..., or :tag',
  ),
  'bundle-release-name': error<{ name: string; wanted: string }>(
    ({ name, wanted }) => `a ClusterServiceVersion with spec.release must have the name ${wanted}, not ${name}`,
    ({ wanted }) => `write: name: ${wanted}`,
  ),
  'invalid-hub-listing': error<{ field: string; reason: string; example: string }>(
    ({ field, reason }) => `OperatorHub.io does not list the operator: ${field} ${reason}`,
    ({ example }) => `write: ${example}`,
  ),
  'missing-icon': warning<object>(
    () => 'the operator has no icon',
    () => 'add one: icon: [{base64data: ..., mediatype: image/svg+xml}]',
  ),
  'unknown-capability-level': error<{ value: string; levels: string }>(
    ({ value }) => `'${value}' is not a level of capabilities`,
    ({ levels }) => `use one of: ${levels}`,
  ),
  'unknown-csv-category': error<{ category: string; known: string }>(
    ({ category }) => `'${category}' is not a category of OperatorHub.io`,
    ({ known }) => `use one of: ${known}`,
  ),
  'csv-without-deployment': error<object>(
    () => 'the ClusterServiceVersion contains no deployment to install',
    () => 'add one to spec.install.spec.deployments',
  ),
  'missing-resource-requests': warning<{ container: string }>(
    ({ container }) => `the container ${container} requests no resources, so a quota can reject its Pod`,
    () => 'add to the container: resources: {requests: {cpu: 10m, memory: 64Mi}}',
  ),
  'missing-crd-description': warning<{ relation: string; name: string }>(
    ({ relation, name }) => `the ${relation} CRD ${name} has no description`,
    () => 'add a description, which consoles show to users',
  ),
  'unusual-channel-name': warning<{ channels: string }>(
    ({ channels }) => `channels begin with candidate, fast or stable, but not ${channels}`,
    () => 'name the channel for example stable-v1; users subscribe to it by this name',
  ),
  'crd-permission': warning<object>(
    () => 'the operator may create CRDs, which is the task of OLM',
    () =>
      'remove the permission, and add the CRDs to the bundle, or require another operator in metadata/dependencies.yaml',
  ),
  'unusual-csv-name': warning<{ name: string; reason: string }>(
    ({ name, reason }) => `the name ${name} is unusual: ${reason}`,
    () => 'name the version like my-operator.v0.1.0',
  ),
  'removed-api': warning<{ kind: string; apiVersion: string; name: string; version: string }>(
    ({ kind, apiVersion, name, version }) =>
      `${name} uses ${kind} of ${apiVersion}, which Kubernetes ${version} removed`,
    ({ version }) =>
      `migrate to the API that replaces it: https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v${version.replace('.', '-')}`,
  ),
  'scorecard-test-failed': error<{ test: string; reason: string; remedy: string }>(
    ({ test, reason }) => `${test}: ${reason}`,
    ({ remedy }) => remedy,
  ),
  'sample-without-part': warning<{ name: string; part: string }>(
    ({ name, part }) => `the sample ${name} has no ${part}`,
    ({ part }) => `add a ${part} to it if objects of its kind have one`,
  ),
  'bundle-without-deployment': error<object>(
    () => 'there is no Deployment, so OLM would have nothing to install',
    () => 'add the Deployment of the manager to the objects from which the bundle is generated',
  ),
  'unsupported-in-bundle': error<{ kind: string; name: string }>(
    ({ kind, name }) => `OLM does not install objects of the kind ${kind}, such as ${name}, from a bundle`,
    () => 'stop deploying the object, or let the operator create it',
  ),
  'webhook-without-deployment': error<{ what: string; reason: string }>(
    ({ what, reason }) => `OLM cannot serve ${what}: ${reason}`,
    () => 'let the webhook refer to a Service that selects the Pods of a Deployment',
  ),
  'image-without-digest': error<{ image: string; name: string }>(
    ({ image, name }) => `the image ${image} of ${name} has no digest, and operator-gen asks no registry for it`,
    () => 'name it with its digest, for example in images of the kustomization: registry.example.com/app@sha256:...',
  ),
  'placeholder-image': warning<{ image: string }>(
    ({ image }) => `the bundle installs ${image}, the placeholder for the image of the operator`,
    () =>
      'name the image with --image or `make bundle IMG=...`, or in images of config/manifests/kustomization.yaml: newName, newTag',
  ),
  'bundle-incomplete': warning<{ what: string; reason: string }>(
    ({ what, reason }) => `the bundle is made without ${what}: ${reason}`,
    () => 'change it to something that OLM supports, in config/default or in config/manifests',
  ),
  'unreadable-csv-base': error<{ path: string; reason: string }>(
    ({ path, reason }) => `the base of the ClusterServiceVersion cannot be read from ${path}: ${reason}`,
    () => 'fix the file, or remove it to start with a new base',
  ),
  'bundle-without-package': error<{ from: string }>(
    ({ from }) => `the package of the bundle is unknown: ${from} has no ClusterServiceVersion, and there is no PROJECT`,
    () => 'run the command in a project, or add a base of the ClusterServiceVersion whose name is package.v0.0.0',
  ),
};
