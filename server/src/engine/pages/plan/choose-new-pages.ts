import { entityKey } from "#server/engine/facts/code/entity-key.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { isTelling } from "#server/engine/pages/flows/draft-flow.ts";
import type { FlowStart } from "#server/engine/pages/flows/flow-start.ts";
import { followFlow } from "#server/engine/pages/flows/follow-flow.ts";
import { ownEffects } from "#server/engine/pages/flows/own-effects.ts";

import type { PagePlan } from "./page-plans.ts";

const mostFlows = 8;
/** Of one matter, such as requests for notes. */
const mostOfSubject = 2;
/** A flow that shares so much of what it does with another one is told by that. */
const sharedWork = 0.6;

/** Called with each page that is looked at, and the share of them that was before. */
type OnLook = (looked: { title: string; share: number }) => Promise<void>;

/** Of the pages that are not there yet those worth making: that say something, and of flows the most telling unlike ones. */
export async function chooseNewPages(
  plans: readonly PagePlan[],
  isThere: (plan: PagePlan) => boolean,
  onLook: OnLook = () => Promise.resolve(),
): Promise<Set<PagePlan>> {
  const chosen = new Set<PagePlan>();
  const worths = new Map<PagePlan, number>();
  for (const [at, plan] of plans.entries()) {
    if (plan.flow === null && isThere(plan)) continue;
    await onLook({ title: plan.title, share: at / plans.length });
    if (plan.flow !== null) worths.set(plan, await worthOf(plan.flow.scope, plan.flow.start));
    else if (await saysSomething(plan)) chosen.add(plan);
  }
  for (const plan of await chooseFlows(worths, isThere)) chosen.add(plan);
  return chosen;
}

/** Whether any part of a page has something to say of the code as it is. */
export async function saysSomething({ templates, subject }: PagePlan): Promise<boolean> {
  for (const template of templates) {
    try {
      if ((await template.draft(subject)) !== null) return true;
    } catch {
      // Reported, and marked, where it is written.
      return true;
    }
  }
  return false;
}

/** `worths`: of all flows, what each is worth. */
async function chooseFlows(
  worths: ReadonlyMap<PagePlan, number>,
  isThere: (plan: PagePlan) => boolean,
): Promise<PagePlan[]> {
  const chosen: PagePlan[] = [];
  const shown: PagePlan[] = [...worths.keys()].filter(isThere);
  for (const [plan] of [...worths].toSorted(([, a], [, b]) => b - a)) {
    if (shown.length >= mostFlows) break;
    if (shown.includes(plan) || !(await isUnlike(plan, shown))) continue;
    chosen.push(plan);
    shown.push(plan);
  }
  return chosen;
}

async function isUnlike({ flow }: PagePlan, others: readonly PagePlan[]): Promise<boolean> {
  if (flow === null || others.filter((one) => one.flow?.start.subject === flow.start.subject).length >= mostOfSubject)
    return false;
  if (!(await isTelling(flow.scope, flow.start))) return false;
  const own = await linesOf(flow);
  for (const one of others) {
    const known = one.flow === null ? new Set<string>() : await linesOf(one.flow);
    if ([...own].filter((line) => known.has(line)).length >= own.size * sharedWork) return false;
  }
  return true;
}

/** How likely a reader asks for it, and how much it comes to. */
async function worthOf(scope: CodeScope, start: FlowStart): Promise<number> {
  const effects = await ownEffects(scope, (await followFlow(scope, start)).effects);
  const kinds = new Set(effects.map(({ verb }) => verb));
  const tables = new Set(effects.flatMap(({ target, verb }) => (target !== null && verb === "writes" ? [target] : [])));
  const outside = ["sends a message", "puts a job in line", "calls another service"] as const;
  const isOfSubject = [...tables].some(
    (name) => entityKey(name).includes(entityKey(start.subject)) && start.subject !== "",
  );
  return (
    start.weight +
    1.5 * outside.filter((verb) => kinds.has(verb)).length +
    Math.min(2, tables.size / 2) +
    (isOfSubject ? 2 : 0)
  );
}

/** What it does in the end, by path and line. */
async function linesOf({ scope, start }: NonNullable<PagePlan["flow"]>): Promise<Set<string>> {
  const effects = await ownEffects(scope, (await followFlow(scope, start)).effects);
  return new Set(effects.map(({ path, line }) => `${path}:${line}`));
}
