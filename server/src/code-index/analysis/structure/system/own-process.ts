import type { LocatedUnit } from "./located-unit.ts";

/** A process that runs the repository's own code. */
export interface OwnProcess {
  id: string;
  folder: string;
  duty: LocatedUnit["duty"];
  /** Its names, and the words of the commands that start it. */
  words: string[];
}

/** Of a process whose code was not found. */
export const unknownFolder = "\u0000";

const dutyOrder = ["web", "", "worker", "schedule", "beside", "once", "development", "client"];

/** The process that serves people, else what seems nearest to it. */
export function mainOf(own: readonly OwnProcess[]): OwnProcess | undefined {
  const rank = ({ duty }: OwnProcess): number => dutyOrder.indexOf(duty?.duty ?? "");
  return own.toSorted((a, b) => rank(a) - rank(b))[0];
}

const backgroundName = /(?:^|[-_/.])(?:work(?:er|ers)|jobs?|queue|consumer|processor|background)(?:$|[-_/.])/i;
/** Run what the code declares as jobs, all of it. */
const jobLibrary =
  /^(?:celery|sidekiq|resque|solid_queue|good_job|delayed_job|rq|dramatiq|huey|django-q|que|procrastinate|graphile-worker|artisan|messenger)$/;

/** Whether a library for jobs brings it, which runs all that the code declares as such. */
export function isJobWorker({ duty }: OwnProcess): boolean {
  return duty?.duty === "worker" && jobLibrary.test(duty.tool);
}

/** Schedulers that only put jobs in line, where others take them. */
export function onlyEnqueues({ duty }: OwnProcess): boolean {
  return /^(?:celery beat|clockwork)$/.test(duty?.tool ?? "");
}

/** Whether it runs jobs. Beside a worker of a library for them, a program that is only called so puts them in line. */
export function worksOnJobs(process: OwnProcess, processes: readonly OwnProcess[]): boolean {
  if (isJobWorker(process)) return true;
  const isBeside = processes.some((one) => one.id !== process.id && one.folder === process.folder && isJobWorker(one));
  return !isBeside && (process.duty?.duty === "worker" || process.words.some((word) => backgroundName.test(word)));
}
