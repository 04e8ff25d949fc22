import type { McpStatus } from "@cairn/contract/mcp";
import { ArrowSquareOutIcon } from "@phosphor-icons/react/dist/csr/ArrowSquareOut";
import { lazy, Suspense, useState } from "react";

import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { CopyField } from "#web/ui/form/copy-field.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { Switch } from "#web/ui/form/switch.tsx";

import { serverAddress, clientConfig, installLink } from "./mcp-clients.ts";
import type { McpClient, Transport } from "./mcp-clients.ts";
import { SetupStep } from "./setup-step.tsx";

const CodeBlock = lazy(() => import("#web/ui/code/code-block.tsx").then((module) => ({ default: module.CodeBlock })));

const transportOptions = [
  { value: "http", label: "Http" },
  { value: "sse", label: "SSE" },
  { value: "stdio", label: "Stdio" },
] as const;

interface ConfigStepProps {
  client: McpClient;
  /** What the client calls the product. */
  serverName: string;
  status: McpStatus;
  /** The secret of a key that was just made; null without one. */
  apiKey: string | null;
}

/** Step 3: adds the server to the client, by an install link where supported, else by a configuration to paste. */
export function ConfigStep({ client, serverName, status, apiKey }: ConfigStepProps) {
  const [transport, setTransport] = useState<Transport>(client.transport);
  const [isKeyIncluded, setIsKeyIncluded] = useState(false);
  const server = { name: serverName, status, apiKey: isKeyIncluded ? apiKey : null };
  const link = transport === "http" ? installLink(client, server) : null;
  return (
    <SetupStep
      number={3}
      title="Add it"
      aside={
        <SegmentedControl
          label="Transport"
          size="sm"
          options={transportOptions}
          value={transport}
          onValueChange={setTransport}
        />
      }
    >
      {link !== null && (
        <p>
          <a
            href={link}
            className={
              "inline-flex min-h-8 items-center gap-2 rounded-md bg-primary px-3 text-sm font-medium " +
              "text-on-primary hover:bg-primary-hover pointer-coarse:min-h-11"
            }
          >
            Add to {client.label}
            <ArrowSquareOutIcon aria-hidden className="size-4" />
          </a>
        </p>
      )}
      {client.name === "claudedesktop" && transport !== "stdio" ? (
        <>
          <p className="text-ink-2">{client.location}, and give it this address. It then asks you to sign in here.</p>
          <CopyField label="Address" value={serverAddress(status, transport)} />
        </>
      ) : (
        <>
          <p className="text-ink-2">
            {link === null ? "Copy this into " : "Or copy this into "}
            <span className="font-mono text-xs text-ink">{configLocationOf(client, transport)}</span>
          </p>
          <Suspense fallback={<Skeleton className="h-36" />}>
            <CodeBlock code={clientConfig(client, transport, server)} language="json" />
          </Suspense>
          {apiKey !== null && (
            <Switch
              label="Put the new key into it"
              hint="Whoever reads the file can then use it. Leave it out where the client signs in by itself."
              isChecked={isKeyIncluded}
              onCheckedChange={setIsKeyIncluded}
            />
          )}
        </>
      )}
      {client.note && isNoteFor(client, transport) && <p className="text-ink-3">{client.note}</p>}
    </SetupStep>
  );
}

/** Notes about addresses do not apply to stdio. */
function isNoteFor(client: McpClient, transport: Transport): boolean {
  return transport !== "stdio" || client.transport === "stdio";
}

/** Claude Desktop configures stdio servers in a separate file. */
function configLocationOf({ name, location }: McpClient, transport: Transport): string {
  return name === "claudedesktop" && transport === "stdio" ? "claude_desktop_config.json" : location;
}
