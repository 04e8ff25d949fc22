import { AppError } from "@cairn/contract/errors";

/** Of each kind of key in one account: more than anybody uses, few enough that a script gone wild ends. */
export const maxKeys = 100;

export function tooManyKeys(): AppError {
  return new AppError("unprocessable", {
    message: `You can have at most ${maxKeys} keys of this kind. Delete one that you no longer use.`,
  });
}
