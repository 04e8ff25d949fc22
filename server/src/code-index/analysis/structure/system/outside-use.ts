import type { Technology } from "#server/code-index/analysis/extract/deployment/technologies/technology.ts";
import { placeOf } from "#server/code-index/analysis/structure/setting-standing.ts";
import type { FileKind } from "#server/code-index/ports/facts.ts";

export interface OutsideUse {
  technology: Technology;
  path: string;
  line: number;
  certainty: "resolved" | "partly";
}

/** Programs beside the product that write its code or check it. */
const toolFolder = /(?:^|\/)(?:[\w.]+-(?:gen(?:erator)?|scripts?|tools?|bench|docs?)|buildSrc|build-logic)\//i;

/** Whether what a file names is a matter of what runs. */
export function isOfProduct(path: string, kind: FileKind = "source"): boolean {
  return placeOf(path, kind) === "product" && !toolFolder.test(path);
}

/** Files that a framework brings, with the settings of all that it could use. */
const broughtFile =
  /(?:^|\/)config\/(?:services|logging|mail|queue|broadcasting|scout|cache|database|filesystems|ai|prism)\.php$/;

export function isBrought(path: string): boolean {
  return broughtFile.test(path);
}
