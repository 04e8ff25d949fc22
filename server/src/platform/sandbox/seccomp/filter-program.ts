import { maxSharedBytes, namespaceFlags, personalities, socketFamilies, terminalTricks } from "./judged-arguments.ts";
import {
  auditArchitectures,
  errorNumbers,
  judgedCalls,
  type Machine,
  missingCalls,
  newestCall,
  refusedCalls,
} from "./system-calls.ts";

/** One instruction of the kernel's packet filter; jumps count instructions behind this one. */
interface FilterInstruction {
  code: number;
  value: number;
  ifTrue?: number;
  ifFalse?: number;
}

const loadWord = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const jumpIfAnyBit = 0x45;
const answer = 0x06;

const allow = 0x7fff0000;
const killProcess = 0x80000000;
const refuse = (errno: number) => (0x00050000 | errno) >>> 0;

/** Where the kernel puts what it asks about: number, machine, and arguments of eight bytes, the lower half first. */
const numberAt = 0;
const machineAt = 4;
const argumentAt = (position: number) => 16 + 8 * position;

const { invalid, noSuchCall, noSuchFamily, notPermitted } = errorNumbers;

/**
 * A program for seccomp that allows system calls but those that lead out of a sandbox, in the bytes that bubblewrap
 * takes. It answers like a kernel that does not have or permit them; another machine's calls end the process.
 */
export function createFilterProgram(machine: Machine): Buffer {
  const column = machine === "x64" ? 0 : 1;
  const numbersOf = (calls: typeof refusedCalls) => Object.values(calls).flatMap((numbers) => numbers[column] ?? []);
  const { clone, socket, ioctl, personality, shmget } = judgedCalls;
  return encode([
    { code: loadWord, value: machineAt },
    { code: jumpIfEqual, value: auditArchitectures[machine], ifTrue: 1 },
    { code: answer, value: killProcess },
    { code: loadWord, value: numberAt },
    { code: jumpIfAtLeast, value: newestCall + 1, ifFalse: 1 },
    { code: answer, value: refuse(noSuchCall) },
    ...numbersOf(refusedCalls).flatMap((number) => judge(number, [{ code: answer, value: refuse(notPermitted) }])),
    ...numbersOf(missingCalls).flatMap((number) => judge(number, [{ code: answer, value: refuse(noSuchCall) }])),
    ...judge(clone[column] ?? 0, refuseIfAny(jumpIfAnyBit, [namespaceFlags], { argument: 0, errno: notPermitted })),
    ...judge(ioctl[column] ?? 0, refuseIfAny(jumpIfEqual, terminalTricks, { argument: 1, errno: notPermitted })),
    ...judge(shmget[column] ?? 0, refuseLarge(maxSharedBytes, { argument: 1, errno: invalid })),
    ...judge(socket[column] ?? 0, refuseOthers(socketFamilies, { argument: 0, errno: noSuchFamily })),
    ...judge(personality[column] ?? 0, refuseOthers(personalities, { argument: 0, errno: notPermitted })),
    { code: answer, value: allow },
  ]);
}

/** What comes next where the call is this one; `steps` must end in an answer on every way. */
function judge(number: number, steps: readonly FilterInstruction[]): FilterInstruction[] {
  return [{ code: jumpIfEqual, value: number, ifFalse: steps.length }, ...steps];
}

interface ArgumentRule {
  argument: number;
  errno: number;
}

function refuseIfAny(code: number, values: readonly number[], { argument, errno }: ArgumentRule): FilterInstruction[] {
  const tests = values.map((value, position) => ({ code, value, ifTrue: values.length - position }));
  return [
    { code: loadWord, value: argumentAt(argument) },
    ...tests,
    { code: answer, value: allow },
    { code: answer, value: refuse(errno) },
  ];
}

function refuseOthers(values: readonly number[], { argument, errno }: ArgumentRule): FilterInstruction[] {
  const tests = values.map((value, position) => ({ code: jumpIfEqual, value, ifTrue: values.length - position }));
  return [
    { code: loadWord, value: argumentAt(argument) },
    ...tests,
    { code: answer, value: refuse(errno) },
    { code: answer, value: allow },
  ];
}

function refuseLarge(most: number, { argument, errno }: ArgumentRule): FilterInstruction[] {
  return [
    { code: loadWord, value: argumentAt(argument) + 4 },
    { code: jumpIfEqual, value: 0, ifFalse: 2 },
    { code: loadWord, value: argumentAt(argument) },
    { code: jumpIfAtLeast, value: most + 1, ifFalse: 1 },
    { code: answer, value: refuse(errno) },
    { code: answer, value: allow },
  ];
}

function encode(program: readonly FilterInstruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [position, { code, value, ifTrue = 0, ifFalse = 0 }] of program.entries()) {
    const at = position * 8;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(ifTrue, at + 2);
    bytes.writeUInt8(ifFalse, at + 3);
    bytes.writeUInt32LE(value, at + 4);
  }
  return bytes;
}
