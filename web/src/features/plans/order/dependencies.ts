import type { PlanItem } from "@cairn/contract/plans";

type Linked = Pick<PlanItem, "itemId" | "title" | "blockedBy">;

/**
 * Why one item cannot wait for another, in words: the way on which the other one waits for it already. Null where it can.
 */
export function explainCircle(items: readonly Linked[], itemId: string, blockerId: string): string | null {
  const way = findWay(items, blockerId, itemId);
  if (way === null) return null;
  const titles = way.map((id) => `“${items.find((item) => item.itemId === id)?.title ?? "another task"}”`);
  const [blocker = "", ...rest] = titles;
  const waits = [`${blocker} waits for ${rest[0]}`, ...rest.slice(1).map((title) => `which waits for ${title}`)];
  return `${titles.at(-1)} can't wait for ${blocker}: ${waits.join(", ")}.`;
}

/** The items from one to another by what each waits for, both ends included; null where there is no such way. */
function findWay(items: readonly Linked[], fromId: string, toId: string): string[] | null {
  const byId = new Map(items.map((item) => [item.itemId, item]));
  const ways: string[][] = [[fromId]];
  const seen = new Set([fromId]);
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const last = way.at(-1) ?? "";
    for (const next of byId.get(last)?.blockedBy ?? []) {
      if (next === toId) return [...way, next];
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

/** Lines such as "2. Show the reason waits for 1. Read the feed", in the order of the items. */
export function sayDependencies(items: readonly Linked[]): string[] {
  const nameOf = nameItems(items);
  return items.flatMap(({ itemId, blockedBy }) => {
    const names = blockedBy.flatMap((id) => nameOf.get(id) ?? []);
    return names.length === 0 ? [] : [`${nameOf.get(itemId)} waits for ${names.join(" and ")}`];
  });
}

/** The same as a Mermaid diagram, from what comes first to what waits: to the right, or down where that is too narrow. */
export function drawDependencies(items: readonly Linked[], isNarrow: boolean): string {
  const nameOf = nameItems(items);
  const linked = new Set(
    items.flatMap(({ itemId, blockedBy }) => (blockedBy.length === 0 ? [] : [itemId, ...blockedBy])),
  );
  const shown = items
    .map((item, index) => ({ ...item, node: `t${index + 1}` }))
    .filter(({ itemId }) => linked.has(itemId));
  const nodeOf = new Map(shown.map(({ itemId, node }) => [itemId, node]));
  const nodes = shown.map(({ itemId, node }) => `  ${node}["${escapeLabel(nameOf.get(itemId) ?? "")}"]`);
  const edges = shown.flatMap(({ node, blockedBy }) =>
    blockedBy.flatMap((id) => (nodeOf.has(id) ? [`  ${nodeOf.get(id)} --> ${node}`] : [])),
  );
  return [`flowchart ${isNarrow ? "TB" : "LR"}`, ...nodes, ...edges].join("\n");
}

const maxLabelLength = 60;

/** Titles are people's words: whatever could mean something to the diagram is written by its number. */
function escapeLabel(text: string): string {
  const short = text.length > maxLabelLength ? `${text.slice(0, maxLabelLength - 1).trimEnd()}…` : text;
  return short.replaceAll(/[^\p{L}\p{N} ,.…]/gu, (char) => `#${char.codePointAt(0)};`);
}

function nameItems(items: readonly Linked[]): Map<string, string> {
  return new Map(items.map(({ itemId, title }, index) => [itemId, `${index + 1}. ${title}`]));
}
