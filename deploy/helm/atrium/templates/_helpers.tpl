{{- define "atrium.name" -}}
{{- printf "%s" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "atrium.selector" -}}
app.kubernetes.io/name: atrium
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "atrium.labels" -}}
{{ include "atrium.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "atrium.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* Settings of the processes and of the migration. */}}
{{- define "atrium.settings" -}}
{{- range $name, $value := .Values.settings }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end -}}

{{- define "atrium.secrets" -}}
DATABASE_URL: {{ required "secrets.DATABASE_URL or existingSecret is required" .Values.secrets.DATABASE_URL | quote }}
SECRET_KEY: {{ required "secrets.SECRET_KEY or existingSecret is required" .Values.secrets.SECRET_KEY | quote }}
{{- range $name, $value := omit .Values.secrets "DATABASE_URL" "SECRET_KEY" }}
{{- with $value }}
{{ $name }}: {{ . | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{/* No privileges, and only volumes are writable. */}}
{{- define "atrium.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "atrium.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}
