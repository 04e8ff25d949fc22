import type { Lens } from "@cairn/contract/chat";

export const lensOptions: readonly { value: Lens; label: string }[] = [
  { value: "technical", label: "Technical" },
  { value: "non-technical", label: "Non Technical" },
];
