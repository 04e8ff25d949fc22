/**
 * Reads Mermaid source with Mermaid's own parser and resolves to the kind of diagram; rejects what it cannot read. Its
 * sanitizer wants a page to attach to, though parsing alone never uses it.
 */
export async function parseMermaid(source: string): Promise<string> {
  const page = { document: { nodeType: 9, createElement: () => ({}) }, Element: Object };
  if (!("window" in globalThis)) Object.assign(globalThis, { window: page });
  const { default: mermaid } = await import("mermaid");
  const { diagramType } = await mermaid.parse(source);
  return diagramType;
}
