import type { ReactNode } from "react";

interface ChangedTextProps {
  children?: ReactNode;
  /** Set by a comparison; absent when the text itself uses strikethrough. */
  "data-change"?: string;
}

/** Text that was added, announced as such for screen readers. */
export function AddedText(props: ChangedTextProps) {
  return <ins data-change={props["data-change"]}>{withWords(props, "added")}</ins>;
}

/** Text that was removed according to a comparison, or strikethrough of the text itself. */
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
