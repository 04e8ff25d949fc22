import type { UploadType } from "@cairn/contract/files";

import { visibleText } from "#server/platform/models/visible-text.ts";
import { endings } from "#server/platform/uploads/detect-type.ts";

const harmless = /\.(jpe?g|jpe|jfif|png|webp|gif|pdf)$/i;

/**
 * A file's name as people are shown it and save it: without marks that turn it round or hide a part of it, and never
 * with the ending of another kind of file. A PDF that is called "invoice.hta" would be run by whoever opens it.
 */
export function shownName({ name, contentType }: { name: string; contentType: UploadType }): string {
  const visible = visibleText(name).trim() || "File";
  return harmless.test(visible) ? visible : `${visible}.${endings[contentType]}`;
}
