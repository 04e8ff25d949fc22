import type { Node } from "web-tree-sitter";

import { entriesOf, itemsOf, keyText, textOf } from "./literals.ts";

/** What answers a request; `name` is null for a function without one. */
export interface RouteHandler {
  name: string | null;
}

const functions = new Set([
  "arrow_function",
  "function_expression",
  "function",
  "method_definition",
  "lambda",
  "func_literal",
  "anonymous_function",
]);
const names = new Set([
  "identifier",
  "shorthand_property_identifier",
  "member_expression",
  "attribute",
  "selector_expression",
  "constant",
  "scope_resolution",
  "class_constant_access_expression",
  "variable_name",
  "member_access_expression",
]);
const calls = new Set([
  "call_expression",
  "new_expression",
  "call",
  "function_call_expression",
  "object_creation_expression",
]);
/** Calls are nested at most so deep around a handler. */
const maxDepth = 4;

/** The handler that an expression names; null where it looks like anything else: a status, a role, a text. */
export function parseHandler(node: Node, depth = 0): RouteHandler | null {
  if (depth > maxDepth) return null;
  if (functions.has(node.type)) return { name: null };
  if (names.has(node.type)) return namedHandler(node.text);
  if (node.type === "simple_symbol") return namedHandler(node.text.slice(1));
  const text = textOf(node);
  if (text !== null) return referredHandler(text);
  if (calls.has(node.type)) return calledHandler(node, depth);
  const items = itemsOf(node);
  if (items !== null) return listedHandler(items, depth);
  return handlerField(node, depth);
}

const handlerFields =
  /^(?:handlers?|handler_?(?:func|fn|function)|handle(?:func)?|callback|controller|action|func|fn|function|execute|view)$/i;

/**
 * The handler among the fields of a map: `{ handler: list }`, `{ controller: Users, action: "list" }`, `{ options: {
 * handler } }`.
 */
export function handlerField(node: Node, depth = 0): RouteHandler | null {
  const entries = entriesOf(node) ?? [];
  const valueOf = (pattern: RegExp) => entries.find(({ key }) => pattern.test(keyText(key) ?? ""))?.value ?? null;
  const action = valueOf(/^action$/i);
  const controller = valueOf(/^controller$/i);
  const method = action === null ? null : textOf(action);
  if (method !== null && controller !== null) {
    const owner = textOf(controller) ?? parseHandler(controller, depth + 1)?.name ?? null;
    return { name: owner === null ? method : `${owner}.${method}` };
  }
  for (const { key, value } of entries) {
    const field = keyText(key) ?? "";
    if (!handlerFields.test(field)) continue;
    const handler = parseHandler(value, depth + 1);
    if (handler) return handler;
    const text = textOf(value);
    const names = /^(?:handler|controller|function)$/.test(field)
      ? /^[\w./\\#@:-]{1,200}$/
      : /^\w{1,100}[./#@]\w[\w./-]{0,100}$/;
    if (text !== null && field !== "view" && names.test(text)) return { name: text };
  }
  // Nextcloud names the method of a controller where others name the route.
  const name = textOf(valueOf(/^name$/) ?? node);
  if (name !== null && /^\w{1,80}#\w{1,80}$/.test(name)) return { name };
  const options = valueOf(/^(?:options|config)$/);
  return options === null || depth > 0 ? null : handlerField(options, depth + 1);
}

const verbs =
  /^(?:get|list|show|find|read|fetch|search|create|add|new|post|put|patch|update|set|save|delete|remove|destroy|handle|do|on|serve|send|check|verify|start|stop|run|process|render|upload|download|api|is|has)(?=[A-Z_])/;
/** Names of what a table may say of a route beside its handler. */
const dataName =
  /(?:roles?|scopes?|permissions?|limits?|limiter|ttl|status(?:ok)?|schemas?|dto|types?|responses?|requests?|fixtures?|mocks?|polic(?:y|ies)|undefined|null|nil|none|true|false)$/i;

function namedHandler(written: string): RouteHandler | null {
  const name = written.replace(/^\$/, "").replace(/::class$/, "");
  const last = name.split(/[.:>\\]/).at(-1) ?? "";
  if (!/^[\w$.:>\\-]{1,200}$/.test(name) || last === "") return null;
  if (/^[A-Z][A-Z0-9]*_?[A-Z0-9_]*$/.test(last) && last.length > 1) return null;
  if (/\bStatus[A-Z]/.test(name) || (dataName.test(last) && !verbs.test(last))) return null;
  return { name };
}

/** Handlers that frameworks look up by text: `users#list`, `UserController@list`, `src/list.main`. */
function referredHandler(text: string): RouteHandler | null {
  const isReference =
    /^[\w\\/.-]{1,120}(?:#|@|::)[A-Za-z_]\w{0,80}$/.test(text) ||
    /^[\w/]{0,120}Controller\.\w{1,80}$/.test(text) ||
    /^(?:[\w.-]{1,80}\/){1,12}[\w-]{1,80}\.[A-Za-z_]\w{0,80}$/.test(text);
  return isReference && !/\.(?:json|html?|xml|txt|png|svg|ya?ml|css|js|ts|md)$/.test(text) ? { name: text } : null;
}

const makesHandler = /handle|controller|view|bind|endpoint|wrap|with|guard|auth|async|compose|proxy|redirect|static/i;

/** `withUser(list)` by what it wraps; `new ListHandler()` and `makeHandler()` by what they are called. */
function calledHandler(call: Node, depth: number): RouteHandler | null {
  const callee =
    call.childForFieldName("function") ??
    call.childForFieldName("constructor") ??
    call.childForFieldName("method") ??
    call.namedChild(0);
  const given = call.childForFieldName("arguments") ?? call.namedChildren.find(({ type }) => type === "arguments");
  const wrapped = (given?.namedChildren ?? [])
    .map((one) => parseHandler(one.type === "argument" ? (one.namedChild(0) ?? one) : one, depth + 1))
    .filter((one) => one !== null);
  const name = callee?.text ?? "";
  if (/(?:^|\.)(?:fn|mock\w*|stub|spy)$/.test(name)) return null;
  const isBlock = call.childForFieldName("block") !== null;
  if (isBlock && /^(?:lambda|proc)$/.test(name)) return { name: null };
  const [only] = wrapped;
  if (makesHandler.test(name) || (call.type === "call" && name === "method"))
    return only && wrapped.length === 1 && only.name !== null && only.name !== "this" ? only : ownName(name);
  return wrapped.length > 0 ? (wrapped.at(-1) ?? null) : null;
}

/** `list.bind(this)` and `ListView.as_view()` by the name before. */
function ownName(callee: string): RouteHandler {
  const name = callee.replace(/\.(?:bind|as_view|asView)$/, "");
  return { name: /^[\w$.:\\]{1,200}$/.test(name) ? name : null };
}

/** `[UserController::class, "list"]`, or guards with the handler behind them. */
function listedHandler(items: readonly Node[], depth: number): RouteHandler | null {
  const [first, second] = items;
  const method = second ? textOf(second) : null;
  if (first?.type === "class_constant_access_expression" && method !== null)
    return { name: `${first.text.replace(/::class$/, "")}@${method}` };
  const all = items.map((item) => parseHandler(item, depth + 1));
  return all.length > 0 && all.every((one) => one !== null) ? (all.at(-1) ?? null) : null;
}
