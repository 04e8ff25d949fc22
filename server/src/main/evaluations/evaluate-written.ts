import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import type { PageInput } from "#server/engine/facts/scope/page-input.ts";
import { chooseNewPages } from "#server/engine/pages/plan/choose-new-pages.ts";
import { planFlows, planPages, type PagePlan } from "#server/engine/pages/plan/page-plans.ts";
import { writeSection } from "#server/engine/pages/write/write-section.ts";
import type { WrittenSection } from "#server/engine/sections/section-template.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { findDefaultBranch } from "#server/platform/git/refs/find-default-branch.ts";

import { nameOfRepository } from "./find-git-directory.ts";
import { rounded } from "./json-lines.ts";
import { onIndex } from "./on-index.ts";
import { sampleStatements, type SampledPage } from "./sample-statements.ts";

interface WrittenWanted {
  directory: string;
  /** So many statements drawn at random instead of whole pages; null for the pages. */
  sample: number | null;
  seed: number;
}

/** The first pages that the built-in engine writes of a repository, as Markdown with the lines of each source, to be read and rated by people. */
export async function evaluateWritten({ directory, sample, seed }: WrittenWanted): Promise<string> {
  const branch = await findDefaultBranch(directory);
  const commit = branch === null ? null : await resolveCommit(directory, branch);
  if (commit === null) throw new Error(`${directory} holds no commit`);
  return await onIndex({ directory, commit }, async (index) => {
    const name = nameOfRepository(directory).replace(/^[^+]*\+/, "");
    const signal = new AbortController().signal;
    const reader = openCodeReader({ repositoryId: name, directory, commit, signal, files: () => index.files() });
    const whole = { name, repositoryId: name, workingPath: "/", serviceId: name, description: "", type: "api" };
    const input: PageInput = {
      productName: name,
      repositories: [{ repositoryId: name, name, index, reader }],
      services: [whole],
    };
    const startedAt = performance.now();
    const pages: SampledPage[] = [];
    const plans = planPages(input);
    const [first] = plans;
    if (first === undefined) return "The code holds nothing to write about.";
    const all = [...plans, ...planFlows(first.subject)];
    const chosen = await chooseNewPages(all, () => false);
    for (const plan of all) if (chosen.has(plan)) pages.push(await writePage(plan));
    if (sample !== null)
      return await sampleStatements(pages, { count: sample, seed, linesOf: (at) => reader.readLines(at) });
    return [...pages.map(asMarkdown), `(${rounded(performance.now() - startedAt)} ms)`].join("\n\n");
  });
}

async function writePage({ title, templates, subject }: PagePlan): Promise<SampledPage> {
  const sections: WrittenSection[] = [];
  for (const template of templates) {
    const written = await writeSection(template, subject);
    if (written !== null) sections.push(written);
  }
  return { title, sections };
}

function asMarkdown({ title, sections }: SampledPage): string {
  const parts: string[] = [`# ${title}`];
  for (const written of sections) {
    const sources = written.sources.map((one, at) => `- [${at + 1}] ${one.path}:${one.startLine}-${one.endLine}`);
    const text = written.output === "mermaid" ? `\`\`\`mermaid\n${written.content}\n\`\`\`` : written.content;
    parts.push(`## ${written.title}`, text, ...(sources.length > 0 ? [`Sources:\n\n${sources.join("\n")}`] : []));
  }
  return parts.join("\n\n");
}
