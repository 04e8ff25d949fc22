import { applyChange } from "./apply-change.ts";
import {
  formWords,
  isServiceForm,
  type DrawingChange,
  type DrawnForm,
  type EditedDraft,
  type EditedEdge,
  type EditedNode,
  type SpokenChange,
} from "./edited-draft.ts";
import { bareName, findNode } from "./find-node.ts";

/** A node has a name of so many characters. */
const nameLength = { from: 2, to: 64 };
/** The same for what is no service, and a technology of at most so many. */
const maxTechnology = 60;
/** A description has so many. */
const descriptionLength = { from: 16, to: 512 };
const maxChanges = 200;
const maxParts = 8;

export interface ResolvedChanges {
  changes: DrawingChange[];
  /** Why something of it is not proposed, in sentences. */
  problems: string[];
}

type Resolved = DrawingChange[] | string;

/**
 * What was said as changes of nodes that are there, each on the draft with those before it. What names no node or more
 * than one, breaks a limit or is so already becomes a problem in words.
 */
export function resolveChanges(start: EditedDraft, spoken: readonly SpokenChange[]): ResolvedChanges {
  let draft = start;
  const changes: DrawingChange[] = [];
  const problems: string[] = [];
  const newId = countIds(start);
  for (const one of spoken) {
    const resolved = resolve(one, draft, newId);
    if (typeof resolved === "string") {
      problems.push(resolved);
      continue;
    }
    if (changes.length + resolved.length > maxChanges) {
      problems.push(`Only the first ${maxChanges} changes are proposed.`);
      break;
    }
    for (const change of resolved) {
      changes.push(change);
      draft = applyChange(draft, change);
    }
  }
  return { changes, problems: [...new Set(problems)] };
}

function countIds({ nodes }: EditedDraft): () => string {
  const taken = new Set(nodes.map(({ nodeId }) => nodeId));
  let count = 0;
  return () => {
    do count += 1;
    while (taken.has(`proposed-${count}`));
    return `proposed-${count}`;
  };
}

function resolve(spoken: SpokenChange, draft: EditedDraft, newId: () => string): Resolved {
  const reason = spoken.reason?.trim().slice(0, 500) || null;
  switch (spoken.do) {
    case "arrange":
      return draft.nodes.length === 0 ? "There is nothing to arrange yet." : [{ kind: "arranged", reason }];
    case "add":
      return addNode(spoken, { draft, reason, newId });
    case "connect":
    case "forbid":
    case "disconnect":
      return changeEdge(spoken, draft, reason);
    case "rename":
    case "retype":
    case "describe":
    case "split":
    case "remove": {
      const found = findNode(spoken.node, draft.nodes);
      if ("problem" in found) return found.problem;
      return changeNode(spoken, found.node, { draft, reason, newId });
    }
  }
}

interface ChangeGround {
  draft: EditedDraft;
  reason: string | null;
  newId: () => string;
}

function addNode(spoken: Extract<SpokenChange, { do: "add" }>, { draft, reason, newId }: ChangeGround): Resolved {
  const name = bareName(spoken.name);
  const problem = findNameProblem(name, draft.nodes);
  if (problem !== null) return problem;
  if (spoken.type === null) {
    return `Say what "${name}" is: a frontend, a backend, a fullstack app, a library, a database, a store, a queue or an outside service.`;
  }
  const description = (spoken.description ?? "").trim();
  if (!isServiceForm(spoken.type)) {
    const technology = (spoken.technology ?? "").trim().slice(0, maxTechnology) || null;
    // A person said it, so that it is told where it goes.
    const why = description === "" ? null : `${description}. A ${formWords[spoken.type]} keeps no description.`;
    return [
      { kind: "drawn", nodeId: newId(), isNew: true, form: spoken.type, name, technology, reason: reason ?? why },
    ];
  }
  const isUsed = description.length >= descriptionLength.from && description.length <= descriptionLength.to;
  return [{ kind: "added", nodeId: newId(), form: spoken.type, name, description: isUsed ? description : "", reason }];
}

function findNameProblem(name: string, nodes: readonly EditedNode[]): string | null {
  const length = name.length;
  if (length < nameLength.from) return `"${name}" is too short for a name: it takes at least two characters.`;
  if (length > nameLength.to) return `"${name.slice(0, 40)}…" is too long for a name: it takes at most 64 characters.`;
  const isTaken = nodes.some((node) => node.name.toLowerCase() === name.toLowerCase());
  return isTaken ? `There is a node "${name}" already.` : null;
}

type NodeCommand = Extract<SpokenChange, { do: "rename" | "retype" | "describe" | "split" | "remove" }>;

function changeNode(spoken: NodeCommand, node: EditedNode, ground: ChangeGround): Resolved {
  const { nodeId, name } = node;
  if (!isServiceForm(node.form) && node.isDrawn === true)
    return changeDrawn(spoken, { ...node, form: node.form }, ground);
  if (!isServiceForm(node.form)) {
    const what = spoken.do === "remove" ? "goes when the code no longer uses it" : "is called what the code calls it";
    return `"${name}" is a ${formWords[node.form]} that was found in the code: it ${what}.`;
  }
  const { draft, reason } = ground;
  switch (spoken.do) {
    case "remove":
      return [{ kind: "removed", nodeId, reason }];
    case "rename": {
      const wanted = bareName(spoken.name);
      const others = draft.nodes.filter((one) => one !== node);
      if (wanted === name) return `"${name}" is called so already.`;
      return findNameProblem(wanted, others) ?? [{ kind: "renamed", nodeId, name: wanted, reason }];
    }
    case "retype":
      if (!isServiceForm(spoken.type))
        return `"${name}" is a ${formWords[node.form]}, which is a service: add a ${formWords[spoken.type]} beside it, or remove it first.`;
      if (spoken.type === node.form) return `"${name}" is a ${formWords[node.form]} already.`;
      return [{ kind: "retyped", nodeId, form: spoken.type, reason }];
    case "describe": {
      const description = spoken.description.trim();
      if (description.length < descriptionLength.from)
        return `The description of "${name}" is too short: say in at least 16 characters what it does.`;
      if (description.length > descriptionLength.to)
        return `The description of "${name}" has more than 512 characters.`;
      if (description === node.description) return `"${name}" is described so already.`;
      return [{ kind: "described", nodeId, description, reason }];
    }
    case "split":
      return splitNode(spoken.into, node, ground);
  }
}

/** Of what somebody drew: it has a name and a form, and neither a description nor parts. */
function changeDrawn(
  spoken: NodeCommand,
  node: EditedNode & { form: DrawnForm },
  { draft, reason }: ChangeGround,
): Resolved {
  const { nodeId, name, form } = node;
  const drawn = {
    kind: "drawn",
    nodeId,
    isNew: false,
    form,
    name,
    technology: node.technology ?? null,
    reason,
  } as const;
  switch (spoken.do) {
    case "remove":
      return [{ kind: "removed", nodeId, reason }];
    case "rename": {
      const wanted = bareName(spoken.name);
      if (wanted === name) return `"${name}" is called so already.`;
      const problem = findNameProblem(
        wanted,
        draft.nodes.filter((one) => one !== node),
      );
      return problem ?? [{ ...drawn, name: wanted }];
    }
    case "retype":
      if (isServiceForm(spoken.type))
        return `"${name}" was drawn as a ${formWords[form]}: remove it, and add a service.`;
      if (spoken.type === form) return `"${name}" is a ${formWords[form]} already.`;
      return [{ ...drawn, form: spoken.type }];
    case "describe":
      return `"${name}" is a ${formWords[form]}, which keeps no description.`;
    case "split":
      return `"${name}" is a ${formWords[form]}: add another one beside it.`;
  }
}

/** The node keeps the first name; each other part is new, of the same type, with the same lines. */
function splitNode(into: readonly string[], node: EditedNode, { draft, reason, newId }: ChangeGround): Resolved {
  const names = [...new Set(into.map(bareName).filter((name) => name !== ""))];
  if (names.length < 2 || !isServiceForm(node.form)) return `Say into which parts "${node.name}" is split.`;
  if (names.length > maxParts) return `A node can be split into at most ${maxParts} parts at once.`;
  const others = draft.nodes.filter((one) => one !== node);
  const problem = names.map((name) => findNameProblem(name, others)).find((one) => one !== null);
  if (problem != null) return problem;
  const kept = names.includes(node.name) ? node.name : (names[0] ?? "");
  const changes: DrawingChange[] =
    kept === node.name ? [] : [{ kind: "renamed", nodeId: node.nodeId, name: kept, reason }];
  for (const name of names.filter((one) => one !== kept)) {
    const nodeId = newId();
    changes.push({ kind: "added", nodeId, form: node.form, name, description: describePart(node), reason });
    for (const edge of draft.edges) {
      if (edge.stance === "forbidden") continue;
      if (edge.sourceId !== node.nodeId && edge.targetId !== node.nodeId) continue;
      const sourceId = edge.sourceId === node.nodeId ? nodeId : edge.sourceId;
      const targetId = edge.targetId === node.nodeId ? nodeId : edge.targetId;
      const why = `"${node.name}" has this line; refuse it where it is not this part's.`;
      if (sourceId !== targetId) changes.push({ kind: "joined", sourceId, targetId, stance: "allowed", reason: why });
    }
  }
  return changes;
}

function describePart({ name, description }: EditedNode): string {
  const said = description.trim() === "" ? `Part of what was ${name}` : `Split from ${name}: ${description.trim()}`;
  return said.length < descriptionLength.from ? "" : said.slice(0, descriptionLength.to);
}

type EdgeChange = Extract<SpokenChange, { do: "connect" | "forbid" | "disconnect" }>;

function changeEdge(spoken: EdgeChange, draft: EditedDraft, reason: string | null): Resolved {
  const [source, target] = [findNode(spoken.source, draft.nodes), findNode(spoken.target, draft.nodes)];
  if ("problem" in source) return source.problem;
  if ("problem" in target) return target.problem;
  const [from, to] = [source.node, target.node];
  if (from === to) return `"${from.name}" can't be connected with itself.`;
  const ends = { sourceId: from.nodeId, targetId: to.nodeId };
  const isIt = (edge: EditedEdge) => edge.sourceId === ends.sourceId && edge.targetId === ends.targetId;
  const edge = draft.edges.find(isIt);
  if (spoken.do === "disconnect") return partEdge(edge, { from, to, draft, reason });
  const stance = spoken.do === "connect" ? "allowed" : "forbidden";
  if (edge?.stance === stance) return `That "${from.name}" uses "${to.name}" is ${stance} already.`;
  return [{ kind: "joined", ...ends, stance, reason }];
}

function partEdge(
  edge: EditedEdge | undefined,
  { from, to, draft, reason }: { from: EditedNode; to: EditedNode; draft: EditedDraft; reason: string | null },
): Resolved {
  if (edge !== undefined && edge.stance !== null) {
    return [{ kind: "parted", sourceId: edge.sourceId, targetId: edge.targetId, reason }];
  }
  if (edge?.isInCode === true) {
    return `"${from.name}" uses "${to.name}" in the code, and no line says so: there is nothing to take away. You can forbid it: "forbid ${from.name} to use ${to.name}".`;
  }
  const back = draft.edges.find((one) => one.sourceId === to.nodeId && one.targetId === from.nodeId);
  const hint = back === undefined ? "" : ` There is one from "${to.name}" to "${from.name}".`;
  return `There is no line from "${from.name}" to "${to.name}".${hint}`;
}
