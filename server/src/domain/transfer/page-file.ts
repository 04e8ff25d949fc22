import { maxPromptLength, sectionOutputs, type SectionOutput } from "@cairn/contract/page-sections";
import { z } from "zod";

/** Lines a section rests on, with the repository by its slug, so that the ledger means the same on another server. */
const fileSourceSchema = z.object({
  repository: z.string(),
  path: z.string(),
  startLine: z.number().int().min(1),
  endLine: z.number().int().min(1),
  commit: z.string(),
  hash: z.string(),
});
export type FileSource = z.infer<typeof fileSourceSchema>;

/** There is no code from before 1970, and databases know no year 0. */
const isRealTime = (at: string) => Date.parse(at) > 0;

const ledgerEntrySchema = z.object({
  writtenBy: z
    .string()
    .max(200)
    .regex(/^\P{Cc}*$/u)
    .nullable(),
  writtenAt: z.iso.datetime().refine(isRealTime).nullable(),
  commit: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/)
    .nullable(),
  sources: z.array(fileSourceSchema).max(500),
});

/** One section of a page as its files hold it. */
export interface FileSection {
  sectionId: string;
  title: string;
  /** Null for static sections. */
  prompt: string | null;
  output: SectionOutput;
  content: string;
  writtenBy: string | null;
  writtenAt: string | null;
  commit: string | null;
  sources: FileSource[];
}

/** A page as its two files hold it: Markdown for people, and the ledger of its sections beside it. */
export interface PageFile {
  artifactId: string;
  title: string;
  parentArtifactId: string | null;
  /** Index among the pages with the same parent, from 0. */
  order: number;
  /** The product's slug; null for a page of the organization. */
  product: string | null;
  /** The service's name; null for a page of the product. */
  service: string | null;
  /** The address it was made from; null for all others. */
  address: string | null;
  sections: FileSection[];
}

/** The two files of a page. */
export function formatPage(page: PageFile): { markdown: string; ledger: string } {
  const head = [
    `title: ${JSON.stringify(page.title)}`,
    `page: ${page.artifactId}`,
    ...(page.parentArtifactId === null ? [] : [`below: ${page.parentArtifactId}`]),
    `order: ${page.order}`,
    ...(page.product === null ? [] : [`product: ${JSON.stringify(page.product)}`]),
    ...(page.service === null ? [] : [`service: ${JSON.stringify(page.service)}`]),
    ...(page.address === null ? [] : [`address: ${JSON.stringify(page.address)}`]),
  ];
  const markdown = `---\n${head.join("\n")}\n---\n\n${page.sections.map(formatSection).join("\n\n")}\n`;
  const entries = page.sections.map(({ sectionId, writtenBy, writtenAt, commit, sources }) => [
    sectionId,
    { writtenBy, writtenAt, commit, sources },
  ]);
  return { markdown, ledger: `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n` };
}

function formatSection(section: FileSection): string {
  const { sectionId, title, prompt, output, content } = section;
  const end = endOf(sectionId, content);
  const about = {
    id: sectionId,
    ...(end === sectionId ? {} : { end }),
    output,
    ...(prompt === null ? {} : { prompt }),
  };
  return `<!-- section ${commentText(about)} -->\n## ${title}\n\n${fenced(content, output)}\n\n<!-- /section ${end} -->`;
}

/** Closes the section, so it must not occur in the content. */
function endOf(sectionId: string, content: string): string {
  let end = sectionId;
  while (content.includes(`<!-- /section ${end} -->`)) end += "x";
  return end;
}

/** JSON that cannot end the comment around it. */
function commentText(value: unknown): string {
  return JSON.stringify(value).replaceAll("--", "\\u002d\\u002d").replaceAll(">", "\\u003e");
}

/** Diagrams are drawn by the viewer of the Markdown. */
function fenced(content: string, output: SectionOutput): string {
  if (output !== "mermaid") return content;
  const longest = Math.max(2, ...Array.from(content.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}mermaid\n${content}\n${fence}`;
}

const sectionHeadSchema = z.object({
  id: z.uuid(),
  end: z.string().optional(),
  output: z.enum(sectionOutputs),
  prompt: z.string().max(maxPromptLength).optional(),
});

const headSchema = z.object({
  title: z.string(),
  page: z.uuid(),
  below: z.uuid().nullable().default(null),
  order: z.number().int().min(0).default(0),
  product: z.string().nullable().default(null),
  service: z.string().nullable().default(null),
  address: z.string().nullable().default(null),
});

/** A file that is no page of ours, or a damaged one; the message says what is wrong with it. */
export class PageFileError extends Error {}

/** What the two files of a page hold; the ledger may be missing. Throws a `PageFileError`. */
export function parsePage(markdown: string, ledger: string | null): PageFile {
  const found = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(markdown);
  if (!found) throw new PageFileError("It has no front matter.");
  const { page, below, ...head } = readHead(found[1] ?? "");
  const entries = readLedger(ledger);
  const sections = readSections(markdown.slice(found[0].length)).map(({ sectionId, ...section }) => {
    const { writtenBy = null, writtenAt = null, commit = null, sources = [] } = entries.get(sectionId) ?? {};
    return { sectionId, ...section, writtenBy, writtenAt, commit, sources };
  });
  if (sections.length === 0) throw new PageFileError("It has no sections.");
  return { artifactId: page, parentArtifactId: below, ...head, sections };
}

function readHead(text: string): z.infer<typeof headSchema> {
  const fields = text.split(/\r?\n/).map((line) => {
    const at = line.indexOf(":");
    const value = line.slice(at + 1).trim();
    return [
      line.slice(0, at).trim(),
      /^["\d]/.test(value) && !/^[0-9a-f-]{36}$/.test(value) ? parseValue(value) : value,
    ];
  });
  const parsed = headSchema.safeParse(Object.fromEntries(fields));
  if (!parsed.success)
    throw new PageFileError(`Its front matter is not a page's: ${parsed.error.issues[0]?.path.join(".")}.`);
  return parsed.data;
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readLedger(text: string | null): Map<string, z.infer<typeof ledgerEntrySchema>> {
  if (text === null) return new Map();
  const parsed = z.record(z.uuid(), ledgerEntrySchema).safeParse(parseValue(text));
  if (!parsed.success) throw new PageFileError("Its ledger cannot be read.");
  return new Map(Object.entries(parsed.data));
}

type BareSection = Pick<FileSection, "sectionId" | "title" | "prompt" | "output" | "content">;

function readSections(body: string): BareSection[] {
  const sections: BareSection[] = [];
  const opening = /^<!-- section (\{.*\}) -->\r?\n## ([^\r\n]*)\r?\n\r?\n/gm;
  for (let found = opening.exec(body); found; found = opening.exec(body)) {
    const about = sectionHeadSchema.safeParse(parseValue(found[1] ?? ""));
    if (!about.success) throw new PageFileError(`The mark of its section “${found[2]}” cannot be read.`);
    const { id, end = id, output, prompt = null } = about.data;
    const close = closingOf(body, opening.lastIndex, end);
    if (close === null) throw new PageFileError(`Its section “${found[2]}” has no end.`);
    const content = unfenced(body.slice(opening.lastIndex, close.start), output);
    sections.push({ sectionId: id, title: found[2] ?? "", prompt, output, content });
    opening.lastIndex = close.end;
  }
  return sections;
}

/** Where the content ends and where the section does. */
function closingOf(body: string, from: number, end: string): { start: number; end: number } | null {
  const mark = `<!-- /section ${end} -->`;
  const at = body.indexOf(mark, from);
  if (at === -1) return null;
  const gap = /\r?\n\r?\n$/.exec(body.slice(Math.max(from, at - 4), at))?.[0].length ?? 0;
  return { start: at - gap, end: at + mark.length };
}

function unfenced(text: string, output: SectionOutput): string {
  if (output !== "mermaid") return text;
  const inside = /^(`{3,})mermaid\r?\n([\s\S]*?)\r?\n\1\s*$/.exec(text);
  return inside?.[2] ?? text;
}
