import { edgeStances } from "@cairn/contract/architecture";
import { serviceTypes } from "@cairn/contract/services";

import {
  bounded,
  kindOfWords,
  typeOfWords,
  type StatedArchitecture,
  type StatedEdge,
  type StatedNode,
} from "./stated-architecture.ts";
import { leftOutConnection, leftOutDetails, leftOutElement, leftOutWords } from "./structurizr-left-out.ts";
import { makeElement, openFinder, wholeName, type DslElement } from "./structurizr-model.ts";
import { readStatements, type DslStatement } from "./structurizr-statements.ts";

/** A relationship as it is written; its ends are looked up when all is read. */
interface DslRelation {
  /** Null for the element around it. */
  sourceName: string | null;
  targetName: string | null;
  scope: DslElement;
  text: string;
  technology: string;
  tags: string[];
  line: number;
}

interface OpenBlock {
  /** The innermost element that it is in. */
  scope: DslElement;
  /** What `technology`, `tags` and `description` in it are about; null where that is nothing that is read. */
  subject: DslElement | DslRelation | null;
  /** Nothing in it is about elements. */
  isSkipped: boolean;
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
/** As our own workspaces say that a connection is in the code and nothing is said of it. */
const inCodeTag = "code";

/**
 * Elements and relationships of a workspace. Containers are nodes; so are systems without any, of others where one system
 * has containers. Components are their container. What people do, views and deployments are not read, and neither is
 * what a line includes from elsewhere; what is left out of the model is told with its line, after what is wrong, and last
 * what is said of nodes and connections and has no place in them.
 */
export function readStructurizr(text: string): StatedArchitecture {
  const model = makeElement({ id: "", element: "", name: "", line: 0, parent: null });
  const found: DslElement[] = [];
  const relations: DslRelation[] = [];
  const problems: StatedArchitecture["problems"] = [];
  const leftOut: StatedArchitecture["problems"] = [];
  const unkept: StatedArchitecture["problems"] = [];
  const blocks: OpenBlock[] = [];
  for (const statement of readStatements(text)) {
    if (statement.closes) blocks.pop();
    const { words, opens, line } = statement;
    if (words.length === 0 && !opens) continue;
    const { scope, subject, isSkipped: isWithin } = blocks.at(-1) ?? { scope: model, subject: null, isSkipped: false };
    const kind = ((words[1] === "=" ? words[2] : words[0]) ?? "").toLowerCase();
    const isSkipped = isWithin || skipped.has(kind);
    if (!isWithin && kind === "deploymentenvironment")
      leftOut.push({ line, reason: "this deployment is left out: only what is deployed is drawn" });
    const element = isSkipped ? null : readElement(statement, scope);
    const relation = isSkipped || element !== null ? null : readRelation(statement, scope);
    if (element !== null) found.push(element);
    else if (relation !== null) relations.push(relation);
    else if (!isSkipped && subject !== null && !opens) readDetail(statement, subject);
    if (!isSkipped && words[0]?.startsWith("!") === true && /include|extends|script|plugin/i.test(words[0]))
      problems.push({ line, reason: `${words[0]} is not followed` });
    if (opens) blocks.push({ scope: element ?? scope, subject: element ?? relation, isSkipped });
  }
  if (found.length === 0) problems.push({ line: 1, reason: "Declares no elements" });
  const { nodes, edges } = toNodes(found, relations, { problems, leftOut, unkept });
  return bounded({ nodes, edges, problems: [...problems, ...leftOut, ...unkept] });
}

function readElement({ words, line }: DslStatement, parent: DslElement): DslElement | null {
  const isNamed = words[1] === "=";
  const rest = isNamed ? words.slice(2) : words;
  const element = rest[0]?.toLowerCase() ?? "";
  const name = rest[1];
  if (!elements.has(element) || name === undefined) return null;
  const [, , description = "", third = "", fourth = ""] = rest;
  const hasTechnology = element === "container" || element === "component";
  const read = makeElement({
    id: isNamed ? (words[0] ?? name) : name,
    element,
    name,
    line,
    parent,
    description,
    technology: hasTechnology ? third : "",
    tags: readTags([hasTechnology ? fourth : third]),
  });
  // What is declared twice in one place is the later one to whoever names it.
  parent.children.set(read.id, read);
  return read;
}

function readTags(words: readonly string[]): string[] {
  return words.flatMap((word) => word.split(",").map((tag) => tag.trim().toLowerCase())).filter(Boolean);
}

/** What a block says of the element or relationship that it is of. */
function readDetail({ words }: DslStatement, subject: DslElement | DslRelation): void {
  const [what = "", text = ""] = words;
  const detail = what.toLowerCase();
  if (detail === "tags" || detail === "tag") subject.tags.push(...readTags(words.slice(1)));
  else if (detail === "description" && "element" in subject) subject.description = text;
  else if (detail === "description" && "text" in subject) subject.text = text;
  else if (detail === "technology") subject.technology = text;
}

function readRelation({ words, line }: DslStatement, scope: DslElement): DslRelation | null {
  const plain = words[1] === "=" ? words.slice(2) : words;
  const at = plain.indexOf("->");
  if (at !== 0 && at !== 1) return null;
  const named = (word: string | undefined) => (word === undefined || word.toLowerCase() === "this" ? null : word);
  if (plain[at + 1] === undefined) return null;
  return {
    sourceName: at === 0 ? null : named(plain[0]),
    targetName: named(plain[at + 1]),
    scope,
    line,
    text: plain[at + 2] ?? "",
    technology: plain[at + 3] ?? "",
    tags: readTags([plain[at + 4] ?? ""]),
  };
}

/** What is wrong, and what is understood and not drawn. */
interface ReadingNotes {
  problems: StatedArchitecture["problems"];
  leftOut: StatedArchitecture["problems"];
  /** What is said of nodes and connections that are drawn, and has no place in them. */
  unkept: StatedArchitecture["problems"];
}

function toNodes(
  all: readonly DslElement[],
  relations: readonly DslRelation[],
  notes: ReadingNotes,
): Pick<StatedArchitecture, "nodes" | "edges"> {
  const whole = new Set(
    all.flatMap(({ element, parent }) => (element === "container" && parent !== null ? [parent] : [])),
  );
  const isNode = (one: DslElement) =>
    one.element === "container" || one.element === "element" || (one.element === "softwaresystem" && !whole.has(one));
  const shown = all.filter(isNode);
  const counts = Map.groupBy(shown, ({ id }) => id);
  // A name that several have says with what is around it which it is; two of one place say their lines.
  const keys = new Map<DslElement, string>();
  const taken = new Set<string>();
  for (const one of shown) {
    const name = (counts.get(one.id) ?? []).length === 1 ? one.id : wholeName(one);
    const key = taken.has(name) ? `${name} (line ${one.line})` : name;
    taken.add(key);
    keys.set(one, key);
  }
  const nodes = shown.map((one) => toNode(one, { key: keys.get(one) ?? one.id, hasContainers: whole.size > 0 }));
  for (const [at, one] of shown.entries()) {
    const reason = nodes[at] ? leftOutDetails(one, nodes[at]) : null;
    if (reason !== null) notes.unkept.push({ line: one.line, reason });
  }
  const keyOf = liftToNodes(keys);
  notes.leftOut.push(
    ...all.flatMap((one) => {
      const reason = keyOf(one) === null ? leftOutElement(one) : null;
      return reason === null ? [] : [{ line: one.line, reason }];
    }),
  );
  return { nodes, edges: joinRelations(all, relations, { keyOf, ...notes }) };
}

function toNode(one: DslElement, { key, hasContainers }: { key: string; hasContainers: boolean }): StatedNode {
  const { name, line, element, description, technology, tags } = one;
  const isOutside = tags.includes("outside") || (element === "softwaresystem" && hasContainers);
  const type = serviceTypes.find((known) => tags.includes(known) || technology.toLowerCase() === known) ?? null;
  // Our own workspaces tag a service as one, also where it is a database by its type.
  const isService = tags.includes("service");
  const kind = isOutside ? "outside" : isService ? "service" : kindOfWords(`${technology} ${tags.join(" ")}`);
  // A system has no technology in the language: ours say it in its description.
  const madeWith = isOutside && tags.includes("outside") ? description : technology;
  return {
    key,
    kind,
    name,
    line,
    technology: madeWith === "" || (kind === "service" && madeWith.toLowerCase() === type) ? null : madeWith,
    type: kind === "service" ? (type ?? typeOfWords(`${technology} ${tags.join(" ")}`)) : null,
    description: kind === "service" ? description : "",
  };
}

function joinRelations(
  all: readonly DslElement[],
  relations: readonly DslRelation[],
  { keyOf, problems, leftOut, unkept }: ReadingNotes & { keyOf: (one: DslElement) => string | null },
): StatedEdge[] {
  const find = openFinder(all);
  return relations.flatMap(({ sourceName, targetName, scope, text, technology, tags, line }): StatedEdge[] => {
    const ends: DslElement[] = [];
    for (const name of [sourceName, targetName]) {
      const one = name === null ? scope : find(name, scope);
      if (one === "several")
        problems.push({ line, reason: `“${name}” could be several elements: say which by its whole name` });
      else if (one === null) problems.push({ line, reason: `“${name}” is declared nowhere` });
      // One problem a line is enough.
      if (one === "several" || one === null) return [];
      ends.push(one);
    }
    const [source, target] = ends;
    if (!source || !target) return [];
    const [sourceKey, targetKey] = [keyOf(source), keyOf(target)];
    if (sourceKey === null || targetKey === null || sourceKey === targetKey) {
      const drawn = { isSourceDrawn: sourceKey !== null, isTargetDrawn: targetKey !== null };
      leftOut.push({ line, reason: leftOutConnection(source, target, drawn) });
      return [];
    }
    const stance =
      edgeStances.findLast((known) => tags.includes(known)) ?? (tags.includes(inCodeTag) ? null : "allowed");
    const reason = stance === null ? null : leftOutWords({ text, technology });
    if (reason !== null) unkept.push({ line, reason });
    return [{ sourceKey, targetKey, text, line, stance }];
  });
}

/** The node that an element is or is a part of. Each element is looked at once. */
function liftToNodes(keys: ReadonlyMap<DslElement, string>): (one: DslElement) => string | null {
  const known = new Map<DslElement, string | null>();
  return (element) => {
    const visited: DslElement[] = [];
    let one: DslElement | null = element;
    while (one !== null && !keys.has(one) && !known.has(one)) {
      visited.push(one);
      one = one.parent;
    }
    const key = one === null ? null : (keys.get(one) ?? known.get(one) ?? null);
    for (const passed of visited) known.set(passed, key);
    return key;
  };
}
