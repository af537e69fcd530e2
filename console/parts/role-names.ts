import type { Role } from '#contract/staff/permissions.ts'

export const roleNames: Record<Role, string> = {
  owner: 'Owner',
  content: 'Content',
  support: 'Support',
  finance: 'Finance',
  instructor: 'Instructor',
}
