import { parseXml } from "./parse-xml.ts";

/** What a report says of one file. */
export interface FileCoverage {
  /** As written: absolute, from where the tests ran, or with a Go module in front. */
  name: string;
  /** Folders that it may be written from, as the report names them; absent where it names none. */
  sources?: readonly string[];
  /** By line: whether anything ran it. Lines without code are absent. */
  lines: ReadonlyMap<number, boolean>;
}

export interface CoverageReport {
  format: "lcov" | "cobertura" | "go";
  files: FileCoverage[];
}

/** Of one report. Whoever writes more has no code. */
const maxFiles = 20_000;
const maxEntries = 1_000_000;
/** No file of code is as long. */
const maxLine = 1_000_000;
/** A block of Go's profile over more lines is no block of code. */
const maxBlockLines = 20_000;
/** Names are looked for in many places, part by part; no file of code has as long a one. */
const maxNameLength = 1_024;
const maxNameParts = 40;
const maxSources = 20;

/**
 * Which lines tests ran, by a report of lcov, Cobertura or Go; null for anything else. The tests of a repository wrote it, so nothing
 * in it is believed to be well-formed.
 */
export function readCoverage(content: string): CoverageReport | null {
  const start = content.slice(0, 2_000).trimStart();
  if (/^mode: (?:set|count|atomic)\r?\n/.test(start)) return { format: "go", files: readGo(content) };
  if (start.startsWith("<")) {
    const files = /<coverage[\s>]/.test(start) ? readCobertura(content) : [];
    return files.length === 0 ? null : { format: "cobertura", files };
  }
  const files = /^(?:TN|SF):/m.test(start) ? readLcov(content) : [];
  return files.length === 0 ? null : { format: "lcov", files };
}

/** Collects lines by file; a line that ran once has run. */
function createFiles() {
  const files = new Map<string, Map<number, boolean>>();
  let entries = 0;
  return {
    /** False once there is room for no more: what is refused counts as well, or a report could be made of nothing else. */
    add(name: string, line: number, isRun: boolean): boolean {
      if (entries >= maxEntries) return false;
      entries += 1;
      if (line < 1 || line > maxLine) return true;
      const lines = files.get(name) ?? new Map<number, boolean>();
      if (lines.size === 0 && files.size >= maxFiles) return true;
      files.set(name, lines);
      lines.set(line, lines.get(line) === true || isRun);
      return true;
    },
    list: (sources?: readonly string[]): FileCoverage[] =>
      [...files].map(([name, lines]) => ({ name, lines, ...(sources === undefined ? {} : { sources }) })),
  };
}

function isName(name: string): boolean {
  return name !== "" && name.length <= maxNameLength && name.split(/[/\\]/, maxNameParts + 1).length <= maxNameParts;
}

function readLcov(content: string): FileCoverage[] {
  const files = createFiles();
  let name: string | null = null;
  for (const line of content.split("\n")) {
    if (line.startsWith("SF:")) {
      const written = line.slice(3).trim();
      name = isName(written) ? written : null;
    } else if (line.startsWith("end_of_record")) name = null;
    else if (line.startsWith("DA:") && name !== null) {
      const [, number, count] = /^DA:(\d{1,7}),(\d{1,15})/.exec(line) ?? [];
      if (number === undefined || count === undefined) continue;
      if (!files.add(name, Number(number), Number(count) > 0)) break;
    }
  }
  return files.list();
}

function readCobertura(xml: string): FileCoverage[] {
  const files = createFiles();
  const sources: string[] = [];
  let source: string | null = null;
  let name: string | null = null;
  const isReport = parseXml(xml, {
    onopentag(tag, attributes) {
      if (tag === "source") source = "";
      else if (tag === "class") name = isName(attributes["filename"] ?? "") ? (attributes["filename"] ?? null) : null;
      else if (tag === "line" && name !== null) {
        const { number = "", hits = "" } = attributes;
        if (/^\d{1,7}$/.test(number) && /^\d{1,15}$/.test(hits)) files.add(name, Number(number), Number(hits) > 0);
      }
    },
    ontext(text) {
      if (source !== null && source.length < maxNameLength) source = (source + text).slice(0, maxNameLength);
    },
    onclosetag(tag) {
      if (tag === "source" && source !== null) {
        if (sources.length < maxSources) sources.push(source.trim());
        source = null;
      }
      if (tag === "class") name = null;
    },
  });
  return isReport ? files.list(sources) : [];
}

const block = /^(.+):(\d{1,7})\.\d{1,7},(\d{1,7})\.(\d{1,7}) \d{1,9} (\d{1,15})\r?$/;

/** Blocks may lie in each other's lines: a line ran where one of them did. */
function readGo(content: string): FileCoverage[] {
  const files = createFiles();
  const addBlock = ([, name = "", from, to, column, count]: RegExpExecArray): boolean => {
    // One that ends before the first character of a line has nothing of it.
    const end = Number(column) <= 1 ? Number(to) - 1 : Number(to);
    if (end - Number(from) > maxBlockLines) return true;
    const last = Math.min(end, maxLine);
    for (let at = Number(from); at <= last; at += 1) if (!files.add(name, at, Number(count) > 0)) return false;
    return true;
  };
  for (const line of content.split("\n")) {
    const found = line.length > maxNameLength + 100 ? null : block.exec(line);
    if (found !== null && isName(found[1] ?? "") && !addBlock(found)) break;
  }
  return files.list();
}
