import { Fragment } from "react";

import { CopyButton } from "#web/ui/copy-button.tsx";
import { Link } from "#web/ui/link.tsx";

interface CodePathProps {
  /** What the top is called: the repository. */
  rootName: string;
  /** "" is the top. */
  path: string;
  hrefOf: (path: string) => string;
}

/** The way from the top of a repository to a file, each folder a link. */
export function CodePath({ rootName, path, hrefOf }: CodePathProps) {
  const parts = path.split("/").filter(Boolean);
  return (
    <div className="flex min-w-0 items-center gap-1">
      <nav aria-label="Path" className="min-w-0 text-sm break-words">
        <PathPart name={rootName} href={hrefOf("")} isLast={parts.length === 0} />
        {parts.map((part, index) => {
          const partPath = parts.slice(0, index + 1).join("/");
          return (
            <Fragment key={partPath}>
              <span aria-hidden="true" className="mx-1 text-ink-3">
                /
              </span>
              <PathPart name={part} href={hrefOf(partPath)} isLast={index === parts.length - 1} />
            </Fragment>
          );
        })}
      </nav>
      {path !== "" && <CopyButton text={path} label="Copy path" size="sm" />}
    </div>
  );
}

function PathPart({ name, href, isLast }: { name: string; href: string; isLast: boolean }) {
  if (isLast) {
    return (
      <span aria-current="page" className="font-medium text-ink">
        {name}
      </span>
    );
  }
  return (
    <Link
      href={href}
      className="rounded-sm text-accent-text underline decoration-line-control underline-offset-4 hover:decoration-current"
    >
      {name}
    </Link>
  );
}
