import { readMention } from "@cairn/contract/mentions";
import type { Mention } from "@cairn/contract/mentions";
import { ImageBrokenIcon } from "@phosphor-icons/react/dist/csr/ImageBroken";
import { Children, createContext, Fragment, lazy, Suspense, useContext, useMemo } from "react";
import type { ComponentProps, ReactNode } from "react";
import { defaultRehypePlugins, Streamdown, useIsCodeFenceIncomplete } from "streamdown";
import type { StreamdownProps } from "streamdown";

import { CodeBlock, ComparedCode } from "#web/ui/code/code-block.tsx";
import { cx } from "#web/ui/cx.ts";

import { AddedText, RemovedText } from "./changed-text.tsx";
import { CitationCard, CitationChip } from "./citation-chip.tsx";
import type { CitationTarget } from "./citation-target.ts";
import { rehypeCitations } from "./citations.ts";
import { headingShift } from "./headings.ts";
import { hideOpenMarks } from "./hide-open-marks.ts";
import { MentionLink } from "./mention-link.tsx";
import type { MentionTarget } from "./mention-target.ts";
import { TextLink } from "./text-link.tsx";

import "#web/ui/theme/prose.css";

const Diagram = lazy(() => import("#web/ui/diagram/diagram.tsx").then((module) => ({ default: module.Diagram })));

export interface MarkdownProps {
  text: string;
  /** Still being written: open marks are closed and settled blocks are not rendered again. */
  isStreaming?: boolean;
  /** What `[1]`, `[2]` and so on refer to; a number without a target stays text. */
  citations?: readonly CitationTarget[];
  /** Makes a full address of a relative link; null where there is none. */
  resolveLink?: (href: string) => string | null;
  /** Where a mention leads; without it mentions are plain text. It must stay the same function while nothing changed. */
  resolveMention?: (mention: Mention) => MentionTarget;
  /** Draws a picture of its address and description; null where it may not be loaded. Without it none is. */
  renderPicture?: (address: string, description: string) => ReactNode;
  /** Begins a question about a diagram of the text; absent where nothing can be asked. */
  onAskDiagram?: () => void;
  /** Level of the highest heading of the text, so that headings continue those around it. */
  topHeading?: number;
  /** Shows harmless HTML as what it means; otherwise tags are shown as they are written. */
  hasHtml?: boolean;
  isCompact?: boolean;
  /** In place of those that read Markdown as GitHub does. It must stay the same list while nothing changed. */
  remarkPlugins?: StreamdownProps["remarkPlugins"];
}

interface MarkdownContextValue {
  citations: readonly CitationTarget[];
  resolveLink: (href: string) => string | null;
  resolveMention: (mention: Mention) => MentionTarget;
  renderPicture: (address: string, description: string) => ReactNode;
  onAskDiagram: (() => void) | undefined;
  shift: number;
}

const MarkdownContext = createContext<MarkdownContextValue>({
  citations: [],
  resolveLink: (href) => href,
  resolveMention: () => ({ kind: "name" }),
  renderPicture: () => null,
  onAskDiagram: undefined,
  shift: 0,
});

type RehypePlugins = NonNullable<StreamdownProps["rehypePlugins"]>;
const { raw, sanitize: sanitizeAsShipped } = defaultRehypePlugins as {
  raw: RehypePlugins[number];
  sanitize: [plugin: never, schema: { protocols: Record<string, string[]>; attributes: Record<string, unknown> }];
};
const [sanitizer, schema] = sanitizeAsShipped;
/** Mentions have addresses of their own, which are read here and never given to the browser. */
const protocols = { ...schema.protocols, href: [...(schema.protocols.href ?? []), "cairn"] };
const sanitize: RehypePlugins[number] = [sanitizer, { ...schema, protocols }];
/** Marks of a comparison are kept only where tags are shown as they are written: no text can claim them. */
const attributes = { ...schema.attributes, ins: ["dataChange"], del: ["dataChange"] };
const textPlugins: RehypePlugins = [[sanitizer, { ...schema, protocols, attributes }], rehypeCitations];
const htmlPlugins: RehypePlugins = [raw, sanitize, rehypeCitations];

/** Text written in Markdown, safe to show whoever wrote it: no scripts, no images from elsewhere. */
export function Markdown({
  text,
  isStreaming = false,
  citations = none,
  resolveLink = asWritten,
  resolveMention = asName,
  renderPicture = noPicture,
  onAskDiagram,
  topHeading = 3,
  hasHtml = false,
  isCompact = false,
  remarkPlugins,
}: MarkdownProps) {
  const shift = headingShift(text, topHeading);
  const surroundings = useMemo(
    () => ({ citations, resolveLink, resolveMention, renderPicture, onAskDiagram, shift }),
    [citations, resolveLink, resolveMention, renderPicture, onAskDiagram, shift],
  );
  const body = (
    <div
      className={cx("prose", isCompact && "prose-compact", remarkPlugins && "prose-compared")}
      data-streaming={isStreaming || undefined}
    >
      <Streamdown
        mode={isStreaming ? "streaming" : "static"}
        parseIncompleteMarkdown={isStreaming}
        controls={false}
        remarkPlugins={remarkPlugins}
        rehypePlugins={hasHtml ? htmlPlugins : textPlugins}
        components={components}
      >
        {isStreaming ? hideOpenMarks(text) : text}
      </Streamdown>
    </div>
  );
  return (
    <MarkdownContext value={surroundings}>
      {citations.length > 0 ? <CitationCard>{body}</CitationCard> : body}
    </MarkdownContext>
  );
}

/** Characters of inline code that are never broken. */
const minBreakableLength = 16;

const none: readonly CitationTarget[] = [];
const asWritten = (href: string) => href;
const asName = (): MentionTarget => ({ kind: "name" });
const noPicture = () => null;

type Tag = "li" | "hr" | "strong" | "em" | "thead" | "tbody" | "tr" | "th" | "td" | "p" | "sup" | "sub";

/** The element itself, without the classes the library would put on it. */
function plain(Name: Tag) {
  return function Plain({ node: _node, ...props }: ComponentProps<"div"> & { node?: unknown }) {
    const Any = Name as "div";
    return <Any {...props} className={undefined} />;
  };
}

/** With bullets and bars on the side from which its first words are read. */
function directed(Name: "ul" | "ol" | "blockquote") {
  return function Directed({ node: _node, ...props }: ComponentProps<"div"> & { node?: unknown }) {
    const Any = Name as "div";
    return <Any {...props} className={undefined} dir="auto" />;
  };
}

/** An empty corner of a table names no column. */
function TableHead({ node: _node, children, ...props }: ComponentProps<"th"> & { node?: unknown }) {
  const Name = Children.count(children) === 0 ? "td" : "th";
  return (
    <Name {...props} className={undefined}>
      {children}
    </Name>
  );
}

function heading(level: number) {
  return function Heading({ children }: { children?: ReactNode }) {
    const { shift } = useContext(MarkdownContext);
    const Name = `h${Math.min(6, Math.max(1, level + shift))}` as "h1";
    return <Name>{children}</Name>;
  };
}

function Citation({ number }: { number?: number }) {
  const { citations } = useContext(MarkdownContext);
  const target = number === undefined ? undefined : citations[number - 1];
  return target && number ? <CitationChip number={number} target={target} /> : `[${number}]`;
}

function Anchor({ href, children }: { href?: string; children?: ReactNode }) {
  const { resolveLink, resolveMention } = useContext(MarkdownContext);
  const mention = href ? readMention(href) : null;
  if (mention) return <MentionLink target={resolveMention(mention)}>{children}</MentionLink>;
  return <TextLink href={href && (resolveLink(href) ?? undefined)}>{children}</TextLink>;
}

/** Images from elsewhere are not loaded: an address can carry data out. Their description remains. */
function Picture({ src, alt }: { src?: string; alt?: string }) {
  const { renderPicture } = useContext(MarkdownContext);
  const drawn = src ? renderPicture(src, alt ?? "") : null;
  if (drawn !== null) return drawn;
  return (
    <span className="inline-flex items-center gap-1 rounded-sm border border-line px-1.5 align-middle text-xs text-ink-3">
      <ImageBrokenIcon aria-hidden className="size-3.5" />
      {alt || "Image"}
    </span>
  );
}

/** The box of a line in a list of tasks. */
function TaskBox({ checked = false }: { checked?: boolean }) {
  return <input type="checkbox" checked={checked} readOnly disabled aria-label={checked ? "Done" : "Not done"} />;
}

/** Paths are long words: they break where their folders meet. */
function InlineCode({ children }: { children?: ReactNode }) {
  if (typeof children !== "string" || children.length < minBreakableLength) return <code>{children}</code>;
  const parts = children.split(/(?<=[\w)}\]]\/)(?=\S)/);
  return (
    <code>
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts of a word never move
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </code>
  );
}

interface FenceNode {
  tagName?: string;
  value?: string;
  properties?: { className?: string[]; dataChange?: string };
  children?: FenceNode[];
}

function Fence({ node, children }: { node?: unknown; children?: ReactNode }) {
  const isIncomplete = useIsCodeFenceIncomplete();
  const { onAskDiagram } = useContext(MarkdownContext);
  const code = (node as FenceNode | undefined)?.children?.find((child) => child.tagName === "code");
  const names = code?.properties?.className ?? [];
  const language = names.find((name) => name.startsWith("language-"))?.slice("language-".length) ?? null;
  if (code?.children?.some(({ properties }) => properties?.dataChange)) return <ComparedCode>{children}</ComparedCode>;
  const text = textOf(code);
  if (language === "mermaid" && !isIncomplete) {
    return (
      <Suspense fallback={<CodeBlock code={text} language={language} isIncomplete />}>
        <Diagram source={text} title="Diagram" onAsk={onAskDiagram} />
      </Suspense>
    );
  }
  return <CodeBlock code={text} language={language} isIncomplete={isIncomplete} />;
}

function textOf(node: FenceNode | undefined): string {
  return node?.value ?? node?.children?.map(textOf).join("") ?? "";
}

function Table({ children }: { children?: ReactNode }) {
  return (
    // Focusable, so that keys can scroll it sideways. A group and no region, because a text may contain too many for
    // landmarks.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <div className="table-region" role="group" aria-label="Table" tabIndex={0}>
      <table dir="auto">{children}</table>
    </div>
  );
}

/** One object for all texts: another one would make the library render every settled block again. */
const components = {
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
  ul: directed("ul"),
  ol: directed("ol"),
  li: plain("li"),
  p: plain("p"),
  blockquote: directed("blockquote"),
  hr: plain("hr"),
  strong: plain("strong"),
  em: plain("em"),
  thead: plain("thead"),
  tbody: plain("tbody"),
  tr: plain("tr"),
  th: TableHead,
  td: plain("td"),
  ins: AddedText,
  del: RemovedText,
  sup: plain("sup"),
  sub: plain("sub"),
  table: Table,
  a: Anchor,
  img: Picture,
  input: TaskBox,
  pre: Fence,
  inlineCode: InlineCode,
  citation: Citation,
} as StreamdownProps["components"];
