import { z } from "zod";

import { validation } from "./texts.ts";

export const maxRuleText = 5000;

export const ruleConditionSchema = z
  .string()
  .trim()
  .min(10, validation.conditionTooShort)
  .max(maxRuleText, validation.conditionTooLong);

export const ruleInstructionSchema = z
  .string()
  .trim()
  .min(10, validation.instructionTooShort)
  .max(maxRuleText, validation.instructionTooLong);
