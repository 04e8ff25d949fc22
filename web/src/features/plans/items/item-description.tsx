import { taskDescriptionSchema } from "@cairn/contract/tasks";
import { useEffect, useRef, useState, type FocusEvent } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { ContestedNote } from "#web/ui/form/contested-note.tsx";
import { TextArea } from "#web/ui/form/text-field.tsx";
import { useSavedField } from "#web/ui/form/use-saved-field.ts";
import { Collapsible } from "#web/ui/layout/collapsible.tsx";
import { LazyMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";

const problemOf = (text: string) => taskDescriptionSchema.safeParse(text).error?.issues[0]?.message;
const foldedPx = 120;

interface ItemDescriptionProps {
  /** Of the item. */
  title: string;
  description: string;
  /** Answers what it is afterwards; null where it cannot be changed now. */
  onDescription: ((description: string) => Promise<string>) | null;
}

/** What a proposed task is about: Markdown that is written as such. */
export function ItemDescription({ title, description, onDescription }: ItemDescriptionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const editRef = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    // Whoever went on meanwhile stays there.
    requestAnimationFrame(() => document.activeElement === document.body && editRef.current?.focus());
  };
  if (isOpen && onDescription) {
    return <DescriptionField title={title} description={description} onDescription={onDescription} onClose={close} />;
  }
  return (
    <div>
      {description !== "" && (
        <Collapsible maxHeightPx={foldedPx} moreLabel="Show all" lessLabel="Show less">
          <div dir="auto">
            <LazyMarkdown text={description} isCompact topHeading={4} />
          </div>
        </Collapsible>
      )}
      {onDescription && (
        // Below what unfolds a long one, and not beside it.
        <div>
          <Button ref={editRef} size="sm" variant="ghost" className="-ml-2.5" onClick={() => setIsOpen(true)}>
            {description === "" ? "Add a description" : "Edit description"}
            <span className="sr-only"> of {title}</span>
          </Button>
        </div>
      )}
    </div>
  );
}

interface ItemDescriptionFieldProps {
  title: string;
  description: string;
  onDescription: (description: string) => Promise<string>;
  onClose: () => void;
}

function DescriptionField({ title, description, onDescription, onClose }: ItemDescriptionFieldProps) {
  const groupRef = useRef<HTMLDivElement>(null);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const isDone = useRef(false);
  useEffect(() => fieldRef.current?.focus(), []);
  const field = useSavedField({
    saved: description,
    check: problemOf,
    save: async (text) => {
      const now = await onDescription(text);
      // On the way to Done it stays open: Enter would meet what stands there afterwards.
      if (isDone.current || !groupRef.current?.contains(document.activeElement)) onClose();
      return now;
    },
  });
  const isUnchanged = field.text === description;
  const onDone = () => {
    if (isUnchanged) return onClose();
    isDone.current = true;
    field.onLeave();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (isUnchanged && relatedTarget !== null && !groupRef.current?.contains(relatedTarget)) onClose();
  };
  return (
    <div ref={groupRef} onBlur={onBlur} className="flex flex-col items-start gap-2">
      <div className="w-full">
        <TextArea
          label={`Description of ${title}`}
          isLabelHidden
          ref={fieldRef}
          dir="auto"
          value={field.text}
          error={field.problem}
          onValueChange={field.onType}
          onBlur={field.onLeave}
          className="max-h-[50dvh]"
        />
      </div>
      {field.isContested && <ContestedNote field="description" onInsist={field.onInsist} onYield={field.onUndo} />}
      <Button size="sm" onClick={onDone}>
        Done
      </Button>
    </div>
  );
}
