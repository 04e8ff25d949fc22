import { splitAtTaskNames } from "@cairn/contract/mentions";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useNamedTasks } from "#web/features/task-mentions/task-mentions.api.ts";
import { renderInlineCode } from "#web/ui/display/inline-code.tsx";
import { MentionLink } from "#web/ui/markdown/mention-link.tsx";

/** What a person asked: plain text but for `backticks` and the names of tasks ("FB-9", "@FB-9"), which are links. */
export function QuestionText({ project, text }: { project: ProjectKey; text: string }) {
  const names = new Set(splitAtTaskNames(text).flatMap(({ taskName }) => taskName ?? []));
  const taskNamed = useNamedTasks(project, [...names]);
  return renderInlineCode(text, (words) =>
    splitAtTaskNames(words).map((piece, index) => {
      const target = piece.taskName === null ? null : taskNamed(piece.taskName);
      // A name that is no task's may be anything, such as "UTF-8"; only a mention is said to lead nowhere.
      if (target === null || (target.kind === "gone" && !piece.hasSign)) return piece.text;
      return (
        // oxlint-disable-next-line react/no-array-index-key -- parts of a text never move
        <MentionLink key={index} target={target}>
          {piece.text}
        </MentionLink>
      );
    }),
  );
}
