import type { copyDemo } from "@cairn/contract/demo";
import type { ResultOf } from "@cairn/contract/endpoint";

/** The product of the demo that has everything. */
const firstProduct = "ferry-board";

export function describeCopy(copy: Omit<ResultOf<typeof copyDemo>, "product">): ResultOf<typeof copyDemo> {
  return { ...copy, product: firstProduct };
}
