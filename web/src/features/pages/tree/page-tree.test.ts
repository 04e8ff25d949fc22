import type { ArtifactSummary } from "@cairn/contract/pages";
import { expect, it } from "vitest";

import { movePage } from "#web/features/pages/api/page-position.ts";

import { moveByKey } from "./page-moves.ts";
import {
  buildPageTree,
  dropPartAtOffset,
  filterPageTree,
  listPageRows,
  findAncestors,
  dropPosition,
  siblingPosition,
} from "./page-tree.ts";
import type { DropPart, PageNode } from "./page-tree.ts";

function page(artifactId: string, parentArtifactId: string | null = null): ArtifactSummary {
  return {
    artifactId,
    title: artifactId,
    type: "page",
    projectId: "p",
    serviceId: null,
    parentArtifactId,
    revision: 1,
    isUpdating: false,
    updatedAt: "2026-01-01T00:00:00Z",
    creator: null,
    writtenBy: "Built-in engine",
    staleSections: 0,
    heldSections: 0,
    isPlanned: true,
    isPinned: false,
  };
}

/** "a(b(c) d)" */
function shape(tree: readonly PageNode[]): string {
  return tree
    .map(({ page: { artifactId }, children }) => artifactId + (children.length > 0 ? `(${shape(children)})` : ""))
    .join(" ");
}

const pages = [page("a"), page("c", "b"), page("b", "a"), page("d", "a"), page("e")];

const rows = listPageRows(buildPageTree(pages), () => false);

function rowOf(artifactId: string) {
  const row = rows.find((one) => one.node.page.artifactId === artifactId);
  if (!row) throw new Error(`No row ${artifactId}`);
  return row;
}

function dropped(artifactId: string, over: string, part: DropPart): string | null {
  const position = dropPosition(rowOf(artifactId), rowOf(over), part);
  return position && shape(buildPageTree(movePage(pages, position)));
}

it("puts pages under their parents, whichever comes first in the list", () => {
  expect(shape(buildPageTree(pages))).toBe("a(b(c) d) e");
});

it("keeps pages whose parent is missing, or that are their own ancestor", () => {
  expect(shape(buildPageTree([page("a", "gone"), page("b")]))).toBe("a b");
  const circle = [page("a", "b"), page("b", "a"), page("c", "c")];
  const shown = listPageRows(buildPageTree(circle), () => false).map(({ node }) => node.page.artifactId);
  expect(shown.toSorted()).toEqual(["a", "b", "c"]);
});

it("omits rows below a folded page, and filters pages together with their ancestors", () => {
  const tree = buildPageTree(pages);
  expect(listPageRows(tree, (id) => id === "b").map(({ node, depth }) => `${depth}${node.page.artifactId}`)).toEqual([
    "0a",
    "1b",
    "1d",
    "0e",
  ]);
  expect(shape(filterPageTree(tree, "C"))).toBe("a(b(c))");
  expect(shape(filterPageTree(tree, " "))).toBe("a(b(c) d) e");
  expect(findAncestors(tree, "c").map(({ page: { artifactId } }) => artifactId)).toEqual(["a", "b"]);
});

it("steps up and down among siblings and stops at the edge", () => {
  const stepped = (artifactId: string, step: -1 | 1) => {
    const position = siblingPosition(rowOf(artifactId), step);
    return position && shape(buildPageTree(movePage(pages, position)));
  };
  expect(stepped("d", -1)).toBe("a(d b(c)) e");
  expect(stepped("b", 1)).toBe("a(d b(c)) e");
  expect(stepped("b", -1)).toBeNull();
  expect(stepped("e", 1)).toBeNull();
});

it("moves a page below the one above it and out again by keys", () => {
  const moved = (artifactId: string, key: string) => {
    const move = moveByKey(rowOf(artifactId), rows, key);
    return move && shape(buildPageTree(movePage(pages, move.position)));
  };
  expect(moved("e", "ArrowRight")).toBe("a(b(c) d e)");
  expect(moved("b", "ArrowRight")).toBeNull();
  expect(moved("b", "ArrowLeft")).toBe("a(d) b(c) e");
  expect(moved("c", "ArrowLeft")).toBe("a(b c d) e");
  expect(moved("a", "ArrowLeft")).toBeNull();
  expect(moved("a", "x")).toBeNull();
});

it("drops a page before, after and inside another one, but not inside itself or at its own position", () => {
  expect(dropped("e", "a", "before")).toBe("e a(b(c) d)");
  expect(dropped("e", "b", "after")).toBe("a(b(c) e d)");
  expect(dropped("e", "d", "inside")).toBe("a(b(c) d(e))");
  expect(dropped("c", "a", "after")).toBe("a(b d) c e");
  expect(dropped("a", "c", "inside")).toBeNull();
  expect(dropped("e", "a", "after")).toBeNull();
  expect(dropped("d", "a", "inside")).toBeNull();
  expect([2, 14, 26].map((offset) => dropPartAtOffset(offset, 28))).toEqual(["before", "inside", "after"]);
});
