import { AppError } from "@cairn/contract/errors";

import { findBuiltInTemplate } from "./built-in-templates.ts";

/** What comes with the product is the same everywhere. */
export function refuseBuiltIn(templateId: string): void {
  if (findBuiltInTemplate(templateId) === null) return;
  throw new AppError("forbidden", { message: "Templates that come with the product cannot be changed. Make a copy." });
}
