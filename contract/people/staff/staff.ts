import { z } from 'zod'
import { email, instant, line } from '#contract/fields.ts'
import { recordFields, resource } from '#contract/resource.ts'
import { roles, roleNames } from '#contract/permissions.ts'

/** `invited` until the person has a second factor, also after a reset. */
export const staffStatus = z.enum(['invited', 'active', 'disabled'])
export const staffStatusNames: Readonly<Record<z.output<typeof staffStatus>, string>> = {
  invited: 'Invited',
  active: 'Active',
  disabled: 'Disabled',
}

const record = z.object({
  ...recordFields,
  name: z.string(),
  email: z.string(),
  /** The first of the roles. */
  role: z.enum(roles),
  roles: z.array(z.enum(roles)),
  status: staffStatus,
  /** The instructor whose batches the person sees. */
  instructor_id: z.int().nullable(),
  instructor_name: z.string().nullable(),
  totp: z.boolean(),
  passkeys: z.int(),
  recovery_codes_left: z.int(),
  /** When the link of an open invitation ends. */
  invitation_expires_at: instant.nullable(),
  last_seen_at: instant.nullable(),
  created_at: instant,
})
export type StaffRecord = z.output<typeof record>

const instructor = z.int('Please choose an instructor.').positive('Please choose an instructor.').max(2_147_483_647).nullable()
export const chooseRole = 'Please choose a role.'
const role = z.enum(roles, `Please choose one of ${roles.join(', ')}.`)
const all = z.array(role, chooseRole).min(1, chooseRole).max(roles.length, 'Please give each role once.')

const name = line(120, 'Name is required.')

const input = z.strictObject({ email, name: name.optional(), roles: all, instructor_id: instructor.optional() })
const changes = z.strictObject({ name, roles: all, instructor_id: instructor })

const members = resource({
  name: 'staff',
  singular: 'staff-member',
  record,
  input,
  changes,
  filters: { role: role.optional(), status: staffStatus.optional() },
  sort: ['name', 'email', 'role', 'roles', 'id'],
  permission: { read: 'staff:read', write: 'staff:write' },
  stepUp: ['create', 'change', 'export', 'disable', 'enable', 'reset', 'invite-again'],
  verbs: {
    disable: 'End the sessions of a person and refuse the next sign-in',
    enable: 'Let a disabled person sign in again',
    reset: 'Remove the second factors and sessions of a person and send a new invitation',
    'invite-again': 'Send a new link to a person who has no second factor yet',
  },
  words: { role: roleNames, roles: roleNames, status: staffStatusNames },
  examples: {
    record: {
      id: 3,
      version: 2,
      name: 'Meera Kulkarni',
      email: 'meera@school.example',
      role: 'support',
      roles: ['support', 'finance'],
      status: 'active',
      instructor_id: null,
      instructor_name: null,
      totp: true,
      passkeys: 1,
      recovery_codes_left: 10,
      invitation_expires_at: null,
      last_seen_at: '2026-11-22T10:30:00.000Z',
      created_at: '2026-11-01T04:30:00.000Z',
    },
    input: { email: 'meera@school.example', name: 'Meera Kulkarni', roles: ['support', 'finance'] },
    changes: { name: 'Meera Kulkarni', roles: ['finance'], instructor_id: null },
  },
})

/** The only role of a person, for programs that know one. It replaces all. */
const onlyRole = { role: role.optional(), roles: all.optional() }

/** People who work for the school. To create one is to invite them. */
export const staff = {
  ...members,
  endpoints: {
    ...members.endpoints,
    create: { ...members.endpoints.create, body: input.extend(onlyRole) },
    change: {
      ...members.endpoints.change,
      body: changes
        .extend(onlyRole)
        .partial()
        .refine((fields) => Object.keys(fields).length > 0, 'Please send a field to change.'),
    },
  },
}
