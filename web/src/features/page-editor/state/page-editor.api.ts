import { getDraftChat } from "@cairn/contract/chat";
import type { CallOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import { listRevisions } from "@cairn/contract/page-history";
import type { SectionOutput } from "@cairn/contract/page-sections";
import { previewSections } from "@cairn/contract/page-writing";
import { getArtifact, updateArtifact, updateConflictSchema } from "@cairn/contract/pages";
import type { Artifact, UpdateConflict } from "@cairn/contract/pages";
import { useMutation } from "@tanstack/react-query";

import { showArtifact } from "#web/features/pages/api/artifacts.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

import type { CitedText } from "./editor-page.ts";

/** The chat in which a page is drafted; its `data` is the draft. */
export function draftChatQuery(organizationId: string, sessionId: string) {
  return endpointQuery(getDraftChat, { params: {}, query: { organizationId, sessionId } });
}

/** The result of publishing; a conflict where another person published other texts of the same sections meanwhile. */
export type PublishOutcome =
  | { kind: "published"; artifact: Artifact }
  | { kind: "conflict"; conflict: UpdateConflict; theirs: Artifact };

export function useUpdateArtifact(organizationId: string, artifactId: string) {
  return useMutation({
    mutationFn: async (body: NonNullable<CallOf<typeof updateArtifact>["body"]>): Promise<PublishOutcome> => {
      const params = { organizationId, artifactId };
      try {
        return { kind: "published", artifact: await call(updateArtifact, { params, body }) };
      } catch (error) {
        const conflict = parseConflict(error);
        if (conflict === null) throw error;
        return { kind: "conflict", conflict, theirs: await call(getArtifact, { params }) };
      }
    },
    onSuccess: async (outcome) => {
      if (outcome.kind === "conflict") return;
      await queryClient.invalidateQueries({ queryKey: endpointKey(listRevisions) });
      await showArtifact(organizationId, outcome.artifact);
    },
    meta: { failure: "Could not publish the page" },
  });
}

function parseConflict(error: unknown): UpdateConflict | null {
  if (!(error instanceof AppError) || error.code !== "conflict") return null;
  return updateConflictSchema.safeParse(error.details).data ?? null;
}

/** The organization, product or service that a text is written about. */
export interface PageScope {
  organizationId: string;
  /** An id; null for pages of the organization. */
  projectId: string | null;
  serviceId: string | null;
}

interface PreviewInput {
  /** Of an existing section: with unchanged instructions it is written in the same way as before. */
  sectionId?: string;
  title: string;
  prompt: string;
  output: SectionOutput;
}

/** Generates the text of a section without saving it. Throws with the writer's message where there is none. */
export async function previewText(
  { organizationId, ...scope }: PageScope,
  { sectionId, title, prompt, output }: PreviewInput,
  signal: AbortSignal,
): Promise<CitedText & { writtenBy: string }> {
  const { sections } = await call(
    previewSections,
    {
      params: { organizationId },
      body: {
        ...scope,
        sections: [{ sectionId, title: previewTitle(title), instructions: { prompt: prompt.trim(), output } }],
      },
    },
    { signal },
  );
  const [written] = sections;
  if (!written || written.problem !== null || written.content.trim() === "") {
    throw new AppError("unprocessable", { message: written?.problem ?? "Nothing was found that could be written." });
  }
  return written;
}

/** The endpoint needs a valid title, which a new section may not have yet. */
function previewTitle(title: string): string {
  const name = title.trim().slice(0, 128);
  return name.length < 2 ? "Untitled section" : name;
}
