import { lazy, Suspense } from "react";

import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";

import type { RichTextEditorProps } from "./editor-props.ts";

const Loaded = lazy(() => import("./rich-text-editor.tsx").then((module) => ({ default: module.RichTextEditor })));

/** The editor, loaded on first use; a placeholder of the same height is shown until then. */
export function LazyRichTextEditor(props: RichTextEditorProps) {
  return (
    <Suspense
      fallback={
        <div style={{ minHeight: props.minHeight ?? 160 }}>
          <Loading what="editor">
            <Skeleton className="h-40 w-full" />
          </Loading>
        </div>
      }
    >
      <Loaded {...props} />
    </Suspense>
  );
}
