import { criterionCheckSchema, type CriterionCheck } from "@cairn/contract/criterion-checks";

/** A check as it is typed. */
export interface CheckValues {
  kind: CriterionCheck["kind"];
  command: string;
  /** As digits. */
  exitCode: string;
  outputContains: string;
  path: string;
  content: string;
}

export const checkKindNames: Record<CriterionCheck["kind"], string> = {
  person: "By a person",
  command: "Command",
  "test-file": "Test",
};

export function toValues(check: CriterionCheck): CheckValues {
  const empty = { command: "", exitCode: "0", outputContains: "", path: "", content: "" };
  switch (check.kind) {
    case "person":
      return { ...empty, kind: "person" };
    case "command":
      return {
        ...empty,
        kind: "command",
        command: check.command,
        exitCode: String(check.exitCode ?? 0),
        outputContains: check.outputContains ?? "",
      };
    case "test-file":
      return { ...empty, ...check };
  }
}

/** The check that was typed, and what is wrong with it by field; a check that has problems is null. */
export function readValues(values: CheckValues): {
  check: CriterionCheck | null;
  problems: Partial<Record<keyof CheckValues, string>>;
} {
  const { kind, command, exitCode, outputContains, path, content } = values;
  const isCode = /^\d{1,3}$/.test(exitCode.trim()) && Number(exitCode) <= 255;
  const typed = {
    person: { kind },
    command: { kind, command, exitCode: isCode ? Number(exitCode) : 0, outputContains: outputContains || null },
    "test-file": { kind, path, content, command },
  }[kind];
  const parsed = criterionCheckSchema.safeParse(typed);
  const problems: Partial<Record<keyof CheckValues, string>> = {};
  for (const { path: where, message } of parsed.error?.issues ?? []) {
    problems[where[0] as keyof CheckValues] ??= message;
  }
  if (kind === "command" && !isCode) problems.exitCode = "An exit code is a number from 0 to 255";
  return { check: parsed.success && Object.keys(problems).length === 0 ? parsed.data : null, problems };
}
