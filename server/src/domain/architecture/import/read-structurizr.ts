import {
  bounded,
  kindOfWords,
  type StatedArchitecture,
  type StatedEdge,
  type StatedNode,
} from "./stated-architecture.ts";

/** One statement of the language: words, texts without their quotes, and whether a block opens. */
interface DslStatement {
  words: string[];
  opens: boolean;
  closes: boolean;
  line: number;
}

interface OpenBlock {
  /** Of the innermost element that it is in; null outside of all. */
  name: string | null;
  /** Nothing in it is about elements. */
  isSkipped: boolean;
}

interface DslElement extends StatedNode {
  element: string;
  /** The element around it; null for one of the model itself. */
  parent: string | null;
}

const elements = new Set(["person", "softwaresystem", "container", "component", "element"]);
const skipped = new Set([
  "views",
  "configuration",
  "deploymentenvironment",
  "styles",
  "documentation",
  "properties",
  "perspectives",
]);
const longestLine = 5_000;

/**
 * Elements and relationships of a workspace. Containers are nodes; so are systems without any, of others where one system
 * has containers. Components are their container. What people do, views and deployments are not read, and neither is
 * what a line includes from elsewhere.
 */
export function readStructurizr(text: string): StatedArchitecture {
  const found = new Map<string, DslElement>();
  const edges: StatedEdge[] = [];
  const problems: StatedArchitecture["problems"] = [];
  const blocks: OpenBlock[] = [];
  for (const statement of readStatements(text)) {
    const { words, opens, closes, line } = statement;
    if (closes) blocks.pop();
    if (words.length === 0 && !opens) continue;
    const isSkipped = blocks.at(-1)?.isSkipped === true || skipped.has((words[0] ?? "").toLowerCase());
    const around = blocks.at(-1)?.name ?? null;
    const element = isSkipped ? null : readElement(statement, around);
    // One that is called as an element around it is not that one again: it would lie in itself.
    const isAround = element !== null && found.has(element.key) && blocks.some(({ name }) => name === element.key);
    if (isAround) element.key += ` (line ${line})`;
    const relation = isSkipped ? null : readRelation(statement, around);
    if (element !== null) found.set(element.key, element);
    else if (relation !== null) edges.push(relation);
    else if (!isSkipped && words[0]?.startsWith("!") === true && /include|extends|script|plugin/i.test(words[0]))
      problems.push({ line, reason: `${words[0]} is not followed` });
    if (opens) blocks.push({ name: element?.key ?? around, isSkipped });
  }
  if (found.size === 0) problems.push({ line: 1, reason: "Declares no elements" });
  return bounded(toNodes(found, edges, problems));
}

function readElement({ words, line }: DslStatement, parent: string | null): DslElement | null {
  const isNamed = words[1] === "=";
  const rest = isNamed ? words.slice(2) : words;
  const element = rest[0]?.toLowerCase() ?? "";
  const name = rest[1];
  if (!elements.has(element) || name === undefined) return null;
  const [, , , third = "", fourth = ""] = rest;
  const hasTechnology = element === "container" || element === "component";
  const technology = hasTechnology && third !== "" ? third : null;
  const tags = hasTechnology ? fourth : third;
  const key = isNamed ? (words[0] ?? name) : name;
  return { key, kind: kindOfWords(`${technology ?? ""} ${tags}`), name, technology, line, element, parent };
}

function readRelation({ words, line }: DslStatement, around: string | null): StatedEdge | null {
  const plain = words[1] === "=" ? words.slice(2) : words;
  const at = plain.indexOf("->");
  const sourceKey = at === 0 || plain[0]?.toLowerCase() === "this" ? around : at === 1 ? plain[0] : null;
  const named = at < 0 ? undefined : plain[at + 1];
  const targetKey = named?.toLowerCase() === "this" ? around : named;
  if (!sourceKey || !targetKey) return null;
  return { sourceKey, targetKey, text: plain[at + 2] ?? "", line };
}

function toNodes(
  found: ReadonlyMap<string, DslElement>,
  edges: readonly StatedEdge[],
  problems: StatedArchitecture["problems"],
): StatedArchitecture {
  const all = [...found.values()];
  const whole = new Set(
    all.flatMap(({ element, parent }) => (element === "container" && parent !== null ? [parent] : [])),
  );
  const isNode = ({ element, key }: DslElement) =>
    element === "container" || element === "element" || (element === "softwaresystem" && !whole.has(key));
  const nodes = all.filter(isNode).map(({ key, kind, name, technology, line, element }): StatedNode => {
    const isOutside = element === "softwaresystem" && whole.size > 0;
    return { key, kind: isOutside ? "outside" : kind, name, technology, line };
  });
  const shown = new Set(nodes.map(({ key }) => key));
  const nodeOf = liftToNodes(found, shown);
  const joined = edges.flatMap((edge): StatedEdge[] => {
    const [sourceKey, targetKey] = [nodeOf(edge.sourceKey), nodeOf(edge.targetKey)];
    if (sourceKey !== null && targetKey !== null) return [{ ...edge, sourceKey, targetKey }];
    const unknown = [edge.sourceKey, edge.targetKey].find(
      (name) => !found.has(name) && !found.has(name.split(".").at(-1) ?? ""),
    );
    if (unknown !== undefined) problems.push({ line: edge.line, reason: `${unknown} is declared nowhere` });
    return [];
  });
  return { nodes, edges: joined, problems };
}

/** The node that an element is or is a part of, also by its whole name: `shop.orders`. Each element is looked at once. */
function liftToNodes(
  found: ReadonlyMap<string, DslElement>,
  shown: ReadonlySet<string>,
): (name: string) => string | null {
  const known = new Map<string, string | null>();
  return (name) => {
    const visited = new Set<string>();
    let one = found.get(name) ?? found.get(name.split(".").at(-1) ?? "");
    while (one !== undefined && !shown.has(one.key) && !known.has(one.key) && !visited.has(one.key)) {
      visited.add(one.key);
      one = found.get(one.parent ?? "");
    }
    const nodeKey = one === undefined ? null : shown.has(one.key) ? one.key : (known.get(one.key) ?? null);
    for (const key of visited) known.set(key, nodeKey);
    return nodeKey;
  };
}

/** Lines as the language has them: a brace opens at the end of a line, or closes on one of its own. */
function readStatements(text: string): DslStatement[] {
  return withoutComments(text)
    .split("\n")
    .map((whole, at) => {
      const line = whole.slice(0, longestLine).trim();
      const isComment = line.startsWith("//") || line.startsWith("#");
      const words = isComment ? [] : splitWords(line);
      const closes = words[0] === "}";
      const opens = words.at(-1) === "{";
      return { words: words.filter((word) => word !== "{" && word !== "}"), opens, closes, line: at + 1 };
    });
}

/** Lines stay where they are. A comment that nothing ends goes on to the end; found by looking once, not from each start. */
function withoutComments(text: string): string {
  let kept = "";
  let at = 0;
  for (let start = text.indexOf("/*"); start !== -1; start = text.indexOf("/*", at)) {
    const end = text.indexOf("*/", start + 2);
    const after = end === -1 ? text.length : end + 2;
    kept += text.slice(at, start) + text.slice(start, after).replaceAll(/[^\n]/g, " ");
    at = after;
  }
  return kept + text.slice(at);
}

function splitWords(line: string): string[] {
  const words: string[] = [];
  for (const [, quoted, bare] of line.matchAll(/"((?:[^"\\]|\\.)*)"|([^\s"]+)/g)) {
    if (bare?.startsWith("//") === true) break;
    words.push(quoted?.replaceAll('\\"', '"') ?? bare ?? "");
  }
  return words;
}
