import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { ProseBlock } from "#server/engine/text/parse-prose.ts";

import { purposeOfCommand, type CommandPurpose } from "./command-purpose.ts";
import { commandsOf, isOutput, leftOut, readSections, shellNotes, type ReadSection } from "./document-sections.ts";
import { stagedTasks, type TaskStage } from "./task-order.ts";

/** What a document is asked to tell how to do. */
export type DocumentedDoing = "run" | "build" | "deploy" | "check";

/** A section of a document that holds commands for it, or what is needed before. */
export interface DocumentedSection {
  path: string;
  heading: string | null;
  /** Its blocks that hold a command, with what announces them. */
  blocks: readonly ProseBlock[];
  commands: readonly string[];
}

interface WeighedSection extends ReadSection {
  weight: number;
  commands: string[];
}

const maxDocuments = 14;
const maxSections = 5;
const mostOfSection = 7;
const mostOfCommands = 4;
/** What further sections of a document add to the best one. */
const furtherWorth = 0.4;
const leastWeight = 0.8;

const headings: Record<DocumentedDoing, RegExp> = {
  run: /\b(?:develop\w*|dev|local\w*|from source|hacking|getting started|set(?:ting)?[- ]?up|install\w*|run(?:ning)?|quick ?start|start(?:ing)?)\b/i,
  build: /\b(?:build\w*|compil\w*|packag\w*|from source)\b/i,
  deploy: /\b(?:deploy\w*|production|install\w*|self-?host\w*|docker\w*|host(?:ed|ing)|releas\w*)\b/i,
  check: /\b(?:tests?|testing|lint\w*|checks?|pull requests?|prs?|contribut\w*|develop\w*|code style)\b/i,
};
const forDevelopers = /\b(?:develop\w*|contribut\w*|hacking|from source|local\w*|dev)\b/i;
const forUse =
  /\b(?:deploy\w*|upgrad\w*|updat\w*|production|self-?host\w*|migrat(?:e|ing) (?:from|to)|uninstall\w*|back-?ups?|releas\w*|translat\w*)\b/i;
const needed = /\b(?:pre-?requisites?|requirements|before you (?:start|begin)|what you need|dependencies)\b/i;
const ofContainers =
  /^(?:sudo )?(?:(?:docker|podman)(?:[- ]compose)?|kubectl|helm)(?: -\S+(?: \S+)?)* (?:up|run|build|pull|apply|install|create|stack|start)\b/;
/** What is done later with what runs already. */
const afterwards =
  /\b(?:upgrad\w*|updat\w*|back-?ups?|migrat\w*|uninstall\w*|troubleshoot\w*|logs?|logging|configur\w*|self-signed|certificates?)\b/i;
const inContainers = /\b(?:docker|podman|kubernetes|helm)\b/i;

const purposes: Record<DocumentedDoing, Partial<Record<CommandPurpose, number>>> = {
  run: { install: 1, setup: 1, run: 1, migrate: 1, seed: 0.7, build: 0.4, test: 0.2, check: 0.2 },
  build: { build: 1, install: 0.5 },
  deploy: { install: 0.5, build: 0.7, migrate: 0.5, run: 0.5, setup: 0.5 },
  check: { test: 1, check: 1 },
};
const ofStages: Record<DocumentedDoing, Partial<Record<TaskStage, number>>> = {
  run: { setup: 1.2, services: 1.2, migrate: 1.2, server: 1.2, web: 1.2, check: 0.2, build: 0.4 },
  build: { build: 1.2, deploy: 1 },
  deploy: { deploy: 1.2, build: 0.7 },
  check: { check: 1.2 },
};

/** The sections of the document that tells best how something is done, in their order; empty where none does. */
export async function findDocumentedSteps(scope: CodeScope, doing: DocumentedDoing): Promise<DocumentedSection[]> {
  const documents = await Promise.all(candidates(scope, doing).map((path) => readSections(scope, path)));
  const weigh = weigher(scope, doing);
  let best: { weight: number; sections: WeighedSection[] } | null = null;
  for (const [rank, sections] of documents.entries()) {
    const weighed = sections.map((one): WeighedSection => ({ ...one, ...weigh(one) }));
    const top = weighed.map((one) => Math.min(one.weight, mostOfSection)).toSorted((a, b) => b - a);
    const [first = 0, ...further] = top.slice(0, maxSections);
    const weight = first + furtherWorth * further.reduce((sum, one) => sum + Math.max(0, one), 0) - rank / 100;
    if (weight > (best?.weight ?? leastWeight)) best = { weight, sections: weighed };
  }
  if (best === null) return [];
  const chosen = best.sections
    .filter((one) => one.weight >= leastWeight)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, maxSections);
  const first = Math.min(...chosen.map((one) => best.sections.indexOf(one)));
  return best.sections
    .filter((one, at) => chosen.includes(one) || (doing !== "check" && isNeededBefore(one, first - at)))
    .map((one) => ({ path: one.path, heading: one.heading, commands: one.commands, blocks: toldBlocks(one, doing) }))
    .filter(({ blocks }) => blocks.length > 0);
}

const nearBefore = 3;

function isNeededBefore({ heading }: ReadSection, before: number): boolean {
  return before > 0 && before <= nearBefore && heading !== null && needed.test(heading);
}

function candidates(scope: CodeScope, doing: DocumentedDoing): string[] {
  const docs = scope.repository.index.files().filter(({ path, kind }) => kind === "docs" && !leftOut.test(path));
  const rank = (path: string) => {
    const named = path.replaceAll(/[/_.-]/g, " ");
    const isFor = headings[doing].test(named) || (doing !== "deploy" && forDevelopers.test(named));
    return (isFor ? 0 : 1) + (/^(?:readme|contributing)\b/i.test(path) ? 0 : 0.5) + path.split("/").length / 20;
  };
  return docs
    .map(({ path }) => path)
    .filter(
      (path) =>
        rank(path) < 1.6 || (scope.facts(path)?.sections ?? []).some(({ heading }) => headings[doing].test(heading)),
    )
    .toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .slice(0, maxDocuments);
}

function weigher(
  scope: CodeScope,
  doing: DocumentedDoing,
): (section: ReadSection) => { weight: number; commands: string[] } {
  const worthOf = commandWorth(scope, doing);
  return (section) => {
    const commands = [...new Set(section.blocks.flatMap(commandsOf))].filter((command) => worthOf(command) > 0);
    const worth = commands.reduce((sum, command) => sum + worthOf(command), 0);
    if (worth === 0) return { weight: 0, commands };
    const own = section.heading ?? "";
    const around = `${section.above} ${section.path.replaceAll(/[/_.-]/g, " ")}`;
    const isForOther =
      doing === "run"
        ? (forUse.test(own) || forUse.test(around)) && !forDevelopers.test(own)
        : isOther(doing, own, around);
    const weight =
      Math.min(worth, mostOfCommands) +
      (headings[doing].test(own) ? 1 : 0) +
      (headings[doing].test(around) ? 0.5 : 0) +
      (doing !== "deploy" && forDevelopers.test(`${own} ${around}`) ? 1 : 0) -
      (doing === "run" && inContainers.test(`${own} ${around}`) && !forDevelopers.test(`${own} ${around}`) ? 1.5 : 0) -
      (isForOther ? mostOfSection : 0);
    return { weight, commands };
  };
}

function isOther(doing: DocumentedDoing, own: string, around: string): boolean {
  if (doing !== "deploy") return false;
  return (
    afterwards.test(own) || afterwards.test(around) || !(headings.deploy.test(own) || headings.deploy.test(around))
  );
}

function commandWorth(scope: CodeScope, doing: DocumentedDoing): (command: string) => number {
  const lines = new Map(stagedTasks(scope).map(({ line, stage }) => [line, ofStages[doing][stage] ?? 0]));
  return (command) => {
    const known = [...lines].find(([line]) => command === line || command.startsWith(`${line} `))?.[1];
    if (known !== undefined && known > 0) return known;
    if (doing === "deploy" && ofContainers.test(command)) return 1;
    const purpose = purposeOfCommand(command);
    return purpose === null ? 0 : (purposes[doing][purpose] ?? 0);
  };
}

const destroying = /(?:^|[\s:._-])(?:rm|clean|reset|drop|purge|prune|wipe|delete|destroy|teardown)(?:$|[\s:._-])/;

/** Where it answers once it runs. */
const tellsAddress = /\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d+/;

/** Blocks with a command, where it answers then, what announces a block of code, and the list of what is needed. */
function toldBlocks({ heading, blocks, commands }: WeighedSection, doing: DocumentedDoing): ProseBlock[] {
  const isNeeded = heading !== null && needed.test(heading);
  const isTold = (block: ProseBlock | undefined) => {
    if (block?.kind !== "code" || block.text.trim() === "") return false;
    const isShell = doing !== "check" && block.note !== "" && block.note !== "text" && shellNotes.test(block.note);
    return isShell || commandsOf(block).some((command) => commands.includes(command));
  };
  const last = blocks.findLastIndex(isTold);
  return blocks.filter((block, at) => {
    if (/^(?:!!!|===|\?\?\?|:::)/.test(block.text)) return false;
    if (block.kind === "item" && isNeeded) return true;
    // What a step prints, and what is said of it before the next.
    const isBetween = doing === "run" && at < last && blocks.slice(0, at).some(isTold);
    if (block.kind === "code") return isTold(block) || (isBetween && isOutput(block));
    if (block.kind !== "paragraph" && block.kind !== "item") return false;
    const inside = commandsOf(block);
    if (inside.some((command) => destroying.test(command))) return false;
    const next = blocks[at + 1];
    if (isBetween && block.kind === "paragraph" && (next?.kind !== "code" || isOutput(next))) return true;
    if (doing === "run" && tellsAddress.test(block.text) && blocks.slice(0, at).some(isTold)) return true;
    return inside.some((command) => commands.includes(command)) || isTold(blocks[at + 1]);
  });
}
