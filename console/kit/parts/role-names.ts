import type { Role } from '#contract/permissions.ts'

export const roleNames: Record<Role, string> = {
  owner: 'Owner',
  content: 'Content',
  support: 'Support',
  finance: 'Finance',
  instructor: 'Instructor',
}

const people: Record<Role, string> = {
  owner: 'owners',
  content: 'content staff',
  support: 'support staff',
  finance: 'finance staff',
  instructor: 'instructors',
}
const list = new Intl.ListFormat('en-GB')

/** "owners and finance staff". */
export const peopleOf = (roles: readonly Role[]): string => list.format(roles.map((role) => people[role]))
