import { type Role, sortedRoles } from '#contract/permissions.ts'
import { invalid } from '#server/platform/errors/errors.ts'

/**
 * Returns the roles that a body gives: all of them as `roles`, or the only one as `role`. Undefined when it gives none.
 * @throws HttpError 400 for both
 */
export function rolesOf({ role, roles }: { role?: Role | undefined; roles?: Role[] | undefined }): Role[] | undefined {
  if (role === undefined) return roles && sortedRoles(roles)
  if (roles !== undefined)
    throw invalid('Please give role or roles, not both.', { roles: ['Please give role or roles, not both.'] })
  return [role]
}
