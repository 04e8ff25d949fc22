import { z, type ZodType } from "zod";

import type { GithubCall, GithubCalls } from "./github-calls.ts";

const pageSize = 100;
/** Beyond 1,000 entries a list is cut. */
const maxPages = 10;

/** All entries of one of GitHub's counted lists, which it keeps under `name` in the answer. */
export async function readPages<S extends ZodType>(
  calls: GithubCalls,
  list: Omit<GithubCall, "method"> & { name: string; entry: S },
): Promise<z.output<S>[]> {
  const { name, entry, ...call } = list;
  const schema = z.object({ total_count: z.number().int(), [name]: z.array(entry) });
  const readPage = async (page: number) => {
    const params = { ...call.params, per_page: pageSize, page };
    const { total_count: total, [name]: entries } = await calls.read(schema, { ...call, method: "GET", params });
    return { total: Number(total), entries: entries as z.output<S>[] };
  };
  const first = await readPage(1);
  const pageCount = Math.min(Math.ceil(first.total / pageSize), maxPages);
  const others = Array.from({ length: Math.max(0, pageCount - 1) }, (_, index) => readPage(index + 2));
  return [first, ...(await Promise.all(others))].flatMap(({ entries }) => entries);
}
