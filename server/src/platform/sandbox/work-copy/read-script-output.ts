import type { Sandbox, WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";

/** A script of ours for `/bin/sh`. */
interface ReadingScript {
  script: string;
  /** `$0`, which names it in what the shell complains about. */
  name: string;
  /** `$1`. */
  argument: string;
  timeoutMs: number;
  /** Of both outputs; a script that writes more is ended. */
  maxBytes: number;
  signal: AbortSignal;
}

/** What a script says of a work copy, as far as it came: behind the walls, where reading a link or a pipe harms nobody. */
export async function readScriptOutput(
  sandbox: Pick<Sandbox, "start">,
  workCopy: WorkCopy,
  { script, name, argument, timeoutMs, maxBytes, signal }: ReadingScript,
): Promise<string> {
  const pieces: Buffer[] = [];
  const { stdin, ended } = sandbox.start(["/bin/sh", "-c", script, name, argument], {
    workCopy,
    limits: { wallMs: timeoutMs, outputBytes: maxBytes },
    signal,
    onOutput: (piece, stream) => {
      if (stream === "stdout") pieces.push(piece);
    },
  });
  stdin.end();
  await ended;
  return Buffer.concat(pieces).toString("utf8");
}
