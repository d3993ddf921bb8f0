import { groupKindOf } from '../api/names.js';
import type { KubernetesObject } from '../api/object.js';
import { resourceInfo, type KindHandle, type ResourceInfo } from '../api/resource.js';
import type { AdmissionOptions } from './admission-handler.js';
import type { Converter } from './converter.js';
import { withDefaulter, type Defaulter } from './defaulter.js';
import type { WebhookServer } from './server.js';
import { withValidator, type Validator } from './validator.js';

/** Builds the webhooks of a kind. */
export interface WebhookBuilder<T extends KubernetesObject> {
  /** Serves a validator on `/validate-<group>-<version>-<kind>`. */
  withValidator(validator: Validator<T>): WebhookBuilder<T>;
  /** Serves a defaulter on `/mutate-<group>-<version>-<kind>`. */
  withDefaulter(defaulter: Defaulter<T>): WebhookBuilder<T>;
  /** Serves a converter on `/convert`, the path of all kinds. */
  withConverter(converter: Converter): WebhookBuilder<T>;
  /**
   * Serves the validator on a different path.
   * @throws Error if the path is invalid
   */
  withValidatorCustomPath(path: string): WebhookBuilder<T>;
  /**
   * Serves the defaulter on a different path.
   * @throws Error if the path is invalid
   */
  withDefaulterCustomPath(path: string): WebhookBuilder<T>;
  /** Sets whether an exception of the validator or defaulter is answered with code 500; defaults to true. */
  recoverPanic(recover: boolean): WebhookBuilder<T>;
  /**
   * Registers the webhooks.
   * @throws Error if there are none, a path is invalid or already used, or the converter is for a different kind
   */
  complete(): Promise<void>;
}

/**
 * Starts to build the webhooks of a kind: `webhookManagedBy(mgr).for(Foo).withValidator(validator).complete()`.
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
        throw new Error(`the webhooks of ${info.kind} have no handler: add a validator, a defaulter or a converter`);
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

/** Returns the path of a webhook in the generated manifests: `/validate-example-com-v1-thing`. */
function webhookPath(verb: 'validate' | 'mutate', { group, version, kind }: ResourceInfo): string {
  return `/${verb}-${group.replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`;
}

/** @throws Error if a path has characters other than letters, digits, hyphens and underscores between its slashes */
function checkedPath(path: string): string {
  if (!/^(?:(?:\/[\w-]+)+|\/)$/.test(path)) {
    throw new Error(`"${path}" is not a path for a webhook: write letters, digits, - and _ after each slash`);
  }
  return path;
}
