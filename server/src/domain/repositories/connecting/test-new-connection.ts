import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { testNewConnection as endpoint } from "@cairn/contract/repositories";

import type { Ctx } from "#server/ctx.ts";
import { openGithubRepository } from "#server/domain/integrations/open-github-repository.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { Remote } from "#server/platform/git/remote/remote.ts";

import { checkConnection, firstHostKeys, type CheckedConnection, type Credential } from "./connect-repository.ts";
import { openProjectKey } from "./project-key.ts";
import { tryRemote } from "./try-remote.ts";

/** Tries a connection before anything is stored. What a host shows at this first contact is not remembered. */
export async function testNewConnection(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "service.write");
  const { connection, credential } = input;
  if (connection.type === "internal") {
    throw new AppError("unprocessable", {
      message: "There is nothing to test: this server makes the repository when the service is added.",
    });
  }
  return await tryRemote(ctx, organizationId, async (bounded) => {
    const checked = await checkConnection(bounded, { organizationId, connection, credential });
    return await openNew(bounded, { organizationId, projectId, connection: checked, credential });
  });
}

async function openNew(
  ctx: Ctx,
  wanted: { organizationId: string; projectId: string; connection: CheckedConnection; credential?: Credential },
): Promise<Remote> {
  const { connection, credential, ...project } = wanted;
  switch (connection.type) {
    case "url":
      return { kind: "url", url: connection.url, ...(credential && { credential }) };
    case "ssh": {
      const privateKey = await openProjectKey(ctx, project);
      return { kind: "ssh", url: connection.url, privateKey, knownHosts: firstHostKeys(connection) };
    }
    case "github":
      return { kind: "url", ...(await openGithubRepository(ctx, { ...connection, ...project })) };
    case "path":
    case "internal":
      throw new AppError("unprocessable", { message: "This kind of connection cannot be tested." });
  }
}
