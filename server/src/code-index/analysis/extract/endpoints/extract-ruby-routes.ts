import { joinPaths } from "#server/code-index/analysis/text/join-paths.ts";
import { lineText } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { plural, singular } from "#server/code-index/analysis/text/word-numbers.ts";
import type { EndpointFact } from "#server/code-index/ports/facts.ts";

import { methodName } from "./method-name.ts";

const railsActions: [string, string, string][] = [
  ["index", "GET", ""], ["create", "POST", ""], ["new", "GET", "/new"], ["show", "GET", "/:id"],
  ["edit", "GET", "/:id/edit"], ["update", "PATCH", "/:id"], ["destroy", "DELETE", "/:id"],
]; // prettier-ignore

/** A block that is open at a line. */
interface RouteBlock {
  indent: number;
  /** Path in front of the routes in the block. */
  prefix: string;
  /** Of a block of resources: paths of all of them and of one; elsewhere the prefix. */
  collection: string;
  member: string;
}

const noBlock: RouteBlock = { indent: -1, prefix: "", collection: "", member: "" };

/** Rails routes with namespaces and resources, Sinatra's verbs. */
export function extractRubyRoutes(source: SourceText): EndpointFact[] {
  const isRails = /\.routes\.draw\b/.test(source.text);
  if (!isRails && !/Sinatra|Grape::API|Hanami|Roda/.test(source.text)) return [];
  const found: EndpointFact[] = [];
  const open: RouteBlock[] = [];
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line);
    const indent = text.length - text.trimStart().length;
    if (text.trim() === "" || source.commentLines[line - 1] === 1) continue;
    while (open.length > 0 && indent <= (open.at(-1)?.indent ?? -1)) open.pop();
    const around = open.at(-1) ?? noBlock;
    found.push(...verbRoutes(text, line, around));
    if (isRails) found.push(...rootRoute(text, line, around), ...railsResources(text, line, around.prefix));
    const block = /\bdo\b/.test(text) ? openedBlock(text, indent, around) : null;
    if (block !== null) open.push(block);
  }
  return found;
}

function verbRoutes(text: string, line: number, around: RouteBlock): EndpointFact[] {
  const match =
    /^\s*(get|post|put|patch|delete|match)\s*\(?\s*["':]([^"'\s,)]+)["']?(?:\s*(?:,\s*to:|=>)\s*["']([^"']+)["'])?/.exec(
      text,
    );
  if (match === null) return [];
  const on = /\bon:\s*:(member|collection)\b/.exec(text)?.[1];
  const prefix = on === "member" ? around.member : on === "collection" ? around.collection : around.prefix;
  const via = /\bvia:\s*(?:\[([^\]]*)\]|:(\w+))/.exec(text);
  const methods = via === null ? [match[1] ?? ""] : ((via[1] ?? via[2] ?? "").match(/\w+/g) ?? []);
  return methods.map((method) => ({
    method: methodName(method),
    path: joinPaths(prefix, `/${match[2] ?? ""}`),
    handler: match[3] ?? null,
    startLine: line,
    endLine: line,
  }));
}

function rootRoute(text: string, line: number, { prefix }: RouteBlock): EndpointFact[] {
  const root = /^\s*root\s+(?:to:\s*)?["']([^"']+)["']/.exec(text)?.[1];
  if (root === undefined) return [];
  return [{ method: "GET", path: prefix || "/", handler: root, startLine: line, endLine: line }];
}

function openedBlock(text: string, indent: number, around: RouteBlock): RouteBlock | null {
  const plain = (prefix: string): RouteBlock => ({ indent, prefix, collection: prefix, member: prefix });
  const within = /^\s*(member|collection)\s+do\b/.exec(text)?.[1];
  if (within !== undefined) return plain(within === "member" ? around.member : around.collection);
  const [, kind = "", name] =
    /^\s*(namespace|scope|resources?)\s*\(?\s*(?:path:\s*)?["':]+\/?([\w/:-]+)/.exec(text) ?? [];
  if (name === undefined) return null;
  const collection = joinPaths(around.prefix, pathOption(text) ?? name);
  if (kind !== "resources") return plain(collection);
  const key = paramOption(text) ?? "id";
  return {
    indent,
    prefix: `${collection}/:${singular(name)}_${key}`,
    collection,
    member: `${collection}/:${key}`,
  };
}

function pathOption(text: string): string | null {
  return /,\s*path:\s*["']([^"']*)["']/.exec(text)?.[1] ?? null;
}

function paramOption(text: string): string | null {
  return /\bparam:\s*:(\w+)/.exec(text)?.[1] ?? null;
}

/** `resources :posts, :comments, only: [:index]`. */
function railsResources(text: string, line: number, prefix: string): EndpointFact[] {
  const [, kind = "", names, options = ""] =
    /^\s*(resources?)\s*\(?\s*(:\w+(?:\s{0,9},\s{0,9}:\w+(?!\s*=>))*)(.*)$/.exec(text) ?? [];
  if (names === undefined) return [];
  const actions = railsActions.filter(([action]) => isOffered(action, kind, options));
  return [...names.matchAll(/\w+/g)].flatMap(([name]) =>
    actions.map(([action, method, suffix]) => ({
      method,
      path: joinPaths(prefix, `/${pathOption(text) ?? name}${memberPath(suffix, kind, text)}`),
      // A single resource is served by the controller of all of them.
      handler: `${kind === "resource" ? plural(name) : name}#${action}`,
      startLine: line,
      endLine: line,
    })),
  );
}

function isOffered(action: string, kind: string, options: string): boolean {
  if (kind === "resource" && action === "index") return false;
  const listed = (word: string): string | null => {
    const found = new RegExp(`\\b${word}:\\s*(?:\\[([^\\]]*)\\]|:(\\w+)|%[iw]\\[([^\\]]*)\\])`).exec(options);
    return found === null ? null : (found[1] ?? found[2] ?? found[3] ?? "");
  };
  const isIn = (list: string): boolean => new RegExp(`\\b${action}\\b`).test(list);
  return isIn(listed("only") ?? action) && !isIn(listed("except") ?? "");
}

/** A single resource has no id. */
function memberPath(suffix: string, kind: string, text: string): string {
  return suffix.replace("/:id", kind === "resource" ? "" : `/:${paramOption(text) ?? "id"}`);
}
