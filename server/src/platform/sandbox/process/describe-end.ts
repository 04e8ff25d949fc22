import { constants } from "node:os";

import type { CommandEnd, SandboxLimits } from "#server/platform/sandbox/port/sandbox-port.ts";

/** Added to a signal's number in an exit code. */
export const signalOffset = 128;

/** How a command ended that nobody ended: by itself or by a signal, two of which stand for limits of the kernel's. */
export function readExitCode(exitCode: number): Pick<CommandEnd, "reason" | "signal"> {
  const signal = signalOf(exitCode - signalOffset);
  if (signal === "SIGXCPU") return { reason: "cpu", signal };
  if (signal === "SIGXFSZ") return { reason: "disk", signal };
  return { reason: signal === null ? "exited" : "signal", signal };
}

/** What people read of an end, as the second half of a sentence. */
export function describeEnd(end: Omit<CommandEnd, "message">, limits: SandboxLimits): string {
  switch (end.reason) {
    case "exited":
      return `ended with exit code ${end.exitCode}`;
    case "signal":
      return `was ended by the signal ${end.signal}`;
    case "timeout":
      return `did not end within ${inTime(limits.wallMs / 1000)}`;
    case "cpu":
      return `used the processor for more than ${inTime(limits.cpuSeconds)}`;
    case "memory":
      return `took more than the ${inBytes(limits.memoryBytes)} of memory that a run may use`;
    case "output":
      return `wrote more than ${inBytes(limits.outputBytes)} of output`;
    case "disk":
      return `needed more than the ${inBytes(limits.diskBytes)} or ${limits.diskFiles} files that a work copy may hold`;
    case "stopped":
      return "was stopped";
  }
}

function signalOf(number: number): NodeJS.Signals | null {
  const [name] = Object.entries(constants.signals).find(([, one]) => one === number) ?? [];
  return (name as NodeJS.Signals | undefined) ?? null;
}

function inTime(seconds: number): string {
  return seconds >= 120 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds * 10) / 10} seconds`;
}

function inBytes(bytes: number): string {
  const mebibyte = 1024 ** 2;
  return bytes >= mebibyte ? `${Math.round(bytes / mebibyte)} MB` : `${Math.ceil(bytes / 1024)} KB`;
}
