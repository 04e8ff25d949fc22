import { ruleCheckSchema, type RuleCheck } from "@cairn/contract/rule-checks";
import { ruleConditionSchema, ruleInstructionSchema } from "@cairn/contract/rule-texts";
import type { Rule } from "@cairn/contract/rules";
import { z } from "zod";

import type { RuleInput } from "./rules.api.ts";

export const checkKinds = [
  "advice",
  "changed-together",
  "untouched",
  "forbidden-text",
  "forbidden-import",
  "needed-text",
  "added-text",
  "forbidden-connection",
  "command",
] as const;
export type CheckKind = (typeof checkKinds)[number];

/** Select values must be text; this value means no service. */
export const wholeProduct = "all";

/** What is typed of a check is kept when its kind has no use for it, and left out when it is saved. */
export const ruleValuesSchema = z
  .object({
    serviceId: z.string(),
    condition: ruleConditionSchema,
    instruction: ruleInstructionSchema,
    kind: z.enum(checkKinds),
    files: z.string(),
    needed: z.string(),
    text: z.string(),
    occasion: z.string(),
    module: z.string(),
    command: z.string(),
    /** Of connections: those that are forbidden alone, or also those that nobody allowed. */
    lines: z.enum(["forbidden", "missing"]),
    /** Whether a change that breaks it can be merged all the same. */
    enforcement: z.enum(["tell", "forbid"]),
  })
  .superRefine((values, context) => {
    if (values.kind === "advice") return;
    const { error } = ruleCheckSchema.safeParse(toCheck(values));
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: "custom", path, message });
  });
export type RuleValues = z.infer<typeof ruleValuesSchema>;

export const emptyRuleValues: RuleValues = {
  serviceId: wholeProduct,
  condition: "",
  instruction: "",
  ...toCheckValues(null),
  enforcement: "tell",
};

export function toRuleValues({ serviceId, condition, instruction, check, isRequired }: Rule): RuleValues {
  const enforcement = isRequired ? "forbid" : "tell";
  return { serviceId: serviceId ?? wholeProduct, condition, instruction, ...toCheckValues(check), enforcement };
}

export function toCheckValues(check: RuleCheck | null) {
  const kind: CheckKind = check?.kind ?? "advice";
  const needsLine = check?.kind === "forbidden-connection" && check.isLineNeeded === true;
  const lines: RuleValues["lines"] = needsLine ? "missing" : "forbidden";
  return { files: "", needed: "", text: "", occasion: "", module: "", command: "", ...check, lines, kind };
}

function toCheck({ lines, ...values }: RuleValues) {
  return { ...values, isLineNeeded: lines === "missing" ? true : undefined };
}

/** Null where something is missing yet. */
export function toRuleInput(values: RuleValues): RuleInput | null {
  if (!ruleValuesSchema.safeParse(values).success) return null;
  const { condition, instruction, kind, enforcement } = values;
  const serviceId = values.serviceId === wholeProduct ? null : values.serviceId;
  const check = kind === "advice" ? null : ruleCheckSchema.parse(toCheck(values));
  return { condition, instruction, serviceId, check, isRequired: check !== null && enforcement === "forbid" };
}

/** "Whoever changes db/*.sql changes docs/schema.md as well." */
export function sayCheck(check: RuleCheck): string {
  switch (check.kind) {
    case "changed-together":
      return `Whoever changes ${check.files} changes ${check.needed} as well.`;
    case "untouched":
      return `Nobody changes ${check.files}.`;
    case "forbidden-text":
      return `No added line of ${check.files} holds “${check.text}”.`;
    case "forbidden-import":
      return `No added line of ${check.files} imports ${check.module}.`;
    case "needed-text":
      return `Each new file among ${check.files} holds “${check.text}”.`;
    case "added-text":
      return check.occasion === ""
        ? `Whoever adds lines to ${check.files} adds one with “${check.text}”.`
        : `Whoever adds “${check.occasion}” to ${check.files} has “${check.text}” beside it.`;
    case "forbidden-connection":
      return `No line of ${check.files} makes a new connection that the architecture forbids${check.isLineNeeded ? " or has no line for" : ""}.`;
    case "command":
      return `With a change of ${check.files}, “${check.command}” ends with 0.`;
  }
}
