import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

const maxLength = 50;
const verb = /^(get|post|put|patch|delete|head|options|any)(?:_with|_service)?$/;

/** The methods and their handlers of `get(show).post(add)` and `web::get().to(show)`, in the order of their writing. */
export function readMethodChain(
  view: CodeView,
  given: SyntaxNode,
): { method: string; handler: SyntaxNode | undefined }[] {
  const found: { method: string; handler: SyntaxNode | undefined }[] = [];
  let target: SyntaxNode | undefined;
  let node = view.unwrap(given);
  for (let length = 0; length < maxLength; length += 1) {
    const call = view.callOf(node);
    if (call === null) break;
    const callee = view.unwrap(call.callee);
    const member = view.memberOf(callee);
    const name = member?.name ?? view.nameOf(callee) ?? "";
    if (name === "to") [target] = call.args;
    const method = verb.exec(name)?.[1];
    if (method !== undefined) found.unshift({ method: method.toUpperCase(), handler: call.args[0] ?? target });
    const isPath = (view.pathNames?.(callee) ?? null) !== null;
    if (member === null || isPath) break;
    node = view.unwrap(member.object);
  }
  return found;
}
