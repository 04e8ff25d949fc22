import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { readChange } from "#server/domain/implementations/flags/read-change.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { checkChange } from "./check-change.ts";
import { linesBeside } from "./find-lacking.ts";
import { proposeCheck } from "./propose-check.ts";
import { billing } from "./testing/written-rules/billing.ts";
import { clinic } from "./testing/written-rules/clinic.ts";
import { ledgerService } from "./testing/written-rules/ledger-service.ts";
import { storefront } from "./testing/written-rules/storefront.ts";
import { timetableApi } from "./testing/written-rules/timetable-api.ts";
import type { ChangeStep, ChangeSteps, RuleCase } from "./testing/written-rules/written-rule.ts";

const repositories = { timetableApi, ledgerService, clinic, storefront, billing };
/** False alarms that are put up with, over all rules together. */
const maxFalse = 1;
const told: string[] = [];
const toldFalsely: string[] = [];

describe.each(Object.entries(repositories))("rules of %s, against commits of git", (_name, { files, rules }) => {
  let repository: TestRepository;
  let base: string;
  beforeAll(async () => {
    repository = await createTestRepository();
    base = await repository.commit("Begin", files);
  });
  afterAll(() => repository.remove());

  it.each(rules)("If $condition, then $instruction", async (rule) => {
    const verdictOf = async (change: ChangeSteps) => {
      await repository.git("reset", "--quiet", "--hard", base);
      return await judge(repository, { rule, base, change });
    };
    for (const change of rule.breaks) {
      const what = JSON.stringify(change);
      expect([what, await verdictOf(change)]).toEqual([what, "broken"]);
      told.push(what);
    }
    for (const change of rule.keeps) {
      if ((await verdictOf(change)) === "broken") toldFalsely.push(`${rule.instruction}: ${JSON.stringify(change)}`);
    }
  });
});

it("tells each of the changes that break them, and next to none of those that do not", () => {
  expect(told).toHaveLength(100);
  expect(toldFalsely.slice(maxFalse)).toEqual([]);
});

it("has 25 rules, most of which say by their own words how they are checked", () => {
  const rules = Object.values(repositories).flatMap((one) => one.rules);
  expect(rules).toHaveLength(25);
  const unread = rules.filter((rule) => proposeCheck(rule) === null);
  const typed = rules.filter((rule) => rule.typed !== undefined);
  expect(unread.map(({ instruction }) => instruction)).toEqual(typed.map(({ instruction }) => instruction));
  expect(typed.length).toBeLessThanOrEqual(5);
});

interface JudgedChange {
  rule: RuleCase;
  base: string;
  change: ChangeSteps;
}

async function judge(repository: TestRepository, { rule, base, change }: JudgedChange): Promise<string> {
  const check = rule.typed ?? proposeCheck(rule);
  if (check === null) throw new Error(`nothing checks: ${rule.instruction}`);
  const written: Record<string, string> = {};
  for (const step of change) await take(repository, step, written);
  const head = await repository.commit("Change", written);
  const directory = path.join(repository.path, ".git");
  const { files, isTruncated } = await readChange({ directory, base, head }, { contextLines: linesBeside });
  return checkChange(check, { files, isWhole: !isTruncated }).verdict;
}

async function take(repository: TestRepository, step: ChangeStep, written: Record<string, string>): Promise<void> {
  const { path: folder } = repository;
  if ("put" in step) written[step.put] = step.text;
  else if ("delete" in step) await rm(path.join(folder, step.delete));
  else if ("move" in step) {
    await mkdir(path.dirname(path.join(folder, step.to)), { recursive: true });
    await repository.git("mv", step.move, step.to);
  } else {
    const former = written[step.edit] ?? (await readFile(path.join(folder, step.edit), "utf8"));
    if (!former.includes(step.from)) throw new Error(`${step.edit} holds no ${step.from}`);
    written[step.edit] = former.replace(step.from, () => step.to);
  }
}
