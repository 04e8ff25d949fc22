import type { ChatContext } from "@cairn/contract/chat";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { updateIndex } from "#server/code-index/update/update-index.ts";
import { createRule } from "#server/domain/rules/create-rule.ts";
import type { AnswerEvent } from "#server/engine/answer-context/answer-event.ts";
import { hashLines, toLines, type CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import { listBranchIndexes } from "#server/index-storage/branch-indexes.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { makePage } from "#server/testing/make-page.ts";
import { createTestWorld, makeProject, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { openAnswer, type AnswerRequest } from "./open-answer.ts";
import { requireFocus } from "./require-focus.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const delay = (minutes: number) =>
  `/** Delays up to ${minutes} minutes are not told. */\nexport function toldDelay(minutes: number): number {\n  return minutes > ${minutes} ? minutes : 0;\n}\n`;

async function openProduct(files: Record<string, string> = {}) {
  const project = await makeProject(world);
  const { organizationId, projectId } = project;
  const origin = await createTestRepository();
  const first = await origin.commit("Add delays", { "src/delay.ts": delay(5), ...files });
  await origin.git("tag", "v1.0.0");
  const second = await origin.commit("Be quiet for longer", {
    "src/delay.ts": delay(9),
    "src/quay.ts": "export const quay = 1;\n",
  });
  await origin.git("tag", "v1.1.0");
  const commits = [first, second];
  for (const at of [2, 3, 4, 5]) {
    commits.push(await origin.commit(`Quay ${at}`, { "src/quay.ts": `export const quay = ${at};\n` }));
    await origin.git("tag", `v1.${at}.0`);
  }
  const { repositoryId } = await makeRepository(world, project, { slug: "board" });
  const mirror = world.ctx.mirrors.directory(repositoryId);
  await origin.git("clone", "-q", "--mirror", ".", mirror);
  await origin.remove();
  const directory = world.ctx.indexes.directory(repositoryId);
  await updateIndex({ directory, source: createMirrorSource(mirror), commit: commits.at(-1) ?? "" });
  const ask = async (text: string, given: Partial<AnswerRequest> & { about?: Partial<ChatContext> } = {}) => {
    const context: ChatContext = { projectId, lens: "technical", ...given.about };
    const { userId } = project.owner;
    const request = { organizationId, projectId, userId, text, context, earlier: [], tools: [], ...given };
    const events: AnswerEvent[] = [];
    for await (const event of openAnswer(project.ctx, request)) events.push(event);
    return read(events);
  };
  return { project, repositoryId, commits, ask };
}

function read(events: readonly AnswerEvent[]) {
  const all = <T extends AnswerEvent["type"]>(type: T) =>
    events.filter((event): event is Extract<AnswerEvent, { type: T }> => event.type === type);
  return {
    events,
    text: all("text")
      .map((event) => event.text)
      .join(""),
    sources: all("source").map((event) => event.source),
    basis: all("basis")[0]?.basis,
    suggestions: all("suggestions")[0]?.suggestions ?? [],
    questions: all("questions")[0]?.questions ?? [],
    calls: all("call").map((event) => event.name),
  };
}

const source = (repositoryId: string, commit: string, minutes: number): CheckedEvidence => ({
  repositoryId,
  commit,
  path: "src/delay.ts",
  startLine: 2,
  endLine: 3,
  hash: hashLines(toLines(delay(minutes)).slice(1, 3)),
});

it("tells first of all what it is read from, and last what could be asked next", async () => {
  const { ask, repositoryId, commits } = await openProduct();
  const { events, basis, suggestions } = await ask("How does toldDelay work?");
  expect(events[0]?.type).toBe("basis");
  expect(basis).toEqual([{ repositoryId, repository: "board", branch: "main", commit: commits.at(-1) }]);
  expect(events.slice(-2).map(({ type }) => type)).toEqual(["suggestions", "end"]);
  expect(suggestions).toEqual(["Who changed `toldDelay` and why?"]);
  const next = await ask(suggestions[0] ?? "", { earlier: [{ role: "user", content: "How does toldDelay work?" }] });
  expect(next.text).toContain("Be quiet for longer");
  expect(next.suggestions).not.toContain("Who changed `toldDelay` and why?");
});

describe("a question about the code as it was", () => {
  it("is answered from that commit, cites it and names it as its basis", async () => {
    const { ask, commits, repositoryId } = await openProduct();
    const { text, sources, basis, calls } = await ask("How did toldDelay work as of v1.0?");
    expect(text).toContain("Delays up to 5 minutes are not told");
    expect(text).not.toContain("9 minutes");
    expect(basis).toEqual([{ repositoryId, repository: "board", branch: null, commit: commits[0] }]);
    expect(new Set(sources.map(({ commit }) => commit))).toEqual(new Set([commits[0]]));
    expect(calls[0]).toBe("read_commit");
    expect((await ask("How did toldDelay work before v1.1.0?")).text).toContain("5 minutes");
    expect((await ask(`How did toldDelay work at commit ${commits[1]?.slice(0, 9)}?`)).text).toContain("9 minutes");
  });

  it("says so where there is no such state, and takes no other words for one", async () => {
    const { ask } = await openProduct();
    expect((await ask("How did toldDelay work as of v7?")).text).toMatch(/knows a state of the code “as of v7”/);
    const { text, basis } = await ask("How does toldDelay work in v7?");
    expect(text).toContain("9 minutes");
    expect(basis?.[0]?.branch).toBe("main");
  });

  it("keeps few such indexes, and none of a repository that is gone", async () => {
    const { ask, repositoryId } = await openProduct();
    const folder = `${world.ctx.indexes.directory(repositoryId)}.branches`;
    for (const minor of [0, 1, 2, 3, 4]) await ask(`How did toldDelay work as of v1.${minor}.0?`);
    expect(await listBranchIndexes(folder)).toHaveLength(3);
    expect((await ask("How did toldDelay work as of v1.0.0?")).text).toContain("5 minutes");
    await world.ctx.indexes.remove(repositoryId);
    expect(await listBranchIndexes(folder)).toEqual([]);
  });
});

it("tells what changed since the person asked before, with lines of what is gone", async () => {
  const { ask, commits } = await openProduct({ "src/pier.ts": "export function pier() {\n  return 1;\n}\n" });
  const { text, sources } = await ask("What changed between v1.0.0 and v1.1.0?");
  expect(text).toContain("Be quiet for longer");
  expect(text).toContain("Changed: `toldDelay`");
  expect(sources.every(({ commit }) => commit === commits[0] || commit === commits[1])).toBe(true);
  const lastRequestedAt = "2027-01-01T00:00:00.000Z";
  expect((await ask("What changed since I last asked?", { lastAskedAt: lastRequestedAt })).text).toMatch(
    /^Nothing changed since 2027-01-01/,
  );
});

describe("what people wrote", () => {
  it("is quoted from pages with the page's own lines, and marked where it is old", async () => {
    const { ask, project, repositoryId, commits } = await openProduct();
    const sources = [source(repositoryId, commits[0] ?? "", 5)];
    const content = "Passengers hear nothing of short delays, because captains make them up on the way. [1]";
    await makePage(world, project, {
      title: "Announcements",
      sections: [{ title: "Short delays", content, sources, isChanged: true, prompt: "Short delays" }],
    });
    const answer = await ask("What do passengers hear of short delays?");
    expect(answer.text).toMatch(
      /The page “Announcements”, “Short delays” \(the code changed since this was written\): “Passengers hear nothing of short delays, because captains make them up on the way\.” \[\d+\]/,
    );
    const [, number] = /way\.” \[(\d+)\]/.exec(answer.text) ?? [];
    expect(answer.sources[Number(number) - 1]).toEqual(sources[0]);
    const other = await openProduct();
    expect((await other.ask("What do passengers hear of short delays?")).text).not.toContain("captains");
  });

  it("is quoted from rules where a rule is asked for", async () => {
    const { ask, project } = await openProduct();
    const { organizationId, projectId } = project;
    await createRule(project.ctx, {
      organizationId,
      projectId,
      serviceId: null,
      condition: "You change how a delay is told",
      instruction: "Ask the harbour master before you merge it.",
    });
    expect((await ask("Is there a rule for changing delays?")).text).toContain(
      "- If you change how a delay is told, then ask the harbour master before you merge it.",
    );
    expect((await ask("Where is the quay?")).text).not.toContain("harbour");
  });
});

describe("a question from a section of a page", () => {
  it("is about what that section rests on", async () => {
    const { ask, project, repositoryId, commits } = await openProduct({
      "src/fare.ts": "/** What a ticket costs. */\nexport function toldFare(): number {\n  return 3;\n}\n",
    });
    const fare = { ...source(repositoryId, commits.at(-1) ?? "", 9), path: "src/fare.ts" };
    const { artifactId, sectionIds } = await makePage(world, project, {
      sections: [
        { title: "toldDelay", sources: [source(repositoryId, commits.at(-1) ?? "", 9)], prompt: "a" },
        { title: "toldFare", sources: [fare], prompt: "b" },
      ],
    });
    const about = { artifactId, sectionId: sectionIds[1] ?? "" };
    expect((await ask("How does this work?", { about })).text).toContain("What a ticket costs");
  });

  it("that is not of this page is refused like one that does not exist", async () => {
    const { project } = await openProduct();
    const { artifactId, sectionIds } = await makePage(world, project, { sections: [{ title: "Own" }] });
    const other = await openProduct();
    const foreign = await makePage(world, other.project, { sections: [{ title: "Foreign" }] });
    const require = (sectionId: string, page: string | undefined = artifactId) =>
      requireFocus(project.ctx, project, {
        context: { lens: "technical", sectionId, ...(page === undefined ? {} : { artifactId: page }) },
        earlier: null,
      });
    await require(sectionIds[0] ?? "");
    for (const sectionId of [foreign.sectionIds[0] ?? "", world.ctx.newId()]) {
      await expect(require(sectionId)).rejects.toMatchObject({ code: "not_found", message: "Section not found" });
    }
  });
});

describe("a question that says too little", () => {
  const twins = {
    "src/web/handle.ts": "/** Answers a browser. */\nexport function handle() {\n  return 1;\n}\n",
    "src/mail/handle.ts": "/** Answers a letter. */\nexport function handle() {\n  return 2;\n}\n",
  };

  it("is asked back, and answered by the choice", async () => {
    const { ask } = await openProduct(twins);
    const question = "How does `handle` work?";
    const { text, questions, events } = await ask(question);
    expect(text).toContain("`handle` is the name of 2 different things");
    expect(questions[0]?.options.toSorted()).toEqual([
      "handle (function) in src/mail/handle.ts",
      "handle (function) in src/web/handle.ts",
    ]);
    expect(events.at(-1)?.type).toBe("end");
    const earlier = [
      { role: "user" as const, content: question },
      { role: "assistant" as const, content: text },
    ];
    const chosen = await ask("**Which `handle`?** handle (function) in src/mail/handle.ts", { earlier });
    expect(chosen.text).toContain("Answers a letter");
    expect(chosen.questions).toEqual([]);
  });

  it("is answered straight where it can be", async () => {
    const { ask } = await openProduct(twins);
    for (const text of [
      "How does toldDelay work?",
      "How does it handle a letter?",
      "Where is src/mail/handle.ts?",
      "What changed lately?",
      "Which settings are there?",
    ]) {
      expect((await ask(text)).questions).toEqual([]);
    }
  });
});
