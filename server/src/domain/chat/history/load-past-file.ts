import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { answerWithLines, answerWithText, fenceWhole, onOneLine } from "#server/domain/search/code-answer.ts";
import type { ToolResult, ToolScope } from "#server/edge.ts";
import type { CommitMatch } from "#server/engine/history/code-history.ts";
import { cutToPieces } from "#server/engine/text/cut-to-pieces.ts";
import { findFiles } from "#server/platform/git/objects/find-files.ts";
import { findEntry, listFolder, type FolderEntry } from "#server/platform/git/objects/list-tree.ts";

import { findState, openOneHistory } from "./open-one-history.ts";

const maxLines = 400;
const maxEntries = 300;
const maxAlike = 5;

interface PastFileQuestion extends ToolScope {
  path: string;
  at: string;
  startLine: number;
  endLine?: number | undefined;
  repository?: string | undefined;
}

/** Lines of a file at a former commit, for an agent; the sources name that commit. A folder is listed. */
export async function loadPastFile(ctx: Ctx, input: PastFileQuestion): Promise<ToolResult> {
  const { codebase, history } = await openOneHistory(ctx, input);
  const found = await findState(ctx, history, { spelled: input.at, side: "end" });
  if (!found) throw notFound("This state of the code");
  const path = input.path.replace(/^\/+|\/+$/g, "");
  const location = { commit: found.oid, path, signal: ctx.signal };
  const entry = path === "" ? null : await findEntry(codebase.directory, location);
  if (path === "" || entry?.type === "folder") {
    const folder = await listFolder(codebase.directory, location);
    return report(codebase, found, listing(path, folder?.entries ?? []));
  }
  if (!entry) return report(codebase, found, await describeMissing(codebase, location));
  if (entry.type !== "file") return report(codebase, found, `${onOneLine(path)} was a ${entry.type} then, not a file.`);
  const then = { ...codebase, name: nameThen(codebase, found), reader: readerAt(ctx, codebase, { found, entry }) };
  const lines = await then.reader.readLines(path);
  if (!lines) return report(codebase, found, `${onOneLine(path)} was no text then, or is too large to be read.`);
  const { startLine } = input;
  const endLine = Math.min(input.endLine ?? startLine + maxLines - 1, startLine + maxLines - 1, lines.length);
  const facts = (await history.filesOf([{ path, oid: entry.oid }])).get(path)?.facts;
  const pieces = startLine > endLine ? [] : cutToPieces({ symbols: facts?.symbols ?? [] }, startLine, endLine);
  const nothing = `The file had ${lines.length} lines then; lines ${startLine} to ${endLine} are not among them.`;
  const shown = pieces.map((piece) => ({ repository: then, path, ...piece }));
  const { text, data } = await answerWithLines([codebase], shown, nothing);
  return { text, data: { ...data, at: found } };
}

/** A tree is not listed to read one file of it. */
function readerAt(
  ctx: Ctx,
  { repositoryId, directory }: IndexedRepository,
  { found, entry }: { found: CommitMatch; entry: FolderEntry },
) {
  const location = { repositoryId, directory, commit: found.oid, signal: ctx.signal };
  return openCodeReader({ ...location, files: () => [entry] });
}

/** Heads each piece, so that none is taken for the current code. */
function nameThen({ name }: IndexedRepository, { oid, name: state, committedAt }: CommitMatch): string {
  const called = state === null ? "" : `${onOneLine(state)}, `;
  return `${name} at ${called}commit ${oid} of ${committedAt.slice(0, 10)}`;
}

function report(codebase: IndexedRepository, found: CommitMatch, text: string): ToolResult {
  return answerWithText([codebase], `${nameThen(codebase, found)}:\n${text}`, { sources: [], at: found });
}

function listing(path: string, entries: readonly FolderEntry[]): string {
  const names = entries.slice(0, maxEntries).map((entry) => `${entry.path}${entry.type === "folder" ? "/" : ""}`);
  const more = entries.length > maxEntries ? `, the first ${maxEntries} of them` : "";
  const of = path === "" ? "the top of the repository" : onOneLine(path);
  return `${entries.length} entries of ${of}${more}:\n${fenceWhole(names.map(onOneLine))}`;
}

/** The file may have had another name then. */
async function describeMissing(
  { directory }: IndexedRepository,
  { path, ...location }: { commit: string; path: string; signal: AbortSignal },
): Promise<string> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const alike = await findFiles(directory, { ...location, query: name, limit: maxAlike });
  const hint =
    alike.length === 0 ? "" : ` Files of such a name then:\n${fenceWhole(alike.map((one) => onOneLine(one.path)))}`;
  return `There was no ${onOneLine(path)} then.${hint}`;
}
