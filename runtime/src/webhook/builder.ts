import { groupKindOf } from '../api/names.js';
import type { KubernetesObject } from '../api/object.js';
import { resourceInfo, type KindHandle, type ResourceInfo } from '../api/resource.js';
import type { AdmissionOptions } from './admission-handler.js';
import type { Converter } from './converter.js';
import { withDefaulter, type Defaulter } from './defaulter.js';
import type { WebhookServer } from './server.js';
import { withValidator, type Validator } from './validator.js';

/** Says what the webhooks of a kind do. */
export interface WebhookBuilder<T extends KubernetesObject> {
  /** Serves on `/validate-<group>-<version>-<kind>`. */
  withValidator(validator: Validator<T>): WebhookBuilder<T>;
  /** Serves on `/mutate-<group>-<version>-<kind>`. */
  withDefaulter(defaulter: Defaulter<T>): WebhookBuilder<T>;
  /** Serves on `/convert`, as all kinds do. */
  withConverter(converter: Converter): WebhookBuilder<T>;
  /** Serves the validator elsewhere. @throws Error when it is not a path */
  withValidatorCustomPath(path: string): WebhookBuilder<T>;
  /** Serves the defaulter elsewhere. @throws Error when it is not a path */
  withDefaulterCustomPath(path: string): WebhookBuilder<T>;
  /** Whether a defect of the validator or defaulter is answered for with code 500; it is unless said otherwise. */
  recoverPanic(recover: boolean): WebhookBuilder<T>;
  /** Registers the webhooks. @throws Error when there are none, a path is taken or is none, or the converter is not of this kind */
  complete(): Promise<void>;
}

/**
 * Begins the webhooks of a kind: `webhookManagedBy(mgr).for(Foo).withValidator(validator).complete()`.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/builder#WebhookManagedBy
 */
export function webhookManagedBy(manager: { readonly webhookServer: WebhookServer }): {
  for<T extends KubernetesObject>(kind: KindHandle<T>): WebhookBuilder<T>;
} {
  return { for: (kind) => webhooksOf(manager, resourceInfo(kind)) };
}

function webhooksOf<T extends KubernetesObject>(
  manager: { readonly webhookServer: WebhookServer },
  info: ResourceInfo,
): WebhookBuilder<T> {
  let validator: Validator<T> | undefined;
  let defaulter: Defaulter<T> | undefined;
  let converter: Converter | undefined;
  let validatorPath = webhookPath('validate', info);
  let defaulterPath = webhookPath('mutate', info);
  let options: AdmissionOptions = {};

  const builder: WebhookBuilder<T> = {
    withValidator: (chosen) => {
      validator = chosen;
      return builder;
    },
    withDefaulter: (chosen) => {
      defaulter = chosen;
      return builder;
    },
    withConverter: (chosen) => {
      converter = chosen;
      return builder;
    },
    withValidatorCustomPath: (path) => {
      validatorPath = checkedPath(path);
      return builder;
    },
    withDefaulterCustomPath: (path) => {
      defaulterPath = checkedPath(path);
      return builder;
    },
    recoverPanic: (recover) => {
      options = { recoverPanic: recover };
      return builder;
    },
    complete: async () => {
      if (validator === undefined && defaulter === undefined && converter === undefined) {
        throw new Error(`the webhooks of ${info.kind} do nothing: give them a validator, a defaulter or a converter`);
      }
      if (converter !== undefined && (converter.group !== info.group || converter.kind !== info.kind)) {
        throw new Error(
          `the converter of ${groupKindOf(converter)} cannot serve ${groupKindOf(info)}: give it to webhooks of its own kind`,
        );
      }
      const server = manager.webhookServer;
      if (defaulter !== undefined) server.register(defaulterPath, withDefaulter(defaulter, options));
      if (validator !== undefined) server.register(validatorPath, withValidator(validator, options));
      if (converter !== undefined) server.registerConverter(converter);
    },
  };
  return builder;
}

/** Where the API server looks for a webhook, as the generated manifests say: `/validate-example-com-v1-thing`. */
function webhookPath(verb: 'validate' | 'mutate', { group, version, kind }: ResourceInfo): string {
  return `/${verb}-${group.replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`;
}

/** @throws Error when a path has other signs than letters, digits, hyphens and underlines between its slashes */
function checkedPath(path: string): string {
  if (!/^(?:(?:\/[\w-]+)+|\/)$/.test(path)) {
    throw new Error(`"${path}" is not a path for a webhook: write letters, digits, - and _ after each slash`);
  }
  return path;
}
