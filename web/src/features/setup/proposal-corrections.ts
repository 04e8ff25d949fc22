import type { ServiceProposal } from "@cairn/contract/architecture";
import { workingPathSchema } from "@cairn/contract/repository-connection";
import { serviceDescriptionSchema, serviceNameSchema, serviceTypes } from "@cairn/contract/services";
import type { Service } from "@cairn/contract/services";
import { z } from "zod";

const correctionsSchema = z.record(
  z.string(),
  z.object({
    isLeftOut: z.boolean().optional(),
    name: z.string().optional(),
    type: z.enum(serviceTypes).optional(),
    description: z.string().optional(),
    workingPath: z.string().optional(),
    /** The key of the proposal of which it is a part. */
    mergedInto: z.string().optional(),
    /** The folder of the service that was made of it. */
    addedAs: z.string().optional(),
  }),
);

/** What somebody changed of proposals, by their keys. */
export type Corrections = z.output<typeof correctionsSchema>;
export type Correction = Corrections[string];

/** A proposal as it was corrected. */
export interface CorrectedProposal {
  key: string;
  proposal: ServiceProposal;
  isLeftOut: boolean;
  /** What was merged into it, as it was found. */
  parts: readonly ServiceProposal[];
}

export function proposalKey({ repositoryId, workingPath }: ServiceProposal): string {
  return `${repositoryId} ${workingPath}`;
}

export function serializeCorrections(corrections: Corrections): string | null {
  return Object.keys(corrections).length === 0 ? null : JSON.stringify(corrections);
}

/** The corrections of such a text; none of one that this version cannot read. */
export function parseCorrections(text: string | null): Corrections {
  try {
    return correctionsSchema.safeParse(JSON.parse(text ?? "{}")).data ?? {};
  } catch {
    return {};
  }
}

/** What is proposed after all corrections. What was merged is shown where it went, with its lines there. */
export function correctProposals(found: readonly ServiceProposal[], corrections: Corrections): CorrectedProposal[] {
  const known = new Set(found.map(proposalKey));
  const targetOf = (proposal: ServiceProposal) => {
    const target = corrections[proposalKey(proposal)]?.mergedInto;
    return target !== undefined && known.has(target) ? target : undefined;
  };
  return found
    .filter((proposal) => targetOf(proposal) === undefined)
    .map((proposal) => {
      const key = proposalKey(proposal);
      const { isLeftOut = proposal.isExample, name, type, description, workingPath: folder } = corrections[key] ?? {};
      const parts = found.filter((one) => targetOf(one) === key);
      const all = [proposal, ...parts];
      return {
        key,
        proposal: {
          ...proposal,
          name: name ?? proposal.name,
          type: type ?? proposal.type,
          description: description ?? proposal.description,
          workingPath: folder ?? commonFolder(all.map(({ workingPath }) => workingPath)),
          evidence: all.flatMap(({ evidence }) => evidence),
        },
        isLeftOut,
        parts,
      };
    });
}

/** Remembers as what these were added, so that they are not proposed once more for their own folders. */
export function markAdded(corrections: Corrections, added: readonly CorrectedProposal[]): Corrections {
  const marked = added.map(({ key, proposal }) => [
    key,
    { ...corrections[key], addedAs: workingPathSchema.parse(proposal.workingPath) },
  ]);
  return { ...corrections, ...Object.fromEntries(marked) };
}

/** Whether the service that was made of it is there. */
export function isAdded({ key, proposal }: CorrectedProposal, corrections: Corrections, services: readonly Service[]) {
  const addedAs = corrections[key]?.addedAs;
  return services.some(
    ({ repository, workingPath }) => repository?.repositoryId === proposal.repositoryId && workingPath === addedAs,
  );
}

/** Merges one into another, with what was merged into it before. */
export function mergeInto(corrections: Corrections, from: string, into: string): Corrections {
  const moved = Object.entries(corrections).filter(([, { mergedInto }]) => mergedInto === from);
  const keys = [from, ...moved.map(([key]) => key)];
  return { ...corrections, ...Object.fromEntries(keys.map((key) => [key, { ...corrections[key], mergedInto: into }])) };
}

/** Shows what was merged into this one by itself again. */
export function takeApart(corrections: Corrections, target: string): Corrections {
  const entries = Object.entries(corrections).map(([key, { mergedInto, ...correction }]) => [
    key,
    mergedInto === undefined || mergedInto === target ? correction : { ...correction, mergedInto },
  ]);
  return Object.fromEntries(entries) as Corrections;
}

/** What is wrong with each field that people may correct. */
export function proposalProblems({ name, description, workingPath }: ServiceProposal) {
  const of = (schema: z.ZodType, value: string) => schema.safeParse(value).error?.issues[0]?.message;
  return {
    name: of(serviceNameSchema, name),
    description: of(serviceDescriptionSchema, description),
    workingPath: of(workingPathSchema, workingPath),
  };
}

/** "/apps" of "/apps/web" and "/apps/admin". */
function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split("/").filter(Boolean));
  const ends = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  return `/${first.slice(0, ends === -1 ? first.length : ends).join("/")}`;
}
