/** Why a diff does not apply to a commit. */
export interface PatchProblem {
  /**
   * `mismatch`: the file reads differently where a hunk stands. `missing`: there is no such file. `exists`: the file
   * that it creates is there. `link`: it goes through or makes a link or submodule. `binary`: it lacks the contents.
   * `other`: anything else that git found.
   */
  kind: "mismatch" | "missing" | "exists" | "link" | "binary" | "other";
  /** Empty where git names none. */
  path: string;
  /** First line of the hunk, of what the diff says the file was; null where it is about the whole file. */
  line: number | null;
}

const patterns: readonly { kind: PatchProblem["kind"]; pattern: RegExp }[] = [
  { kind: "mismatch", pattern: /^error: patch failed: (.+):(\d+)$/ },
  { kind: "missing", pattern: /^error: (.+): (?:does not exist in index|No such file or directory)$/ },
  { kind: "exists", pattern: /^error: (.+): already exists in (?:index|working directory)$/ },
  { kind: "link", pattern: /^error: affected file '(.+)' is beyond a symbolic link$/ },
  { kind: "link", pattern: /^error: (.+): wrong type$/ },
  {
    kind: "binary",
    pattern:
      /^error: cannot (?:apply binary patch to|reverse-apply a binary patch .*to) '(.+)' without full index line$/,
  },
  { kind: "mismatch", pattern: /^error: the patch applies to '(.+)' \(.*$/ },
  { kind: "mismatch", pattern: /^error: (.+): patch does not apply$/ },
];

/** Reads what `git apply` complained about, each file once and each hunk that it came to. */
export function readApplyProblems(complaint: string): PatchProblem[] {
  const found: PatchProblem[] = [];
  for (const text of complaint.split("\n")) {
    for (const { kind, pattern } of patterns) {
      const [, path, line] = pattern.exec(text) ?? [];
      if (path === undefined) continue;
      // Git says of a file that it does not apply after it has said where.
      const isSaid = line === undefined && found.some((problem) => problem.path === path);
      if (!isSaid) found.push({ kind, path, line: line === undefined ? null : Number(line) });
      break;
    }
  }
  return found.length > 0 ? found : [{ kind: "other", path: "", line: null }];
}
