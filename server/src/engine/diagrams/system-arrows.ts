import type { SystemEdge } from "#server/code-index/ports/system.ts";

/** How an arrow is drawn. Ways of reaching that are drawn alike are one arrow to a reader. */
export const arrowOf: Readonly<Record<SystemEdge["how"], string>> = {
  "depends-on": "-.->",
  "connection-setting": "-->",
  client: "-->",
  "http-call": "-->",
  message: "==>",
  mount: "-->",
};
