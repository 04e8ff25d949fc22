import type { EditedDraft, EditedNode, SpokenChange } from "./edited-draft.ts";
import { isServiceForm } from "./edited-draft.ts";
import { listNames } from "./find-node.ts";
import { knownParts, type KnownPart } from "./known-parts.ts";
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
  const words = ` ${wordsOf(goal).join(" ")} `;
  const exact = draft.nodes.filter(({ name }) => namesIt(words, name));
  const named = exact.length > 0 ? exact : findMeant(goal, draft.nodes);
  const suggesting: Suggesting = { draft, named, spoken: [], notes: [] };
  const parts = knownParts.flatMap((part) => {
    const [word] = part.words.exec(goal) ?? [];
    return word === undefined ? [] : [{ part, word }];
  });
  for (const { part, word } of parts) placePart(part, word, suggesting);
  const { changes, problems } = resolveChanges(draft, suggesting.spoken);
  const nothing = parts.length === 0 ? [explainNothing(suggesting)] : [];
  return { changes, problems: [...nothing, ...suggesting.notes, ...problems] };
}

function explainNothing({ named }: Suggesting): string {
  const parts = knownParts.map(({ name }) => name).join(", ");
  const about = named.length === 0 ? "" : ` The goal is about ${listNames(named, "and")}.`;
  return `The words of this goal name no part that I know how to place.${about} I know: ${parts}. A model, where one is set, reads any goal.`;
}

/** As words of its own, whatever is between them. `words` are those of the goal, each between two spaces. */
function namesIt(words: string, name: string): boolean {
  const named = wordsOf(name);
  const together = named.join("");
  return together.length >= 2 && (words.includes(` ${named.join(" ")} `) || words.includes(` ${together} `));
}

/** Words of any goal, which tell nothing of whom it is about. */
const general = new Set(
  "also data each every from full have into just like make more need page pages people push send should some text that them then they this time user users want when will with".split(
    " ",
  ),
);
const leastStem = 4;

/** The nodes whose names begin with a word of the goal, where one alone does: "ships" is of shipping-service. */
function findMeant(goal: string, nodes: readonly EditedNode[]): EditedNode[] {
  const known = knownParts.map(({ words }) => words.exec(goal)?.[0].toLowerCase() ?? "").join(" ");
  const stems = wordsOf(goal)
    .filter((word) => !general.has(word) && !wordsOf(known).includes(word))
    .map((word) => word.replace(/(?:ings?|ed|e?s)$/, ""))
    .filter((stem) => stem.length >= leastStem);
  const found = stems.flatMap((stem) => {
    const meant = nodes.filter(({ name }) => wordsOf(name).some((word) => word.startsWith(stem)));
    return meant.length === 1 ? meant : [];
  });
  return [...new Set(found)];
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function placePart(part: KnownPart, word: string, suggesting: Suggesting): void {
  const { draft, spoken, notes } = suggesting;
  const said = `The goal says "${word}".`;
  const there = draft.nodes.find((node) => servesFor(node, part));
  if (there !== undefined) {
    const lines = listLines({ name: there.name, form: part.form, nodeId: there.nodeId }, suggesting);
    if (lines.length === 0) notes.push(`"${there.name}" is there for "${word}": nothing is added for it.`);
    spoken.push(...lines);
    return;
  }
  spoken.push({ do: "add", name: part.name, type: part.form, description: part.description, reason: said });
  const lines = listLines({ name: part.name, form: part.form, nodeId: null }, suggesting);
  if (lines.length === 0 && draft.nodes.length > 0) {
    notes.push(
      `What ${part.form === "frontend" ? "it uses" : `uses "${part.name}"`} the goal does not say: draw it, or name it in the goal.`,
    );
  }
  spoken.push(...lines);
}

function servesFor({ form, name, description }: EditedNode, part: KnownPart): boolean {
  const isLike = isServiceForm(part.form)
    ? isServiceForm(form) && (form === "frontend") === (part.form === "frontend")
    : form === part.form;
  // One queue or one cache is like any other for a goal that names none.
  if (isLike && !isServiceForm(part.form)) return true;
  return isLike && (part.words.test(name.replaceAll(/[-_]/g, " ")) || part.words.test(description));
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
  const kept = others.filter(({ form }) => form === "database" || form === "store" || form === "queue");
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

function answers(form: EditedNode["form"]): boolean {
  return form === "api" || form === "fullstack";
}

/** What the goal names; else the only one there is. */
function pick(named: readonly EditedNode[], all: readonly EditedNode[]): { node: EditedNode; why: string }[] {
  if (named.length > 0) return named.map((node) => ({ node, why: `The goal names "${node.name}".` }));
  const [only, ...others] = all;
  return only === undefined || others.length > 0 ? [] : [{ node: only, why: "It is the only backend there is." }];
}
