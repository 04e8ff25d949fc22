import { AppError } from "@cairn/contract/errors";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { countTopics, sumOtherBytes, type TopicKey } from "./external-context.store.ts";

const maxTopics = 500;
const maxContextMb = 20;

/** Throws where the project has as many topics as it may. The caller holds the project. */
export async function refuseTooMany(db: Db, project: ProjectKey): Promise<void> {
  if ((await countTopics(db, project)) < maxTopics) return;
  throw new AppError("unprocessable", {
    message: `A product can have at most ${maxTopics} topics. Delete one that nobody needs any more.`,
  });
}

/** Throws where this text does not fit beside the project's other topics. The caller holds the project. */
export async function refuseTooLong(db: Db, key: TopicKey, content: string): Promise<void> {
  const bytes = (await sumOtherBytes(db, key)) + Buffer.byteLength(content);
  if (bytes <= maxContextMb * 1024 * 1024) return;
  throw new AppError("unprocessable", {
    message: `All topics of a product together can hold at most ${maxContextMb} MB of text. Delete one that nobody needs any more.`,
  });
}
