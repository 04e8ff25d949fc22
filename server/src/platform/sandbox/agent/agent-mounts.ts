import { fileURLToPath } from "node:url";

import type { SandboxMount } from "#server/platform/sandbox/port/sandbox-port.ts";

const forwardFile = fileURLToPath(new URL("forward.ts", import.meta.url));
const openToolsFile = fileURLToPath(new URL("open-tools.ts", import.meta.url));

/** Where an agent finds what is ours, behind the walls. */
const inside = {
  sockets: "/opt/cairn/sockets",
  forward: "/opt/cairn/forward.ts",
  openTools: "/opt/cairn/open-tools.ts",
};
const node = "/opt/cairn/bin/node";
/** On the sandbox's own loopback; nobody else's programs look for it. */
const port = 47_114;

/** The broker's address as the agent knows it. */
export const brokerAddress = `http://127.0.0.1:${port}`;

/** What an agent sees of ours beside its work copy: two programs, and the folder with its sockets. */
export function agentMounts(socketFolder: string): SandboxMount[] {
  return [
    { source: forwardFile, target: inside.forward },
    { source: openToolsFile, target: inside.openTools },
    { source: socketFolder, target: inside.sockets, hasSockets: true },
  ];
}

/** A command that opens the way to the broker and then becomes the agent. */
export function agentCommand(brokerSocket: string, command: readonly string[]): string[] {
  return [node, inside.forward, `${inside.sockets}/${brokerSocket}`, `${port}`, ...command];
}

/** How the agent reaches the tools behind a socket. */
export function toolServer(name: string, socket: string): { name: string; command: [string, ...string[]] } {
  return { name, command: [node, inside.openTools, `${inside.sockets}/${socket}`] };
}
