import { joinPaths } from "#server/code-index/analysis/text/join-paths.ts";
import { lineText } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { EndpointFact } from "#server/code-index/ports/facts.ts";

import { methodName } from "./method-name.ts";

const railsActions: [string, string, string][] = [
  ["index", "GET", ""], ["create", "POST", ""], ["new", "GET", "/new"], ["show", "GET", "/:id"],
  ["edit", "GET", "/:id/edit"], ["update", "PATCH", "/:id"], ["destroy", "DELETE", "/:id"],
]; // prettier-ignore

/** Rails routes with namespaces and resources, Sinatra's verbs. */
export function extractRubyRoutes(source: SourceText): EndpointFact[] {
  const isRails = /\.routes\.draw\b/.test(source.text);
  if (!isRails && !/Sinatra|Grape::API|Hanami|Roda/.test(source.text)) return [];
  const found: EndpointFact[] = [];
  const open: { indent: number; prefix: string }[] = [];
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line);
    const indent = text.length - text.trimStart().length;
    if (text.trim() === "" || source.commentLines[line - 1] === 1) continue;
    while (open.length > 0 && indent <= (open.at(-1)?.indent ?? -1)) open.pop();
    const prefix = open.at(-1)?.prefix ?? "";
    const verb =
      /^\s*(get|post|put|patch|delete|match)\s*\(?\s*["':]([^"'\s,)]+)["']?(?:\s*(?:,\s*to:|=>)\s*["']([^"']+)["'])?/.exec(
        text,
      );
    if (verb !== null)
      found.push({
        method: methodName(verb[1] ?? ""),
        path: joinPaths(prefix, `/${verb[2] ?? ""}`),
        handler: verb[3] ?? null,
        startLine: line,
        endLine: line,
      });
    const root = /^\s*root\s+(?:to:\s*)?["']([^"']+)["']/.exec(text);
    if (isRails && root !== null)
      found.push({ method: "GET", path: prefix || "/", handler: root[1] ?? null, startLine: line, endLine: line });
    if (isRails) found.push(...railsResources(text, line, prefix));
    const block = /^\s*(?:namespace|scope|resources?)\s*\(?\s*(?:path:\s*)?["':]+\/?([\w/:-]+)/.exec(text);
    if (block !== null && /\bdo\b/.test(text)) {
      const isCollection = /^\s*resources\b/.test(text);
      open.push({
        indent,
        prefix: joinPaths(prefix, `/${block[1]}${isCollection ? `/:${(block[1] ?? "").replace(/s$/, "")}_id` : ""}`),
      });
    }
  }
  return found;
}

function railsResources(text: string, line: number, prefix: string): EndpointFact[] {
  const match = /^\s*(resources?)\s+:(\w+)(.*)$/.exec(text);
  if (match === null) return [];
  const only = /only:\s*(?:\[([^\]]*)\]|:(\w+)|%i\[([^\]]*)\])/.exec(match[3] ?? "");
  const except = /except:\s*(?:\[([^\]]*)\]|:(\w+)|%i\[([^\]]*)\])/.exec(match[3] ?? "");
  const listed = (found: RegExpExecArray | null): string => found?.[1] ?? found?.[2] ?? found?.[3] ?? "";
  return railsActions
    .filter(([action]) => (match[1] === "resource" ? action !== "index" : true))
    .filter(
      ([action]) =>
        (only === null || new RegExp(`\\b${action}\\b`).test(listed(only))) &&
        (except === null || !new RegExp(`\\b${action}\\b`).test(listed(except))),
    )
    .map(([action, method, suffix]) => ({
      method,
      path: joinPaths(prefix, `/${match[2]}${match[1] === "resource" ? suffix.replace("/:id", "") : suffix}`),
      handler: `${match[2]}#${action}`,
      startLine: line,
      endLine: line,
    }));
}
