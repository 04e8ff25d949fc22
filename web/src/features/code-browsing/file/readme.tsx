import { useQuery } from "@tanstack/react-query";

import { fileQuery } from "#web/features/code-browsing/code-browsing.api.ts";
import { baseName } from "#web/features/code-browsing/location/file-path.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";

import { RepositoryMarkdown } from "./repository-markdown.tsx";

interface ReadmeProps {
  repository: RepositoryKey;
  branchName: string;
  path: string;
  hrefOf: (path: string) => string;
}

/** The readme of a folder, below its list. */
export function Readme({ repository, branchName, path, hrefOf }: ReadmeProps) {
  const file = useQuery(fileQuery(repository, { branchName, path }));
  if (!file.data || file.data.encoding === "none") return null;
  const name = baseName(path);
  return (
    <section aria-label={name} className="rounded-lg border border-line">
      <h2 className="border-b border-line-subtle px-4 py-2 text-sm font-medium text-ink-2">{name}</h2>
      <div className="p-4 md:px-6 md:py-5">
        {/\.(md|markdown)$/i.test(name) ? (
          <RepositoryMarkdown
            repository={repository}
            text={file.data.content}
            codeLocation={{ branchName, path }}
            hrefOf={hrefOf}
            topHeading={3}
          />
        ) : (
          <pre className="overflow-x-auto text-sm whitespace-pre-wrap">{file.data.content}</pre>
        )}
      </div>
    </section>
  );
}
