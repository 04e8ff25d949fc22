import { Fragment } from "react";

import { CopyButton } from "#web/ui/action/copy-button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";

interface CodePathProps {
  /** Name of the root: the repository. */
  rootName: string;
  /** "" is the top. */
  path: string;
  hrefOf: (path: string) => string;
}

/** The path from the root of a repository to a file, each folder a link. */
export function CodePath({ rootName, path, hrefOf }: CodePathProps) {
  const parts = path.split("/").filter(Boolean);
  // At the root, the repository selector already shows the name.
  if (parts.length === 0) return null;
  return (
    <div className="text-sm">
      <nav aria-label="Path" className="mr-1 inline">
        <PathPart name={rootName} href={hrefOf("")} isLast={false} />
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
      <span className="inline-block align-middle pointer-coarse:-my-3">
        <CopyButton text={path} label="Copy path" size="sm" />
      </span>
    </div>
  );
}

/** A name wraps as a whole and is broken only when it is longer than a line. */
const whole = "inline-block max-w-full py-0.5 wrap-anywhere pointer-coarse:min-w-6 pointer-coarse:py-3";

function PathPart({ name, href, isLast }: { name: string; href: string; isLast: boolean }) {
  if (isLast) {
    return (
      <span aria-current="page" className={cx(whole, "font-medium text-ink")}>
        {name}
      </span>
    );
  }
  return (
    <Link
      href={href}
      className={cx(
        whole,
        "rounded-sm text-accent-text underline decoration-line-control underline-offset-4 hover:decoration-current",
      )}
    >
      {name}
    </Link>
  );
}
