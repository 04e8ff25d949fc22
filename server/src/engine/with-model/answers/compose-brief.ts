import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { openingParagraphs } from "#server/engine/facts/readme/readme-opening.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { parseProse } from "#server/engine/text/parse-prose.ts";
import { leadingSentences } from "#server/engine/text/sentences.ts";

const maxRepositories = 6;
const maxFolders = 24;
const maxPurpose = 500;
const maxBrief = 4_000;
/** A folder with so large a part of all files is told by those in it. */
const largeShare = 0.25;
const readme = /^readme(?:\.(?:md|mdx|markdown|rst|txt))?$/i;

/** What a product is and where its code lies: of each repository the first words of its README, and its folders by size. */
export async function composeBrief(codebases: readonly Codebase[]): Promise<string> {
  const own = codebases.filter(({ isContext }) => !isContext).slice(0, maxRepositories);
  const parts = await Promise.all(own.map(briefOf));
  return parts.join("\n\n").slice(0, maxBrief).toWellFormed();
}

async function briefOf(codebase: Codebase): Promise<string> {
  const { name, index } = codebase;
  const source = index.files().filter(({ kind }) => kind === "source" || kind === "test" || kind === "docs");
  const folders = foldersOf(source.map(({ path }) => path)).map(([folder, count]) => `- ${folder}/ (${count})`);
  const purpose = await purposeOf(codebase);
  return [
    `${name}${purpose === "" ? "" : `: ${purpose}`}`,
    "Folders, with their files of code and documents:",
    ...folders,
    ...topFilesOf(index),
  ].join("\n");
}

/** What is run, built and set is mostly said by files at the top. */
function topFilesOf(index: Codebase["index"]): string[] {
  const names = index.files().flatMap(({ path }) => (path.includes("/") || legal.test(path) ? [] : path));
  return names.length === 0 ? [] : [`Files at the top: ${names.slice(0, maxTopFiles).join(", ")}`];
}

const maxTopFiles = 30;
const legal = /^(?:licen[sc]e|copying|notice|code_of_conduct|\.git\w+|\.editorconfig)/i;

async function purposeOf({ index, reader }: Codebase): Promise<string> {
  const path = index.files().find((file) => readme.test(file.path))?.path;
  const lines = path === undefined ? null : await reader.readLines(path);
  if (path === undefined || lines === null) return "";
  const paragraphs = openingParagraphs({ path, blocks: parseProse(lines, /\.(?:rst|txt)$/i.test(path)) }, 2);
  return leadingSentences(cleanProse(paragraphs.map(({ text }) => text).join(" ")), maxPurpose);
}

/** The largest folders; one that holds much of the whole is told by its own folders. */
function foldersOf(paths: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  const split = (prefix: string, within: readonly string[], depth: number): void => {
    const direct = within.filter((path) => !path.slice(prefix.length).includes("/")).length;
    if (prefix !== "" && direct > 0) counts.set(prefix.slice(0, -1), direct);
    for (const [folder, held] of Map.groupBy(within, (path) => path.slice(prefix.length).split("/", 1)[0] ?? "")) {
      const whole = `${prefix}${folder}`;
      const inside = held.filter((path) => path.startsWith(`${whole}/`));
      if (inside.length === 0) continue;
      if (inside.length > paths.length * largeShare && depth < maxDepth) split(`${whole}/`, inside, depth + 1);
      else counts.set(whole, inside.length);
    }
  };
  split("", paths, 0);
  return [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, maxFolders);
}

const maxDepth = 4;
