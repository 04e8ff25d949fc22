import { displayName } from "@cairn/contract/auth";

/** What to call somebody where only a text fits: the name, or the address of those who gave none. */
export function nameOrEmail(user: { firstName: string | null; lastName: string | null; email: string }): string {
  return user.firstName || user.lastName ? displayName(user) : user.email;
}
