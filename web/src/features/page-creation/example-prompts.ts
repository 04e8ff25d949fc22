/** Wishes that the code of any product can answer. */
export const examples: readonly string[] = [
  "Write an overview of the system",
  "Write a runbook for operating it",
  "Write an onboarding guide for newcomers",
];
