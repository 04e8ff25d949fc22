import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { Duplex, type Readable, type Writable } from "node:stream";
import { finished } from "node:stream/promises";

import { AppError } from "@cairn/contract/errors";

import type { WalledEnd, WalledProcess } from "#server/platform/sandbox/process/start-walled.ts";

import { removeDockerContainers } from "./call-docker.ts";
import { dockerEnvironment } from "./docker-arguments.ts";
import { type Relay, type RelayOrder, serveRelay } from "./serve-relay.ts";

interface RelayedCall {
  docker: string;
  args: readonly string[];
  /** Of the container. */
  name: string;
  /** Asked when the relay is there; what it throws is why nothing runs. */
  order: () => Promise<RelayOrder>;
  socketFolders: readonly string[];
  onOverMemory: () => void;
}

const keptStderrCharacters = 8 * 1024;
/** A container whose input has closed ends by itself; then Docker is told to end it, and then we do not wait for Docker. */
const removeAfterMs = 500;
const leaveAfterMs = 1_500;
/** The first process inside ends with this, whoever has ended it. */
const firstExitCode = 137;

/** Starts a container and serves its relay. It ends when this process does: its input closes then, and its guard removes it. */
export function startRelayed(call: RelayedCall): WalledProcess {
  const options = { env: dockerEnvironment(), cwd: "/", stdio: "pipe", detached: true } as const;
  const child = spawn(call.docker, [...call.args], options);
  child.on("error", () => undefined);
  if (child.pid === undefined) {
    throw new AppError("unavailable", { message: "A sandbox could not be started on this server. Try again later." });
  }
  const dismissGuard = postGuard(call);
  let said = "";
  child.stderr
    .on("error", () => undefined)
    .on("data", (piece: Buffer) => (said = (said + piece.toString("utf8")).slice(-keptStderrCharacters)));
  const link = joinPipes(child.stdout, child.stdin);
  let isKilled = false;
  const kill = () => {
    if (isKilled) return;
    isKilled = true;
    end(child, { ...call, link });
  };
  const onLost = () => {
    // What cannot be understood is not to be kept for anybody to read.
    link.destroy();
    if (relay.exitCode() === null) kill();
    else end(child, { ...call, link });
  };
  const relay: Relay = serveRelay(link, { ...call, onLost });
  const parts = { relay, call, said: () => said, isKilled: () => isKilled };
  return {
    stdin: relay.stdin,
    stdout: relay.stdout,
    stderr: relay.stderr,
    // It has no number on this machine where the engine is in a virtual one.
    firstProcess: Promise.resolve(null),
    ended: waitForEnd(child, parts).finally(dismissGuard),
    kill,
  };
}

/**
 * Removes the container when this server is dead, from outside, where no command gets to: what runs inside is the same account as the
 * container's first process and relay, and can change what they do.
 */
function postGuard({ docker, name }: RelayedCall): () => void {
  const args = ["-c", 'read -r over || exec "$0" rm --force --volumes "$1"', docker, name];
  const stdio: ["pipe", "ignore", "ignore"] = ["pipe", "ignore", "ignore"];
  const guard = spawn("/bin/sh", args, { env: dockerEnvironment(), cwd: "/", stdio, detached: true });
  guard.on("error", () => undefined);
  guard.stdin.on("error", () => undefined);
  return () => guard.stdin.end("over\n");
}

/** What comes out may be read on while nothing goes in any more. */
function joinPipes(output: Readable, input: Writable): Duplex {
  input.on("error", () => undefined);
  const link = new Duplex({
    read: () => void output.resume(),
    write(piece: Buffer, _encoding, callback) {
      if (input.writable) input.write(piece, () => callback());
      else callback();
    },
  });
  const take = (piece: Buffer) => link.push(piece) || output.pause();
  output.on("data", take);
  output.on("error", () => undefined).on("close", () => link.push(null));
  // A pipe that nobody reads does not close.
  link.on("error", () => undefined).on("close", () => output.off("data", take).resume());
  return link;
}

interface Ending {
  relay: Relay;
  call: RelayedCall;
  said: () => string;
  isKilled: () => boolean;
}

async function waitForEnd(child: ChildProcess, { relay, call, said, isKilled }: Ending): Promise<WalledEnd> {
  const [code, signal] = (await once(child, "close")) as [code: number | null, signal: NodeJS.Signals | null];
  const exitCode = relay.exitCode();
  // Docker's program ends when the container is gone, but for where it failed or we ended it.
  const isGone = exitCode !== null && code === firstExitCode && !isKilled();
  if (!isGone) await removeDockerContainers(call.docker, [call.name]);
  const refusal = relay.refusal();
  if (!relay.hasBegun()) relay.stderr.write(said());
  for (const stream of [relay.stdout, relay.stderr]) stream.end();
  await Promise.all([relay.stdout, relay.stderr].map((stream) => finished(stream).catch(() => undefined)));
  if (refusal !== null) throw refusal;
  const wallExitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  return { exitCode, wallExitCode: relay.hasBegun() ? wallExitCode : Math.min(wallExitCode, 128) };
}

function end(child: ChildProcess, { docker, name, link }: RelayedCall & { link: Duplex }): void {
  child.stdin?.destroy();
  if (child.exitCode !== null || child.signalCode !== null) return;
  const removal = setTimeout(() => void removeDockerContainers(docker, [name]), removeAfterMs);
  const leave = setTimeout(() => {
    child.kill("SIGKILL");
    // Whatever is still to be read would hold up its end.
    link.destroy();
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, leaveAfterMs);
  child.once("close", () => [removal, leave].forEach((timer) => clearTimeout(timer)));
}
