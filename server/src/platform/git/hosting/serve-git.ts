import type { Readable, Writable } from "node:stream";

import { redactGitOutput } from "#server/platform/git/process/explain-git-failure.ts";
import {
  alsoRefusedObjectFlaws,
  forgivenObjectFlaws,
  gitArguments,
  gitEnvironment,
} from "#server/platform/git/process/git-settings.ts";
import { endGroup } from "#server/platform/git/process/run-git.ts";
import { tookTooMuchMemory, watchMemory } from "#server/platform/git/process/watch-memory.ts";
import { launch } from "#server/platform/processes/launch/launch.ts";
import type { RunningProcess } from "#server/platform/processes/launch/launched-process.ts";

import { branchPushCheck } from "./push-hook.ts";

/** The service that a git client requests: `upload-pack` for fetch, `receive-pack` for push. */
export type GitService = "upload-pack" | "receive-pack";

export interface ServedRepository {
  /** Absolute path of a bare repository; its last part names it to git's HTTP program. */
  directory: string;
  /** A push may send so much. */
  maxInputBytes: number;
  /** Full name of the branch that may be neither rewritten nor deleted; null where there is none. */
  protectedRef: string | null;
  /** Holds the hooks. */
  hooksDirectory: string;
  /** The only branch that a push may move; null where it may move all. */
  onlyBranch: OnlyBranch | null;
}

interface OnlyBranch {
  /** Full name. */
  ref: string;
  /** Full name of the branch that the change is made for. */
  baseRef: string;
}

/** One HTTP request for git, as its CGI program wants it. Every text was checked before. */
export interface GitHttpRequest {
  service: GitService;
  /** True for the list of refs that every exchange begins with. */
  isAdvertisement: boolean;
  contentType: string;
  isGzipped: boolean;
  /** "version=2"; null for the oldest protocol. */
  protocol: string | null;
}

/** A running git that talks with a client. */
export interface GitServer {
  stdin: Writable;
  stdout: Readable;
  /** Settles when git and all its children have ended; never rejects. */
  done: Promise<GitServerEnd>;
  /** Ends git with all its children. */
  stop: () => void;
}

interface GitServerEnd {
  /** Null when it was ended by a signal or never began. */
  exitCode: number | null;
  /** The end of its error output, without paths of this machine. */
  stderr: string;
}

const keptStderrCharacters = 8 * 1024;
/** Enough to notice that a client is gone and to clear up. */
const pushGraceMs = 5_000;

/** Starts git's own HTTP program for one request. */
export function startHttpBackend(repository: ServedRepository, request: GitHttpRequest): GitServer {
  const { directory } = repository;
  const lastSlash = directory.lastIndexOf("/");
  const service = `git-${request.service}`;
  const environment = {
    GIT_PROJECT_ROOT: directory.slice(0, lastSlash),
    GIT_HTTP_EXPORT_ALL: "1",
    PATH_INFO: `${directory.slice(lastSlash)}/${request.isAdvertisement ? "info/refs" : service}`,
    REQUEST_METHOD: request.isAdvertisement ? "GET" : "POST",
    QUERY_STRING: request.isAdvertisement ? `service=${service}` : "",
    CONTENT_TYPE: request.contentType,
    // With a content length the program would loop for ever on a truncated body; the end of its input is enough.
    CONTENT_LENGTH: "",
    ...(request.isGzipped ? { HTTP_CONTENT_ENCODING: "gzip" } : {}),
    ...protocolVariable(request.protocol),
  };
  return start(repository, { service: request.service, args: ["http-backend"], environment });
}

/** Starts git for a client on a line of its own, as over SSH. */
export function startGitService(
  repository: ServedRepository,
  request: { service: GitService; protocol: string | null },
): GitServer {
  const args = [request.service, ...(request.service === "upload-pack" ? ["--strict"] : []), repository.directory];
  return start(repository, { service: request.service, args, environment: protocolVariable(request.protocol) });
}

function protocolVariable(protocol: string | null): Record<string, string> {
  return protocol === null ? {} : { GIT_PROTOCOL: protocol };
}

function servingConfig({
  directory,
  maxInputBytes,
  protectedRef,
  hooksDirectory,
  onlyBranch,
}: ServedRepository): string[] {
  return [
    // Branches and tags are all that clients see and write; everything else below refs/ is ours.
    "transfer.hideRefs=refs",
    "transfer.hideRefs=!refs/heads",
    "transfer.hideRefs=!refs/tags",
    "uploadpack.allowFilter=true",
    `receive.maxInputSize=${maxInputBytes}`,
    "receive.denyDeleteCurrent=refuse",
    "receive.autogc=false",
    ...forgivenObjectFlaws.map((flaw) => `receive.fsck.${flaw}=ignore`),
    "http.uploadpack=true",
    "http.receivepack=true",
    "http.getanyfile=false",
    // A partial clone names each blob that it wants; 32 MB are half a million of them.
    "http.maxRequestBuffer=32m",
    `safe.directory=${directory}`,
    ...(onlyBranch === null ? [] : alsoRefusedObjectFlaws.map((flaw) => `receive.fsck.${flaw}=error`)),
    ...(protectedRef === null && onlyBranch === null ? [] : [`core.hooksPath=${hooksDirectory}`]),
  ];
}

interface GitServiceCall {
  service: GitService;
  args: string[];
  environment: Record<string, string>;
}

function start(repository: ServedRepository, call: GitServiceCall): GitServer {
  const settings = { directory: repository.directory, config: servingConfig(repository) };
  const env = { ...gitEnvironment(settings), ...call.environment, ...hookVariables(repository) };
  const child = launch("git", [...gitArguments(settings), ...call.args], { env, cwd: "/" });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-keptStderrCharacters);
  });
  watchMemory(child, () => {
    stderr = tookTooMuchMemory().message;
    endGroup(child);
  });
  // A git that ends early closes its input; its exit code says why.
  child.stdin.on("error", () => undefined);
  let isOver = false;
  const { promise, resolve } = Promise.withResolvers<GitServerEnd>();
  const end = (exitCode: number | null): void => {
    isOver = true;
    resolve({
      exitCode,
      stderr: redactGitOutput(stderr.replaceAll(repository.directory, "the repository"), undefined),
    });
  };
  const stop = (): void => {
    // The number of a group that is over may be somebody else's by now.
    if (!isOver) (call.service === "receive-pack" ? endPush : endGroup)(child);
  };
  child.on("error", (error) => {
    stderr = error.message;
    end(null);
  });
  child.on("close", end);
  return { stdin: child.stdin, stdout: child.stdout, done: promise, stop };
}

/** What the hooks know. */
function hookVariables({ protectedRef, onlyBranch }: ServedRepository): Record<string, string> {
  if (onlyBranch === null) return protectedRef === null ? {} : { CAIRN_PROTECTED_REF: protectedRef };
  return {
    CAIRN_NODE: process.execPath,
    CAIRN_PUSH_CHECK: branchPushCheck,
    CAIRN_PUSH_REF: onlyBranch.ref,
    CAIRN_PUSH_BASE: onlyBranch.baseRef,
  };
}

/**
 * Lets a push end by itself because nothing more comes: git then removes what it took so far. A signal would hit git
 * and its helpers at once, and one of them may be writing what another has just removed.
 */
function endPush(child: RunningProcess): void {
  child.stdin.destroy();
  child.stdout.unpipe();
  child.stdout.resume();
  const force = setTimeout(() => endGroup(child), pushGraceMs);
  child.once("close", () => clearTimeout(force));
}
