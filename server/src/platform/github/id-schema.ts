import { z } from "zod";

/** Ids of GitHub are numbers, which we only carry around. */
export const idSchema = z.union([z.number().int(), z.bigint()]).transform(String);
