import { allowedCalls } from "./call-names.ts";
import { namespaceFlags, maxSharedBytes, personalities, socketFamilies, terminalTricks } from "./judged-arguments.ts";
import { errorNumbers, missingCalls } from "./system-calls.ts";

/** A rule as engines of containers read it from a file. */
interface ProfileRule {
  names: readonly string[];
  action: "SCMP_ACT_ALLOW" | "SCMP_ACT_ERRNO";
  errnoRet?: number;
  args?: ArgumentTest[];
}

interface ArgumentTest {
  index: number;
  op: "SCMP_CMP_MASKED_EQ" | "SCMP_CMP_LE" | "SCMP_CMP_GT";
  value: number;
  valueTwo?: number;
}

/** The bits of an argument that are compared, and what they must be. */
interface BitBlock {
  mask: number;
  value: number;
}

/**
 * The same filter as `createFilterProgram` makes, as Docker takes it: by names, for whichever machine the engine runs on. It names
 * what is allowed; runtimes answer calls that are newer than all of these as a kernel that does not have them.
 */
export function createEngineProfile(): string {
  const { noSuchCall, noSuchFamily, invalid } = errorNumbers;
  const allow = (name: string, args: ArgumentTest[]): ProfileRule => ({
    names: [name],
    action: "SCMP_ACT_ALLOW",
    args,
  });
  const refuse = (name: string, errnoRet: number, args: ArgumentTest[]): ProfileRule => ({
    ...allow(name, args),
    action: "SCMP_ACT_ERRNO",
    errnoRet,
  });
  const rules: ProfileRule[] = [
    { names: allowedCalls, action: "SCMP_ACT_ALLOW" },
    { names: Object.keys(missingCalls), action: "SCMP_ACT_ERRNO", errnoRet: noSuchCall },
    allow("clone", [isBlock(0, { mask: namespaceFlags, value: 0 })]),
    ...blocksBeside(terminalTricks).map((block) => allow("ioctl", [isBlock(1, block)])),
    ...socketFamilies.map((value) => allow("socket", [isBlock(0, { mask: wholeWord, value })])),
    ...blocksBeside(socketFamilies).map((block) => refuse("socket", noSuchFamily, [isBlock(0, block)])),
    ...personalities.map((value) => allow("personality", [isBlock(0, { mask: wholeWord, value })])),
    allow("shmget", [{ index: 1, op: "SCMP_CMP_LE", value: maxSharedBytes }]),
    refuse("shmget", invalid, [{ index: 1, op: "SCMP_CMP_GT", value: maxSharedBytes }]),
  ];
  // Each engine takes its own machine of these. The default is EPERM.
  const archMap = ["SCMP_ARCH_X86_64", "SCMP_ARCH_AARCH64"].map((architecture) => ({
    architecture,
    subArchitectures: [],
  }));
  return JSON.stringify({ defaultAction: "SCMP_ACT_ERRNO", archMap, syscalls: rules });
}

const wholeWord = 0xffffffff;

function isBlock(index: number, { mask, value }: BitBlock): ArgumentTest {
  return { index, op: "SCMP_CMP_MASKED_EQ", value: mask, valueTwo: value };
}

/**
 * All words of 32 bits but these. An engine tells one argument by one comparison only, so "neither this nor that" is said by what the
 * first bits of all others are.
 */
export function blocksBeside(values: readonly number[]): BitBlock[] {
  const split = (prefix: number, bits: number): BitBlock[] => {
    const size = 2 ** (32 - bits);
    if (!values.some((value) => value >= prefix && value < prefix + size)) {
      return [{ mask: wholeWord + 1 - size, value: prefix }];
    }
    return size === 1 ? [] : [...split(prefix, bits + 1), ...split(prefix + size / 2, bits + 1)];
  };
  return split(0, 0);
}
