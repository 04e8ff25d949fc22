import { Fragment } from "react";

import { partName } from "#web/features/services/architecture/model/name-text.ts";

/** A name that goes on in another line where a new word of it begins. */
export function BrokenName({ name }: { name: string }) {
  return partName(name).map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one name
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
