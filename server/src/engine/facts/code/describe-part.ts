import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { asSentence, leadingSentences } from "#server/engine/text/sentences.ts";
import { folderOf } from "#server/engine/text/wording.ts";

import { isLibrary } from "./describe-offer.ts";
import { describeByShape } from "./describe-shape.ts";
import { describeFile, describeFolder, type Description } from "./describe.ts";
import { isUsualFolder } from "./find-folders.ts";
import type { CodePart } from "./find-parts.ts";

/**
 * What a part of the code is for: in the words of its manifest, README or opening comments, else of a library by what its code shows. Null
 * where neither says anything.
 */
export async function describePart(scope: CodeScope, part: CodePart): Promise<Description | null> {
  // What is left of a package beside its folders is not what people wrote about the package.
  if (part.isRest && part.manifest !== null) return null;
  return (await describeByPeople(scope, part)) ?? (await describeByCode(scope, part));
}

/** What somebody wrote about a part: manifest, README or opening comment. Null when nobody did. */
async function describeByPeople(scope: CodeScope, part: CodePart): Promise<Description | null> {
  // What a manifest says is about all of its folder, not about one part of that.
  const isOwn = part.manifest !== null && folderOf(part.manifest) === part.path;
  const description = isOwn && part.manifest !== null ? scope.facts(part.manifest)?.manifest?.description : null;
  if (description && part.manifest !== null && description.text.trim().length > 10) {
    const text = asSentence(leadingSentences(cleanProse(description.text), 220, 2));
    return { text, evidence: [scope.at(part.manifest, description.startLine, description.endLine)] };
  }
  if (part.kind === "file") return asCell(describeFile(scope, part.path));
  return describeFolder(scope, part.path);
}

function asCell(reported: Description | null): Description | null {
  return reported && { ...reported, text: reported.text.charAt(0).toUpperCase() + reported.text.slice(1) };
}

/** Where nobody wrote of the whole: what is written of the folders inside, and what the code shows. */
async function describeByCode(scope: CodeScope, part: CodePart): Promise<Description | null> {
  const inside = await describeBySubfolders(scope, part);
  if (inside !== null) return inside;
  // Of a program, what is declared, answered or kept somewhere below is a part of what a folder does; of a library names are what it offers.
  return isLibrary(scope) || part.kind === "file" ? await describeByShape(scope, part.files) : null;
}

const shownFolders = 3;

/** The largest folders that somebody wrote about: names of the others are in the tree. */
async function describeBySubfolders(scope: CodeScope, part: CodePart): Promise<Description | null> {
  if (part.kind === "file") return null;
  const folders = [
    ...Map.groupBy(
      part.files,
      (file) =>
        file.path
          .slice(part.path.length + 1)
          .split("/")
          .slice(0, -1)[0] ?? "",
    ),
  ].filter(([name]) => name !== "" && !isUsualFolder(name));
  const told: { name: string; said: Description }[] = [];
  for (const [name] of folders.toSorted((a, b) => b[1].length - a[1].length || a[0].localeCompare(b[0]))) {
    const said = await describeFolder(scope, part.path === "" ? name : `${part.path}/${name}`, 110);
    if (said !== null) told.push({ name, said });
    if (told.length === shownFolders) break;
  }
  // Some of many say nothing of them all.
  if (told.length === 0 || told.length * 2 < folders.length) return null;
  return {
    text: told.map(({ name, said }) => `${codeSpan(name)}: ${said.text}`).join(" "),
    evidence: told.flatMap(({ said }) => said.evidence),
  };
}
