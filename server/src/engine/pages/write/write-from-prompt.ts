import type { QuestionFocus } from "#server/engine/answer-context/answer-event.ts";
import { answerForPage } from "#server/engine/answers/answer-for-page.ts";
import { citationPlaceholder } from "#server/engine/evidence/cited-text.ts";
import { interpretPrompt, type PromptPart } from "#server/engine/intent/interpret-prompt.ts";
import { asksForSecrets, draftSecretNames } from "#server/engine/pages/plan/secret-names.ts";
import { topicNamed, type Topic } from "#server/engine/pages/plan/topics.ts";
import { heading, type DraftBlock } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import type { SectionRequest, SectionText } from "#server/engine/sections/section-text.ts";
import { toPlainText } from "#server/engine/text/plain-text.ts";
import { capitalized } from "#server/engine/text/quoting.ts";

import { draftDiagram, drawKind } from "./choose-diagram.ts";
import { setDraft } from "./write-section.ts";

/**
 * The built-in engine's section for any prompt: from the topics it names, and for everything else from the
 * answer engine. Every statement cites lines that were looked up; null when the code says nothing about it.
 */
export async function writeFromPrompt(
  request: SectionRequest,
  subject: PageSubject,
  { signal }: { signal: AbortSignal },
): Promise<SectionText | null> {
  signal.throwIfAborted();
  const draft = await draftWish(request, subject, signal);
  if (draft === null) return null;
  const written = await setDraft(draft, subject);
  signal.throwIfAborted();
  if (written === null || request.output !== "plain-text") return written;
  return { ...written, content: toPlainText(written.content) };
}

async function draftWish(request: SectionRequest, subject: PageSubject, signal: AbortSignal): Promise<Draft | null> {
  const { title, prompt, output, template } = request;
  const text = `${prompt}\n${title}`;
  if (template === null && asksForSecrets(text)) return output === "mermaid" ? null : await draftSecretNames(subject);
  if (template !== null) {
    const planned = await template.draft(subject);
    if (planned === null || "diagram" in planned === (output === "mermaid")) return planned;
    if ("diagram" in planned) return { blocks: await drawnBlocks(planned, subject) };
  }
  const parts = interpretPrompt(request, namesOf(subject));
  if (output === "mermaid") {
    const diagram = await draftDiagram(subject, { text, parts });
    return diagram && { diagram };
  }
  const blocks = await draftParts(parts, { subject, signal, isDrawn: output === "markdown" && drawn.test(prompt) });
  return blocks.length > 0 ? { blocks } : null;
}

/** Whether its words name topics alone, whose facts are complete; all others are answered like a question. */
export function isOfTopics(request: SectionRequest, subject: PageSubject): boolean {
  if (request.template !== null) return true;
  return interpretPrompt(request, namesOf(subject)).every(({ kind }) => kind === "topic");
}

const drawn = /\b(?:draw|diagrams?|visuali[sz]e|picture|flowchart)\b/i;

/** What people call it: these words ask for nothing. */
export function namesOf({ name, service, services, scopes }: PageSubject): string[] {
  const own = [name, ...(service ? [service.name] : []), ...scopes.map(({ repository }) => repository.name)];
  return service === null
    ? own
    : own.filter((one) => one === name || !services.some((other) => other.name === one && other !== service));
}

interface PromptWriting {
  subject: PageSubject;
  signal: AbortSignal;
  /** Whether pictures are wanted beside the text. */
  isDrawn: boolean;
}

async function draftParts(parts: readonly PromptPart[], work: PromptWriting): Promise<DraftBlock[]> {
  const found: { title: string; blocks: DraftBlock[] }[] = [];
  for (const part of parts) {
    work.signal.throwIfAborted();
    const blocks =
      part.kind === "topic" ? await draftTopic(topicNamed(part.topic), work) : await answer(part.text, work);
    const title =
      part.kind === "topic" ? topicNamed(part.topic).heading : capitalized(part.text).replace(/[.?!\s]+$/, "");
    if (blocks.length > 0) found.push({ title, blocks });
  }
  if (found.length === 1) return found.flatMap(({ blocks }) => blocks);
  return found.flatMap(({ title, blocks }) => [heading(title), ...blocks.map(oneLower)]);
}

function oneLower(block: DraftBlock): DraftBlock {
  return block.kind === "heading" ? heading(block.text, 4) : block;
}

async function draftTopic(topic: Topic, { subject, isDrawn }: PromptWriting): Promise<DraftBlock[]> {
  const diagram = isDrawn && topic.diagram ? await drawKind(topic.diagram, subject) : null;
  const picture = diagram ? await drawnBlocks({ diagram }, subject) : [];
  return [...picture, ...(await draftFirst(topic, subject))];
}

/** The first of a topic's drafts that has something to say. */
export async function draftFirst(topic: Topic, subject: PageSubject): Promise<DraftBlock[]> {
  for (const draft of topic.drafts) {
    const written = await draft(subject);
    if (written && !("diagram" in written)) return written.blocks;
  }
  return [];
}

/** A diagram inside Markdown, with the lines it was drawn from below it. */
async function drawnBlocks(draft: Draft, subject: PageSubject): Promise<DraftBlock[]> {
  const set = await setDraft(draft, subject);
  if (set === null) return [];
  const text = `\`\`\`mermaid\n${set.content}\n\`\`\`\n\nDrawn from ${citationPlaceholder}`;
  return [{ kind: "statements", statements: [{ text, evidence: set.sources }] }];
}

async function answer(text: string, { subject, signal }: PromptWriting): Promise<DraftBlock[]> {
  const codebases = subject.scopes.map(({ repository }) => repository);
  return (await answerForPage(text, { codebases, focus: focusOf(subject), signal })) ?? [];
}

/** A service's own folder comes before the rest of its repository. */
function focusOf({ name, service, scopes: [scope] }: PageSubject): QuestionFocus | null {
  if (service === null || !scope) return null;
  const { repositoryId } = scope.repository;
  return { title: name, files: [], service: { repositoryId, under: scope.folder } };
}
