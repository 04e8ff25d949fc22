import { passwordLimits, passwordSchema } from "@cairn/contract/auth";
import { validation } from "@cairn/contract/texts";

const rules = [
  { label: `At least ${passwordLimits.min} characters`, message: validation.passwordTooShort },
  { label: "1 number", message: validation.passwordDigit },
  { label: "1 uppercase letter", message: validation.passwordUppercase },
] as const;

/** The rules for a new password, and whether the contract's schema accepts each. */
export function passwordRules(password: string): { label: string; isMet: boolean }[] {
  const messages = new Set(passwordSchema.safeParse(password).error?.issues.map(({ message }) => message));
  return rules.map(({ label, message }) => ({ label, isMet: !messages.has(message) }));
}
