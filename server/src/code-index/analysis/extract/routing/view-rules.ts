import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

/** How classes say what they answer by the names of their methods, and functions by what is written above them. */
export interface ViewRules {
  /** Names of classes that may be views, or of what they extend. */
  classes: RegExp;
  /** Methods that classes of the library have, by the last part of their names. */
  bases: Readonly<Record<string, readonly string[]>>;
  /** What the methods of a set of views answer, when a router gets it. */
  actions: Readonly<Record<string, { method: string; isDetail?: true }>>;
  /** What is written above further methods of a set. */
  extraAction: string;
  /** Methods of classes, and functions of modules, that answer by their name: Falcon's `on_get`, `on_get_all`. */
  methods: RegExp;
  /** Fields of classes that say what is so of all their routes. */
  fields: { methods: string; lookup: readonly string[] };
  /** Marks above functions, with the methods that they let through; those without list them. */
  functions: Readonly<Record<string, readonly string[] | null>>;
}

/** A class or function that answers, with the methods of it that a map names. */
interface ViewReference {
  of: SyntaxNode;
  actions: ReadonlyMap<string, SyntaxNode> | null;
}

const maxWrappers = 4;

/** `Boats`, `views.list`, `Boats.as_view({"get": "list"})`, and all of these within calls. */
export function readViewReference(view: CodeView, given: SyntaxNode, depth = 0): ViewReference | null {
  const node = view.unwrap(given);
  const call = view.callOf(node);
  if (call === null)
    return view.nameOf(node) === null && view.memberOf(node) === null ? null : { of: node, actions: null };
  const member = view.memberOf(view.unwrap(call.callee));
  const [first] = call.args;
  if (member?.name === "as_view")
    return { of: member.object, actions: first === undefined ? null : view.entriesOf(view.unwrap(first)) };
  // An object of the class.
  const type = view.nameOf(view.unwrap(call.callee)) ?? member?.name ?? "";
  if (/^[A-Z]/.test(type)) return { of: call.callee, actions: null };
  return first === undefined || depth >= maxWrappers ? null : readViewReference(view, first, depth + 1);
}
