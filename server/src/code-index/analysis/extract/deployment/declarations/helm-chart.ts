import type { DeclarationReader } from "#server/code-index/analysis/extract/deployment/declaration-reader.ts";
import { makeUnit } from "#server/code-index/analysis/extract/deployment/deployed-unit.ts";
import { parseYamlValues, textAt } from "#server/code-index/analysis/extract/deployment/yaml-values.ts";

/** Charts that a chart of Helm brings along: mostly its stores. */
export const helmChart: DeclarationReader = {
  language: "yaml",
  pattern: /^apiVersion:\s*["']?v2["']?\s*$[^]{0,4000}^dependencies:/m,
  read({ text }) {
    const [document] = parseYamlValues(text);
    const charts = (document?.entries.get("dependencies")?.items ?? []).slice(0, maxCharts);
    return {
      units: charts.flatMap((chart) => {
        const name = textAt(chart, "name");
        const lines = { startLine: chart.line, endLine: chart.endLine };
        return name === null ? [] : [{ ...makeUnit("helm", textAt(chart, "alias") ?? name, lines), image: name }];
      }),
    };
  },
  examples: [
    {
      path: "chart/Chart.yaml",
      text: "apiVersion: v2\nname: boats\ndependencies:\n  - name: postgresql\n    version: 12\n    repository: https://charts.example.org\n",
      units: ["postgresql image=postgresql"],
    },
  ],
};

const maxCharts = 50;
