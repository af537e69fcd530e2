import type { Role } from '#contract/permissions.ts'

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
