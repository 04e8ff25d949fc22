import type { Egress } from "#server/platform/egress/resolve-address.ts";
import { createClosedSandbox, createSandbox } from "#server/platform/sandbox/create-sandbox.ts";
import type { Sandbox } from "#server/platform/sandbox/port/sandbox-port.ts";
import type { Settings } from "#server/platform/settings/parse-settings.ts";

/** The sandbox of a process or of one of its threads, as the operator wants it. */
export function openSandbox({ runs, server }: Settings, egress: Egress): Sandbox {
  if (runs.sandbox === "off") return createClosedSandbox(server.dataDir);
  const { memoryBytes, diskBytes, processes, stepTimeoutMs: wallMs, registryHosts, toolchains, totalDiskBytes } = runs;
  return createSandbox({
    walls: runs.sandbox,
    image: runs.image,
    dataDirectory: server.dataDir,
    limits: { wallMs, memoryBytes, diskBytes, processes },
    totalBytes: totalDiskBytes,
    registryHosts,
    egress,
    toolchains,
  });
}
