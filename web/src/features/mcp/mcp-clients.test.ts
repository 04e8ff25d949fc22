import { expect, test } from "vitest";

import { clientConfig, findClient, installLink, mcpClients } from "./mcp-clients.ts";
import type { McpClient } from "./mcp-clients.ts";

const url = "https://cairn.example/v1/o/northquay/p/ferry-board/context";
const status = { url, sseUrl: `${url}/sse`, stdio: { command: "npx", args: ["-y", "bridge@1.0.0", url] } };
const server = { name: 'Quay "№1"', status, apiKey: null };
const client = (name: string) => findClient(name) as McpClient;

test("clients of the specification take an address, others start a program", () => {
  const byAddress = mcpClients.filter(({ transport }) => transport === "http").map(({ name }) => name);
  expect(byAddress).toEqual(["cursor", "vscode", "roocode", "geminicli", "claudedesktop", "windsurf"]);
  expect(client("others").transport).toBe("stdio");
});

test("a configuration by address holds only the address, under the client's own key", () => {
  const entry = (name: string, transport: "http" | "sse") => {
    const config = JSON.parse(clientConfig(client(name), transport, server)) as Record<string, object>;
    return Object.values(config)[0];
  };
  expect(entry("cursor", "http")).toEqual({ [server.name]: { url } });
  expect(entry("windsurf", "http")).toEqual({ [server.name]: { serverUrl: url } });
  expect(entry("geminicli", "http")).toEqual({ [server.name]: { httpUrl: url } });
  expect(entry("geminicli", "sse")).toEqual({ [server.name]: { url: `${url}/sse` } });
  expect(clientConfig(client("vscode"), "http", server)).toContain('"servers"');
});

test("a program gets the address as its last argument, and a key only through its environment", () => {
  const config = (apiKey: string | null) =>
    (JSON.parse(clientConfig(client("others"), "stdio", { ...server, apiKey })) as { mcpServers: object }).mcpServers;
  expect(config(null)).toEqual({ [server.name]: { command: "npx", args: ["-y", "bridge@1.0.0", url] } });
  const withKey = config("secret-key") as Record<string, { args: string[]; env: object }>;
  expect(withKey[server.name]?.args.join(" ")).not.toContain("secret-key");
  expect(withKey[server.name]?.env).toEqual({ CAIRN_AUTHORIZATION: "Bearer secret-key" });
});

test("a link survives every name and never holds a key", () => {
  const link = new URL(installLink(client("cursor"), { ...server, apiKey: "secret-key" }) ?? "");
  expect(link.searchParams.get("name")).toBe(server.name);
  const bytes = Uint8Array.from(atob(link.searchParams.get("config") ?? ""), (letter) => letter.charCodeAt(0));
  expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({ type: "streamable-http", url });
  const code = installLink(client("vscode"), server) ?? "";
  expect(JSON.parse(decodeURIComponent(code.slice(code.indexOf("?") + 1)))).toEqual({
    name: server.name,
    type: "http",
    url,
  });
  expect(installLink(client("windsurf"), server)).toBeNull();
});
