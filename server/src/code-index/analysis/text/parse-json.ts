/** JSON, tolerating the comments and trailing commas of configuration files; null when it cannot be read. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(withoutComments(text));
    } catch {
      return null;
    }
  }
}

/** The value when it is an object, an empty record otherwise. */
export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** The value when it is a string, null otherwise. */
export function stringOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function withoutComments(text: string): string {
  return text
    .replaceAll(
      /("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*(?:[^]*?\*\/|[^]*)/g,
      (_match, quoted: string | undefined) => quoted ?? "",
    )
    .replaceAll(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g, (_match, quoted: string | undefined) => quoted ?? "");
}
