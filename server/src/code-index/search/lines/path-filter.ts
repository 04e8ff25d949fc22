import { LinePatternError } from "#server/code-index/ports/line-query.ts";
import type { LineSearchOptions } from "#server/code-index/ports/line-query.ts";
import { compileProgram } from "#server/code-index/search/lines/pattern/compile-program.ts";
import { LineAutomaton } from "#server/code-index/search/lines/pattern/line-automaton.ts";
import { parsePattern } from "#server/code-index/search/lines/pattern/parse-pattern.ts";

const maxGlobs = 50;
const maxGlobLength = 500;
const maxNestedChoices = 10;
const oneLine = Int32Array.of(0);

interface PathGlob {
  isLeftOut: boolean;
  /** Fits folders alone. */
  isFolder: boolean;
  fits: (path: string) => boolean;
}

/** Which files the options ask for. Throws a `LinePatternError` for a glob that is none. */
export function pathFilter(options: LineSearchOptions): (file: { path: string; language: string | null }) => boolean {
  const { under = "", paths = [], languages } = options;
  if (paths.length > maxGlobs) throw new LinePatternError(`At most ${maxGlobs} path patterns may be given.`);
  const folder = under.replace(/^\/+|\/+$/g, "");
  const globs = paths.map(readGlob);
  const wanted = languages === undefined || languages.length === 0 ? null : new Set(languages);
  /** Whether a folder is left out decides for all its files. */
  const folders = new Map<string, boolean>();
  const isFolderLeftOut = (path: string): boolean => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const above = path.lastIndexOf("/");
    const isOut = (above !== -1 && isFolderLeftOut(path.slice(0, above))) || decide(globs, path, true) === "out";
    folders.set(path, isOut);
    return isOut;
  };
  const hasWanted = globs.some(({ isLeftOut }) => !isLeftOut);
  return ({ path, language }) => {
    if (folder !== "" && path !== folder && !path.startsWith(`${folder}/`)) return false;
    if (wanted !== null && (language === null || !wanted.has(language))) return false;
    if (globs.length === 0) return true;
    const above = path.lastIndexOf("/");
    if (above !== -1 && isFolderLeftOut(path.slice(0, above))) return false;
    const decision = decide(globs, path, false);
    return decision === "in" || (decision === null && !hasWanted);
  };
}

/** What the last glob that fits says; null where none does. */
function decide(globs: readonly PathGlob[], path: string, isFolder: boolean): "in" | "out" | null {
  const glob = globs.findLast((candidate) => (isFolder || !candidate.isFolder) && candidate.fits(path));
  return glob === undefined ? null : glob.isLeftOut ? "out" : "in";
}

function readGlob(written: string): PathGlob {
  if (written.length > maxGlobLength)
    throw new LinePatternError(`A path pattern may have ${maxGlobLength} characters at most.`);
  const isLeftOut = written.startsWith("!");
  const isFolder = written.endsWith("/");
  const glob = written.slice(isLeftOut ? 1 : 0, isFolder ? -1 : undefined);
  // Without a slash before its end it fits at any depth.
  const anchored = glob.includes("/") ? glob.replace(/^\//, "") : `**/${glob}`;
  if (glob === "") return { isLeftOut, isFolder, fits: () => false };
  let automaton: LineAutomaton;
  try {
    automaton = new LineAutomaton(
      compileProgram(parsePattern(`^(?:${globExpression(anchored)})$`, { ignoreCase: false })),
    );
  } catch (error) {
    if (error instanceof LinePatternError) throw new LinePatternError(`“${written}” is no path pattern.`);
    throw error;
  }
  const fits = (path: string): boolean => {
    const bytes = Buffer.from(path.replaceAll("\n", "\uFFFD"));
    return automaton.scan({ bytes, starts: oneLine }, { from: 0, to: 1 }) >= 0;
  };
  return { isLeftOut, isFolder, fits };
}

/** The glob as an expression: only `**` reaches over slashes. */
function globExpression(glob: string): string {
  let expression = "";
  let choices = 0;
  for (let at = 0; at < glob.length;) {
    const [token = ""] = /^(?:\*\*\/|\/\*\*\/|\/\*\*$|\*+|\\.|\[[!^]?\]?[^\]]*\]|.)/su.exec(glob.slice(at)) ?? [];
    const isAtStart = at === 0;
    at += token.length;
    if (token === "**/" && isAtStart) expression += "(?:.*/)?";
    else if (token === "/**/") expression += "/(?:.*/)?";
    else if (token === "/**") expression += "/.*";
    else if (token === "**" && isAtStart && at === glob.length) expression += ".*";
    else if (token.startsWith("*")) expression += token.endsWith("/") ? "[^/]*/" : "[^/]*";
    else if (token === "?") expression += "[^/]";
    else if (token.length > 1 && token.startsWith("[")) expression += classExpression(token);
    else if (token === "{") {
      choices += 1;
      if (choices > maxNestedChoices) throw new LinePatternError("Too many choices.");
      expression += "(?:";
    } else if (token === "}" && choices > 0) {
      choices -= 1;
      expression += ")";
    } else if (token === "," && choices > 0) expression += "|";
    else expression += escaped(token.startsWith("\\") ? token.slice(1) : token);
  }
  if (choices > 0) throw new LinePatternError("A brace is never closed.");
  return expression;
}

function classExpression(token: string): string {
  const isNegated = /^\[[!^]/.test(token);
  const members = token.slice(isNegated ? 2 : 1, -1).replace(/[[\]\\^&~]/g, "\\$&");
  return `[${isNegated ? "^/" : ""}${members}]`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
}
