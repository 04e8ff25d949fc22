import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import type { ToolScope } from "#server/edge.ts";

import { plainName } from "./plain-name.ts";
import { pageUri, rulesUri } from "./resource-address.ts";

/** What an agent's user may pick to read. */
export interface ListedResource {
  uri: string;
  /** A page's title is data of the tenant: one short line without marks nobody sees. */
  name: string;
  description: string;
  mimeType: string;
  updatedAt: string | null;
}

const pageLength = 100;
const maxNameLength = 120;
const rules: ListedResource = {
  uri: rulesUri,
  name: "rules",
  description: "The team's rules for work on this product, each as If and Then.",
  mimeType: "text/markdown",
  updatedAt: null,
};

/** The rules and the pages of a product; files are too many and are read by the template. */
export async function listResources(
  ctx: Ctx,
  input: ToolScope & { cursor?: string | undefined },
): Promise<{ resources: ListedResource[]; nextCursor: string | null }> {
  const { organizationId, projectId } = await requireProject(ctx, input, "artifact.read");
  const page = readCursor(input.cursor);
  const found = await listArtifacts(ctx, { organizationId, projectId, page, limit: pageLength });
  const pages = found.content.map(({ artifactId, title, updatedAt }) => ({
    uri: pageUri(artifactId),
    name: plainName(title, maxNameLength) || "page",
    description: "A documentation page with its sources.",
    mimeType: "text/markdown",
    updatedAt,
  }));
  const hasMore = page * pageLength < found.total;
  return { resources: page === 1 ? [rules, ...pages] : pages, nextCursor: hasMore ? `page-${page + 1}` : null };
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 1;
  const [, page] = /^page-([1-9]\d{0,5})$/.exec(cursor) ?? [];
  if (page === undefined) throw new AppError("invalid_input", { message: "The cursor is not one of this list" });
  return Number(page);
}
