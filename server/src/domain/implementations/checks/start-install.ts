import { PassThrough } from "node:stream";

import type { Sandbox } from "#server/platform/sandbox/port/sandbox-port.ts";

/**
 * The sandbox for the install command of a service, which is started as any other: it reaches the registries that the
 * operator names, and what it leaves is kept. `isTrusted`: of a commit that people have taken in.
 */
export function startInstall(
  sandbox: Pick<Sandbox, "install">,
  { command, isTrusted }: { command: string; isTrusted: boolean },
): Pick<Sandbox, "start"> {
  return {
    start(_shell, options) {
      const ended = sandbox.install({ ...options, command, isTrusted }).then(({ refusals, ...end }) => {
        const said = refusals.map((refusal) => refusal.replace(/\.$/, ""));
        return { ...end, message: [end.message, ...said].join(". ") };
      });
      // Nobody has anything to type there.
      return { stdin: new PassThrough().resume(), ended };
    },
  };
}
