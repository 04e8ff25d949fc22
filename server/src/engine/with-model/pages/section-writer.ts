import { builtInEngineName } from "#server/engine/answers/answer-from-code.ts";
import { writeFromPrompt } from "#server/engine/pages/write/write-from-prompt.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import type { AuthoredSection, SectionRequest } from "#server/engine/sections/section-text.ts";
import type { ModelPort } from "#server/platform/models/model-port.ts";

import { writePageWithModel } from "./write-page.ts";

/**
 * Writes one section with the model where there is one, else with the built-in engine; null when the code says nothing
 * about it. Throws what the model port throws when the model cannot be reached, and the signal's reason.
 */
export async function writeAnySection(
  request: SectionRequest,
  subject: PageSubject,
  { model, signal }: { model: ModelPort | null; signal: AbortSignal },
): Promise<AuthoredSection | null> {
  if (model === null) {
    const written = await writeFromPrompt(request, subject, { signal });
    return written && { ...written, writtenBy: builtInEngineName, inputTokens: 0, outputTokens: 0 };
  }
  const page = { titles: [], title: "", sections: [request] };
  const { sections, failure } = await writePageWithModel(page, subject, { model, signal });
  const [written = null] = sections;
  if (written === null && failure !== null) throw failure;
  return written;
}
