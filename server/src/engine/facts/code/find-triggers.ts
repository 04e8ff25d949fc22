import type { IndexedPublisher, IndexedTrigger } from "#server/code-index/ports/triggers.ts";
import { isExample, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";

/** What starts work of the scope's code beside requests, by path and line. */
export function findTriggers(scope: CodeScope): IndexedTrigger[] {
  return scope.once("findTriggers", () => scope.repository.index.triggers().filter(isOwn(scope)));
}

/** Where the scope's code sends messages and puts jobs in line. */
export function findPublishers(scope: CodeScope): IndexedPublisher[] {
  return scope.once("findPublishers", () => scope.repository.index.publishers().filter(isOwn(scope)));
}

/** Source, and files of other kinds that say when something runs; a crontab has no kind of its own. */
function isOwn(scope: CodeScope): (one: { path: string }) => boolean {
  const sources = new Set(scope.sources.map(({ path }) => path));
  const others = scope.files.filter(({ kind, path }) => /^(?:config|data|other)$/.test(kind) && !isExample(path));
  const lists = new Set(others.map(({ path }) => path));
  return ({ path }) => sources.has(path) || lists.has(path);
}
