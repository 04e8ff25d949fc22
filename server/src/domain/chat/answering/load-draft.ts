import { AppError, notFound } from "@cairn/contract/errors";
import { explainIssue } from "@cairn/contract/input-messages";
import { artifactDraftSchema, type ArtifactDraft } from "@cairn/contract/page-draft";

import type { Ctx } from "#server/ctx.ts";
import { requirePage } from "#server/domain/pages/catalog/require-page.ts";
import { requireService } from "#server/domain/services/require-service.ts";

/** A draft with its full location. */
export type LocatedDraft = ArtifactDraft & Record<"projectId" | "serviceId" | "parentArtifactId", string | null>;

/**
 * The draft a turn works on: what the client sent, which a person may have changed by hand, else what is kept of the
 * last turn, else an empty one. What the client sent is refused where it is no draft, or where it names something
 * outside of its product.
 */
export async function loadDraft(
  ctx: Ctx,
  project: { organizationId: string; projectId: string },
  data: { sent: unknown; kept: unknown },
): Promise<LocatedDraft> {
  if (data.sent === undefined || data.sent === null) return keptDraft(data.kept, project.projectId);
  const parsed = artifactDraftSchema.safeParse(data.sent, { error: explainIssue });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const location = issue?.path.join(".");
    throw new AppError("invalid_input", {
      message: `The draft cannot be read${location ? ` at ${location}` : ""}: ${issue?.message ?? "it has another shape"}`,
    });
  }
  const draft = located(parsed.data, parsed.data.projectId ?? null);
  await requirePlace(ctx, project, draft);
  return draft;
}

/** What is kept was checked when it came in; without anything that can be read, a draft of the product. */
export function keptDraft(kept: unknown, projectId: string): LocatedDraft {
  const parsed = artifactDraftSchema.safeParse(kept);
  return parsed.success
    ? located(parsed.data, parsed.data.projectId ?? null)
    : located({ title: "", sections: [] }, projectId);
}

function located(draft: ArtifactDraft, projectId: string | null): LocatedDraft {
  const { serviceId = null, parentArtifactId = null } = draft;
  return { ...draft, projectId, serviceId, parentArtifactId };
}

/** Foreign and missing look the same. A page of the whole organization has no product and no service. */
async function requirePlace(
  ctx: Ctx,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  draft: LocatedDraft,
): Promise<void> {
  if (draft.projectId !== null && draft.projectId !== projectId) throw notFound("Product");
  if (draft.serviceId !== null) {
    if (draft.projectId === null) throw notFound("Service");
    await requireService(ctx, { organizationId, projectId, serviceId: draft.serviceId }, "chat.use");
  }
  const { parentArtifactId } = draft;
  if (parentArtifactId !== null)
    await requirePage(ctx, { organizationId, artifactId: parentArtifactId }, "artifact.read");
}
