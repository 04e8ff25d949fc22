import { commandKinds, type CommandKind } from "@cairn/contract/service-commands";

import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import { listTargets } from "#server/domain/implementations/store/starting.store.ts";
import {
  loadServiceCommands,
  type LoadedCommands,
} from "#server/domain/service-commands/reading/load-service-commands.ts";
import { diffCommits } from "#server/platform/git/diff/diff-commits.ts";

import type { CheckedCommands } from "./proof-run.ts";

export interface ChosenCommands {
  commands: CheckedCommands;
  /** Why there are none, before "so …"; empty where nothing hinders. */
  problem: string;
  /** Whose they are, where that was not said by the task; else empty. */
  note: string;
}

/** A change, and where it lies. */
type ChangeWork = Pick<PhaseWork, "ctx" | "row" | "directory">;

const noCommands: CheckedCommands = { folder: "", install: null, build: null, test: null, lint: null };

/**
 * The commands of the task's service, or of the only one that the repository belongs to. Where it belongs to several and
 * the task names none, those of the services whose files the change touches, one after the other.
 */
export async function chooseCommands(work: ChangeWork): Promise<ChosenCommands> {
  const { ctx, row } = work;
  const target = (await listTargets(ctx.db, row)).find(({ repositoryId }) => repositoryId === row.repositoryId);
  const serviceIds = row.serviceId === null ? (target?.serviceIds ?? []) : [row.serviceId];
  const loaded = await Promise.all(serviceIds.map((serviceId) => loadServiceCommands(ctx.db, serviceId)));
  const services = loaded.filter((service) => service !== null);
  const [only, another] = services;
  if (only === undefined) return { commands: noCommands, problem: "", note: "" };
  if (another === undefined) return { commands: withoutCheck(only), problem: "", note: "" };
  const touched = findTouched(services, await listChangedPaths(work));
  if (touched.length > 0) return { commands: combineCommands(touched), problem: "", note: sayWhose(touched) };
  const problem = "The task names no service, and the change touches none of those of its repository";
  return { commands: noCommands, problem, note: "" };
}

function withoutCheck({ folder, install, build, test, lint }: LoadedCommands): CheckedCommands {
  return { folder, install, build, test, lint };
}

async function listChangedPaths({ ctx, row, directory }: ChangeWork): Promise<string[]> {
  // Whoever writes the change asks before there is one.
  if (row.headOid === null) return [];
  const request = { base: row.baseOid, head: row.headOid, contextLines: 0, maxLines: 0, signal: ctx.signal };
  const { files } = await diffCommits(directory, request);
  return files.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath]));
}

/** Those whose folder is the nearest around some of the paths, in the order of their folders. */
export function findTouched<Service extends { folder: string }>(
  services: readonly Service[],
  paths: readonly string[],
): Service[] {
  const nearest = paths.map((path) => {
    const around = services.filter(({ folder }) => folder === "" || path.startsWith(`${folder}/`));
    return around.reduce((longest, { folder }) => Math.max(longest, folder.length), -1);
  });
  const isTouched = ({ folder }: Service) =>
    paths.some((path, at) => nearest[at] === folder.length && (folder === "" || path.startsWith(`${folder}/`)));
  return services.filter(isTouched).toSorted((one, other) => (one.folder < other.folder ? -1 : 1));
}

/**
 * One line for each kind, from the top of the repository. What prepares stops where it fails; tests and lint go on with the
 * next service, and fail where one of them did.
 */
export function combineCommands(services: readonly Omit<LoadedCommands, "isChecked">[]): CheckedCommands {
  const combine = (kind: CommandKind) => {
    const lines = services.flatMap(({ folder, [kind]: command }) =>
      command === null
        ? []
        : [folder === "" ? `(${command})` : `(cd '${folder.replaceAll("'", String.raw`'\''`)}' && ${command})`],
    );
    if (lines.length < 2 || kind === "install" || kind === "build") return lines.join(" && ") || null;
    return `failed=0; ${lines.map((line) => `${line} || failed=1`).join("; ")}; exit $failed`;
  };
  const lines = Object.fromEntries(commandKinds.map((kind) => [kind, combine(kind)]));
  return { folder: "", ...(lines as Record<CommandKind, string | null>) };
}

function sayWhose(services: readonly { folder: string }[]): string {
  const folders = services.map(({ folder }) => (folder === "" ? "the top folder" : folder));
  const whose = folders.length === 1 ? "the service in" : "the services in";
  return `The task names no service: the commands of ${whose} ${list.format(folders)} are run, whose files the change touches.`;
}

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });
