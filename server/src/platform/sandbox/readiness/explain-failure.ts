import { existsSync, readFileSync } from "node:fs";

import { AppError } from "@cairn/contract/errors";

const inContainer =
  "In a container it needs the flags --security-opt seccomp=unconfined --security-opt apparmor=unconfined " +
  "--security-opt systempaths=unconfined, and as root --cap-add SYS_ADMIN.";

const names: Record<string, string> = { bwrap: "bubblewrap", podman: "Podman" };
const packagesOf: Record<string, string> = {
  bwrap: "bubblewrap",
  podman: "podman crun netavark uidmap",
  "/bin/bash": "bash",
};

/** Why there is no sandbox on this machine, with the cure. `stderr` is what bubblewrap wrote. */
export function explainFailure(stderr: string): AppError {
  const message = `Commands cannot be run here: ${explain(stderr)}`;
  return new AppError("unavailable", { message, cause: new Error(stderr.slice(0, 2000)) });
}

/** Where the program is missing. */
export function explainMissing(program: string): AppError {
  const name = names[program] ?? `the program ${program}`;
  const packages = packagesOf[program] ?? "util-linux mount coreutils";
  const message = `${name} is not installed. On Debian or Ubuntu: apt-get install ${packages}.`;
  return new AppError("unavailable", { message: `Commands cannot be run here: ${message}` });
}

export function explainSystem(system: string): AppError {
  const message = `Commands cannot be run here: there is no sandbox for this system (${system}) yet, it needs Linux on x64 or arm64.`;
  return new AppError("unavailable", { message });
}

function explain(stderr: string): string {
  if (/Unknown option|unknown option/.test(stderr)) return "bubblewrap is too old; 0.8.0 or newer is needed.";
  if (/mount proc/.test(stderr)) return `this machine does not let a sandbox have its own /proc. ${inContainer}`;
  if (/uid map|new namespace|user namespaces|loopback|Operation not permitted|Permission denied/.test(stderr)) {
    return explainNamespaces("bubblewrap");
  }
  if (/seccomp/i.test(stderr)) return "this machine's kernel does not filter system calls (seccomp).";
  if (/No space left/.test(stderr)) {
    return "this machine has no user namespaces left. Raise user.max_user_namespaces with sysctl.";
  }
  const line = stderr.trim().split("\n").at(-1) ?? "";
  return `bubblewrap failed${line === "" ? "." : `: ${line.replace(/^bwrap: /, "")}`}`;
}

/** Why `program` could not make namespaces, as the machine's switches say. */
export function explainNamespaces(program: "bubblewrap" | "Podman"): string {
  const refused = `this machine does not let ${program} make namespaces.`;
  if (readSwitch("kernel/apparmor_restrict_unprivileged_userns") === "1") {
    return `${refused} On Ubuntu: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile for it with "userns,".`;
  }
  if (readSwitch("kernel/unprivileged_userns_clone") === "0") {
    return `${refused} Allow it: sysctl -w kernel.unprivileged_userns_clone=1.`;
  }
  if (readSwitch("user/max_user_namespaces") === "0") {
    return `${refused} Allow it: sysctl -w user.max_user_namespaces=10000.`;
  }
  return `${refused} ${inContainer}`;
}

function readSwitch(name: string): string | null {
  const file = `/proc/sys/${name}`;
  return existsSync(file) ? readFileSync(file, "latin1").trim() : null;
}
