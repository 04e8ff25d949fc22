import type { DeclarationReader } from "#server/code-index/analysis/extract/deployment/declaration-reader.ts";
import { commandText, makeUnit } from "#server/code-index/analysis/extract/deployment/deployed-unit.ts";
import {
  parseYamlValues,
  textAt,
  textsOf,
  valueAt,
} from "#server/code-index/analysis/extract/deployment/yaml-values.ts";
import type { YamlValue } from "#server/code-index/analysis/extract/deployment/yaml-values.ts";
import type { DeployedUnit } from "#server/code-index/ports/deployment-facts.ts";

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
  pattern: /^kind:\s*["']?(?:Deployment|StatefulSet|DaemonSet|Rollout|Job|CronJob)\b/m,
  read({ text }) {
    const isTemplate = text.includes("{{");
    const documents = parseYamlValues(isTemplate ? withoutTemplates(text) : text);
    return { units: documents.flatMap((document) => workload(document, isTemplate)) };
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

function workload(document: YamlValue, isTemplate: boolean): DeployedUnit[] {
  const duration = kinds[textAt(document, "kind") ?? ""];
  if (duration === undefined) return [];
  const spec = valueAt(
    document,
    "spec",
    ...(duration === "schedule" ? ["jobTemplate", "spec"] : []),
    "template",
    "spec",
  );
  const [main] = spec?.entries.get("containers")?.items ?? [];
  const name = (textAt(document, "metadata", "name") ?? "").replace(/^[-.]+|[-.]+$/g, "");
  const image = textAt(main, "image");
  return [
    {
      ...makeUnit(isTemplate ? "helm" : "kubernetes", name, { startLine: document.line, endLine: document.endLine }),
      image: image === null || /^[:@]?$|^[:@]/.test(image) ? null : image,
      command: commandText([...textsOf(main?.entries.get("command")), ...textsOf(main?.entries.get("args"))]),
      ports: (main?.entries.get("ports")?.items ?? []).flatMap((port) => textAt(port, "containerPort") ?? []),
      settings: (main?.entries.get("env")?.items ?? []).flatMap((item) => {
        const setting = textAt(item, "name");
        return setting === null ? [] : [{ name: setting, value: textAt(item, "value") ?? "", line: item.line }];
      }),
      duration,
    },
  ];
}
