import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { checkEvidence } from "#server/engine/evidence/evidence.ts";
import { isSecretName } from "#server/engine/facts/project/find-config.ts";
import type { PageRepository } from "#server/engine/facts/scope/page-input.ts";

import type { LookUpResult } from "./look-up-result.ts";
import type { CodePassage } from "./shown-passages.ts";

export const factKinds = ["endpoints", "tables", "settings", "jobs"] as const;

interface FactLine {
  path: string;
  startLine: number;
  endLine: number;
  text: string;
}

const maxFacts = 40;
const maxColumns = 30;

/** Facts of the index as lines with what stands there; of very many the first, with a word that there are more. */
export async function listFacts(
  repositories: readonly PageRepository[],
  { kind, query }: { kind: (typeof factKinds)[number]; query: string },
): Promise<LookUpResult> {
  const wanted = query.toLowerCase();
  const all = repositories.flatMap((repository) =>
    factsOf[kind](repository.index)
      .filter(({ path, text }) => `${path} ${text}`.toLowerCase().includes(wanted))
      .map((fact) => ({ repository, fact })),
  );
  const read = await Promise.all(all.slice(0, maxFacts).map(({ repository, fact }) => toPassage(repository, fact)));
  const rest = all.length > maxFacts ? `${all.length - maxFacts} more; ask with a query.` : "";
  return { passages: read.filter((one) => one !== null), note: all.length === 0 ? "The index holds none." : rest };
}

async function toPassage({ repositoryId, reader }: PageRepository, fact: FactLine): Promise<CodePassage | null> {
  const { path, startLine, endLine, text } = fact;
  const source = await checkEvidence(new Map([[repositoryId, reader]]), { repositoryId, path, startLine, endLine });
  return source && { source, text, isFact: true };
}

const factsOf: Record<(typeof factKinds)[number], (index: CodeIndex) => FactLine[]> = {
  endpoints: (index) =>
    index.files().flatMap(({ path, kind }) =>
      kind !== "source"
        ? []
        : index.endpointsOf(path).map(({ method, path: address, handler, startLine, endLine, guards }) => ({
            path,
            startLine,
            endLine,
            text: [`${method} ${address}`, handler ?? "", ...guards.map((guard) => `behind ${guard.name}`)]
              .filter((part) => part !== "")
              .join(", "),
          })),
    ),
  tables: (index) =>
    index.tables().tables.flatMap(({ name, columns, relations, sources: [source] }) => {
      if (!source) return [];
      const shown = columns.slice(0, maxColumns).map((one) => `${one.name}${one.type === null ? "" : ` ${one.type}`}`);
      const leads = relations.map(({ column, target }) => `${column ?? "?"} to ${target}`);
      const { path, startLine, endLine } = source;
      const related = leads.length > 0 ? `; ${leads.join(", ")}` : "";
      return { path, startLine, endLine, text: `${name}: ${shown.join(", ")}${related}` };
    }),
  settings: (index) =>
    index.settings().flatMap(({ name, defaultValue, isRequired, comment, sites: [site] }) => {
      if (!site) return [];
      const isShown = defaultValue !== null && !isSecretName(name);
      const parts = [name, isShown ? `default ${defaultValue}` : "", isRequired ? "required" : "", comment ?? ""];
      const text = parts.filter((part) => part !== "").join(", ");
      return { path: site.path, startLine: site.line, endLine: site.line, text };
    }),
  jobs: (index) =>
    index.triggers().map(({ kind, name, schedule, topic, handler, path, startLine, endLine }) => ({
      path,
      startLine,
      endLine,
      text: [`${kind} ${name}`, schedule ?? "", topic ?? "", handler === null ? "" : `runs ${handler}`]
        .filter((part) => part !== "")
        .join(", "),
    })),
};
