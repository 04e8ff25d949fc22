import { AppError } from "@cairn/contract/errors";
import type { MiddlewareHandler } from "hono";

/** Refuses addresses that no two readers would read alike, before anything looks for a call or reads a parameter. */
export const checkAddress: MiddlewareHandler = async (c, next) => {
  if (decode(c.req.url).includes("\0")) {
    throw new AppError("invalid_input", { message: "The address holds a NUL character" });
  }
  await next();
};

function decode(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch (cause) {
    throw new AppError("invalid_input", { message: "The address is not well encoded", cause });
  }
}
