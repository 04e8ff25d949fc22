import { evidenceOfLine } from "#server/engine/facts/code/file-evidence.ts";
import { findSettings } from "#server/engine/facts/project/find-config.ts";
import { findPackages } from "#server/engine/facts/project/find-packages.ts";
import { findClusterFiles } from "#server/engine/facts/project/operations-files.ts";
import { type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { whereUsed } from "#server/engine/pages/overview/draft-technology.ts";
import { settingTable } from "#server/engine/pages/service/setting-table.ts";
import { list, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

const watching = /^(?:logging|tracing and metrics)$/;
const watchSetting =
  /(?:^|_|\b)(?:log|logs|logging|logger|sentry|otel|opentelemetry|trace|tracing|metrics?|statsd|datadog|newrelic|prometheus|alert\w*|debug|verbose)(?:$|_|\b)/i;

/** What writes logs, what measures and reports, and the settings of both. */
export async function draftLogs({ scopes }: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of scopes) {
    const items = [...packageItems(scope), ...(await alarmItems(scope))];
    if (items.length > 0) blocks.push(list(null, items));
    const settings = (await findSettings(scope)).filter(({ name }) => watchSetting.test(name)).slice(0, 10);
    const lead = items.length > 0 ? "Settings of it:" : null;
    if (settings.length > 0) blocks.push(settingTable(scope, lead, settings));
  }
  return blocks.length > 0 ? { blocks } : null;
}

function packageItems(scope: CodeScope): ListItem[] {
  return findPackages(scope)
    .filter(
      ({ known, evidence, files }) => known !== null && watching.test(known.role) && evidence.length + files.length > 0,
    )
    .slice(0, 6)
    .map((used) => {
      const does = used.known?.role === "logging" ? "writes logs" : "reports what happens";
      const where = used.files.length > 0 ? ` from ${whereUsed(scope, used.files)}` : "";
      return { text: `${codeSpan(used.name)} ${does}${where}.`, evidence: used.evidence };
    });
}

/** Alerting rules in the format of Prometheus and similar tools. */
async function alarmItems(scope: CodeScope): Promise<ListItem[]> {
  const paths = [...new Set([...findClusterFiles(scope), ...scope.files.map((file) => file.path)])]
    .filter((path) => /(?:^|[/._-])(?:alerts?|alerting|alertmanager)[\w.-]*\.ya?ml$|\.rules\.ya?ml$/i.test(path))
    .slice(0, 4);
  const items = await Promise.all(
    paths.map(async (path) => ({
      text: `${codeSpan(scope.shorten(path))} holds rules for alarms.`,
      evidence: await evidenceOfLine(scope, path, /^\s*(?:-\s+)?(?:alert|groups|route|receivers):/),
    })),
  );
  return items.filter(({ evidence }) => evidence.length > 0);
}
