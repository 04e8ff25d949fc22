import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { createRepositoryKey as endpoint } from "@cairn/contract/repository-keys";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { hashKeySecret } from "#server/domain/keys/api-key-secret.ts";
import { loadPublicKey } from "#server/domain/keys/load-public-key.ts";
import { requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { violatedConstraint } from "#server/platform/db/unique-violation.ts";

import { describeRepositoryKey } from "./describe-repository-key.ts";
import {
  countRepositoryKeys,
  insertRepositoryKey,
  isSshKeyOfUser,
  lockRepository,
  type RepositoryKeyRow,
} from "./repository-keys.store.ts";
import { createTokenSecret } from "./token-secret.ts";

/** More than anybody uses, few enough that a script gone wild ends. */
const maxKeys = 50;

/** Adds a key for machines; the secret of a new token is in this answer and nowhere else. */
export async function createRepositoryKey(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, repositoryId, connection, slug } = await requireRepository(ctx, input, "repository.manage");
  if (connection.type !== "internal") throw notHosted();
  const { secret, ...material } = await makeMaterial(ctx, input.key);
  const row: RepositoryKeyRow = {
    ...material,
    keyId: ctx.newId(),
    organizationId,
    repositoryId,
    name: input.name,
    isReadOnly: input.isReadOnly,
    createdBy: ctx.actor.kind === "user" ? ctx.actor.userId : null,
    createdAt: ctx.now(),
    lastUsedAt: null,
  };
  try {
    await ctx.db.transaction(async (tx) => {
      if (!(await lockRepository(tx, row))) throw notFound("Repository");
      if ((await countRepositoryKeys(tx, row)) >= maxKeys) throw tooManyKeys();
      await insertRepositoryKey(tx, row);
      const to = `${row.name} (${row.isReadOnly ? "read only" : "read and write"})`;
      await recordAudit(ctx, tx, { organizationId, action: "repository-key.created", target: slug, to });
    });
  } catch (error) {
    throw explainConflict(error);
  }
  return { ...describeRepositoryKey(row), key: secret };
}

type KeyMaterial = Pick<RepositoryKeyRow, "publicKey" | "fingerprint" | "secretHash" | "lastFour"> & {
  /** Null for a public key. */
  secret: string | null;
};

async function makeMaterial(ctx: Ctx, pasted: string | undefined): Promise<KeyMaterial> {
  if (pasted === undefined) {
    const secret = createTokenSecret();
    return {
      secret,
      publicKey: null,
      fingerprint: null,
      secretHash: hashKeySecret(secret),
      lastFour: secret.slice(-4),
    };
  }
  const { line, fingerprint } = loadPublicKey(pasted);
  // A key that is somebody's own says who pushes; as a key of a machine too it would not.
  if (await isSshKeyOfUser(ctx.wholeDb, fingerprint)) {
    throw new AppError("conflict", {
      message: "This key belongs to a person's account. Make a new one for a machine.",
    });
  }
  return { secret: null, publicKey: line, fingerprint, secretHash: null, lastFour: null };
}

function notHosted(): AppError {
  const message = "Only repositories hosted here have keys. Manage access to this one where it is hosted.";
  return new AppError("unprocessable", { message });
}

function tooManyKeys(): AppError {
  const message = `A repository can have at most ${maxKeys} keys. Delete one that is no longer used.`;
  return new AppError("unprocessable", { message });
}

const conflicts: Record<string, string> = {
  repository_keys_name: "This repository already has a key of this name",
  repository_keys_once: "This repository already has this key",
};

function explainConflict(error: unknown): unknown {
  const message = conflicts[violatedConstraint(error) ?? ""];
  return message === undefined ? error : new AppError("conflict", { message });
}
