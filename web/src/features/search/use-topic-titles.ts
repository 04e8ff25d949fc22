import { useQuery } from "@tanstack/react-query";

import { titleOfTopicPath, topicsQuery } from "#web/features/external-context/external-context.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";

/** How a topic of the external context is called, by its id and the path under which it was found. */
export type TitleOfTopic = (topicId: string, path: string) => string;

/** Names topics that were found; asked for only where there are some. */
export function useTopicTitles(project: ProjectKey, hasTopics: boolean): TitleOfTopic {
  const topics = useQuery({ ...topicsQuery(project, 1), ...(hasTopics ? {} : { enabled: false }) });
  return (topicId, path) =>
    topics.data?.content.find((topic) => topic.topicId === topicId)?.title ?? titleOfTopicPath(path);
}
