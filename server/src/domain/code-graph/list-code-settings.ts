import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { answerWithFacts } from "#server/domain/search/code-answer.ts";
import { openLocation, type ToolTarget } from "#server/domain/search/tool-target.ts";
import type { ToolResult, ToolScope } from "#server/edge.ts";
import { findSettings, shownDefault, shownExample, type Setting } from "#server/engine/facts/project/find-config.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";

/** What operators can set, with what is known of each, for an agent. Values that could be secrets are left out. */
export async function listCodeSettings(
  ctx: Ctx,
  input: ToolScope & ToolTarget & { query?: string | undefined },
): Promise<ToolResult> {
  const project = await requireProject(ctx, input, "project.read");
  const wanted = await openLocation(ctx, project, input);
  // Topics of the external context are text, not code.
  const areas = wanted.filter(({ repository }) => repository.repositoryId !== project.projectId);
  const query = input.query?.toLowerCase() ?? "";
  const found: { repository: string; setting: Setting }[] = [];
  for (const { repository, under } of areas) {
    const settings = await findSettings(openScope(repository, under ?? ""));
    for (const setting of settings)
      if (`${setting.name} ${setting.aliases.join(" ")} ${setting.about ?? ""}`.toLowerCase().includes(query))
        found.push({ repository: repository.name, setting });
  }
  return answerWithFacts(
    areas.map(({ repository }) => repository),
    found.map((fact) => ({ line: settingLine(fact.repository, fact.setting), fact, evidence: fact.setting.evidence })),
    {
      nothing: "The indexed code reads no such setting.",
      toData: (shown) => ({ settings: shown.map(({ repository, setting }) => toData(repository, setting)) }),
    },
  );
}

function settingLine(repository: string, setting: Setting): string {
  const { name, kind, type, isRequired, allowed, certainty, about, evidence } = setting;
  const value = shownDefault(setting);
  const example = shownExample(setting);
  const said = [
    kind,
    ...(type === null ? [] : [type]),
    ...(isRequired ? ["required"] : []),
    ...(value === null ? [] : [`default ${value}`]),
    ...(example === null ? [] : [`example ${example}`]),
    ...(certainty === "resolved" ? [] : ["only in examples and documents"]),
    ...(allowed.length === 0 ? [] : [`one of ${allowed.join(", ")}`]),
  ];
  const at = evidence.map(({ path, startLine }) => `${path} line ${startLine}`).join(", ");
  return `${name} (${said.join(", ")}): ${repository}: ${at}${about === null ? "" : `. ${about}`}`;
}

function toData(repository: string, setting: Setting): Record<string, unknown> {
  const { name, kind, type, isRequired, allowed, aliases, certainty, about, readers, evidence } = setting;
  const places = evidence.map(({ path, startLine }) => ({ path, startLine }));
  return {
    repository,
    name,
    kind,
    type,
    isRequired,
    allowed,
    aliases,
    certainty,
    about,
    readers,
    places,
    defaultValue: shownDefault(setting),
    example: shownExample(setting),
  };
}
