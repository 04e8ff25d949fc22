import type { ArtifactSummary } from "@cairn/contract/pages";

import type { PagePosition } from "#web/features/pages/api/page-position.ts";

/** A page with the pages below it, in their order. */
export interface PageNode {
  page: ArtifactSummary;
  children: PageNode[];
}

/** One visible row of a tree. */
export interface PageRow {
  node: PageNode;
  /** From 0 at the top. */
  depth: number;
  parentArtifactId: string | null;
  /** The pages with the same parent, this one included. */
  siblings: readonly PageNode[];
}

/** Builds the tree. A page whose parent is not in the list, or that is its own ancestor, is at the top level. */
export function buildPageTree(pages: readonly ArtifactSummary[]): PageNode[] {
  const nodes = new Map<string, PageNode>(pages.map((page) => [page.artifactId, { page, children: [] }]));
  const top: PageNode[] = [];
  for (const node of nodes.values()) {
    const parent = nodes.get(node.page.parentArtifactId ?? "");
    if (parent && !isSelfOrDescendant(nodes, parent, node)) parent.children.push(node);
    else top.push(node);
  }
  return top;
}

/** Whether a page is `above` or below it. */
function isSelfOrDescendant(nodes: ReadonlyMap<string, PageNode>, node: PageNode, above: PageNode): boolean {
  const seen = new Set<PageNode>();
  let at: PageNode | undefined = node;
  while (at && !seen.has(at)) {
    if (at === above) return true;
    seen.add(at);
    at = nodes.get(at.page.parentArtifactId ?? "");
  }
  return false;
}

/** The visible rows of a tree from the top down, without those below a folded page. */
export function listPageRows(tree: readonly PageNode[], isFolded: (artifactId: string) => boolean): PageRow[] {
  const walk = (siblings: readonly PageNode[], depth: number, parentArtifactId: string | null): PageRow[] =>
    siblings.flatMap((node) => {
      const { artifactId } = node.page;
      const below = isFolded(artifactId) ? [] : walk(node.children, depth + 1, artifactId);
      return [{ node, depth, parentArtifactId, siblings }, ...below];
    });
  return walk(tree, 0, null);
}

/** The pages whose title contains all typed words, with their ancestors. */
export function filterPageTree(tree: readonly PageNode[], text: string): PageNode[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const filterNode = (node: PageNode): PageNode[] => {
    const title = node.page.title.toLowerCase();
    const children = node.children.flatMap(filterNode);
    return children.length > 0 || words.every((word) => title.includes(word)) ? [{ page: node.page, children }] : [];
  };
  return words.length === 0 ? [...tree] : tree.flatMap(filterNode);
}

/** The ids of a page and all its descendants. */
export function subtreeIds(node: PageNode): string[] {
  return [node.page.artifactId, ...node.children.flatMap(subtreeIds)];
}

/** The ancestors of a page from the top down; empty where it is not in the tree. */
export function findAncestors(tree: readonly PageNode[], artifactId: string): PageNode[] {
  for (const node of tree) {
    if (node.children.some((child) => child.page.artifactId === artifactId)) return [node];
    const below = findAncestors(node.children, artifactId);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

/** The position one step up or down among its siblings; null at the edge. */
export function siblingPosition({ node, siblings, parentArtifactId }: PageRow, step: -1 | 1): PagePosition | null {
  const index = siblings.indexOf(node);
  const isAtEdge = step === -1 ? index === 0 : index === siblings.length - 1;
  if (isAtEdge) return null;
  const before = siblings[step === -1 ? index - 1 : index + 2];
  return {
    artifactId: node.page.artifactId,
    parentArtifactId,
    beforeArtifactId: before?.page.artifactId ?? null,
  };
}

/** The part of a row that the pointer is over during a drag. */
export type DropPart = "before" | "inside" | "after";

const edgeShare = 0.28;

/** The upper edge of a row means before it, the lower edge after it, the middle as its child. */
export function dropPartAtOffset(offset: number, height: number): DropPart {
  if (offset < height * edgeShare) return "before";
  return offset > height * (1 - edgeShare) ? "after" : "inside";
}

/** The position of a page that is dropped on a row; null where that is not possible, or it is there already. */
export function dropPosition(dragged: PageRow, over: PageRow, part: DropPart): PagePosition | null {
  const { artifactId } = dragged.node.page;
  if (subtreeIds(dragged.node).includes(over.node.page.artifactId)) return null;
  if (part === "inside") {
    const isThere = over.node.children.at(-1) === dragged.node;
    return isThere ? null : { artifactId, parentArtifactId: over.node.page.artifactId, beforeArtifactId: null };
  }
  const others = over.siblings.filter((one) => one !== dragged.node);
  const index = others.indexOf(over.node) + (part === "before" ? 0 : 1);
  const before = others[index]?.page.artifactId ?? null;
  const isThere = dragged.siblings === over.siblings && dragged.siblings.indexOf(dragged.node) === index;
  return isThere ? null : { artifactId, parentArtifactId: over.parentArtifactId, beforeArtifactId: before };
}
