import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";

import { mcpClients } from "./mcp-clients.ts";
import type { McpClient } from "./mcp-clients.ts";

interface ClientTilesProps {
  chosen?: McpClient;
  /** Address of the instructions for a client. */
  hrefOf: (client: McpClient) => string;
}

/** Links to the setup instructions of each client. */
export function ClientTiles({ chosen, hrefOf }: ClientTilesProps) {
  return (
    <ul aria-label="Clients" className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {mcpClients.map((client) => (
        <li key={client.name}>
          <Link
            href={hrefOf(client)}
            aria-current={client === chosen ? "true" : undefined}
            className={cx(
              "flex min-h-11 items-center justify-center rounded-lg border px-2 text-center text-sm font-medium transition-colors duration-[80ms]",
              client === chosen
                ? "border-accent-line bg-accent-subtle text-accent-text"
                : "border-line bg-surface-1 text-ink-2 hover:bg-surface-3 hover:text-ink",
            )}
          >
            {client.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
