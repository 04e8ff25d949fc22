import { isTelling } from "#server/engine/pages/flows/draft-flow.ts";
import { followFlow } from "#server/engine/pages/flows/follow-flow.ts";

import type { PagePlan } from "./page-plans.ts";

const mostFlows = 8;
/** Of one matter, such as requests for notes. */
const mostOfSubject = 2;
/** A flow that shares so much of what it does with another one is told by that. */
const sharedWork = 0.6;

/** Of the pages that are not there yet those worth making: that say something, and of flows the most telling unlike ones. */
export async function chooseNewPages(
  plans: readonly PagePlan[],
  isThere: (plan: PagePlan) => boolean,
): Promise<Set<PagePlan>> {
  const chosen = new Set<PagePlan>();
  for (const plan of plans) if (plan.flow === null && !isThere(plan) && (await saysSomething(plan))) chosen.add(plan);
  for (const plan of await chooseFlows(plans, isThere)) chosen.add(plan);
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

async function chooseFlows(plans: readonly PagePlan[], isThere: (plan: PagePlan) => boolean): Promise<PagePlan[]> {
  const known = plans.filter((plan) => plan.flow !== null && isThere(plan));
  const chosen: PagePlan[] = [];
  const shown: PagePlan[] = [...known];
  const inOrder = plans
    .filter(({ flow }) => flow !== null)
    .toSorted((a, b) => (b.flow?.start.weight ?? 0) - (a.flow?.start.weight ?? 0));
  for (const plan of inOrder) {
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

/** What it does in the end, by path and line. */
async function linesOf({ scope, start }: NonNullable<PagePlan["flow"]>): Promise<Set<string>> {
  return new Set((await followFlow(scope, start)).effects.map(({ path, line }) => `${path}:${line}`));
}
