import type { SectionSources } from "#server/domain/ledger/section-sources.ts";
import { findEntry } from "#server/platform/git/objects/list-tree.ts";
import { readBlob } from "#server/platform/git/objects/read-blob.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

const maxBytes = 1_000_000;
/** Sources are drawn so often before no change can be made. */
const maxDraws = 200;
const kinds = ["rename", "number", "delete"] as const;
type SeedKind = (typeof kinds)[number];

/** Words that every file of a language has; another one of them is another file altogether. */
const keywords =
  /^(?:abstract|async|await|break|case|catch|class|const|continue|default|defer|delete|else|elif|enum|export|extends|false|final|finally|from|func|function|global|import|include|interface|lambda|local|module|namespace|none|null|package|pass|private|protected|public|raise|readonly|require|return|self|static|string|struct|super|switch|this|throw|throws|true|type|typeof|unless|until|when|while|with|yield)$/i;

/**
 * A commit on top of `from` that changes what a section rests on, drawn by `random`: a name that its lines use becomes
 * another one in its whole file, a number of theirs becomes another one, or the lines go. Null where none was found.
 */
export async function seedChange(
  directory: string,
  {
    from,
    cited,
    random,
  }: { from: string; cited: ReadonlyMap<string, SectionSources>; random: (below: number) => number },
): Promise<{ commit: string; said: string } | null> {
  const sections = [...cited.values()].filter(({ sources }) => sources.length > 0);
  for (let draw = 0; draw < maxDraws && sections.length > 0; draw += 1) {
    const section = sections[random(sections.length)];
    const source = section?.sources[random(section.sources.length)];
    const kind = kinds[random(kinds.length)];
    if (source === undefined || kind === undefined) continue;
    const blob = await readBlob(directory, { commit: from, path: source.path, maxBytes });
    if (blob?.type !== "file" || blob.bytes === null) continue;
    const text = blob.bytes.toString("utf8");
    const changed = changeLines(text, { kind, from: source.startLine, to: source.endLine });
    if (changed === null || changed === text) continue;
    const said = `${kind} in ${source.path}:${source.startLine}-${source.endLine}`;
    return { commit: await writeChange(directory, { from, path: source.path, content: changed, said }), said };
  }
  return null;
}

function changeLines(text: string, { kind, from, to }: { kind: SeedKind; from: number; to: number }): string | null {
  const lines = text.split("\n");
  const chosen = lines.slice(from - 1, to);
  const replaced = (others: readonly string[]) => lines.toSpliced(from - 1, chosen.length, ...others).join("\n");
  switch (kind) {
    case "delete":
      return chosen.length < lines.length / 2 ? replaced([]) : null;
    case "number": {
      const at = chosen.findIndex((line) => /\d/.test(line));
      const line = chosen[at];
      if (line === undefined) return null;
      return replaced(
        chosen.with(
          at,
          line.replace(/\d+/, (digits) => String(Number(digits) + 7)),
        ),
      );
    }
    case "rename": {
      const name = chosen
        .join("\n")
        .match(/[A-Za-z_]\w{4,}/g)
        ?.find((word) => !keywords.test(word));
      if (name === undefined) return null;
      return text.replaceAll(new RegExp(`\\b${name}\\b`, "g"), `${name}Two`);
    }
  }
}

async function writeChange(
  directory: string,
  { from, path, content, said }: { from: string; path: string; content: string; said: string },
): Promise<string> {
  const mode = (await findEntry(directory, { commit: from, path }))?.mode ?? "100644";
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const who = "Seed <seed@cairn.invalid> 1700000000 +0000";
  const file = `M ${mode} inline ${JSON.stringify(path)}\n${data(content)}`;
  const commit = `commit refs/seeds/change\nmark :1\nauthor ${who}\ncommitter ${who}\n${data(said)}from ${from}\n${file}`;
  const input = [`${commit}\nget-mark :1\n`];
  const { stdout } = await runGit({ directory, args: ["fast-import", "--quiet", "--force"], input });
  return stdout.toString("latin1").trim();
}
