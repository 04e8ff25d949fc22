import { stepsOf } from "./run-line.ts";

/** What a runner of packages puts before the program, and variables that are set for it. */
const before = /^(?:[A-Z_][A-Z\d_]*=\S+\s+|cross-env\s+|npx\s+|bunx\s+|(?:yarn|pnpm)\s+(?:exec\s+|run\s+)?)+/;

/** Programs that turn sources into files, once or after every change: nothing listens when they have run. */
const builders: readonly RegExp[] = [
  /^(?:encore|webpack|rollup|esbuild|parcel|gulp|grunt|sass|postcss|tailwindcss|tsc|vue-tsc|tsup|babel|swc|microbundle)\b/,
  /^(?:vite|ng|vue-cli-service|nuxt|next|astro|react-scripts)\s+build\b/,
  /^mix\s+(?:watch|--)/,
];
const listens = /\bserve\b|\bserver?\b|-server\b|--serve(?:dir)?\b|\bstart\b|&&|\|/;

/** What is cleared, or filled beforehand, is none of it the program. */
const prepares = /^(?:rm|rimraf|del-cli|mkdir|cp)\s|\bcache:(?:warmup|clear)\b/;

/** Whether a command, however it is called, ends with files and not with something that listens. */
export function buildsOnly(command: string): boolean {
  const steps = stepsOf(command).map((step) => step.replace(before, ""));
  return steps.length > 0 && steps.every(isBuild);
}

function isBuild(step: string): boolean {
  // It serves the bundle, and the program that uses the bundle is started beside it.
  if (/^encore\s+dev-server\b/.test(step) || prepares.test(step)) return true;
  return builders.some((pattern) => pattern.test(step)) && !listens.test(step);
}
