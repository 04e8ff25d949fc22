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
  /** Still streaming: incomplete marks are hidden, and finished blocks are not rendered again. */
  isStreaming?: boolean;
  /** Targets of `[1]`, `[2]` and so on; a number without a target stays text. */
  citations?: readonly CitationTarget[];
  /** Resolves a relative link to a full address; null when it cannot be resolved. */
  resolveLink?: (href: string) => string | null;
  /**
   * Resolves a mention; when absent, mentions are plain text. Must be a stable function, because a new one renders
   * every block again.
   */
  resolveMention?: (mention: Mention) => MentionTarget;
  /** Renders a picture; null when it may not be loaded. When absent, no pictures are rendered. */
  renderPicture?: (address: string, description: string) => ReactNode;
  /** Starts a question about a diagram of the text; absent when asking is not possible. */
  onAskDiagram?: () => void;
  /** Level for the highest heading of the text, to continue the headings around it. */
  topHeading?: number;
  /** Renders sanitised HTML; otherwise tags are shown as text. */
  hasHtml?: boolean;
  isCompact?: boolean;
  /**
   * Replaces the default plugins for GitHub Markdown. Must be a stable list, because a new one renders every block
   * again.
   */
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
/** Mentions use `cairn:` addresses, which are resolved here and never passed to the browser. */
const protocols = { ...schema.protocols, href: [...(schema.protocols.href ?? []), "cairn"] };
const sanitize: RehypePlugins[number] = [sanitizer, { ...schema, protocols }];
/** Marks of a comparison are allowed only where HTML is not rendered, so that no text can forge them. */
const attributes = { ...schema.attributes, ins: ["dataChange"], del: ["dataChange"] };
const textPlugins: RehypePlugins = [[sanitizer, { ...schema, protocols, attributes }], rehypeCitations];
const htmlPlugins: RehypePlugins = [raw, sanitize, rehypeCitations];

/** Renders Markdown safely, whoever wrote it: no scripts, no external images. */
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

/** The plain element, without the classes the library would add. */
function plain(Name: Tag) {
  return function Plain({ node: _node, ...props }: ComponentProps<"div"> & { node?: unknown }) {
    const Any = Name as "div";
    return <Any {...props} className={undefined} />;
  };
}

/** Bullets and quotation bars follow the text direction of the content. */
function directed(Name: "ul" | "ol" | "blockquote") {
  return function Directed({ node: _node, ...props }: ComponentProps<"div"> & { node?: unknown }) {
    const Any = Name as "div";
    return <Any {...props} className={undefined} dir="auto" />;
  };
}

/** An empty header cell is no column header. */
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

/** External images are not loaded, because an address could leak data. The description is shown instead. */
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

/** The checkbox of a task list item. */
function TaskBox({ checked = false }: { checked?: boolean }) {
  return <input type="checkbox" checked={checked} readOnly disabled aria-label={checked ? "Done" : "Not done"} />;
}

/** Long paths may break after a slash. */
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

/** One object for all texts: a new one would make the library render every finished block again. */
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
