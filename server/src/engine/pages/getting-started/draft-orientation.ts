import { heading, list, type Block, type ListItem } from "../draft.ts";
import { describeFile, describeFolder, mainSymbol, symbolEvidence } from "../facts/describe.ts";
import { findParts } from "../facts/find-parts.ts";
import type { Scope } from "../facts/open-scope.ts";
import { keyModules } from "../overview/draft-parts.ts";
import type { Draft, PageSubject } from "../page-input.ts";
import { entryItems } from "../service/draft-responsibility.ts";
import { code } from "../text/clean-prose.ts";
import { count, fold, folderOf } from "../text/wording.ts";

const maxFolders = 24;

/** The folders that matter, as a tree, each with what is in it. */
export async function draftLayout(subject: PageSubject): Promise<Draft | null> {
  const blocks: Block[] = [];
  for (const scope of subject.scopes) {
    const items = await folderItems(scope);
    if (items.length < 2) continue;
    if (subject.scopes.length > 1) blocks.push(heading(code(scope.repository.name)));
    blocks.push(list(null, items));
  }
  return blocks.length > 0 ? { blocks } : null;
}

interface Folder {
  path: string;
  depth: number;
  files: number;
  weight: number;
}

async function folderItems(scope: Scope): Promise<ListItem[]> {
  const items: ListItem[] = [];
  for (const folder of chooseFolders(scope)) {
    const told = (await describeFolder(scope, folder.path, 180)) ?? describeByContent(scope, folder.path);
    if (told === null) continue;
    const name = folder.depth === 0 ? folder.path : folder.path.slice(folder.path.lastIndexOf("/") + 1);
    const shown = folder.depth === 0 ? scope.shorten(name) : name;
    items.push({
      text: `${code(`${shown}/`)} (${count(folder.files, "file")}): ${told.text}`,
      evidence: told.evidence,
      depth: folder.depth,
    });
  }
  return items;
}

/** Folders of the first level, and of the second where they are large; in tree order. */
function chooseFolders(scope: Scope): Folder[] {
  const folders = new Map<string, Folder>();
  for (const file of scope.files) {
    if (/^(?:vendored|generated|binary)$/.test(file.kind)) continue;
    const segments = folderOf(scope.shorten(file.path)).split("/").filter(Boolean);
    const [first] = segments;
    if (first === undefined || (first.startsWith(".") && first !== ".github")) continue;
    for (let depth = 0; depth < Math.min(2, segments.length); depth += 1) {
      const path = [scope.folder, ...segments.slice(0, depth + 1)].filter(Boolean).join("/");
      const folder = folders.get(path) ?? { path, depth, files: 0, weight: 0 };
      folder.files += 1;
      folder.weight += file.kind === "source" ? file.lines : Math.min(200, file.lines * 0.2);
      folders.set(path, folder);
    }
  }
  const all = [...folders.values()];
  const chosen = new Set(
    [...all]
      .toSorted((a, b) => b.weight + (b.depth === 0 ? 1e6 : 0) - a.weight - (a.depth === 0 ? 1e6 : 0))
      .slice(0, maxFolders),
  );
  return all.filter((folder) => chosen.has(folder)).toSorted((a, b) => a.path.localeCompare(b.path));
}

/** Where no README or comment speaks for a folder: the weightiest file in it, and how many tests or documents. */
function describeByContent(scope: Scope, folder: string): { text: string; evidence: ListItem["evidence"] } | null {
  const files = scope.files.filter(
    (file) => file.path.startsWith(`${folder}/`) && !/^(?:vendored|generated|binary)$/.test(file.kind),
  );
  const kinds = Map.groupBy(files, (file) => file.kind);
  const [kind, most] = [...kinds].toSorted((a, b) => b[1].length - a[1].length)[0] ?? [];
  if (kind === undefined || most === undefined) return null;
  const heaviest = most.toSorted((a, b) => b.lines - a.lines).slice(0, 3);
  const inside = (path: string) => code(path.slice(folder.length + 1));
  if (kind === "source") {
    const [told] = heaviest.flatMap((file) => {
      const found = describeFile(scope, file.path, 140);
      return found ? [{ path: file.path, ...found }] : [];
    });
    if (told) return { text: `the largest is ${inside(told.path)}: ${told.text}`, evidence: told.evidence };
  }
  const noun =
    { source: "code", test: "tests", docs: "documents", config: "configuration", data: "data", other: "files" }[
      kind as string
    ] ?? "files";
  return {
    text: `${noun}, mainly ${fold(
      heaviest.map((file) => inside(file.path)),
      3,
    )}.`,
    evidence: heaviest
      .filter((file) => file.lines > 0)
      .slice(0, 2)
      .map((file) => scope.at(file.path, 1)),
  };
}

/** Entry points, the most imported modules and the files that change most. */
export async function draftFirstReading(subject: PageSubject): Promise<Draft | null> {
  const blocks = subject.scopes.flatMap((scope): Block[] => {
    const entries = entryItems(scope, 4);
    const modules = keyModules(scope, 5);
    const changed = changedItems(scope);
    const written: Block[] = [
      ...(entries.length > 0 ? [list("Begin where it begins:", entries)] : []),
      ...(modules.length > 0
        ? [list("Then the modules that much of the rest imports:", modules)]
        : largestParts(scope)),
      ...(changed.length > 0 ? [list("These files change most often, so that is where work happens:", changed)] : []),
    ];
    return subject.scopes.length > 1 && written.length > 0
      ? [heading(code(scope.repository.name)), ...written]
      : written;
  });
  return blocks.length > 0 ? { blocks } : null;
}

/** Where imports do not tell (one flat package), the longest documented files. */
function largestParts(scope: Scope): Block[] {
  const items = findParts(scope)
    .flatMap((part) => part.files)
    .toSorted((a, b) => b.lines - a.lines)
    .slice(0, 12)
    .flatMap((file): ListItem[] => {
      const told = describeFile(scope, file.path, 180);
      return told
        ? [
            {
              text: `${code(scope.shorten(file.path))} (${count(file.lines, "line")}): ${told.text}`,
              evidence: told.evidence,
            },
          ]
        : [];
    });
  return items.length > 1 ? [list("Then the longest files:", items.slice(0, 5))] : [];
}

function changedItems(scope: Scope): ListItem[] {
  const commits = scope.repository.index.history.recentCommits(400);
  const counts = new Map<string, number>();
  const sources = new Set(scope.sources.map((file) => file.path));
  for (const commit of commits)
    for (const path of commit.paths) if (sources.has(path)) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts]
    .filter(([, times]) => times >= 4)
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 5)
    .flatMap(([path, times]): ListItem[] => {
      const main = mainSymbol(scope, path);
      if (main === null) return [];
      return [
        {
          text: `${code(scope.shorten(path))}, ${times} of the last ${count(commits.length, "commit")}; its main declaration is ${code(main.name)}.`,
          evidence: [symbolEvidence(scope, path, main)],
        },
      ];
    });
}
