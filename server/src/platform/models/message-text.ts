import type { ModelPart } from "./model-port.ts";

/** The words of a message, without its images. */
export function textOfMessage(content: string | readonly ModelPart[]): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}
