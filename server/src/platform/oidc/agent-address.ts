import type { Settings } from "#server/platform/settings/parse-settings.ts";

/** A product as the address of its MCP server names it: slugs or ids, as they came. */
export interface AgentTarget {
  organizationId: string;
  projectId: string;
}

type McpAddress = Pick<Settings["addresses"], "mcpHost">;

/** The only scope of an agent: reading one product. */
export const agentScope = "mcp";

const name = "[A-Za-z0-9][A-Za-z0-9-]{0,99}";
const addressPath = new RegExp(`^/v1/o/(${name})/p/(${name})/context(?:/sse)?/?$`);
const id = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const canonicalPath = new RegExp(`^/v1/o/${id}/p/${id}/context$`);

/**
 * The product that an MCP address is about, whichever transport and spelling it has; null for an address that is not one
 * of ours. Says nothing of whether there is such a product.
 */
export function readAgentAddress({ mcpHost }: McpAddress, address: string): AgentTarget | null {
  const path = address.startsWith(`${mcpHost}/`) ? address.slice(mcpHost.length) : "";
  const [, organizationId, projectId] = addressPath.exec(path) ?? [];
  return organizationId !== undefined && projectId !== undefined ? { organizationId, projectId } : null;
}

/**
 * The address that tokens are issued for. It is made of ids: a slug may be given up and taken by somebody else, and a
 * token must not follow it there.
 */
export function agentAudience({ mcpHost }: McpAddress, { organizationId, projectId }: AgentTarget): string {
  return `${mcpHost}/v1/o/${organizationId}/p/${projectId}/context`;
}

/** Whether an address is spelled as `agentAudience` does. */
export function isAgentAudience({ mcpHost }: McpAddress, address: string): boolean {
  return address.startsWith(`${mcpHost}/`) && canonicalPath.test(address.slice(mcpHost.length));
}
