/** Roles of staff. */
export const roles = ['owner', 'content', 'support', 'finance', 'instructor'] as const
export type Role = (typeof roles)[number]
export const roleNames: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  content: 'Content',
  support: 'Support',
  finance: 'Finance',
  instructor: 'Instructor',
}
const list = new Intl.ListFormat('en-GB')
/** "Support and Finance". */
export const namesOfRoles = (given: readonly Role[]): string => list.format(given.map((role) => roleNames[role]))

/**
 * Roles by permission, the only such table: server, OpenAPI document and console read it. A permission is named
 * `subject:action`.
 */
export const permissions = {
  'account:own': roles,
  'today:read': roles,
  'week:read': roles,
  'audit:read': ['owner'],
  'courses:read': ['owner', 'content'],
  'courses:write': ['owner', 'content'],
  'companies:read': ['owner', 'content'],
  'companies:write': ['owner', 'content'],
  'media:read': ['owner', 'content', 'support'],
  'media:write': ['owner', 'content'],
  'pages:read': ['owner', 'content'],
  'pages:write': ['owner', 'content'],
  'settings:read': ['owner'],
  'settings:write': ['owner'],
  'staff:read': ['owner'],
  'staff:write': ['owner'],
  'batches:read': ['owner', 'content', 'support', 'finance'],
  'batches:write': ['owner', 'content'],
  'batches:cancel': ['owner'],
  'sessions:read': ['owner', 'content', 'support'],
  'sessions:write': ['owner', 'content'],
  'attendance:read': ['owner', 'content', 'support', 'instructor'],
  'attendance:write': ['owner', 'content', 'instructor'],
  'certificates:read': ['owner', 'support'],
  'certificates:write': ['owner', 'support'],
  'certificates:decide': ['owner', 'support', 'instructor'],
  'recordings:read': ['owner', 'content', 'support', 'instructor'],
  'recordings:write': ['owner', 'content', 'instructor'],
  'holidays:read': ['owner', 'content'],
  'holidays:write': ['owner', 'content'],
  'instructors:read': ['owner', 'content', 'support'],
  'instructors:write': ['owner', 'content'],
  'leads:read': ['owner', 'support'],
  'leads:write': ['owner', 'support'],
  'students:read': ['owner', 'support', 'finance'],
  'students:write': ['owner', 'support'],
  'enrolments:read': ['owner', 'support', 'finance'],
  'enrolments:write': ['owner', 'support'],
  'messages:read': ['owner', 'support', 'instructor'],
  'messages:write': ['owner', 'support', 'instructor'],
  'work:read': ['owner', 'support', 'instructor'],
  'work:write': ['owner', 'instructor'],
  'questions:read': ['owner', 'support', 'instructor'],
  'questions:write': ['owner', 'support', 'instructor'],
  'reviews:read': ['owner', 'support'],
  'reviews:write': ['owner', 'support'],
  'teaching:own': ['owner', 'instructor'],
  'trials:read': ['owner', 'content', 'support', 'instructor'],
  'trials:write': ['owner', 'content', 'instructor'],
  'payments:read': ['owner', 'support', 'finance'],
  'payments:write': ['owner', 'finance'],
  'coupons:read': ['owner', 'support', 'finance'],
  'coupons:write': ['owner', 'finance'],
  'plans:read': ['owner', 'support', 'finance'],
  'plans:write': ['owner', 'finance'],
  'scholarships:read': ['owner', 'support', 'finance'],
  'scholarships:write': ['owner', 'finance'],
  'payment-links:read': ['owner', 'support', 'finance'],
  'payment-links:write': ['owner', 'finance'],
  'month:read': ['owner', 'finance'],
  'month:close': ['owner', 'finance'],
  'settlements:read': ['owner', 'support', 'finance'],
  'approvals:read': ['owner', 'support', 'finance'],
  'approvals:write': ['owner', 'support', 'finance'],
  'requests:read': ['owner', 'support', 'finance'],
  'requests:write': ['owner', 'support', 'finance'],
  'documents:read': ['owner', 'support', 'finance'],
  'documents:send': ['owner', 'support', 'finance'],
  'failures:read': ['owner', 'support', 'finance'],
  'failures:write': ['owner', 'support', 'finance'],
  'figures:read': ['owner', 'finance'],
  'backups:read': ['owner'],
  'health:read': ['owner'],
  'search:use': roles,
} as const satisfies Record<string, readonly Role[]>
export type Permission = keyof typeof permissions
export const allPermissions = Object.keys(permissions) as [Permission, ...Permission[]]

export function rolesWith(permission: Permission): readonly Role[] {
  return permissions[permission]
}

/** The role whose permissions reach the own batches and classes alone. */
const ownOnly: Role = 'instructor'

/** Whether one of the roles of a person has a permission. */
export function allows(given: readonly Role[], permission: Permission): boolean {
  return rolesWith(permission).some((role) => given.includes(role))
}

/** The roles that have a permission for the records of everybody. */
export function rolesWithAll(permission: Permission): readonly Role[] {
  return rolesWith(permission).filter((role) => role !== ownOnly)
}

/** Whether one of the roles of a person has a permission for the records of everybody, and not for own ones alone. */
export function allowsAll(given: readonly Role[], permission: Permission): boolean {
  return rolesWithAll(permission).some((role) => given.includes(role))
}

export function permissionsOf(given: readonly Role[]): Permission[] {
  return allPermissions.filter((permission) => allows(given, permission))
}

/** Each role once, in the order of `roles`. */
export const sortedRoles = (given: readonly Role[]): Role[] => roles.filter((role) => given.includes(role))
