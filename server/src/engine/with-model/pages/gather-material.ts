import { checkEvidence, type CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import { isEnvironmentFile } from "#server/engine/facts/project/find-config.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { subjectWords } from "#server/engine/intent/words.ts";
import { writeFromPrompt } from "#server/engine/pages/write/write-from-prompt.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import type { SectionRequest, SectionText } from "#server/engine/sections/section-text.ts";
import { hideSecrets } from "#server/engine/text/hide-secrets.ts";

/** What a model may write a section from, numbered. */
export interface SectionMaterial {
  /** The built-in engine's own section; null where it has none. */
  builtIn: SectionText | null;
  /** As the model reads it. */
  facts: string;
  passages: string;
  /** `[n]` in facts and passages is the n-th, from 1. */
  sources: readonly CheckedEvidence[];
}

/** About 6,000 tokens together. */
const maxFactsLength = 14_000;
const maxMaterialLength = 24_000;
const maxPassages = 10;
const passageLines = 40;
const maxLineLength = 200;

/** The facts and passages for a prompt; null where the code holds nothing about it. */
export async function gatherMaterial(
  request: SectionRequest,
  subject: PageSubject,
  signal: AbortSignal,
): Promise<SectionMaterial | null> {
  const builtIn = await writeFromPrompt(request, subject, { signal });
  const reported = await describeFacts(request, subject, { builtIn, signal });
  const facts = wholeLines(reported?.content ?? "", maxFactsLength);
  const sources = [...(reported?.sources ?? [])];
  const passages: string[] = [];
  let budget = maxMaterialLength - facts.length;
  for (const scope of subject.scopes) {
    for (const passage of await findPassages(scope, request)) {
      signal.throwIfAborted();
      const text = `[${sources.length + 1}] ${passage.source.path} lines ${passage.source.startLine}-${passage.source.endLine}\n${passage.text}`;
      if (text.length > budget || passages.length >= maxPassages) continue;
      passages.push(text);
      sources.push(passage.source);
      budget -= text.length;
    }
  }
  if (sources.length === 0) return null;
  return { builtIn, facts, passages: passages.join("\n\n"), sources };
}

/**
 * The built-in engine's answer to the request in Markdown; a diagram comes below it, because its lines have no numbers.
 */
async function describeFacts(
  request: SectionRequest,
  subject: PageSubject,
  { builtIn, signal }: { builtIn: SectionText | null; signal: AbortSignal },
): Promise<SectionText | null> {
  if (request.output === "markdown") return builtIn;
  const reported = await writeFromPrompt({ ...request, template: null, output: "markdown" }, subject, { signal });
  if (request.output !== "mermaid" || builtIn === null) return reported;
  return {
    content: [builtIn.content, ...(reported ? [reported.content] : [])].join("\n\n"),
    sources: [...(reported?.sources ?? []), ...builtIn.sources],
    lists: builtIn.lists,
    dropped: 0,
  };
}

function wholeLines(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return text.slice(0, text.lastIndexOf("\n", maxLength));
}

/** The best lines of the files that match the words of the request; environment files are never shown. */
async function findPassages(scope: CodeScope, { prompt, title }: SectionRequest) {
  const query = subjectWords(`${prompt} ${title}`).slice(0, 40).join(" ");
  if (query === "") return [];
  const { index, reader, repositoryId } = scope.repository;
  const under = scope.folder === "" ? {} : { under: scope.folder };
  const hits = index.search(query, { limit: maxPassages, ...under }).filter(({ path }) => !isEnvironmentFile(path));
  const found = await Promise.all(
    hits.map(async ({ path, ranges: [range] }) => {
      const lines = (await scope.lines(path)) ?? [];
      const startLine = range?.startLine ?? 1;
      const endLine = Math.min(range?.endLine ?? passageLines, startLine + passageLines - 1, lines.length);
      const source = await checkEvidence(new Map([[repositoryId, reader]]), { repositoryId, path, startLine, endLine });
      const shown = lines.slice(startLine - 1, endLine).map((line) => line.slice(0, maxLineLength));
      return source && { source, text: hideSecrets(shown.join("\n")) };
    }),
  );
  return found.filter((one) => one !== null);
}
