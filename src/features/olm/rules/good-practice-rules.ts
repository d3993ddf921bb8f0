import type { JsonValue } from '../../../base/model/schema.js';
import { nameOf } from '../bundle.js';
import { listAt, textAt, textsAt, valueAt } from '../../../base/model/json-at.js';
import { channelsAnnotation, defaultChannelAnnotation } from './format-rules.js';
import { problemAt, type Rule } from './rule.js';
import { parseVersion } from '../semver.js';

const install = ['spec', 'install', 'spec'];

const resourceRequests: Rule = ({ csv }) => {
  const deployments = [...install, 'deployments'];
  if (valueAt(csv.value, ...deployments) === undefined)
    return [problemAt(csv, deployments, 'csv-without-deployment', {})];
  return listAt(csv.value, ...deployments).flatMap((deployment, index) => {
    const containers = ['spec', 'template', 'spec', 'containers'];
    return listAt(deployment, ...containers).flatMap((container, position) =>
      valueAt(container, 'resources', 'requests') === undefined
        ? [
            problemAt(csv, [...deployments, index, ...containers, position], 'missing-resource-requests', {
              container: textAt(container, 'name'),
            }),
          ]
        : [],
    );
  });
};

const descriptions: Rule = ({ csv }) =>
  ['owned', 'required'].flatMap((relation) =>
    listAt(csv.value, 'spec', 'customresourcedefinitions', relation).flatMap((each, index) =>
      textAt(each, 'description') === ''
        ? [
            problemAt(csv, ['spec', 'customresourcedefinitions', relation, index], 'missing-crd-description', {
              relation,
              name: textAt(each, 'name'),
            }),
          ]
        : [],
    ),
  );

const channelNames: Rule = ({ annotations }) => {
  if (annotations === undefined) return [];
  const channels = [channelsAnnotation, defaultChannelAnnotation].flatMap((name) =>
    textAt(annotations.value, 'annotations', name).split(','),
  );
  const unusual = [...new Set(channels.map((each) => each.trim()))].filter(
    (each) => each !== '' && !/^(?:candidate|fast|stable)/.test(each),
  );
  const path = ['annotations', channelsAnnotation];
  return unusual.length === 0
    ? []
    : [problemAt(annotations, path, 'unusual-channel-name', { channels: unusual.join(', ') })];
};

const definitionResources = ['customresourcedefinitions', '*', '[*]'];
const creatingVerbs = ['create', 'patch', '*', '[*]'];

function createsDefinitions(rule: JsonValue): boolean {
  return (
    textsAt(rule, 'apiGroups').includes('apiextensions.k8s.io') &&
    textsAt(rule, 'resources').some((each) => definitionResources.includes(each)) &&
    textsAt(rule, 'verbs').some((each) => creatingVerbs.includes(each))
  );
}

const definitionPermissions: Rule = ({ csv }) =>
  ['permissions', 'clusterPermissions']
    .flatMap((list) =>
      listAt(csv.value, ...install, list).flatMap((each, index) =>
        listAt(each, 'rules').flatMap((rule, position) =>
          createsDefinitions(rule)
            ? [problemAt(csv, [...install, list, index, 'rules', position], 'crd-permission', {})]
            : [],
        ),
      ),
    )
    .slice(0, 1);

const csvName: Rule = ({ csv }) => {
  const name = nameOf(csv);
  const problem = (reason: string) => problemAt(csv, ['metadata', 'name'], 'unusual-csv-name', { name, reason });
  return [
    ...(endsWithVersion(name) ? [] : [problem('it does not end in a version')]),
    ...(name.split('.v').length === 2 ? [] : [problem('it is not a package and a version, separated by .v')]),
  ];
};

const version = /^[0-9]+\.[0-9]+\.[0-9]+(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+)?$/;
/** Maximum length of the name of an object. */
const longestName = 253;

/** Reports whether the rest of a name, from the first part that looks like a version, is a valid version. */
function endsWithVersion(name: string): boolean {
  if (name.length > longestName) return false;
  const ends = Array.from(name.matchAll(/(?<![0-9])[0-9]/g), ({ index }) => name.slice(index));
  const found = ends.find((each) => version.test(each));
  return found !== undefined && parseVersion(found) !== undefined;
}

/** Rules that make an operator easier to run and to upgrade. */
export const goodPracticeRules: readonly Rule[] = [
  resourceRequests,
  descriptions,
  channelNames,
  definitionPermissions,
  csvName,
];
