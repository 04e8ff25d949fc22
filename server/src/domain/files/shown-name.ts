import type { UploadType } from "@cairn/contract/files";

import { visibleText } from "#server/platform/models/visible-text.ts";
import { endings } from "#server/platform/uploads/detect-type.ts";

const harmless = /\.(jpe?g|jpe|jfif|png|webp|gif|pdf)$/i;

/**
 * A file's name as people see and save it: without control characters that reverse or hide a part of it, and never
 * with the ending of another kind of file. Opening a PDF named "invoice.hta" would run it.
 */
export function shownName({ name, contentType }: { name: string; contentType: UploadType }): string {
  const visible = visibleText(name).trim() || "File";
  return harmless.test(visible) ? visible : `${visible}.${endings[contentType]}`;
}
