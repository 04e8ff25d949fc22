import { AppError } from "@cairn/contract/errors";

import type { ModelDialect } from "#server/platform/settings/model-dialects.ts";

import { isJsonObject, type JsonObject } from "./json-object.ts";

/** Deeper than any prompt, and far from where walking through it would break. */
const maxDepth = 100;

/**
 * Takes out of a call what the vendor itself would reach the network for, and throws `invalid_input` where that cannot be taken
 * out. An agent has no network; a vendor that searches the web, speaks to servers or loads pictures for it would be one.
 */
export function keepInside(body: JsonObject, dialect: ModelDialect): void {
  for (const name of ["mcp_servers", "container", "web_search_options", "plugins"]) delete body[name];
  if (Array.isArray(body["tools"])) body["tools"] = keepLocalTools(body["tools"], dialect);
  if (Array.isArray(body["tools"]) && body["tools"].length === 0) delete body["tools"];
  for (const name of ["messages", "input", "contents", "system", "instructions", "systemInstruction"]) {
    refuseReferences(body[name], 0);
  }
}

/** Kinds of tools that whoever calls runs itself. */
const localTools: Record<Exclude<ModelDialect, "gemini">, RegExp> = {
  chat: /^(?:function|custom)$/,
  responses: /^(?:function|custom|local_shell|apply_patch|namespace)$/,
  messages: /^(?:custom|(?:bash|text_editor|computer|memory)_\d+)$/,
};

function keepLocalTools(tools: readonly unknown[], dialect: ModelDialect): unknown[] {
  const objects = tools.filter(isJsonObject);
  if (dialect === "gemini") {
    const declared = objects.filter((tool) => tool["functionDeclarations"] !== undefined);
    return declared.map(({ functionDeclarations }) => ({ functionDeclarations }));
  }
  return objects
    .filter((tool) => localTools[dialect].test(kindOf(tool, dialect)))
    .map((tool) => (Array.isArray(tool["tools"]) ? { ...tool, tools: keepLocalTools(tool["tools"], dialect) } : tool));
}

function kindOf({ type }: JsonObject, dialect: ModelDialect): string {
  if (typeof type === "string") return type;
  return dialect === "messages" ? "custom" : "function";
}

function refuseReferences(value: unknown, depth: number): void {
  if (depth > maxDepth) throw new AppError("invalid_input", { message: "This is nested too deeply." });
  if (Array.isArray(value)) {
    for (const one of value) refuseReferences(one, depth + 1);
    return;
  }
  if (!isJsonObject(value)) return;
  if (isReference(value)) {
    const message = "Pictures and files must be in the call itself: nothing is loaded from an address or an account.";
    throw new AppError("invalid_input", { message });
  }
  for (const [name, one] of Object.entries(value)) {
    // What tools are given and answer is theirs to name.
    if (!ownOfTools.has(name)) refuseReferences(one, depth + 1);
  }
}

const ownOfTools: ReadonlySet<string> = new Set(["args", "arguments", "response"]);

function isReference(value: JsonObject): boolean {
  if (value["type"] === "tool_use") return false;
  const { image_url: image, source } = value;
  const address = isJsonObject(image) ? image["url"] : image;
  if (typeof address === "string" && !address.startsWith("data:")) return true;
  if (isJsonObject(source) && (source["type"] === "url" || source["type"] === "file")) return true;
  return ["file_id", "file_url", "fileData", "file_uri"].some(
    (name) => value[name] !== undefined && value[name] !== null,
  );
}
