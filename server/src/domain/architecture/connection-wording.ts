import { derivedEdgeTexts, type ArchitectureEdge } from "@cairn/contract/architecture";

const stanceWording = { allowed: "may use", forbidden: "must not use" } as const;
const separator = ", ";

/** What a connection does in the code, or else whether it may be, as files for other tools say it. */
export function wordConnection({ derived, stance }: Pick<ArchitectureEdge, "derived" | "stance">): string {
  if (derived !== null) return derived.kinds.map((kind) => derivedEdgeTexts[kind]).join(separator);
  return stanceWording[stance ?? "allowed"];
}

const own = new Set<string>([...Object.values(derivedEdgeTexts), ...Object.values(stanceWording)]);

/** Whether a text says nothing but what such a file says by itself. */
export function isOwnWording(text: string): boolean {
  return text.split(separator).every((words) => own.has(words.trim()));
}
