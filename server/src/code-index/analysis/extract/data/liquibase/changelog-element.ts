import { parseYamlValues, type YamlValue } from "#server/code-index/analysis/extract/deployment/yaml-values.ts";
import { lineAt, type SourceText } from "#server/code-index/analysis/text/source-text.ts";

/** An element of a changelog, alike for XML and YAML. */
export interface ChangelogElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: ChangelogElement[];
  /** Text between the tags. */
  text: string;
  line: number;
  endLine: number;
}

const maxElements = 60_000;
const maxDepth = 40;
const maxTagLength = 20_000;

/** Elements of an XML text, in order; comments and instructions are left out. */
export function parseXmlElements(source: SourceText): ChangelogElement[] {
  const { text } = source;
  const root = emptyElement("", 1);
  const open = [root];
  let at = text.indexOf("<");
  for (let count = 0; at >= 0 && count < maxElements; count += 1) {
    const end = endOfTag(text, at);
    if (end < 0) break;
    const tag = text.slice(at + 1, end);
    const holder = open.at(-1) ?? root;
    const line = lineAt(source, at);
    if (tag.startsWith("![CDATA[")) holder.text += tag.slice(8, -2);
    else if (tag.startsWith("/")) {
      holder.endLine = line;
      if (open.length > 1) open.pop();
    } else if (!/^[!?]/.test(tag)) {
      const element = readTag(tag, line);
      holder.children.push(element);
      if (!tag.endsWith("/") && open.length < maxDepth) open.push(element);
    }
    const next = text.indexOf("<", end);
    if (next > end + 1 && open.length > 1) (open.at(-1) ?? root).text += text.slice(end + 1, next);
    at = next;
  }
  return root.children;
}

function emptyElement(name: string, line: number): ChangelogElement {
  return { name, attributes: new Map(), children: [], text: "", line, endLine: line };
}

/** -1 where it does not end. Signs within quotes end nothing. */
function endOfTag(text: string, from: number): number {
  if (text.startsWith("<!--", from)) return after(text, "-->", from);
  if (text.startsWith("<![CDATA[", from)) return after(text, "]]>", from);
  let quote = "";
  const limit = Math.min(text.length, from + maxTagLength);
  for (let at = from; at < limit; at += 1) {
    const char = text[at] ?? "";
    if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === ">") return at;
  }
  return -1;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length - 1;
}

function readTag(tag: string, line: number): ChangelogElement {
  const name = /^[\w:.-]+/.exec(tag)?.[0] ?? "";
  const attributes = new Map(
    [...tag.matchAll(/([\w:.-]{1,100})=(?:"([^"]*)"|'([^']*)')/g)].map(
      ([, key = "", double, single]) => [key, double ?? single ?? ""] as const,
    ),
  );
  return { ...emptyElement(name.replace(/^.*:/, ""), line), attributes };
}

/** `- createTable: { tableName: boats, columns: [{ column: { name: id } }] }`, with lists of elements as children. */
export function parseYamlElements(text: string): ChangelogElement[] {
  return parseYamlValues(text).flatMap((value) => elementsIn(value, 0));
}

function elementsIn(value: YamlValue, depth: number): ChangelogElement[] {
  if (depth > maxDepth) return [];
  if (value.items.length > 0) return value.items.flatMap((item) => elementsIn(item, depth + 1));
  return [...value.entries].map(([name, inner]) => elementOf(name, inner, depth + 1));
}

function elementOf(name: string, value: YamlValue, depth: number): ChangelogElement {
  const attributes = new Map<string, string>();
  const children: ChangelogElement[] = [];
  for (const [key, inner] of value.entries) {
    if (inner.text !== null) attributes.set(key, inner.text);
    // Lists have a name of their own (`changes`, `columns`), which XML does without.
    else if (inner.items.length > 0) children.push(...elementsIn(inner, depth));
    else children.push(elementOf(key, inner, depth + 1));
  }
  if (value.items.length > 0) children.push(...elementsIn(value, depth));
  const text = value.text ?? attributes.get("sql") ?? "";
  return { name, attributes, children, text, line: value.line, endLine: value.endLine };
}
