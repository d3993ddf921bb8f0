import { goString } from './print-template.js';

/** The suffixes of names in helpers. */
interface NameSuffixes {
  /** The suffix for the service account of the manager. */
  readonly account: string;
  /** The suffix for the Secret with the webhook certificate. */
  readonly secret: string;
}

/** Returns `_helpers.tpl`: the names and conditions that several templates use. */
export function helpersText(project: string, header: string, { account, secret }: NameSuffixes): string {
  const helper = (name: string): string => goString(`${project}.${name}`);
  const names = nameHelpers(helper, { chart: '.Chart.Name', release: '.Release.Name' });
  const manager = managerHelpers(helper, account);
  return `{{- /* ${header} */}}
${names}${manager}${conditionHelpers(helper)}${webhookHelpers(helper)}${deploymentHelpers(helper, secret)}${environmentHelper(helper)}`;
}

/**
 * Returns `_helpers.tpl` of the chart with the CRDs: the names are those of the release with the operator.
 * @param chart the name of the operator's chart, if the name of this one does not start with it
 */
export function crdHelpersText(project: string, header: string, chart: string | undefined): string {
  const helper = (name: string): string => goString(`${project}.${name}`);
  const names = nameHelpers(helper, {
    chart: chart === undefined ? '(.Chart.Name | trimSuffix "-crds")' : goString(chart),
    release: `(include ${helper('release')} .)`,
  });
  return `{{- /* ${header} */}}

{{- /* The release of the operator, and its namespace. */}}
{{- define ${helper('release')} -}}
{{- .Values.operator.release | default (.Release.Name | trimSuffix "-crds") }}
{{- end }}

{{- define ${helper('namespace')} -}}
{{- .Values.operator.namespace | default .Release.Namespace }}
{{- end }}
${names}${webhookHelpers(helper)}`;
}

/** Returns the name of a helper as a string of a template. */
type RunningHelper = (name: string) => string;

/** Expressions for the prefixes of object names. */
interface Origin {
  readonly chart: string;
  readonly release: string;
}

function nameHelpers(helper: RunningHelper, { chart, release }: Origin): string {
  return `
{{- /* The name of the chart, which labels have. */}}
{{- define ${helper('name')} -}}
{{- .Values.nameOverride | default ${chart} | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- /* The beginning of all names. */}}
{{- define ${helper('fullname')} -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" }}
{{- else if contains (include ${helper('name')} .) ${release} }}
{{- ${release} | trunc 63 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" ${release} (include ${helper('name')} .) | trunc 63 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- /* The name of an object. One that is too long ends in a hash of all of it, so that names that differ stay different. */}}
{{- define ${helper('resourceName')} -}}
{{- $name := printf "%s-%s" (include ${helper('fullname')} .context) .suffix }}
{{- $limit := .limit | default 253 | int }}
{{- if gt (len $name) $limit }}
{{- $beginning := regexReplaceAll "[-.]+$" ($name | trunc (int (sub $limit 9))) "" }}
{{- printf "%s-%s" $beginning ($name | sha256sum | trunc 8) }}
{{- else }}
{{- $name }}
{{- end }}
{{- end }}

{{- define ${helper('labels')} -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
{{- end }}
`;
}

function managerHelpers(helper: RunningHelper, account: string): string {
  return `
{{- define ${helper('serviceAccountName')} -}}
{{- if .Values.serviceAccount.enabled }}
{{- .Values.serviceAccount.name | default (include ${helper('resourceName')} (dict "suffix" ${goString(account)} "context" .)) }}
{{- else }}
{{- required "serviceAccount.name is required, because serviceAccount.enabled is false" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{- define ${helper('image')} -}}
{{- $repository := .Values.manager.image.repository }}
{{- $tag := .Values.manager.image.tag | default .Chart.AppVersion }}
{{- if contains "@" $repository }}
{{- $repository }}
{{- else }}
{{- printf "%s%s%s" $repository (ternary "@" ":" (hasPrefix "sha256:" $tag)) $tag }}
{{- end }}
{{- end }}
`;
}

function conditionHelpers(helper: RunningHelper): string {
  return `
{{- /* Conditions: "true", or nothing. */}}
{{- define ${helper('metrics')} -}}
{{- if and .Values.manager.enabled .Values.metrics.enabled }}true{{ end }}
{{- end }}

{{- define ${helper('metricsCertificate')} -}}
{{- if and .Values.manager.enabled .Values.metrics.enabled .Values.metrics.secure .Values.certManager.enabled }}true{{ end }}
{{- end }}

{{- define ${helper('namespaced')} -}}
{{- if or .Values.rbac.namespaced .Values.watchNamespaces }}true{{ end }}
{{- end }}
`;
}

function webhookHelpers(helper: RunningHelper): string {
  return `
{{- define ${helper('webhooks')} -}}
{{- if and .Values.manager.enabled .Values.webhook.enabled }}true{{ end }}
{{- end }}

{{- /* Who issues the certificate of the webhooks; nothing without webhooks. */}}
{{- define ${helper('certificate')} -}}
{{- if include ${helper('webhooks')} . }}
{{- if eq .Values.webhook.certificate "existing" }}existing
{{- else if and .Values.certManager.enabled (eq .Values.webhook.certificate "cert-manager") }}cert-manager
{{- else }}self-signed
{{- end }}
{{- end }}
{{- end }}
`;
}

function deploymentHelpers(helper: RunningHelper, secret: string): string {
  return `
{{- /* The Secret that is mounted as the certificate of the webhooks. */}}
{{- define ${helper('certificateSecret')} -}}
{{- if eq (include ${helper('certificate')} .) "existing" }}
{{- required "webhook.existingSecret is required, because webhook.certificate is existing" .Values.webhook.existingSecret }}
{{- else }}
{{- include ${helper('resourceName')} (dict "suffix" ${goString(secret)} "context" .) }}
{{- end }}
{{- end }}

{{- /* The namespaces of the roles, if the operator does not have those of the cluster. */}}
{{- define ${helper('watchedNamespaces')} -}}
{{- .Values.watchNamespaces | default (list .Release.Namespace) | uniq | toJson }}
{{- end }}
`;
}

function environmentHelper(helper: RunningHelper): string {
  return `
{{- /* A value as text. Numbers of values.yaml are floats, which print as 1e+06. */}}
{{- define ${helper('text')} -}}
{{- if kindIs "string" . }}{{ . }}{{ else }}{{ toJson . }}{{ end }}
{{- end }}

{{- /* The environment of the manager, in which every name occurs once, in the order of manager.env. */}}
{{- define ${helper('env')} -}}
{{- $env := list }}
{{- $names := list }}
{{- range .own }}
{{- $env = append $env . }}
{{- $names = append $names .name }}
{{- end }}
{{- $overrides := .context.Values.manager.envOverrides | default dict }}
{{- range reverse (.context.Values.manager.env | default list) }}
{{- if not (has .name $names) }}
{{- $variable := . }}
{{- if hasKey $overrides .name }}
{{- $variable = dict "name" .name "value" (include ${helper('text')} (index $overrides .name)) }}
{{- end }}
{{- $env = prepend $env $variable }}
{{- $names = append $names .name }}
{{- end }}
{{- end }}
{{- range $name, $value := $overrides }}
{{- if not (has $name $names) }}
{{- $env = append $env (dict "name" $name "value" (include ${helper('text')} $value)) }}
{{- end }}
{{- end }}
{{- toYaml $env }}
{{- end }}
`;
}
