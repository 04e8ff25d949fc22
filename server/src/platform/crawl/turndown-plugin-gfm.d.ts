/** The part of turndown-plugin-gfm that is used here; the package ships no types of its own. */
declare module "turndown-plugin-gfm" {
  import type TurndownService from "turndown";

  export const tables: TurndownService.Plugin;
  export const strikethrough: TurndownService.Plugin;
}
