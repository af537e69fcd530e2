/** Kinds of staff (CONSOLE.md, Roles). */
export const roles = ['owner', 'content', 'support', 'finance', 'instructor'] as const
export type Role = (typeof roles)[number]

/**
 * Which roles may do what: the one table that the server, the API's document and the console read. A permission is named
 * by what it is about and what it allows.
 */
export const permissions = {
  'companies:read': ['owner', 'content'],
  'companies:write': ['owner', 'content'],
} as const satisfies Record<string, readonly Role[]>
export type Permission = keyof typeof permissions

export function rolesWith(permission: Permission): readonly Role[] {
  return permissions[permission]
}

export function allows(role: Role, permission: Permission): boolean {
  return rolesWith(permission).includes(role)
}
