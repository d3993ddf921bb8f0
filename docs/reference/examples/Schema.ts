import { Schema, Schemaless, type IntOrString } from '@operator-gen/runtime/api';

/** The source of the certificate. */
@Schema({ oneOf: [{ required: ['secretName'] }, { required: ['vaultPath'] }] })
export class CertificateSource {
  secretName?: string;
  vaultPath?: string;
}

export class WebServerSpec {
  certificate?: CertificateSource;

  /** With `@Schemaless`, the raw schema is the whole schema. */
  @Schemaless()
  @Schema({ 'x-kubernetes-int-or-string': true })
  port?: IntOrString;

  /** Any other label is kept, too. */
  @Schema({ 'x-kubernetes-preserve-unknown-fields': true })
  labels?: Record<string, string>;
}
