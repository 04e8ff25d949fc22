import { useQuery } from "@tanstack/react-query";

import { titleOfTopicPath, topicsQuery } from "#web/features/external-context/external-context.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";

/** Returns the title of an external context topic by its id and path. */
export type TitleOfTopic = (topicId: string, path: string) => string;

/** Loads topic titles; only when there are topics in the results. */
export function useTopicTitles(project: ProjectKey, hasTopics: boolean): TitleOfTopic {
  const topics = useQuery({ ...topicsQuery(project, 1), ...(hasTopics ? {} : { enabled: false }) });
  return (topicId, path) =>
    topics.data?.content.find((topic) => topic.topicId === topicId)?.title ?? titleOfTopicPath(path);
}
