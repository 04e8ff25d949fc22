import { expect, it } from "vitest";

import { chooseSeedIndexes } from "./choose-seed-indexes.ts";

const url = (address: string) => ({ type: "url" as const, url: address });
const row = (repositoryId: string, slug: string, connection: ReturnType<typeof url>, projectId = "one") => ({
  repositoryId,
  slug,
  connection,
  projectId,
});

it("asks the same address first, then who shares a name, its own product before others, five at most", () => {
  const own = row("own", "ferry-board", url("https://host/team/ferry-board.git"));
  const others = [
    row("fork", "board", url("https://host/ada/ferry-board"), "two"),
    row("near", "board-tools", url("https://host/team/board-tools")),
    row("far", "board-tools", url("https://host/team/board-tools"), "two"),
    row("none", "payments", url("https://host/team/payments")),
    row("branch", "ferry-board-2", url("https://host/team/ferry-board.git")),
    ...["1", "2", "3"].map((n) => row(`more${n}`, `board-${n}`, url(`https://host/team/board-${n}`), "three")),
  ];
  const chosen = chooseSeedIndexes(own, others);
  expect(chosen.slice(0, 4)).toEqual(["branch", "fork", "near", "far"]);
  expect(chosen).toHaveLength(5);
  expect(chosen).not.toContain("none");
});

it("takes what stands in every address or is short for no likeness", () => {
  const own = row("own", "repository", url("https://host/team/my-git.git"));
  expect(chooseSeedIndexes(own, [row("other", "repository-2", url("https://host/team/to-git.git"))])).toEqual([]);
});
