import type { Plan, PlanItem } from "@cairn/contract/plans";

import { sampleId } from "#web/testing/sample.ts";

/** A proposed task by number. */
export function makePlanItem(number: number, change: Partial<PlanItem> = {}): PlanItem {
  return {
    itemId: sampleId(number),
    title: `Part ${number}`,
    description: "",
    criteria: [],
    service: null,
    blockedBy: [],
    locations: [],
    note: null,
    version: 0,
    accepted: null,
    ...change,
  };
}

/** A plan whose tasks were proposed. */
export function makePlan(items: readonly PlanItem[], change: Partial<Plan> = {}): Plan {
  return {
    planId: sampleId(900),
    title: "Show cancelled sailings",
    state: "ready",
    writtenBy: "Built-in engine",
    creator: null,
    createdAt: "2026-03-02T09:30:00.000Z",
    updatedAt: "2026-03-02T09:30:00.000Z",
    goal: "Passengers see **cancelled** sailings.",
    origin: null,
    progress: null,
    error: null,
    notes: ["Split by the services that the goal touches: api and web."],
    nothing: null,
    items: [...items],
    ...change,
  };
}
