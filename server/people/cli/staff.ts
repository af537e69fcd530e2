import { parseArgs } from 'node:util'
import { email } from '#contract/fields.ts'
import { isId } from '#contract/rules.ts'
import { type Role, roles } from '#contract/permissions.ts'
import { invitationHours } from '#contract/staff-rules.ts'
import type { StaffRecord } from '#contract/people/staff/staff.ts'
import { operator } from '#server/platform/auth/principal.ts'
import { HttpError } from '#server/platform/errors/errors.ts'
import { disableStaff } from '#server/people/staff/disable-staff.ts'
import type { Invitation } from '#server/people/staff/invitations.ts'
import { deliveries } from '#server/messaging/mail/mail-lanes.ts'
import { inviteStaffAgain } from '#server/people/staff/invite-staff-again.ts'
import { inviteStaff } from '#server/people/staff/invite-staff.ts'
import { listLostTotps } from '#server/people/staff/list-lost-totps.ts'
import { findMember, listMembers } from '#server/people/staff/list-members.ts'
import { issueSetupLink } from '#server/people/staff/setup-link.ts'
import { resetStaff } from '#server/people/staff/reset-staff.ts'
import type { StaffDeps } from '#server/people/staff/staff-deps.ts'
import type { Printed } from '#server/platform/cli/printed.ts'

/** What a command may send to. A database that no server has prepared gets them. */
export const queues = Object.values(deliveries)

export const usage = `npm run staff -- invite EMAIL ROLE[,ROLE] [--name NAME] [--instructor ID]
                                 add a person with one or more roles, and print and mail the link, which works once and for ${invitationHours} hours
npm run staff -- invite EMAIL    print and mail a new link to a person who has not accepted yet
npm run staff -- setup-link      print a new link that opens a school without an owner; the one before ends
npm run staff -- list            every account with roles and state, and who needs a reset
npm run staff -- disable EMAIL   end the sessions of a person and refuse the next sign-in
npm run staff -- reset EMAIL     remove the second factors and sessions of a person, and print and mail a new link
roles: ${roles.join(', ')}`

type Command = (deps: StaffDeps, given: Given) => Promise<string[] | undefined>
interface Given {
  words: string[]
  name: string | undefined
  instructor: string | undefined
}

/** Each command returns undefined when its arguments are invalid. */
const commands: Record<string, Command> = {
  async invite(deps, { words: [address = '', role, ...more], name, instructor }) {
    const to = email.safeParse(address)
    if (!to.success || more.length > 0 || (instructor !== undefined && !isId(instructor))) return undefined
    if (role === undefined) {
      const { id } = await findMember(deps, operator, to.data)
      return invited(to.data, await inviteStaffAgain(deps, operator, { id }))
    }
    const given = role.split(',')
    if (!given.every(isRole)) return undefined
    const instructorId = instructor === undefined ? null : Number(instructor)
    return invited(
      to.data,
      await inviteStaff(deps, operator, { email: to.data, roles: given, name, instructor_id: instructorId }),
    )
  },
  async 'setup-link'(deps, { words }) {
    return words.length > 0 ? undefined : setupLinkLines(await issueSetupLink(deps, operator))
  },
  async list(deps, { words }) {
    if (words.length > 0) return undefined
    const found = await listMembers(deps, operator)
    const lost = await listLostTotps(deps, operator)
    return found.length > 0
      ? found.map((member) => memberLine(member, lost.has(member.id)))
      : ['There are no accounts. Print the link of the first owner: npm run staff -- setup-link']
  },
  async disable(deps, { words: [address = '', ...more] }) {
    const to = email.safeParse(address)
    if (!to.success || more.length > 0) return undefined
    await disableStaff(deps, operator, await findMember(deps, operator, to.data))
    return [`${to.data} is disabled.`]
  },
  async reset(deps, { words: [address = '', ...more] }) {
    const to = email.safeParse(address)
    if (!to.success || more.length > 0) return undefined
    const { id } = await findMember(deps, operator, to.data)
    return invited(to.data, await resetStaff(deps, operator, { id }))
  },
}

const isRole = (text: string): text is Role => roles.some((role) => role === text)

function invited(address: string, { link, expiresAt }: Invitation): string[] {
  return [`This link is for ${address}. It works once, until ${expiresAt.toISOString()}. The running server mails it too.`, link]
}

/** What is printed of a link that opens a school. It is stored nowhere, so nothing else can print it again. */
export function setupLinkLines({ link, expiresAt }: Invitation): string[] {
  return [`Open your school in a browser. This link works once, until ${expiresAt.toISOString()}.`, link]
}

function memberLine({ email: address, roles: given, status, instructor_name: instructor }: StaffRecord, isLost: boolean): string {
  const line = [address.padEnd(40), given.join(',').padEnd(11), status.padEnd(9), instructor ?? ''].join(' ').trimEnd()
  return isLost ? `${line}  needs a reset: its authenticator app can't be opened` : line
}

/** Runs an operator's command about staff. Code 1 is a refused command, code 2 a usage error. */
export async function runStaff(deps: StaffDeps, args: string[]): Promise<Printed> {
  const wrong: Printed = { lines: [usage], code: 2 }
  const given = readGiven(args)
  if (!given) return wrong
  const [name = '', ...words] = given.words
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  try {
    const lines = await command?.(deps, { ...given, words })
    return lines ? { lines, code: 0 } : wrong
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { lines: [error.message], code: 1 }
  }
}

function readGiven(args: string[]): Given | undefined {
  try {
    const options = { name: { type: 'string' }, instructor: { type: 'string' } } as const
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true, strict: true })
    return { words: positionals, name: values.name, instructor: values.instructor }
  } catch {
    return undefined
  }
}
