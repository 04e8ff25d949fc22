import { AppError } from "@cairn/contract/errors";
import type { Role } from "@cairn/contract/roles";
import { validation } from "@cairn/contract/texts";

/** A role travels as a list of exactly one. */
export function onlyRole(roles: readonly Role[]): Role {
  const [role, ...others] = roles;
  if (!role) throw new AppError("invalid_input", { message: validation.roleRequired });
  if (others.length > 0) throw new AppError("invalid_input", { message: validation.oneRoleOnly });
  return role;
}
