import type { ServiceProposal } from "@cairn/contract/architecture";
import type { ProposalCorrection } from "@cairn/contract/proposal-corrections";
import { workingPathSchema } from "@cairn/contract/repository-connection";
import {
  isProvisional,
  provisionalDescription,
  serviceDescriptionSchema,
  serviceNameSchema,
} from "@cairn/contract/services";
import type { Service, ServiceType } from "@cairn/contract/services";
import type { z } from "zod";

import { isSamePath, placeFolder, trimSlashes } from "./merged-folder.ts";
import type { NamedFolder, PlacedFolder } from "./merged-folder.ts";

/** Of a service made from an address, whose code nobody has read yet. */
const provisionalType: ServiceType = "library";

/** What somebody changed of a proposal; what is absent is as it was found. */
export interface Correction extends Omit<ProposalCorrection, "repositoryId" | "foundPath" | "serviceId"> {
  /** The key of the proposal of which it is a part. */
  mergedInto?: string;
  /** The service that was made of it. */
  addedAs?: string;
}

/** Corrections by the keys of their proposals. */
export type Corrections = Readonly<Record<string, Correction>>;

/** A proposal as it was corrected. */
export interface CorrectedProposal extends Pick<PlacedFolder, "shared" | "outside"> {
  key: string;
  proposal: ServiceProposal;
  isLeftOut: boolean;
  /** What was merged into it, as it was found. */
  parts: readonly ServiceProposal[];
  /** The service that has its folder within its own, so that it may be a part of it; null where none has. */
  coveredBy: string | null;
}

interface ServiceFolder {
  repositoryId: string;
  workingPath: string;
}

export function proposalKey({ repositoryId, workingPath }: ServiceFolder): string {
  return `${repositoryId} ${workingPath}`;
}

/**
 * What is proposed after all corrections: nothing that is a service already. What was merged is shown where it went, with
 * its lines there; what was merged into something that became a service in another way is shown by itself again.
 */
export function correctProposals(
  found: readonly ServiceProposal[],
  corrections: Corrections,
  services: readonly Service[],
): CorrectedProposal[] {
  const isAdded = (key: string) => services.some(({ serviceId }) => serviceId === corrections[key]?.addedAs);
  const isThere = (proposal: ServiceProposal) => !isAdded(proposalKey(proposal)) && findStanding(proposal, services);
  const left = found.filter((proposal) => !isThere(proposal));
  const targets = new Set(left.map(proposalKey).filter((key) => corrections[key]?.mergedInto === undefined));
  const targetOf = (proposal: ServiceProposal) => {
    const target = corrections[proposalKey(proposal)]?.mergedInto;
    return target !== undefined && targets.has(target) ? target : undefined;
  };
  const named = found.map((one) => ({ ...one, name: corrections[proposalKey(one)]?.name ?? one.name }));
  return left
    .filter((proposal) => targetOf(proposal) === undefined && !isAdded(proposalKey(proposal)))
    .map((proposal) => {
      const key = proposalKey(proposal);
      const coveredBy = findCovering(proposal, { found, corrections, services });
      const { isLeftOut, name, type, description, workingPath: folder } = corrections[key] ?? {};
      const parts = left.filter((one) => targetOf(one) === key);
      const all = [proposal, ...parts];
      const byHand = findByHand(proposal, services);
      const others = [...named.filter((_one, at) => !all.some((one) => one === found[at])), ...listFolders(services)];
      const { workingPath, shared, outside } = placeFolder({ folders: all, typed: folder, others });
      return {
        key,
        proposal: {
          ...proposal,
          name: name ?? byHand.name ?? proposal.name,
          type: type ?? byHand.type ?? proposal.type,
          description: description ?? proposal.description,
          workingPath,
          evidence: eachLineOnce(all.flatMap(({ evidence }) => evidence)),
        },
        shared,
        outside,
        isLeftOut: isLeftOut ?? (proposal.isExample || coveredBy !== null),
        parts,
        coveredBy,
      };
    });
}

/** Services in their folders, without what only stands for a whole repository. */
function listFolders(services: readonly Service[]): NamedFolder[] {
  return services.flatMap(({ repository, workingPath, name, description }) =>
    repository === null || isProvisional(description)
      ? []
      : { repositoryId: repository.repositoryId, workingPath, name },
  );
}

function eachLineOnce(evidence: ServiceProposal["evidence"]): ServiceProposal["evidence"] {
  const isFirst = (path: string, startLine: number, at: number) =>
    evidence.findIndex((one) => one.path === path && one.startLine === startLine) === at;
  return evidence.filter(({ path, startLine }, at) => isFirst(path, startLine, at));
}

/** What somebody changed already of the service that stands for the whole repository until it is described. */
function findByHand(folder: ServiceFolder, services: readonly Service[]): { name?: string; type?: ServiceType } {
  const standIn = services.find(
    (one) =>
      one.repository?.repositoryId === folder.repositoryId &&
      isProvisional(one.description) &&
      isSamePath(one.workingPath, folder.workingPath),
  );
  if (!standIn) return {};
  const { name, type, description } = standIn;
  return {
    ...(description !== provisionalDescription(name) && { name }),
    ...(type !== provisionalType && { type }),
  };
}

/** The service that has this folder; what only stands for a whole repository is none. */
function findStanding(folder: ServiceFolder, services: readonly Service[]): Service | undefined {
  return services.find(
    ({ repository, workingPath, description }) =>
      repository?.repositoryId === folder.repositoryId &&
      isSamePath(workingPath, folder.workingPath) &&
      !isProvisional(description),
  );
}

interface KnownServices {
  found: readonly ServiceProposal[];
  corrections: Corrections;
  services: readonly Service[];
}

/**
 * The name of a service whose folder has this one in it and was not found as such: somebody made it of several. Not where
 * it was made here, where it is known of what.
 */
function findCovering(proposal: ServiceProposal, { found, corrections, services }: KnownServices): string | null {
  const made = new Set(Object.values(corrections).map(({ addedAs }) => addedAs));
  const others = services.filter(({ serviceId }) => !made.has(serviceId));
  const parts = trimSlashes(proposal.workingPath).split("/");
  // A service of the whole repository says nothing of what it is made of.
  const outer = parts.map((_, length) => parts.slice(0, length).join("/")).slice(1);
  for (const workingPath of outer) {
    const folder = { repositoryId: proposal.repositoryId, workingPath };
    const covering = findStanding(folder, others);
    if (covering && !found.some((one) => isSameFolder(one, folder))) return covering.name;
  }
  return null;
}

function isSameFolder(one: ServiceFolder, other: ServiceFolder): boolean {
  return one.repositoryId === other.repositoryId && isSamePath(one.workingPath, other.workingPath);
}

/** Remembers as which service this was added, so that it is not proposed once more for its own folder. */
export function markAdded(corrections: Corrections, key: string, addedAs: string): Corrections {
  return { ...corrections, [key]: { ...corrections[key], addedAs } };
}

/** Merges one into another, with what was merged into it before. */
export function mergeInto(corrections: Corrections, from: string, into: string): Corrections {
  const moved = Object.entries(corrections).filter(([, { mergedInto }]) => mergedInto === from);
  const keys = [from, ...moved.map(([key]) => key)];
  return { ...corrections, ...Object.fromEntries(keys.map((key) => [key, { ...corrections[key], mergedInto: into }])) };
}

/** Shows what was merged into this one by itself again. */
export function takeApart(corrections: Corrections, target: string): Corrections {
  const parts = Object.entries(corrections).flatMap(([key, { mergedInto, ...correction }]) =>
    mergedInto === target ? [[key, correction] as const] : [],
  );
  return { ...corrections, ...Object.fromEntries(parts) };
}

/** What is wrong with each field that people may correct. */
export function proposalProblems(proposal: ServiceProposal, services: readonly Service[]) {
  const { name, description, workingPath } = proposal;
  const standing = findStanding(proposal, services);
  const of = (schema: z.ZodType, value: string) => schema.safeParse(value).error?.issues[0]?.message;
  return {
    name: of(serviceNameSchema, name),
    description: of(serviceDescriptionSchema, description),
    workingPath: standing ? `${standing.name} is a service of this folder already` : of(workingPathSchema, workingPath),
  };
}
