import { z } from "zod";

/**
 * A name that others read in one line: what would end the line or turn what follows around becomes a space, and a text
 * that shows nothing is an empty one. Otherwise one could pass for another, and nobody could type it to confirm.
 */
export const nameText = z.string().overwrite((text) => {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ").trim();
  return /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(line) ? "" : line;
});
