import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";

import { isAside, type FileFact } from "./gather-facts.ts";
import type { LocatedSymbol } from "./relations.ts";

interface RemoteProcedure {
  service: string;
  method: string;
  /** The type of what it takes; null where its line does not say it. */
  takes: string | null;
}

const maxNamed = 40;

/**
 * The code that answers a procedure that a .proto declares, of each service that does: a method of the class that was
 * generated for it, one that takes its message, or a function that is handed to the server. Empty where none is sure.
 */
export async function findRpcCode(
  context: AnswerContext,
  endpoint: FileFact<IndexedEndpoint>,
): Promise<LocatedSymbol[]> {
  const [service, method] = (endpoint.fact.handler ?? "").split(".");
  if (!service || !method || !endpoint.path.endsWith(".proto")) return [];
  const declared = (await context.lines(endpoint)).slice(endpoint.fact.startLine - 1, endpoint.fact.endLine).join(" ");
  const takes = /\brpc\s+\w+\s*\(\s*(?:stream\s+)?(?:[\w.]+\.)?(\w+)\s*\)/.exec(declared)?.[1] ?? null;
  const found: LocatedSymbol[] = [];
  for (const codebase of context.codebases) {
    for (const located of methodsCalled(codebase, method))
      if (await answers(context, located, { service, method, takes })) found.push(located);
  }
  return found;
}

/** In each language's way to write the name. */
function methodsCalled(codebase: Codebase, method: string): LocatedSymbol[] {
  const small = method.charAt(0).toLowerCase() + method.slice(1);
  const snake = small.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [...new Set([method, small, snake])].flatMap((name) =>
    codebase.index
      .findSymbols(name, { limit: maxNamed })
      .filter(({ symbol, path }) => {
        const isCode = codebase.index.facts(path)?.kind === "source" && !path.endsWith(".proto") && !isAside(path);
        return isCode && symbol.name === name && /^(?:function|method)$/.test(symbol.kind);
      })
      .map(({ symbol, path }) => ({ codebase, path, symbol })),
  );
}

async function answers(context: AnswerContext, located: LocatedSymbol, rpc: RemoteProcedure): Promise<boolean> {
  const { symbol, path } = located;
  const facts = context.facts(located);
  const parent = facts?.symbols.find(({ name, startLine, endLine }) => {
    return name === symbol.parent && startLine <= symbol.startLine && symbol.endLine <= endLine;
  });
  if (parent && isOfService(rpc.service, parent)) return true;
  if (/\.(?:go|rs)$/.test(path)) return takesMessage(symbol, rpc) && (await isServed(context, located, rpc.service));
  if (!/\.[cm]?[jt]sx?$/.test(path) || symbol.parent !== null) return false;
  return mentions(await context.lines(located), `${rpc.service}.service`);
}

/** "Basket.BasketBase", "CartGrpc.CartImplBase", "cart_pb2_grpc.CartServicer", "Cart::Service". */
function isOfService(service: string, { signature }: SymbolFact): boolean {
  const bases = signature.replace(/^.*?\b(?:class|object)\s+\w+/, "");
  return new RegExp(`\\b${service}(?:(?:Coroutine)?(?:Impl)?Base|Servicer|::Service)\\b`).test(bases);
}

/** A method of a type, as a server has it: a client takes options beside it. */
function takesMessage({ signature }: SymbolFact, { takes }: RemoteProcedure): boolean {
  if (takes === null || /\bgrpc\.CallOption\b/.test(signature)) return false;
  const isMethod = /^func\s*\(/.test(signature) || /&(?:mut\s+)?self\b/.test(signature);
  return isMethod && new RegExp(`\\b${takes}\\b`).test(signature);
}

/** Its package or its file has what was generated for servers of that service. */
async function isServed(context: AnswerContext, { codebase, path }: FileRef, service: string): Promise<boolean> {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const beside = codebase.index
    .files()
    .filter((file) => file.kind === "source" && file.path.startsWith(folder) && !file.path.includes("/", folder.length))
    .slice(0, maxNamed);
  const names = [`Register${service}Server`, `Unimplemented${service}Server`, `impl ${service} for`];
  for (const file of beside) {
    const lines = await context.lines({ codebase, path: file.path });
    if (names.some((name) => mentions(lines, name))) return true;
  }
  return false;
}

function mentions(lines: readonly string[], name: string): boolean {
  return lines.some((line) => line.includes(name));
}
