import { stripVTControlCharacters } from "node:util";

import type { FinishedUnit, StageMessage } from "./stage-messages.ts";

interface Counts {
  passed: number;
  failed: number;
}

/** A part of `npm test`; several run at once. */
export interface Stage {
  name: string;
  /** Whether it runs tests, each of which is counted, or passes or fails as a whole. */
  hasTests: boolean;
  startedAtMs: number;
  endedAtMs: number | null;
  /** Files or stories that it will run; null until the runner knows. */
  plannedUnits: number | null;
  units: FinishedUnit[];
  isOk: boolean | null;
}

export interface TestProgress {
  beginStage(name: string, given?: { hasTests: boolean }): Stage;
  receive(stage: Stage, message: StageMessage): void;
  endStage(stage: Stage, isOk: boolean): void;
  /** Prints how far the running stages are. */
  printState(): void;
  /** Prints the time of each stage, what took longest, and last what failed: of a long log the end is what is read. */
  printSummary(): void;
  total(): Counts;
}

const slowestShown = 10;
const reasonLinesShown = 6;

/** Tracks what each stage has done so far, and prints it in lines for people. */
export function createTestProgress(print: (line: string) => void, nowMs: () => number): TestProgress {
  const stages: Stage[] = [];
  const beganAtMs = nowMs();
  const say = (line: string) => print(`${formatTime(nowMs() - beganAtMs).padStart(5)}  ${line}`);
  return {
    beginStage(name, { hasTests } = { hasTests: false }) {
      const startedAtMs = nowMs();
      const begun = { startedAtMs, endedAtMs: null, plannedUnits: null, units: [], isOk: null };
      const stage: Stage = { name, hasTests, ...begun };
      stages.push(stage);
      say(`${name} begin`);
      return stage;
    },
    receive(stage, message) {
      if (message.type === "planned") stage.plannedUnits = message.units;
      else {
        stage.units.push(message.unit);
        for (const { name } of message.unit.failures) say(`✗ ${name}`);
      }
    },
    endStage(stage, isOk) {
      stage.isOk = isOk;
      stage.endedAtMs = nowMs();
      const isGreen = countStage(stage).failed === 0;
      say(`${isGreen ? "✓" : "✗"} ${stage.name} ended after ${timeOf(stage)}${describeCounts(stage)}`);
    },
    printState() {
      const running = stages.filter(({ endedAtMs }) => endedAtMs === null);
      if (running.length > 0) say(running.map(describeState).join(" · "));
    },
    printSummary() {
      print("\nTime of each stage");
      for (const stage of stages) print(`  ${timeOf(stage).padStart(6)}  ${stage.name}${describeCounts(stage)}`);
      for (const stage of stages) printSlowest(stage, print);
      for (const stage of stages) printFailures(stage, print);
      print("");
    },
    total: () => stages.map(countStage).reduce(add, { passed: 0, failed: 0 }),
  };
}

/** A stage that went wrong without a failed test, or ran no test at all, must not pass for green. */
function countStage({ hasTests, units, isOk }: Stage): Counts {
  const counted = units.reduce<Counts>(add, { passed: 0, failed: 0 });
  if (isOk === null) return counted;
  if (!hasTests) return isOk ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const isBroken = !isOk || units.length === 0;
  return isBroken && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

function add(one: Counts, other: Counts): Counts {
  return { passed: one.passed + other.passed, failed: one.failed + other.failed };
}

function describeState(stage: Stage): string {
  const { name, hasTests, units, plannedUnits } = stage;
  if (!hasTests) return `${name} running`;
  return `${name} ${units.length} of ${plannedUnits ?? "?"}${describeCounts(stage)}`;
}

function describeCounts(stage: Stage): string {
  if (!stage.hasTests) return "";
  const { passed, failed } = countStage(stage);
  return `: ${passed} passed${failed > 0 ? `, ${failed} failed` : ""}`;
}

function printSlowest({ name, units }: Stage, print: (line: string) => void): void {
  if (units.length === 0) return;
  print(`Slowest of ${name}`);
  const slowest = units.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, slowestShown);
  for (const unit of slowest) print(`  ${(unit.durationMs / 1000).toFixed(1).padStart(6)} s  ${unit.name}`);
}

function printFailures({ name, units }: Stage, print: (line: string) => void): void {
  const failures = units.flatMap((unit) => unit.failures);
  if (failures.length === 0) return;
  print(`Failed of ${name}`);
  for (const failure of failures) {
    print(`  ✗ ${failure.name}`);
    const lines = stripVTControlCharacters(failure.reason).split("\n").filter(Boolean);
    for (const line of lines.slice(0, reasonLinesShown)) print(`      ${line}`);
  }
}

function timeOf({ startedAtMs, endedAtMs }: Stage): string {
  return formatTime((endedAtMs ?? startedAtMs) - startedAtMs);
}

/** Minutes and seconds. */
function formatTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
