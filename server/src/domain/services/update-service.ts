import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { updateService as endpoint } from "@cairn/contract/services";

import type { Ctx } from "../../ctx.ts";
import { describeServices } from "./describe-services.ts";
import { requireService } from "./require-service.ts";
import { findServiceRow, updateServiceRow } from "./services.store.ts";

export async function updateService(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireService(ctx, input, "service.write");
  const { name, description, type, workingPath } = input;
  const change = { name, description, type, workingPath };
  const isEmpty = Object.values(change).every((value) => value === undefined);
  await ctx.db.transaction(async (tx) => {
    if (isEmpty) return;
    await updateServiceRow(tx, row, change);
    await ctx.publish(tx, "service.changed", row);
  });
  const updated = await findServiceRow(ctx.db, row);
  const [service] = updated ? await describeServices(ctx, row.organizationId, [updated]) : [];
  if (!service) throw notFound("Service");
  return service;
}
