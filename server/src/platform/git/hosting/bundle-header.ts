import { open } from "node:fs/promises";

import type { AppError } from "@cairn/contract/errors";

import { unusableBundle } from "./refuse-bundle.ts";

/** Each name becomes a file on the disk while a bundle is unpacked. */
const maxNames = 5_000;
/** Of that many names with room for long ones: `git bundle create --all` names HEAD last. */
const maxHeaderBytes = 4 * 1024 ** 2;
const pieceBytes = 65_536;
const signature = /^# v[23] git bundle\n/;

/** The list of names in front of the objects, to its empty line. Refuses what is no bundle, and too many names. */
export async function readBundleHeader(file: string): Promise<string> {
  const handle = await open(file);
  try {
    let header = "";
    while (header.length < maxHeaderBytes) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(pieceBytes), 0, pieceBytes, header.length);
      header += buffer.subarray(0, bytesRead).toString("latin1");
      if (!signature.test(header))
        throw unusableBundle("This file is no git bundle. Make one with: git bundle create code.bundle --all");
      const end = header.indexOf("\n\n", Math.max(0, header.length - bytesRead - 1));
      if (end !== -1) return checked(header.slice(0, end));
      if (bytesRead === 0) return checked(header);
    }
    throw tooMany();
  } finally {
    await handle.close();
  }
}

/** The branch whose commit is that of HEAD. */
export function headOfBundle(header: string): string | null {
  const head = /^([0-9a-f]{40,64}) HEAD$/m.exec(header)?.[1];
  if (head === undefined) return null;
  const branches = [...header.matchAll(/^([0-9a-f]{40,64}) refs\/heads\/(.+)$/gm)];
  return branches.find(([, oid]) => oid === head)?.[2] ?? null;
}

function checked(header: string): string {
  if (header.split("\n").length - 1 > maxNames) throw tooMany();
  return header;
}

function tooMany(): AppError {
  const most = maxNames.toLocaleString("en");
  return unusableBundle(
    `This bundle names more than ${most} branches and tags. Make one of the branches alone, or of fewer: git bundle create code.bundle --branches`,
  );
}
