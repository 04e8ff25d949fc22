import type { FileDiff } from "@cairn/contract/code-history";
import { useEffect, useMemo, useRef } from "react";

interface FoldedTextProps {
  file: FileDiff;
  /** The browser found what somebody looks for in it. */
  onFound: () => void;
}

/**
 * The lines of a folded file, which nobody sees and nothing reads aloud, for the browser to find text in them. They are one text without marks,
 * so that thousands of them cost next to nothing. Browsers that know no such thing find nothing there.
 */
export function FoldedText({ file: { hunks }, onFound }: FoldedTextProps) {
  const ref = useRef<HTMLPreElement>(null);
  const text = useMemo(() => hunks.flatMap(({ lines }) => lines.map(({ content }) => content)).join("\n"), [hunks]);
  useEffect(() => {
    const element = ref.current;
    // React makes no difference between this value and others.
    element?.setAttribute("hidden", "until-found");
    const show = () => {
      // What was found goes with this text; the next search finds it among the lines, which are in sight then.
      element?.parentElement?.scrollIntoView({ block: "start" });
      onFound();
    };
    element?.addEventListener("beforematch", show);
    return () => element?.removeEventListener("beforematch", show);
  });
  return text === "" ? null : (
    <pre ref={ref} hidden>
      {text}
    </pre>
  );
}
