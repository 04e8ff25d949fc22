import type { previewSections as endpoint } from "@cairn/contract/artifacts";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "../../ctx.ts";
import { requireOrganization } from "../members/require-organization.ts";
import { chooseOwner } from "./choose-owner.ts";
import { openCodebaseOf, subjectOf } from "./open-codebase.ts";
import { writerName } from "./writer-name.ts";
import { nothingToSay, openRun, writeText, type Outcome } from "./writing-run.ts";

/** What is said where there is no code to write from. */
const noCode = "No code has been read yet. Connect a repository, or wait until it is read.";

/**
 * Writes sections one after the other and saves nothing. Who goes away meanwhile ends it; a section that cannot be
 * written says why and stops no other.
 */
export async function previewSections(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "artifact.write");
  const owner = await chooseOwner(ctx, { ...input, organizationId });
  const codebase = await openCodebaseOf(ctx, owner);
  const place = { title: "", serviceId: owner.serviceId, subjectRepositoryId: null, subjectPath: null };
  const subject = subjectOf(codebase, place);
  const run = openRun();
  const sections: ResultOf<typeof endpoint>["sections"] = [];
  for (const { sectionId, title, instructions } of input.sections) {
    ctx.signal.throwIfAborted();
    const request = { title, ...instructions, recipe: null };
    const outcome: Outcome =
      subject.scopes.length === 0
        ? { kind: "failed", error: noCode }
        : await writeText(ctx, run, { request, subject, hasText: false });
    sections.push({ sectionId: sectionId ?? ctx.newId(), title, instructions, ...describe(ctx, outcome) });
  }
  return { sections };
}

function describe(ctx: Ctx, outcome: Outcome) {
  if (outcome.kind === "written") {
    const { content, sources, writtenBy } = outcome.text;
    return { content, sources, writtenBy, problem: null };
  }
  const problem = outcome.kind === "failed" ? outcome.error : nothingToSay;
  return { content: "", sources: [], writtenBy: writerName(ctx), problem };
}
