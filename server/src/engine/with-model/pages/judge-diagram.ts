import { checkMermaid } from "#server/engine/diagrams/mermaid/check-mermaid.ts";
import { repairMermaid, withoutDirectives } from "#server/engine/diagrams/mermaid/repair-mermaid.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import type { SectionRequest } from "#server/engine/sections/section-text.ts";

import type { JudgedText } from "./judge-text.ts";
import type { SectionMaterial } from "./section-material.ts";

/** A diagram that loses more of its lines than this was drawn from something else. */
const maxLostShare = 0.34;
const maxUnknownShare = 0.34;

/**
 * Checks Mermaid source of a model: directives go, so do lines with names that its facts do not hold, and the rest must
 * be readable. It rests on what the facts rest on, and on passages of files that it names.
 */
export async function judgeDiagram(
  raw: string,
  material: SectionMaterial,
  { request, signal }: { request: SectionRequest; signal: AbortSignal },
): Promise<JudgedText> {
  const source = repairable(raw);
  if (source === "") return { ok: false, problem: "The answer was not the source of a Mermaid diagram." };
  const checked = await checkMermaid(source, { signal });
  if (!checked.ok) return { ok: false, problem: checked.message };
  const known = knownStems(material, request);
  const text = [material.text, ...material.sources.map(({ path }) => path)].join("\n");
  const lines = checked.source.split("\n");
  const kept = dropOrphans(keepKnown(lines, { known, text }), lines);
  const gone = lines.filter((line, at) => at > 0 && !isStructure(line) && !kept.includes(line));
  const lost = countLines(lines) - countLines(kept);
  if (countLines(kept) === 0 || lost / countLines(lines) > maxLostShare) {
    return { ok: false, problem: "The diagram shows names that do not stand in the facts or passages." };
  }
  const again = lost === 0 ? checked : await checkMermaid(kept.join("\n"), { signal });
  if (!again.ok) return { ok: false, problem: again.message };
  const sources = sourcesOf(again.source, material);
  if (sources.length === 0) return { ok: false, problem: "The diagram names nothing of the facts or passages." };
  const lists = material.builtIn?.lists ?? [];
  return { ok: true, text: { content: again.source, sources, lists, dropped: lost }, lost: gone };
}

/** What the fence around it holds, without anything that would make it do something. */
function repairable(raw: string): string {
  const plain = raw.replaceAll("\r\n", "\n").trim();
  const fenced = /(?:^|\n)(`{3,})(?:mermaid)?[^\n]*\n([\s\S]*?)\n\1/.exec(plain)?.[2] ?? plain;
  const source = withoutDirectives(fenced).trim();
  return repairMermaid(source) === "" ? "" : source;
}

const syntax = new Set(
  `flowchart graph subgraph end direction participant actor as autonumber note over left right of loop alt else opt par and
  critical break rect activate deactivate sequencediagram erdiagram classdiagram statediagram v2 mindmap root class state
  pk fk uk acctitle accdescr tb td lr rl bt title`.split(/\s+/),
);

/** Words for what things do to one another and for those outside: every diagram may use them. */
const ordinary = stemsOf(
  `call calls uses use imports import reads read writes write sends send stores store saves save returns return request
  response client user users browser server database api http query queries result results has have contains belongs
  many one gets get sets set creates create updates update deletes delete starts start loads load depends on refers to from
  with for into via by the a an is are of in or not yes no if ok error data file files line lines number string text int
  integer float boolean bool date timestamp uuid id value`,
);

function knownStems({ text, sources }: SectionMaterial, { title, prompt }: SectionRequest): ReadonlySet<string> {
  const paths = sources.map(({ path }) => path).join(" ");
  return new Set([...stemsOf(`${text} ${paths} ${title} ${prompt}`), ...ordinary]);
}

function keepKnown(
  lines: readonly string[],
  { known, text }: { known: ReadonlySet<string>; text: string },
): readonly string[] {
  const labelled = labelledIds(lines);
  return lines.filter((line, at) => {
    if (at === 0 || isStructure(line)) return true;
    const shown = withoutIds(line, labelled);
    const words = stemsOf(shown).filter((one) => one.length > 1 && !syntax.has(one) && !/^\d+$/.test(one));
    const unknown = words.filter((one) => !known.has(one)).length;
    const paths = shown.match(
      /[\w@-]+(?:\/[\w.@-]+)+|\b[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|c|h|sql)\b/g,
    );
    const hasStrangeFile = (paths ?? []).some((path) => !text.includes(path));
    return !hasStrangeFile && (words.length === 0 || unknown / words.length <= maxUnknownShare);
  });
}

/** Without lines that use an id whose label went with another line: it would be drawn as a thing of that name. */
function dropOrphans(kept: readonly string[], all: readonly string[]): readonly string[] {
  const left = labelledIds(kept);
  const gone = new Set([...labelledIds(all)].filter((id) => !left.has(id)));
  return kept.filter((line, at) => at === 0 || !idsIn(line).some((id) => gone.has(id)));
}

/** Words of a line outside of labels and messages. */
function idsIn(line: string): string[] {
  const bare = line.replaceAll(/"[^"]*"|\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|\|[^|]*\||:.*$/g, " ");
  return Array.from(bare.matchAll(/\w(?:[\w-]*\w)?/g), ([id]) => id);
}

/** Ids whose label is what people see. */
function labelledIds(lines: readonly string[]): ReadonlySet<string> {
  const shaped = lines.flatMap((line) =>
    [...line.matchAll(/([\w-]+)\s*(?:\[|\(|\{(?!\s*$))/g)].map(([, id = ""]) => id),
  );
  const named = lines.flatMap((line) => /^\s*(?:participant|actor)\s+([\w-]+)\s+as\b/.exec(line)?.[1] ?? []);
  return new Set([...shaped, ...named]);
}

function withoutIds(line: string, labelled: ReadonlySet<string>): string {
  const quotedLabels = [...line.matchAll(/"([^"]*)"/g)].map(([, label = ""]) => label).join(" ");
  const bare = line
    .replaceAll(/"[^"]*"/g, " ")
    .replaceAll(/[\w-]+/g, (word) => (labelled.has(word.replace(/^-+|-+$/g, "")) ? " " : word));
  return `${quotedLabels} ${bare}`;
}

/** Lines that only open, close or describe. */
function isStructure(line: string): boolean {
  return /^\s*(?:end|else|\}|direction\s+\w+|autonumber|%%.*|(?:de)?activate\b.*|acc(?:Title|Descr)\b.*)?\s*$/.test(
    line,
  );
}

function countLines(lines: readonly string[]): number {
  return lines.slice(1).filter((line) => !isStructure(line)).length;
}

/** The facts' own lines, and passages of files whose name or declarations the diagram shows. */
function sourcesOf(source: string, { builtIn, sources }: SectionMaterial) {
  const shown = new Set(stemsOf(source));
  const isNamed = (path: string) => {
    const stems = stemsOf((path.split("/").at(-1) ?? path).replace(/\.\w+$/, ""));
    // A file such as ".gitignore" has no name that a diagram could show.
    return stems.length > 0 && stems.every((one) => shown.has(one));
  };
  const isFact = new Set(builtIn?.sources.map(({ path, startLine }) => `${path}:${startLine}`));
  return sources.filter(({ path, startLine }) => isFact.has(`${path}:${startLine}`) || isNamed(path));
}
