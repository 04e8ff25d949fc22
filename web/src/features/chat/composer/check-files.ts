import { maxUploadFiles, uploadTypes } from "@cairn/contract/files";
import type { UploadType } from "@cairn/contract/files";

import { formatFileSize } from "#web/features/chat/files/file-size.ts";
import { visibleName } from "#web/features/chat/files/visible-name.ts";

/** The types that the file dialog offers. */
export const acceptedTypes = uploadTypes.join(",");

/** The properties of a file that are known before it is sent. */
interface ChosenFile {
  name: string;
  type: string;
  size: number;
}

export function isUploadType(type: string): type is UploadType {
  return (uploadTypes as readonly string[]).includes(type);
}

/**
 * Which of the files can be attached in addition to those that are, and a sentence each why the others cannot. The server
 * checks the bytes; this check only saves the upload of files that it would certainly refuse.
 */
export function checkFiles<T extends ChosenFile>(
  chosen: readonly T[],
  { attachedCount, maxFileBytes }: { attachedCount: number; maxFileBytes: number },
): { accepted: T[]; refusals: string[] } {
  const accepted: T[] = [];
  const refusals: string[] = [];
  for (const file of chosen) {
    const reason = refusalReason(file, maxFileBytes);
    if (reason) refusals.push(reason);
    else accepted.push(file);
  }
  const freeCount = Math.max(0, maxUploadFiles - attachedCount);
  if (accepted.length > freeCount) {
    refusals.push(`A message can hold up to ${maxUploadFiles} files; ${leftOutText(accepted.length - freeCount)}.`);
  }
  return { accepted: accepted.slice(0, freeCount), refusals };
}

function refusalReason({ name: given, type, size }: ChosenFile, maxFileBytes: number): string | null {
  const name = visibleName(given);
  // The type is empty where the operating system does not know it; then the server decides by the bytes.
  if (type !== "" && !isUploadType(type)) return `${name} is no JPEG, PNG, WebP, GIF or PDF.`;
  if (size === 0) return `${name} is empty.`;
  if (size > maxFileBytes) return `${name} is larger than ${formatFileSize(maxFileBytes)}.`;
  return null;
}

function leftOutText(count: number): string {
  return count === 1 ? "1 was left out" : `${count} were left out`;
}
