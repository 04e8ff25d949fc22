import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import type { Compiler, SourcePosition } from "./graph-answers.ts";

interface Location {
  uri?: string;
  targetUri?: string;
  range?: { start: { line: number; character: number } };
  targetSelectionRange?: { start: { line: number; character: number } };
}

/** Pyright's language server over its standard input and output. */
export async function openPyright(tools: string, checkout: string): Promise<Compiler> {
  const server = join(tools, "node_modules/pyright/langserver.index.js");
  if (!existsSync(server)) throw new Error(`no pyright in ${tools}`);
  if (!existsSync(join(checkout, "pyrightconfig.json")))
    writeFileSync(
      join(checkout, "pyrightconfig.json"),
      JSON.stringify({ extraPaths: ["src"], typeCheckingMode: "off" }),
    );
  const client = startClient(server, checkout);
  const root = pathToFileURL(checkout).href;
  await client.request("initialize", {
    processId: process.pid,
    rootUri: root,
    workspaceFolders: [{ uri: root, name: "checkout" }],
    capabilities: { workspace: { workspaceFolders: true }, textDocument: { definition: { linkSupport: false } } },
  });
  client.notify("initialized", {});
  const opened = new Set<string>();
  const open = (path: string): string => {
    const uri = pathToFileURL(join(checkout, path)).href;
    if (!opened.has(path)) {
      opened.add(path);
      const text = readFileSync(join(checkout, path), "utf8");
      client.notify("textDocument/didOpen", { textDocument: { uri, languageId: "python", version: 1, text } });
    }
    return uri;
  };
  const ask = async (
    method: string,
    { path, line, column }: SourcePosition,
    more: object = {},
  ): Promise<Location[]> => {
    const position = { line: line - 1, character: column - 1 };
    const found = await client.request(method, { textDocument: { uri: open(path) }, position, ...more });
    return (Array.isArray(found) ? found : found === null ? [] : [found]) as Location[];
  };
  const toLocation = ({ uri, targetUri, range, targetSelectionRange }: Location): SourcePosition | null => {
    const start = (targetSelectionRange ?? range)?.start;
    const path = relative(checkout, fileURLToPath(targetUri ?? uri ?? root));
    return path.startsWith("..") || start === undefined
      ? null
      : { path, line: start.line + 1, column: start.character + 1 };
  };
  return {
    isName: () => true,
    definitions: async (place) => {
      const found = await ask("textDocument/definition", place);
      if (found.length === 0) return null;
      const inside = found.map((location) => toLocation(location)).filter((inner) => inner !== null);
      return { inside, isOutside: inside.length < found.length };
    },
    references: async (place) => {
      const found = await ask("textDocument/references", place, { context: { includeDeclaration: true } });
      return found.map((location) => toLocation(location)).filter((inner) => inner !== null);
    },
    close: () => client.close(),
  };
}

interface Client {
  request(method: string, params: object): Promise<unknown>;
  notify(method: string, params: object): void;
  close(): void;
}

/** JSON-RPC with `Content-Length` headers; requests of the server get an empty answer. */
function startClient(server: string, checkout: string): Client {
  const child = spawn(process.execPath, [server, "--stdio"], { cwd: checkout, stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, (result: unknown) => void>();
  let buffered = Buffer.alloc(0);
  let last = 0;
  const send = (message: object): void => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  child.stdout.on("data", (piece: Buffer) => {
    buffered = Buffer.concat([buffered, piece]);
    for (;;) {
      const end = buffered.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/i.exec(buffered.subarray(0, Math.max(end, 0)).toString())?.[1]);
      if (end < 0 || buffered.length < end + 4 + length) return;
      const text = buffered.subarray(end + 4, end + 4 + length).toString();
      buffered = buffered.subarray(end + 4 + length);
      const message = JSON.parse(text) as { id?: number; method?: string; result?: unknown; params?: { items?: [] } };
      if (message.method !== undefined && message.id !== undefined)
        send({ id: message.id, result: message.params?.items?.map(() => ({})) ?? null });
      else if (message.id !== undefined) {
        waiting.get(message.id)?.(message.result ?? null);
        waiting.delete(message.id);
      }
    }
  });
  return {
    request: (method, params) => {
      last += 1;
      const id = last;
      send({ id, method, params });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    notify: (method, params) => send({ method, params }),
    close: () => child.kill(),
  };
}
