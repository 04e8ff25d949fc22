import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

/** What the product calls its things: names of its tables, of its addresses, and words of its documents. */
export interface ProductWords {
  /** By the name of a table or its class: with how many relations it is tied to others. */
  stored: ReadonlyMap<string, number>;
  /** By the path of a file and the name of a class: rows of a table are its objects. */
  entities: ReadonlySet<string>;
  /** By a part of a path: how many endpoints have it. */
  addressed: ReadonlyMap<string, number>;
  /** By a word of READMEs and guides: how many sections have it. */
  written: ReadonlyMap<string, number>;
}

const maxGuides = 60;
const maxSections = 2000;

export function findProductWords(scope: CodeScope): ProductWords {
  return scope.once("findProductWords", () => {
    const { tables } = scope.repository.index.tables();
    const stored = new Map<string, number>();
    const entities = new Set<string>();
    const add = (counts: Map<string, number>, word: string, amount: number) =>
      void counts.set(word, (counts.get(word) ?? 0) + amount);
    for (const { name, entity, relations, sources } of tables) {
      for (const one of new Set([wordOf(name), wordOf(entity ?? name)])) add(stored, one, 1 + relations.length);
      for (const { target } of relations) add(stored, wordOf(target), 1);
      for (const { path } of sources) entities.add(`${path}\n${entity ?? ""}`);
    }
    const addressed = new Map<string, number>();
    for (const file of scope.sources) {
      for (const { path } of scope.repository.index.endpointsOf(file.path)) {
        const parts = path.split("/").filter((part) => /^[a-z][\w-]{2,}$/i.test(part) && !/^(?:api|v\d+)$/.test(part));
        for (const part of new Set(parts.map(wordOf))) add(addressed, part, 1);
      }
    }
    return { stored, entities, addressed, written: countWritten(scope) };
  });
}

/** What people write about is what others need; a word counts once a section. */
function countWritten(scope: CodeScope): Map<string, number> {
  const counts = new Map<string, number>();
  const guides = scope.repository.index
    .files()
    .filter((file) => file.kind === "docs" && !/change|history|release|licen|node_modules/i.test(file.path));
  let sections = 0;
  for (const file of guides.slice(0, maxGuides)) {
    for (const section of scope.facts(file.path)?.sections ?? []) {
      if ((sections += 1) > maxSections) return counts;
      const words = `${section.heading} ${section.text}`.match(/[A-Za-z_]\w{2,}/g) ?? [];
      for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}

/** "PlaylistFolders", "playlist_folders" and "playlist-folder" are one: "playlistfolder". */
export function wordOf(name: string): string {
  const plain = name
    .slice(name.lastIndexOf(".") + 1)
    .replace(/[^A-Za-z0-9]/g, "")
    .toLowerCase();
  if (/(?:ss|us|is)$/.test(plain)) return plain;
  if (plain.endsWith("ies") && plain.length > 4) return `${plain.slice(0, -3)}y`;
  return plain.replace(/(?<=(?:x|ch|sh|ss|z))es$|s$/, "");
}
