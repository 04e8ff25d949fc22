import { randomUUID } from "node:crypto";

import type { Implementation } from "@cairn/contract/implementations";
import type { RuleCheck } from "@cairn/contract/rule-checks";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { mergeImplementation } from "#server/domain/implementations/merge/merge-implementation.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { commitOnTop } from "#server/domain/implementations/testing/commit-on-top.ts";
import { implementFiles, keyOf } from "#server/domain/implementations/testing/documented-run.ts";
import { makeRunProject, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { updateProject } from "#server/domain/projects/update-project.ts";
import { createRule } from "#server/domain/rules/create-rule.ts";
import { updateRule } from "#server/domain/rules/update-rule.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { getRuleScoreboard } from "./get-rule-scoreboard.ts";
import { listImplementationRules } from "./list-implementation-rules.ts";
import { previewRuleCheck } from "./preview-rule-check.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const words = {
  condition: "A migration in db/migrations/ is added",
  instruction: "Also update docs/schema.md, so that readers see it",
};
const check = { kind: "changed-together" as const, files: "db/migrations/**", needed: "docs/schema.md" };
const inProject = ({ organizationId, projectId }: RunProject) => ({ organizationId, projectId });
const migration = { "db/migrations/1.sql": "alter table t add a int;\n" };

async function rulesOf(project: RunProject, one: Implementation) {
  const { content } = await listImplementationRules(project.ctx, keyOf(project, one));
  return content.map(({ condition, isRequired, checked }) => [condition, isRequired, checked?.verdict ?? null]);
}

it("says of each rule whether a change keeps to it, and forbids the merge of one that breaks a required rule", async () => {
  const project = await makeRunProject(world);
  const key = inProject(project);
  const advice = { condition: "Anything is changed here", instruction: "Think of whoever reads it next" };
  await createRule(project.ctx, { ...key, ...advice });
  const { ruleId } = await createRule(project.ctx, { ...key, ...words, check });
  const breaking = await implementFiles(world, project, migration);
  const keeping = await implementFiles(world, project, { ...migration, "docs/schema.md": "# a\n" });
  expect(await rulesOf(project, breaking)).toEqual([
    [words.condition, false, "broken"],
    [advice.condition, false, null],
  ]);
  expect(await rulesOf(project, keeping)).toEqual([
    [words.condition, false, "passed"],
    [advice.condition, false, null],
  ]);
  expect(await getImplementation(project.ctx, keyOf(project, breaking))).toMatchObject({ canMerge: true });

  await updateRule(project.ctx, { ...key, ruleId, isRequired: true });
  const message = `Breaks the required rule “If ${words.condition}”: db/migrations/1.sql changed, but nothing in docs/schema.md`;
  expect(await getImplementation(project.ctx, keyOf(project, breaking))).toMatchObject({
    canMerge: false,
    mergeObstacles: [{ kind: "rule", message }],
  });
  const merging = mergeImplementation(project.ctx, { ...keyOf(project, breaking), head: breaking.head ?? "" });
  await expect(merging).rejects.toMatchObject({ code: "conflict", message });
  expect(await getImplementation(project.ctx, keyOf(project, keeping))).toMatchObject({ canMerge: true });

  // Who takes the check away leaves advice.
  await updateRule(project.ctx, { ...key, ruleId, check: null });
  expect(await getImplementation(project.ctx, keyOf(project, breaking))).toMatchObject({ canMerge: true });
});

it("counts how the newest changes kept to a rule, and who could have read it", async () => {
  const project = await makeRunProject(world);
  const key = inProject(project);
  const before = await implementFiles(world, project, migration);
  const { ruleId } = await createRule(project.ctx, { ...key, ...words, check });
  const later = { ...project.ctx, now: () => new Date(project.ctx.now().getTime() + 60_000) };
  const latest = await createRule(later, { ...key, ...words, check });
  await implementFiles(world, project, { ...migration, "docs/schema.md": "# a\n" });
  await implementFiles(world, project, { "README.md": "# Elsewhere\n" });
  expect(await getRuleScoreboard(project.ctx, { ...key, ruleId })).toMatchObject({
    changes: 3,
    counts: { delivered: 3, applied: 2, passed: 1, broken: 1 },
    broken: [
      {
        implementationId: before.implementationId,
        task: { title: before.task.title },
        lines: { path: "db/migrations/1.sql", side: "new", startLine: 1 },
      },
    ],
  });
  const undelivered = await getRuleScoreboard(project.ctx, { ...key, ruleId: latest.ruleId });
  expect(undelivered.counts).toEqual({ delivered: 0, applied: 2, passed: 1, broken: 1 });
  expect(await previewRuleCheck(project.ctx, { ...key, ...words })).toMatchObject({
    check,
    scoreboard: { counts: { delivered: 0, applied: 2, passed: 1, broken: 1 } },
  });
  const vague = { condition: "Something is changed", instruction: "Take care of all the others" };
  expect(await previewRuleCheck(project.ctx, { ...key, ...vague })).toEqual({ check: null, scoreboard: null });
});

it("holds a rule of one service against this service alone", async () => {
  const project = await makeRunProject(world);
  const one = await implementFiles(world, project, migration);
  const key = inProject(project);
  await createRule(project.ctx, { ...key, ...words, check, serviceId: project.serviceId });
  expect(await rulesOf(project, one)).toEqual([]);
  const { serviceId } = project;
  const isOne = eq(implementations.implementationId, one.implementationId);
  await world.ctx.db.update(implementations).set({ serviceId }).where(isOne);
  expect(await rulesOf(project, one)).toEqual([[words.condition, false, "broken"]]);
});

it("runs the command of a rule before a change and with it, and blames the change for what passed before", async () => {
  const project = await makeRunProject(world);
  const key = inProject(project);
  const ruleOf = (condition: string, files: string, command: string) =>
    createRule(project.ctx, {
      ...key,
      condition,
      instruction: "Keep what the command looks for",
      check: { kind: "command", files, command },
    });
  const noDraft = await ruleOf("A page is written", "**", "! grep -rq DRAFT .");
  await ruleOf("A licence is there", "**", "test -e LICENCE");
  await ruleOf("Python is changed", "**/*.py", "false");
  const breaking = await implementFiles(world, project, { "page.md": "DRAFT\n" });
  const keeping = await implementFiles(world, project, { "page.md": "Done\n" });
  expect(await rulesOf(project, breaking)).toEqual([
    ["A page is written", false, "broken"],
    ["A licence is there", false, "unknown"],
    ["Python is changed", false, "not-applied"],
  ]);
  expect(await rulesOf(project, keeping)).toEqual([
    ["A licence is there", false, "unknown"],
    ["A page is written", false, "passed"],
    ["Python is changed", false, "not-applied"],
  ]);
  // What it breaks is said beside its other checks, and is no red check of its own.
  const checked = await getImplementation(project.ctx, keyOf(project, breaking));
  expect(checked).toMatchObject({
    canMerge: true,
    proof: { state: "none", summary: "The rule’s command “! grep -rq DRAFT .” fails." },
  });
  const { content } = await listImplementationRules(project.ctx, keyOf(project, breaking));
  expect(content[1]?.checked?.note).toMatch(/^It did not pass before either\./);

  await updateRule(project.ctx, { ...key, ruleId: noDraft.ruleId, isRequired: true });
  const refused = await getImplementation(project.ctx, keyOf(project, breaking));
  expect(refused.mergeObstacles).toEqual([
    {
      kind: "rule",
      message: expect.stringMatching(
        /^Breaks the required rule “If A page is written”: ! grep -rq DRAFT \.: It passed before/,
      ),
    },
  ]);
  expect(await getImplementation(project.ctx, keyOf(project, keeping))).toMatchObject({ canMerge: true });

  // A changed command has said nothing yet.
  const other = { kind: "command" as const, files: "**", command: "true" };
  await updateRule(project.ctx, { ...key, ruleId: noDraft.ruleId, check: other });
  expect(await rulesOf(project, breaking)).toContainEqual(["A page is written", true, "unknown"]);
});

it("merges nothing of which nobody knows whether it keeps to a required rule, and says what to do", async () => {
  const project = await makeRunProject(world);
  const key = inProject(project);
  const demand = (condition: string, check: RuleCheck) =>
    createRule(project.ctx, { ...key, condition, instruction: "Keep to what is said here", check, isRequired: true });
  const check = { kind: "forbidden-text" as const, files: "data/**", text: "DRAFT" };
  const large = await demand("Data is written", check);
  const one = await implementFiles(world, project, {
    "data/all.txt": "1\n".repeat(60_001),
    "src/a.ts": "export {};\n",
  });
  const notKnown = (condition: string, why: string) => ({
    canMerge: false,
    mergeObstacles: [
      {
        kind: "rule",
        message: expect.stringContaining(
          `Nobody knows whether it keeps to the required rule “If ${condition}”. ${why}`,
        ),
      },
    ],
  });
  const read = () => getImplementation(project.ctx, keyOf(project, one));
  expect(await read()).toMatchObject(
    notKnown("Data is written", "Too large to be read whole: data/all.txt. Split the change, narrow the files"),
  );
  const merge = () => mergeImplementation(project.ctx, { ...keyOf(project, one), head: one.head ?? "" });
  await expect(merge()).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("Nobody knows") });
  // What was read is known, and so is what the rule is not about.
  await updateRule(project.ctx, { ...key, ruleId: large.ruleId, check: { ...check, files: "src/**" } });
  expect(await read()).toMatchObject({ canMerge: true });

  // Its command was never run for this change.
  const later = await demand("Code is written", { kind: "command", files: "**", command: "true" });
  expect(await read()).toMatchObject(
    notKnown("Code is written", "Its command has not been run for this change. Prove the change again"),
  );
  // The queue runs it before anything is merged.
  await updateProject(project.ctx, { ...key, mergePath: "queue" });
  expect(await read()).toMatchObject({ canMerge: true });
  await updateProject(project.ctx, { ...key, mergePath: "direct" });
  await updateRule(project.ctx, { ...key, ruleId: later.ruleId, isRequired: false });

  // It fails before as well.
  await demand("A licence is there", { kind: "command", files: "**", command: "test -e LICENCE" });
  const other = await implementFiles(world, project, { "src/b.ts": "export {};\n" });
  expect(await getImplementation(project.ctx, keyOf(project, other))).toMatchObject(
    notKnown("A licence is there", "It did not pass before either."),
  );
});

it("goes by what a command said also where the change has too many files to be read", async () => {
  const project = await makeRunProject(world);
  const check = { kind: "command" as const, files: "pages/**", command: "! grep -rq DRAFT ." };
  await createRule(project.ctx, { ...inProject(project), ...words, check, isRequired: true });
  const one = await implementFiles(world, project, { "pages/0.md": "DRAFT\n" });
  expect(await rulesOf(project, one)).toEqual([[words.condition, true, "broken"]]);
  const names = Array.from({ length: 20_100 }, (_, at) => `other/${at}.md`);
  const files = Object.fromEntries(names.map((name) => [name, "a\n"]));
  const headOid = await commitOnTop(project, { parent: one.head ?? "", ref: `refs/heads/${one.workingBranch}`, files });
  const isOne = eq(implementations.implementationId, one.implementationId);
  await world.ctx.db.update(implementations).set({ headOid }).where(isOne);
  expect(await rulesOf(project, one)).toEqual([[words.condition, true, "broken"]]);
  expect(await getImplementation(project.ctx, keyOf(project, one))).toMatchObject({ canMerge: false });
});

it("refuses to require what nobody can check", async () => {
  const project = await makeRunProject(world);
  const key = inProject(project);
  const refused = { code: "unprocessable", message: "Only a rule with a check can be required." };
  await expect(createRule(project.ctx, { ...key, ...words, isRequired: true })).rejects.toMatchObject(refused);
  const { ruleId } = await createRule(project.ctx, { ...key, ...words });
  await expect(updateRule(project.ctx, { ...key, ruleId, isRequired: true })).rejects.toMatchObject(refused);
  const advice = { code: "unprocessable", message: "This rule has no check; it is advice only." };
  await expect(getRuleScoreboard(project.ctx, { ...key, ruleId })).rejects.toMatchObject(advice);
  await expect(getRuleScoreboard(project.ctx, { ...key, ruleId: randomUUID() })).rejects.toMatchObject({
    code: "not_found",
  });
});
