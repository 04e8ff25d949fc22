import type { DeclarationReader } from "#server/code-index/analysis/extract/deployment/declaration-reader.ts";
import { commandText, makeUnit } from "#server/code-index/analysis/extract/deployment/deployed-unit.ts";
import {
  parseYamlValues,
  textAt,
  textsOf,
  valueAt,
} from "#server/code-index/analysis/extract/deployment/yaml-values.ts";
import type { YamlValue } from "#server/code-index/analysis/extract/deployment/yaml-values.ts";
import type { DeployedUnit, DeploymentFacts } from "#server/code-index/ports/deployment-facts.ts";

const kinds: Readonly<Record<string, DeployedUnit["duration"]>> = {
  Deployment: "long",
  StatefulSet: "long",
  DaemonSet: "long",
  Rollout: "long",
  Job: "once",
  CronJob: "schedule",
};

/** Workloads of Kubernetes, also as templates of Helm, whose placeholders are taken out first. */
export const kubernetes: DeclarationReader = {
  language: "yaml",
  pattern: /^kind:\s*["']?(?:Deployment|StatefulSet|DaemonSet|Rollout|Job|CronJob|ConfigMap)\b/m,
  read({ text }) {
    const isTemplate = text.includes("{{");
    const documents = parseYamlValues(isTemplate ? withoutTemplates(text) : text);
    return {
      units: documents.flatMap((document) => workload(document, isTemplate)),
      maps: documents.flatMap(settingMap),
    };
  },
  examples: [
    {
      path: "k8s/web.yaml",
      text: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
        - name: web
          image: example/web:1
          args: [serve]
          ports: [{ containerPort: 8080 }]
          env:
            - { name: DATABASE_HOST, value: postgres }
          envFrom: [{ configMapRef: { name: addresses } }]
---
apiVersion: v1
kind: Service
metadata: { name: web }
`,
      units: ["web image=example/web:1 port=8080 command=serve DATABASE_HOST=postgres"],
    },
    {
      path: "chart/templates/worker.yaml",
      text: `
{{- if .Values.worker.enabled }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "boats.fullname" . }}-worker
  labels:
    {{- include "boats.labels" . | nindent 4 }}
spec:
  template:
    spec:
      containers:
        - name: {{ .Chart.Name }}
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
          command: ["boats", "work"]
{{- end }}
`,
      units: ["worker command=boats work"],
    },
  ],
};

/** Lines of nothing but placeholders go; within a line they leave nothing, and what is not closed goes with its line. */
function withoutTemplates(text: string): string {
  const lines = text.slice(0, maxTemplateLength).split("\n");
  return lines.map((line) => (line.includes("{{") ? withoutPlaceholders(line) : line)).join("\n");
}

function withoutPlaceholders(line: string): string {
  if (line.length > maxLineLength) return "";
  let rest = "";
  for (let at = 0; ;) {
    const open = line.indexOf("{{", at);
    const close = open < 0 ? -1 : line.indexOf("}}", open);
    if (open < 0) return (rest + line.slice(at)).trim() === "" ? "" : rest + line.slice(at);
    if (close < 0) return "";
    rest += line.slice(at, open);
    at = close + 2;
  }
}

const maxTemplateLength = 200_000;
const maxLineLength = 2000;

const maxKept = 200;

/** Settings under a name; texts of whole files are none. */
function settingMap(document: YamlValue): NonNullable<DeploymentFacts["maps"]> {
  const name = textAt(document, "metadata", "name");
  if (textAt(document, "kind") !== "ConfigMap" || name === null) return [];
  const settings = [...(valueAt(document, "data")?.entries ?? [])].slice(0, maxKept).flatMap(([key, value]) => {
    const text = value.text ?? "";
    return /^[\w.-]+$/.test(key) && text !== "" && !text.includes("\n")
      ? [{ name: key, value: text, line: value.line }]
      : [];
  });
  return settings.length === 0 ? [] : [{ name, settings }];
}

/** What a container is given of such settings: all of a map, or one of them. */
function givenMaps(container: YamlValue | undefined): NonNullable<DeployedUnit["settingMaps"]> {
  const whole = (container?.entries.get("envFrom")?.items ?? []).flatMap((item) => {
    const name = textAt(item, "configMapRef", "name");
    return name === null ? [] : [{ name, only: null }];
  });
  const single = (container?.entries.get("env")?.items ?? []).flatMap((item) => {
    const [name, key, as] = [
      textAt(item, "valueFrom", "configMapKeyRef", "name"),
      textAt(item, "valueFrom", "configMapKeyRef", "key"),
      textAt(item, "name"),
    ];
    return name === null || key === null || as === null ? [] : [{ name, only: { key, as } }];
  });
  return [...whole, ...single];
}

function workload(document: YamlValue, isTemplate: boolean): DeployedUnit[] {
  const duration = kinds[textAt(document, "kind") ?? ""];
  if (duration === undefined) return [];
  const job = duration === "schedule" ? ["jobTemplate", "spec"] : [];
  const template = valueAt(document, "spec", ...job, "template");
  const spec = valueAt(template, "spec");
  const [main] = spec?.entries.get("containers")?.items ?? [];
  const name = (textAt(document, "metadata", "name") ?? "").replace(/^[-.]+|[-.]+$/g, "");
  const image = textAt(main, "image");
  const settingMaps = givenMaps(main);
  const appId = textAt(valueAt(template, "metadata", "annotations"), "dapr.io/app-id");
  return [
    {
      ...makeUnit(isTemplate ? "helm" : "kubernetes", name, { startLine: document.line, endLine: document.endLine }),
      aliases: appId === null || appId === name ? [] : [appId],
      image: image === null || /^[:@]?$|^[:@]/.test(image) ? null : image,
      command: commandText([...textsOf(main?.entries.get("command")), ...textsOf(main?.entries.get("args"))]),
      ports: (main?.entries.get("ports")?.items ?? []).flatMap((port) => textAt(port, "containerPort") ?? []),
      settings: (main?.entries.get("env")?.items ?? []).flatMap((item) => {
        const setting = textAt(item, "name");
        return setting === null ? [] : [{ name: setting, value: textAt(item, "value") ?? "", line: item.line }];
      }),
      duration,
      ...(settingMaps.length > 0 && { settingMaps }),
    },
  ];
}
