import {
  runCheckKindNames,
  type CheckVerdict,
  type JudgedCheck,
  type ProofState,
  type ProofSummary,
} from "@cairn/contract/run-checks";

/** A command that says this of the change is one that must not. */
const badCommand: ReadonlySet<CheckVerdict> = new Set(["broken", "fewer-tests"]);

/** What all verdicts come to. `problem`: why there were no commands of a service, before "so …"; empty for nothing. */
export function describeProof(verdicts: readonly JudgedCheck[], problem: string): ProofSummary {
  const commands = verdicts.filter(({ kind }) => kind !== "criterion" && kind !== "rule");
  // A rule that must be kept is an obstacle of its own; what other rules say is for people to judge.
  const rules = verdicts.filter(({ kind, verdict }) => kind === "rule" && badCommand.has(verdict));
  const criteria = verdicts.filter(({ kind, verdict }) => kind === "criterion" && verdict !== "person");
  const passed = commands.filter(({ verdict }) => verdict === "passed");
  const proven = criteria.filter(({ verdict }) => verdict === "proven");
  const isRed = commands.some(({ verdict }) => badCommand.has(verdict)) || proven.length < criteria.length;
  const isGreen = passed.length + proven.length > 0;
  const state: ProofState = isRed ? "red" : isGreen ? "green" : "none";
  return {
    state,
    summary: [sayProblem(problem), ...sayCommands(commands), ...sayRules(rules), ...sayCriteria(criteria)]
      .filter(Boolean)
      .join(" "),
    commands: { passed: passed.length, total: commands.length },
    criteria: { proven: proven.length, total: criteria.length },
  };
}

function sayProblem(problem: string): string {
  return problem === "" ? "" : `${problem}, so nothing was built or tested.`;
}

/** Of one command, and of several. */
const words: Partial<Record<CheckVerdict, readonly [one: string, several: string]>> = {
  passed: ["passes", "pass"],
  broken: ["is broken by this change", "are broken by this change"],
  "failed-before": ["failed before already", "failed before already"],
  "fewer-tests": ["passes with fewer tests", "pass with fewer tests"],
  flaky: ["is flaky", "are flaky"],
  "not-run": ["could not run", "could not run"],
};
const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** "Build and Test pass. Lint failed before already." */
function sayCommands(commands: readonly JudgedCheck[]): string[] {
  const byVerdict = Map.groupBy(commands, ({ verdict }) => verdict);
  return [...byVerdict].map(([verdict, same]) => {
    const names = same.map(({ kind }) => runCheckKindNames[kind]);
    const [one, several] = words[verdict] ?? [verdict, verdict];
    return `${list.format(names)} ${names.length === 1 ? one : several}.`;
  });
}

function sayRules(broken: readonly JudgedCheck[]): string[] {
  const [first] = broken;
  if (first === undefined) return [];
  return [
    broken.length === 1 ? `The rule’s command “${first.title}” fails.` : `${broken.length} commands of rules fail.`,
  ];
}

function sayCriteria(criteria: readonly JudgedCheck[]): string[] {
  if (criteria.length === 0) return [];
  const proven = criteria.filter(({ verdict }) => verdict === "proven").length;
  if (criteria.length === 1) return [proven === 1 ? "Its criterion is proven." : "Its criterion is not proven."];
  return [`${proven} of ${criteria.length} criteria ${proven === 1 ? "is" : "are"} proven.`];
}
