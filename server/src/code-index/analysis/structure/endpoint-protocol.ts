import type { EndpointProtocol } from "#server/code-index/ports/operation-facts.ts";

const protocols: Readonly<Record<string, EndpointProtocol>> = {
  QUERY: "trpc",
  MUTATION: "trpc",
  SUBSCRIPTION: "trpc",
  WEBSOCKET: "websocket",
  MESSAGE: "websocket",
};

/** How a route of that method is called, and what it is called by: names of procedures and messages are no addresses. */
export function calledAs(method: string, path: string): { protocol: EndpointProtocol; path: string } {
  const protocol = Object.hasOwn(protocols, method) ? (protocols[method] ?? "http") : "http";
  const name = path.replace(/^\/+/, "");
  if (protocol === "trpc") return { protocol, path: name.replaceAll("/", ".") };
  return { protocol, path: method === "MESSAGE" ? name : `/${name}` };
}
