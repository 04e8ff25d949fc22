import { AppError } from "@cairn/contract/errors";

import { explainNamespaces } from "#server/platform/sandbox/readiness/explain-failure.ts";

/** Why there is no container on this machine, with the cure. `stderr` is what Podman wrote. */
export function explainPodman(stderr: string): AppError {
  const message = `Commands cannot be run here: ${explain(stderr)}`;
  return new AppError("unavailable", { message, cause: new Error(stderr.slice(0, 2000)) });
}

function explain(stderr: string): string {
  if (/unknown flag|unknown shorthand/.test(stderr)) return "Podman is too old; 4.3 or newer is needed.";
  if (/hybrid mode/.test(stderr)) {
    return "this machine mixes both versions of control groups, which crun does not take. Start it with systemd.unified_cgroup_hierarchy=1.";
  }
  if (/crun.*(not found|no such file)|OCI runtime "crun"/i.test(stderr)) {
    return "crun is not installed. On Debian or Ubuntu: apt-get install crun.";
  }
  if (/subuid|subgid|newuidmap|newgidmap|insufficient .*IDs|no (uid|gid) ranges/i.test(stderr)) {
    return (
      "this server's account has no numbers to lend to containers. As root: apt-get install uidmap; " +
      "usermod --add-subuids 100000-165535 --add-subgids 100000-165535 ACCOUNT; and as that account: podman system migrate."
    );
  }
  if (/cannot clone|user namespace|cannot re-exec/i.test(stderr)) return explainNamespaces("Podman");
  const line = stderr.trim().split("\n").at(-1) ?? "";
  return `Podman failed${line === "" ? "." : `: ${line.replace(/^Error: /, "")}`}`;
}
