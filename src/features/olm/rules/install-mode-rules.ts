import { type Bundle } from '../bundle.js';
import { listAt, textAt, valueAt } from '../../../base/model/json-at.js';
import { problemAt, type Rule } from './rule.js';

const path = ['spec', 'installModes'];

/** An install mode of a ClusterServiceVersion. */
interface InstallMode {
  readonly type: string;
  readonly isSupported: boolean;
}

function installModesOf({ csv }: Bundle): readonly InstallMode[] {
  return listAt(csv.value, ...path).map((each) => ({
    type: textAt(each, 'type'),
    isSupported: valueAt(each, 'supported') === true,
  }));
}

const supported: Rule = (bundle) => {
  const modes = installModesOf(bundle);
  if (modes.some(({ isSupported }) => isSupported)) return [];
  const reason = modes.length === 0 ? 'there are none' : 'none of them is supported';
  const remedy = 'add to spec.installModes: {type: AllNamespaces, supported: true}';
  return [problemAt(bundle.csv, path, 'invalid-install-modes', { reason, remedy })];
};

const unique: Rule = (bundle) => {
  const modes = installModesOf(bundle);
  return modes.flatMap(({ type }, index) =>
    modes.findIndex((each) => each.type === type) === index
      ? []
      : [problemAt(bundle.csv, [...path, index, 'type'], 'duplicate-install-mode', { type })],
  );
};

/** A CRD has a single conversion webhook, which converts the objects of all namespaces. */
const conversion: Rule = (bundle) => {
  const modes = installModesOf(bundle);
  const isRight = modes.every(({ type, isSupported }) => isSupported === (type === 'AllNamespaces'));
  if (isRight || modes.length === 0) return [];
  const webhooks = ['spec', 'webhookdefinitions'];
  return listAt(bundle.csv.value, ...webhooks).flatMap((each, index) => {
    if (listAt(each, 'conversionCRDs').length === 0) return [];
    const reason = 'a conversion webhook requires AllNamespaces, and no other mode';
    const remedy = 'support only AllNamespaces, or remove conversionCRDs';
    return [problemAt(bundle.csv, [...webhooks, index, 'conversionCRDs'], 'invalid-install-modes', { reason, remedy })];
  });
};

/** Rules about the namespaces that an operator can watch. */
export const installModeRules: readonly Rule[] = [supported, unique, conversion];
