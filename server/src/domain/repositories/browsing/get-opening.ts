import type { getOpening as endpoint } from "@cairn/contract/code-browsing";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { Source } from "@cairn/contract/sources";

import type { Ctx } from "#server/ctx.ts";
import { requireClone, requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { hashLines, toLines } from "#server/engine/evidence/evidence.ts";
import { chooseReadme, parseReadme } from "#server/engine/facts/readme/find-readme.ts";
import { openingParagraphs } from "#server/engine/facts/readme/readme-opening.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { leadingSentences } from "#server/engine/text/sentences.ts";
import { listFolder } from "#server/platform/git/objects/list-tree.ts";
import { readObject } from "#server/platform/git/objects/object-reader.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { findDefaultBranch } from "#server/platform/git/refs/find-default-branch.ts";
import { decodeText } from "#server/text/decode-text.ts";

const maxReadmeBytes = 1_048_576;
const maxParagraphs = 2;
const maxParagraphLetters = 520;

type RepositoryOpening = ResultOf<typeof endpoint>;

const nothing: RepositoryOpening = { content: "", sources: [] };

/**
 * What the README at the top says of the whole, read from git: it is there before the index is, as the first that
 * somebody sees of their own code. Empty where there is no such README, or no commit.
 */
export async function getOpening(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<RepositoryOpening> {
  const row = await requireRepository(ctx, input, "project.read");
  const directory = await requireClone(ctx, row);
  const commit = await findCommit(ctx, directory, row.mainBranch);
  const readme = commit === null ? null : await readReadme(ctx, directory, commit);
  if (commit === null || readme === null) return nothing;
  const { path, lines } = readme;
  const paragraphs = openingParagraphs(parseReadme(path, lines), maxParagraphs);
  const sources: Source[] = paragraphs.map(({ startLine, endLine }) => ({
    repositoryId: row.repositoryId,
    path,
    startLine,
    endLine,
    commit,
    hash: hashLines(lines.slice(startLine - 1, endLine)),
  }));
  const texts = paragraphs.map(
    ({ text }, at) => `${leadingSentences(cleanProse(text), maxParagraphLetters)} [${at + 1}]`,
  );
  return { content: texts.join("\n\n"), sources };
}

/** Of the chosen branch; of the remote's own one while a form's "main" was not compared with it yet. */
async function findCommit({ signal }: Ctx, directory: string, mainBranch: string | null): Promise<string | null> {
  const chosen = mainBranch === null ? null : await resolveCommit(directory, mainBranch, { signal });
  if (chosen !== null) return chosen;
  const branch = await findDefaultBranch(directory, { signal });
  return branch === null ? null : await resolveCommit(directory, branch, { signal });
}

async function readReadme({ signal }: Ctx, directory: string, commit: string) {
  const folder = await listFolder(directory, { commit, path: "", signal });
  const files = folder?.entries.filter(({ type }) => type === "file") ?? [];
  const path = chooseReadme(files.map((one) => one.path));
  const oid = files.find((one) => one.path === path)?.oid;
  if (path === null || oid === undefined) return null;
  const object = await readObject(directory, oid, { maxBytes: maxReadmeBytes, signal });
  const decoded = object?.bytes ? decodeText(object.bytes) : null;
  return decoded === null ? null : { path, lines: toLines(decoded.text) };
}
