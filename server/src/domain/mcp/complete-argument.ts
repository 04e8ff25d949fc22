import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { openCodebases } from "#server/domain/search/open-codebases.ts";
import { listProjectServices } from "#server/domain/services/list-project-services.ts";
import type { ToolScope } from "#server/edge.ts";

/** The protocol allows no more. */
const maxValues = 100;

/** Completions for an argument of a template or prompt, best first, for the text typed so far. */
export async function completeArgument(
  ctx: Ctx,
  input: ToolScope & {
    argument: string;
    typed: string;
    /** Limits paths to one repository; undefined means all repositories. */
    repository: string | undefined;
  },
): Promise<{ values: string[]; total: number }> {
  const project = await requireProject(ctx, input, "project.read");
  const candidates = await listCandidates(ctx, project, input);
  const typed = input.typed.toLowerCase();
  const isPrefix = (value: string): boolean => value.toLowerCase().startsWith(typed);
  const matching = [...new Set(candidates)].filter((value) => value.toLowerCase().includes(typed));
  const ordered = matching.toSorted(
    (a, b) => Number(isPrefix(b)) - Number(isPrefix(a)) || a.length - b.length || (a < b ? -1 : 1),
  );
  return { values: ordered.slice(0, maxValues), total: ordered.length };
}

async function listCandidates(
  ctx: Ctx,
  project: ToolScope,
  { argument, repository }: { argument: string; repository: string | undefined },
): Promise<string[]> {
  switch (argument) {
    case "service":
      return (await listProjectServices(ctx, project)).map(({ name }) => name);
    case "repository":
      return (await openCodebases(ctx, project)).map(({ name }) => name);
    case "path":
    case "about": {
      const requested = (await openCodebases(ctx, project)).filter(
        ({ name }) => repository === undefined || name === repository,
      );
      return requested.flatMap(({ index }) => index.files().map(({ path }) => path));
    }
    default:
      return [];
  }
}
