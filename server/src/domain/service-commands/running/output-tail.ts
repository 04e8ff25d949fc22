import { StringDecoder } from "node:string_decoder";
import { stripVTControlCharacters } from "node:util";

import { listHiddenTexts, redacted, type Secret } from "#server/platform/secrets/secret.ts";
import { storable } from "#server/text/storable.ts";

const maxTailLines = 200;
const maxTailCharacters = 64 * 1024;

/** The end of what a command writes, as people read it. */
export interface OutputTail {
  add(piece: Buffer, stream: "stdout" | "stderr"): void;
  /** At most 200 lines and 64 KB: no colours, of a line that writes over itself the last state, no secrets. */
  read(): string;
  /** Whether more was written than `read` answers. */
  isCut(): boolean;
}

export function createOutputTail(secrets: readonly Secret[] = []): OutputTail {
  const decoders = { stdout: new StringDecoder("utf8"), stderr: new StringDecoder("utf8") };
  const hidden = listHiddenTexts(secrets);
  let kept = "";
  let isShortened = false;
  const lines = () => {
    const plain = hidden.reduce((text, secret) => text.replaceAll(secret, redacted), stripVTControlCharacters(kept));
    return storable(plain).replace(/\n+$/, "").split("\n").map(lastState);
  };
  const isShort = (all: readonly string[]) => all.length <= maxTailLines;
  return {
    add(piece, stream) {
      kept += decoders[stream].write(piece);
      // Twice as much is kept as is shown, so that a secret at the cut is hidden whole.
      if (kept.length <= 3 * maxTailCharacters) return;
      kept = kept.slice(-2 * maxTailCharacters);
      isShortened = true;
    },
    read: () => lines().slice(-maxTailLines).join("\n").slice(-maxTailCharacters),
    isCut() {
      const all = lines();
      return isShortened || !isShort(all) || all.join("\n").length > maxTailCharacters;
    },
  };
}

/** What a terminal would show of a line in the end: progress bars write the same line again and again. */
function lastState(line: string): string {
  const states = line.split("\r").filter((state) => state !== "");
  // oxlint-disable-next-line no-control-regex -- what is left of a terminal's language
  return (states.at(-1) ?? "").replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "").trimEnd();
}
