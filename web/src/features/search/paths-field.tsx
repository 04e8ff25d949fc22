import { useEffect, useState } from "react";

import { TextField } from "#web/ui/form/text-field.tsx";

import { maxPathsText } from "./search-state.ts";

const pauseMs = 400;

/** Globs that include or exclude files. */
export function PathsField({ paths, onPaths }: { paths: string; onPaths: (paths: string) => void }) {
  const [typed, setTyped] = useState(paths);
  const [known, setKnown] = useState(paths);
  if (paths !== known) {
    setKnown(paths);
    setTyped(paths);
  }
  useEffect(() => {
    if (typed === known) return;
    const timer = setTimeout(() => onPaths(typed), pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <TextField
      label="Files to include or leave out"
      isLabelHidden
      placeholder="src/**, !*.test.ts"
      title="Files to include or leave out"
      isMono
      spellCheck={false}
      autoCapitalize="off"
      maxLength={maxPathsText}
      value={typed}
      onValueChange={setTyped}
      fieldClassName="min-w-0 flex-1 md:min-w-56"
    />
  );
}
