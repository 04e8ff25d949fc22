import type { DeclaredClass } from "./class-index.ts";
import type { ProgramPrefix } from "./program-prefixes.ts";

/** By which patterns of conventions are kept among the prefixes of programs. */
export const conventions = "conventions";
/** What frameworks call by themselves. */
const calledByFramework = /^(?:On(?:Action|Result|Authorization|Exception)\w*|Dispose(?:Async)?|To[A-Z]\w*|Equals)$/;

/** The patterns that say the paths of a controller's methods: those of its module, or of the one program that has any. */
export function conventionsFor(
  file: string,
  programs: readonly ProgramPrefix[],
  moduleOf: (file: string) => string,
): string[] {
  const all = programs.filter(({ framework }) => framework === conventions);
  const own = all.filter((one) => moduleOf(one.file) === moduleOf(file));
  const isOne = new Set(all.map((one) => one.file)).size === 1;
  return (own.length > 0 ? own : isOne ? all : []).map(({ path }) => path);
}

/** The path of a method by the first pattern that fits: `{area:exists}/{controller=Home}/{action=Index}/{id?}`. */
export function conventionPath(
  patterns: readonly string[],
  { fact }: DeclaredClass,
  method: { name: string; takesId: boolean; actionName: string | undefined },
): string | null {
  if (calledByFramework.test(method.name)) return null;
  const area = fact.marks.find(({ name }) => name === "Area")?.args["0"]?.[0];
  const pattern = patterns.find((one) => /\{area\b/.test(one) === (area !== undefined));
  if (pattern === undefined || area?.includes("\u0001") === true) return null;
  const names: Record<string, string | undefined> = {
    area,
    controller: fact.name.replace(/Controller$/, ""),
    action: method.actionName ?? method.name.replace(/Async$/, ""),
  };
  const parts = pattern.split("/").flatMap((part) => {
    const [, key, usual] = /^\{(area|controller|action)(?:[:=]([\w]*))?\}$/.exec(part) ?? [];
    if (key !== undefined) return [{ text: names[key] ?? part, isUsual: part.includes("=") && names[key] === usual }];
    if (!/^\{\*{0,2}\w+\??(?:[:=][^}]*)?\}$/.test(part)) return [{ text: part, isUsual: false }];
    return method.takesId && part === "{id?}" ? [{ text: part, isUsual: false }] : [];
  });
  // What is meant without being written ends a path.
  while (parts.at(-1)?.isUsual === true) parts.pop();
  return `/${parts.map(({ text }) => text).join("/")}`;
}
