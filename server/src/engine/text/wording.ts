const numbers = new Intl.NumberFormat("en-US");

/** "1 file", "2,310 files". */
export function count(amount: number, singular: string, plural = `${singular}s`): string {
  return `${numbers.format(amount)} ${amount === 1 ? singular : plural}`;
}

/** "a", "a and b", "a, b and c". */
export function enumerate(parts: readonly string[]): string {
  if (parts.length <= 1) return parts[0] ?? "";
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** The first `max` parts in a row, the rest as a number: "a, b and 12 more". */
export function fold(parts: readonly string[], max: number): string {
  if (parts.length <= max + 1) return enumerate(parts);
  return `${parts.slice(0, max).join(", ")} and ${numbers.format(parts.length - max)} more`;
}

/** The first `max` parts in a row, and that there are others: for names of which more may come without a word about it. */
export function someOf(parts: readonly string[], max: number): string {
  return parts.length <= max + 1 ? enumerate(parts) : `${parts.slice(0, max).join(", ")} and others`;
}

/** Whole per cent; small shares are "under 1 %". */
export function share(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (part / whole) * 100;
  return percent < 1 ? "under 1 %" : `${Math.round(percent)} %`;
}

/** Languages as people write them. */
export function languageName(language: string): string {
  return languageNames[language] ?? language.charAt(0).toUpperCase() + language.slice(1);
}

const languageNames: Record<string, string> = {
  typescript: "TypeScript",
  tsx: "TypeScript (JSX)",
  javascript: "JavaScript",
  csharp: "C#",
  cpp: "C++",
  php: "PHP",
  css: "CSS",
  scss: "SCSS",
  html: "HTML",
  sql: "SQL",
  graphql: "GraphQL",
  protobuf: "Protocol Buffers",
  objectivec: "Objective-C",
  powershell: "PowerShell",
  ocaml: "OCaml",
  json: "JSON",
  yaml: "YAML",
  toml: "TOML",
  xml: "XML",
  jupyter: "Jupyter notebooks",
};

/** The last part of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folder of a path, "" at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
