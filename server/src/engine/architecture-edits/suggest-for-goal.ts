import type { EditedDraft, EditedNode, SpokenChange } from "./edited-draft.ts";
import { isServiceForm } from "./edited-draft.ts";
import { listNames } from "./find-node.ts";
import { findProvider } from "./find-provider.ts";
import { knownParts, type KnownPart } from "./known-parts.ts";
import { findNamed, listCalled, type CalledPart } from "./named-in-goal.ts";
import { readCommands } from "./read-commands.ts";
import { resolveChanges, type ResolvedChanges } from "./resolve-changes.ts";

/** What a suggestion grows by, part by part. */
interface Suggesting {
  draft: EditedDraft;
  /** Nodes that the goal names, in the drawing's order. */
  named: readonly EditedNode[];
  spoken: SpokenChange[];
  notes: string[];
}

/**
 * Nodes and lines that the words of a goal call for, over what is there: a part that the drawing has already is used, and who
 * uses a new one is said only where the goal names them or nobody else could. What the words do not tell is said.
 */
export function suggestForGoal(goal: string, draft: EditedDraft): ResolvedChanges {
  const commands = readCommands(goal, draft.nodes);
  // "Add search over products" says what is wanted, and not what kind of node it is.
  const isVague = commands.changes.some((change) => change.do === "add" && change.type === null);
  const isKnown = knownParts.some((part) => part.words.test(goal));
  if (commands.unread.length === 0 && commands.changes.length > 0 && !(isVague && isKnown))
    return resolveChanges(draft, commands.changes);
  const parts = listCalled(goal);
  const { named, problems: doubts } = findNamed(goal, { nodes: draft.nodes, parts });
  const suggesting: Suggesting = { draft, named, spoken: [], notes: [...doubts] };
  for (const called of parts) placePart(called, suggesting);
  const { changes, problems } = resolveChanges(draft, suggesting.spoken);
  const nothing = parts.length === 0 ? [explainNothing(suggesting)] : [];
  return { changes, problems: [...nothing, ...suggesting.notes, ...problems] };
}

function explainNothing({ named }: Suggesting): string {
  const parts = [...new Set(knownParts.map(({ name }) => name))].join(", ");
  const about = named.length === 0 ? "" : ` The goal is about ${listNames(named, "and")}.`;
  return `The words of this goal name no part that I know how to place.${about} I know: ${parts}. A model, where one is set, reads any goal.`;
}

function placePart({ part, words }: CalledPart, suggesting: Suggesting): void {
  const { draft, named, spoken, notes } = suggesting;
  const word = words[0];
  const provider = findProvider(part, draft.nodes, named);
  if (provider.kind === "sure") {
    const { node } = provider;
    const lines = listLines({ name: node.name, form: node.form, nodeId: node.nodeId }, suggesting);
    if (lines.length === 0) notes.push(`"${node.name}" is there for "${word}": nothing is added for it.`);
    spoken.push(...lines);
    return;
  }
  if (provider.kind === "unsure") {
    const could = `${listNames(provider.nodes, "or")} may be there for "${word}"`;
    notes.push(`${could}, which I cannot tell: nothing is added for it. Name the one that is meant.`);
    return;
  }
  addPart(part, word, suggesting);
  if (provider.kind === "mentioned") {
    const does = provider.nodes.length === 1 ? "speaks" : "speak";
    notes.push(`${listNames(provider.nodes, "and")} ${does} of "${word}", and not of doing it: "${part.name}" is new.`);
  }
}

function addPart(part: KnownPart, word: string, suggesting: Suggesting): void {
  const { draft, spoken, notes } = suggesting;
  // Two words of a goal may call for the same part.
  if (spoken.some((change) => change.do === "add" && change.name === part.name)) return;
  const reason = `The goal says "${word}".`;
  spoken.push({ do: "add", name: part.name, type: part.form, description: part.description, reason });
  const lines = listLines({ name: part.name, form: part.form, nodeId: null }, suggesting);
  if (lines.length === 0 && draft.nodes.length > 0) {
    notes.push(
      `What ${part.form === "frontend" ? "it uses" : `uses "${part.name}"`} the goal does not say: draw it, or name it in the goal.`,
    );
  }
  spoken.push(...lines);
}

/** A new page uses backends; a new backend is used by what the goal names, and uses the databases it names. */
function listLines(
  part: { name: string; form: KnownPart["form"]; nodeId: string | null },
  { draft, named }: Suggesting,
): SpokenChange[] {
  const hasLine = (sourceId: string | null, targetId: string | null) =>
    draft.edges.some((edge) => edge.sourceId === sourceId && edge.targetId === targetId && edge.stance === "allowed");
  const others = named.filter(({ nodeId }) => nodeId !== part.nodeId);
  const backends = draft.nodes.filter(({ form, nodeId }) => answers(form) && nodeId !== part.nodeId);
  if (part.form === "frontend") {
    const used = others.filter(({ form }) => answers(form));
    return pick(used, backends)
      .filter(({ node }) => !hasLine(part.nodeId, node.nodeId))
      .map(({ node, why }) => ({ do: "connect", source: part.name, target: node.name, reason: why }));
  }
  const users = others.filter(({ form }) => answers(form) || form === "frontend");
  // What is run or bought uses no database of ours.
  const kept = isServiceForm(part.form) ? others.filter(({ form }) => keepsThings(form)) : [];
  return [
    ...pick(users, backends)
      .filter(({ node }) => !hasLine(node.nodeId, part.nodeId))
      .map(({ node, why }): SpokenChange => ({ do: "connect", source: node.name, target: part.name, reason: why })),
    ...kept
      .filter((node) => !hasLine(part.nodeId, node.nodeId))
      .map((node): SpokenChange => {
        return { do: "connect", source: part.name, target: node.name, reason: `The goal names "${node.name}".` };
      }),
  ];
}

function keepsThings(form: EditedNode["form"]): boolean {
  return form === "database" || form === "store" || form === "queue";
}

function answers(form: EditedNode["form"]): boolean {
  return form === "api" || form === "fullstack";
}

/** What the goal names; else the only one there is. */
function pick(named: readonly EditedNode[], all: readonly EditedNode[]): { node: EditedNode; why: string }[] {
  if (named.length > 0) return named.map((node) => ({ node, why: `The goal names "${node.name}".` }));
  const [only, ...others] = all;
  return only === undefined || others.length > 0 ? [] : [{ node: only, why: "It is the only backend there is." }];
}
