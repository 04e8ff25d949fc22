import type { McpStatus } from "@cairn/contract/mcp";

export type Transport = "http" | "sse" | "stdio";

/** An MCP client and how servers are configured in it. */
export interface McpClient {
  /** Also the last part of the address of its instructions. */
  name: string;
  label: string;
  transport: Transport;
  /** Path of its configuration file, or the location in its settings. */
  location: string;
  /** The JSON keys for the list of servers and for the address. */
  serversKey: "mcpServers" | "servers";
  urlKey: "url" | "httpUrl" | "serverUrl";
  /** What else a person must know. */
  note?: string;
}

const common = { transport: "http", serversKey: "mcpServers", urlKey: "url" } as const;

export const mcpClients: readonly McpClient[] = [
  { ...common, name: "cursor", label: "Cursor", location: "~/.cursor/mcp.json" },
  { ...common, name: "vscode", label: "VS Code", location: ".vscode/mcp.json", serversKey: "servers" },
  {
    ...common,
    name: "roocode",
    label: "Roo Code",
    location: ".roo/mcp.json",
    note: 'Some versions also want "type": "streamable-http" (for SSE "sse") beside the address.',
  },
  { ...common, name: "geminicli", label: "Gemini CLI", location: "~/.gemini/settings.json", urlKey: "httpUrl" },
  {
    ...common,
    name: "claudedesktop",
    label: "Claude Desktop",
    location: "Settings → Connectors → Add custom connector",
    note: "It connects from the internet, so the address must be reachable there. For a server on this machine choose Stdio.",
  },
  {
    ...common,
    name: "windsurf",
    label: "Windsurf",
    location: "~/.codeium/windsurf/mcp_config.json",
    urlKey: "serverUrl",
  },
  {
    ...common,
    name: "others",
    label: "Others",
    transport: "stdio",
    location: "the client's MCP configuration",
    note: "Works with every client that starts a program. Clients that take an address themselves want Http.",
  },
];

export function findClient(name: string | undefined): McpClient | undefined {
  return mcpClients.find((client) => client.name === name);
}

interface Server {
  /** What the client calls the server. */
  name: string;
  status: Pick<McpStatus, "url" | "sseUrl" | "stdio">;
  /** Null to leave it out: the client signs in by itself, or its user adds the key. */
  apiKey: string | null;
}

export function serverAddress(status: Server["status"], transport: Transport): string {
  return transport === "sse" ? status.sseUrl : status.url;
}

/** The configuration a client takes, as JSON to paste. */
export function clientConfig(client: McpClient, transport: Transport, server: Server): string {
  const { serversKey } = client;
  return JSON.stringify({ [serversKey]: { [server.name]: serverConfig(client, transport, server) } }, null, 2);
}

function serverConfig({ urlKey }: McpClient, transport: Transport, { status, apiKey }: Server): object {
  if (transport === "stdio") {
    const { command, args } = status.stdio;
    if (apiKey === null) return { command, args };
    // Passed as an environment variable, because other programs can read process arguments.
    return {
      command,
      args: [...args, "--header", "Authorization:${CAIRN_AUTHORIZATION}"],
      env: { CAIRN_AUTHORIZATION: `Bearer ${apiKey}` },
    };
  }
  const key = transport === "sse" ? "url" : urlKey;
  const headers = apiKey === null ? {} : { headers: { Authorization: `Bearer ${apiKey}` } };
  return { [key]: serverAddress(status, transport), ...headers };
}

/** A link that opens the client with the server filled in; null for clients without one. It never holds a key. */
export function installLink(client: McpClient, { name, status }: Server): string | null {
  if (client.name === "cursor") {
    const config = toBase64(JSON.stringify({ type: "streamable-http", url: status.url }));
    return `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name, config })}`;
  }
  if (client.name === "vscode") {
    return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: "http", url: status.url }))}`;
  }
  return null;
}

/** `btoa` alone fails on letters outside Latin-1. */
function toBase64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}
