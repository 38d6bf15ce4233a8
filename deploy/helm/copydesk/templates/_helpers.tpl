{{- define "copydesk.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "copydesk.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "copydesk.selector" -}}
app.kubernetes.io/name: copydesk
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "copydesk.labels" -}}
{{ include "copydesk.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{/* Pod security "restricted". */}}
{{- define "copydesk.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "copydesk.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "copydesk.env" -}}
- { name: COPYDESK_URL, value: {{ .Values.url | quote }} }
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ .Values.secret.name }}, key: {{ .Values.secret.keys.databaseUrl }} } }
{{- with .Values.secret.keys.databaseDirectUrl }}
- name: DATABASE_DIRECT_URL
  valueFrom: { secretKeyRef: { name: {{ $.Values.secret.name }}, key: {{ . }} } }
{{- end }}
- name: COPYDESK_SECRET_KEY
  valueFrom: { secretKeyRef: { name: {{ .Values.secret.name }}, key: {{ .Values.secret.keys.secretKey }} } }
- { name: COPYDESK_METRICS_PORT, value: "9464" }
- { name: COPYDESK_METRICS_HOST, value: "0.0.0.0" }
- { name: COPYDESK_METRICS_PROJECTS, value: {{ ternary "yes" "no" .Values.metrics.projects | quote }} }
- name: COPYDESK_METRICS_TOKEN
  valueFrom: { secretKeyRef: { name: {{ .Values.secret.name }}, key: {{ .Values.secret.keys.metricsToken }} } }
{{- with .Values.trustedProxies }}
- { name: COPYDESK_TRUSTED_PROXIES, value: {{ . | quote }} }
{{- end }}
{{- range $name, $value := .Values.env }}
- { name: {{ $name }}, value: {{ $value | toString | quote }} }
{{- end }}
{{- range $name, $key := .Values.secret.env }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ $.Values.secret.name }}, key: {{ $key }} } }
{{- end }}
{{- end -}}

{{- define "copydesk.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: metrics }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: metrics }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: metrics }
  periodSeconds: 5
  timeoutSeconds: 5
{{- end -}}

{{- define "copydesk.placement" -}}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
