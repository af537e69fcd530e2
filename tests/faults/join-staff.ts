import pino from 'pino'
import type pg from 'pg'
import { operator } from '#server/platform/auth/principal.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { systemRandom } from '#server/platform/secrets/random.ts'
import { inviteStaff } from '#server/people/staff/invite-staff.ts'
import { codeAt } from '#tests/school/staff.ts'
import { type StaffCall, staffCalls } from '#tests/school/staff-calls.ts'
import { authSecret, type Server } from './spawn-server.ts'

/** Invites an owner, who accepts over HTTP. Returns the calls of this owner. */
export async function joinAsOwner(server: Server, given: { db: pg.Pool; databaseUrl: string }): Promise<StaffCall> {
  const access = await tokenOfOwner(server, given)
  return staffCalls(() => ({ url: server.url, token: access }))
}

/** As `joinAsOwner`. Returns the access token of this owner, which lasts ten minutes. */
export async function tokenOfOwner(server: Server, given: { db: pg.Pool; databaseUrl: string }): Promise<string> {
  const jobs = await startJobs({
    connectionString: given.databaseUrl,
    log: pino({ level: 'silent' }),
    background: false,
  })
  const config = { authSecrets: [authSecret], publicUrl: server.url }
  const deps = { db: given.db, jobs, random: systemRandom, config }
  const { link } = await inviteStaff(deps, operator, { email: 'meera@school.example', role: 'owner' })
  await jobs.stop()
  const token = new URL(link).hash.slice(1)
  const { body: offered } = await server.call('POST', '/staff/auth/invitation/', { token })
  const totp = codeAt(String(offered['totp_secret']), Math.floor(Date.now() / 1000))
  const { body: accepted } = await server.call('POST', '/staff/auth/accept/', { token, name: 'Meera', totp })
  return String(accepted['access'])
}
