import type { CitationTarget } from "#web/ui/markdown/citation-target.ts";

export interface SourceCitation {
  /** The number in the text of the answer, from 1. */
  number: number;
  target: CitationTarget;
  /** "18–24". */
  lines: string;
}

export interface SourceFile {
  key: string;
  /** "delay.ts". */
  name: string;
  /** "src/delays"; empty for files at the top. */
  folder: string;
  /** Null where all sources of the answer have the same commit. */
  version: string | null;
  citations: SourceCitation[];
}

/** The sources of an answer by file, in the order in which the files are first cited; the citations of a file by line. */
export function groupSources(targets: readonly CitationTarget[]): SourceFile[] {
  const files = new Map<string, SourceFile>();
  const hasOneVersion = new Set(targets.map(({ version }) => version)).size <= 1;
  for (const [index, target] of targets.entries()) {
    const { path, lines } = splitLocation(target.location);
    const key = `${path}@${target.version}`;
    const nameFrom = path.lastIndexOf("/") + 1;
    const file = files.get(key) ?? {
      key,
      name: path.slice(nameFrom),
      folder: path.slice(0, Math.max(0, nameFrom - 1)),
      version: hasOneVersion ? null : target.version,
      citations: [],
    };
    file.citations.push({ number: index + 1, target, lines });
    files.set(key, file);
  }
  const list = [...files.values()];
  for (const { citations } of list) citations.sort((one, other) => firstLine(one) - firstLine(other));
  return list;
}

/** Splits "src/delay.ts:18-24" into its path and "18–24". */
function splitLocation(location: string): { path: string; lines: string } {
  const colon = location.lastIndexOf(":");
  return { path: location.slice(0, colon), lines: location.slice(colon + 1).replace("-", "–") };
}

function firstLine({ lines }: SourceCitation): number {
  return Number.parseInt(lines, 10);
}
