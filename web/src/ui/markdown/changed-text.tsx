import type { ReactNode } from "react";

interface ChangedTextProps {
  children?: ReactNode;
  /** Set by a comparison; a text may strike something out by itself. */
  "data-change"?: string;
}

/** What a comparison says came, in words for who does not see the mark. */
export function AddedText(props: ChangedTextProps) {
  return <ins data-change={props["data-change"]}>{withWords(props, "added")}</ins>;
}

/** What a comparison says went; or what a text strikes out itself. */
export function RemovedText(props: ChangedTextProps) {
  return <del data-change={props["data-change"]}>{withWords(props, "removed")}</del>;
}

function withWords({ children, "data-change": change }: ChangedTextProps, word: string): ReactNode {
  if (change === undefined) return children;
  return (
    <>
      <span className="sr-only select-none">{`[${word}: `}</span>
      {children}
      <span className="sr-only select-none">{"] "}</span>
    </>
  );
}
