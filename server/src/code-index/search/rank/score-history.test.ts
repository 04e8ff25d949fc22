import { describe, expect, it } from "vitest";

import { finish } from "#server/code-index/runtime/steps.ts";
import type { CommitRecord } from "#server/git-source.ts";

import { gatherCommitPostings } from "./commit-postings.ts";
import type { CommitPostings } from "./commit-postings.ts";
import { parseQuery } from "./parse-query.ts";
import { scoreHistory } from "./score-history.ts";

const paths = ["a.ts", "b.ts", "c.ts", "d.ts"];
const numbers = new Map(paths.map((path, number) => [path, number]));

const commit = (subject: string, changed: string[], body = ""): CommitRecord => ({
  oid: "0".repeat(40),
  authorName: "Ada",
  authorEmail: "ada@example.com",
  committedAt: "2024-01-01T00:00:00Z",
  subject,
  body,
  paths: changed,
});

const gathered = (commits: readonly CommitRecord[], former?: CommitPostings): CommitPostings =>
  finish(gatherCommitPostings(commits, numbers, former));

/** Signals by path, rounded; only what is above nothing. */
function stated(query: string, commits: readonly CommitRecord[]) {
  const { signals, best } = scoreHistory(parseQuery(query), gathered(commits), paths.length);
  const files = (values: Float32Array): Record<string, number> =>
    Object.fromEntries(
      paths.flatMap((path, at) => ((values[at] ?? 0) > 0 ? [[path, Number((values[at] ?? 0).toFixed(2))]] : [])),
    );
  return { votes: files(signals.votes), messages: files(signals.messages), ticket: files(signals.ticket), best };
}

describe("what commits say of files", () => {
  it("is nothing where no message has a word of the query", () => {
    expect(stated("gallery", [commit("Send letters", ["a.ts"])])).toEqual({
      votes: {},
      messages: {},
      ticket: {},
      best: [],
    });
  });

  it("is nothing without commits, and without a query", () => {
    const nothing = { votes: {}, messages: {}, ticket: {}, best: [] };
    expect([stated("letters", []), stated("", [commit("Send letters", ["a.ts"])])]).toEqual([nothing, nothing]);
  });

  it("is said of the files that the commit changed, of the few of a small commit more", () => {
    const commits = [
      commit("Send letters", ["a.ts"]),
      commit("Send letters", ["b.ts", "c.ts"]),
      commit("Other", ["d.ts"]),
    ];
    const { votes, best } = stated("letters", commits);
    expect(votes).toEqual({ "a.ts": 1, "b.ts": 0.84, "c.ts": 0.84 });
    expect(best).toEqual([0, 1]);
  });

  it("leaves out files that are gone, and commits over more than 40 paths", () => {
    const many = Array.from({ length: 38 }, (_, at) => `gone${at}.ts`);
    const commits = [
      commit("Send letters", ["gone.ts", "a.ts"]),
      commit("Send letters", [...many, "b.ts", "c.ts"]),
      commit("Send letters", [...many, "b.ts", "c.ts", "d.ts"]),
      commit("Send letters", ["gone.ts"]),
    ];
    expect(Object.keys(stated("letters", commits).votes)).toEqual(["a.ts", "b.ts", "c.ts"]);
    expect(stated("letters", commits).best).toEqual([0, 1]);
  });

  it("is also said by bodies, but not by their trailers and links", () => {
    const body = "Letters bounce.\n\nReviewed-by: Gallery Person <g@example.com>\nhttps://example.com/pictures";
    const commits = [commit("Change", ["a.ts"], body)];
    expect(["bounce", "gallery", "pictures"].map((query) => Object.keys(stated(query, commits).votes))).toEqual([
      ["a.ts"],
      [],
      [],
    ]);
  });

  it("finds the files of a ticket, and of none that most commits name", () => {
    const commits = [
      commit("Send letters (#12)", ["a.ts"]),
      ...Array.from({ length: 9 }, () => commit("Sort (#34)", ["b.ts"])),
    ];
    expect(stated("Undo #12", commits)).toMatchObject({ ticket: { "a.ts": 1 }, best: [0] });
    expect(stated("Undo #34", commits)).toMatchObject({ ticket: {}, best: [] });
  });

  it("counts for a file what all its messages say together", () => {
    const commits = [
      commit("Send letters", ["a.ts"]),
      commit("Letters once more", ["a.ts"]),
      commit("Letters", ["b.ts"]),
      commit("Sort pictures", ["c.ts"]),
    ];
    const { messages } = stated("letters", commits);
    expect(Object.keys(messages)).toEqual(["a.ts", "b.ts"]);
    expect(messages["a.ts"]).toBe(1);
    expect(messages["b.ts"]).toBeLessThan(1);
  });
});

describe("history that is carried on", () => {
  it("says the same as history that is read anew", () => {
    const old = [commit("Send letters", ["a.ts"]), commit("Sort pictures", ["b.ts", "c.ts"])];
    const former = gathered(old);
    const commits = [commit("Queue letters", ["d.ts", "a.ts"]), ...old.slice(0, 1), commit("Pictures", ["c.ts"])];
    for (const query of ["letters", "pictures", "queue pictures letters", "sort"]) {
      const carried = scoreHistory(parseQuery(query), gathered(commits, former), paths.length);
      expect(carried).toEqual(scoreHistory(parseQuery(query), gathered(commits), paths.length));
    }
  });
});
