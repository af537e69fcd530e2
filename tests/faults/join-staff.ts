import pino from 'pino'
import type pg from 'pg'
import { operator } from '#server/platform/auth/principal.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { systemRandom } from '#server/platform/secrets/random.ts'
import { inviteStaff } from '#server/people/staff/invite-staff.ts'
import { codeAt } from '#tests/school/staff.ts'
import { authSecret, type Server } from './spawn-server.ts'

export interface Sent {
  body?: object | FormData
  /** The version that the change is based on. */
  version?: number
}
/** Calls `/api/staff/…`. @throws when it is refused */
export type StaffCall = <Answer>(method: 'GET' | 'POST' | 'PATCH', path: string, sent?: Sent) => Promise<Answer>

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

/** Returns a function that calls `/api/staff/…`. @param target is asked before each call, because servers and tokens change */
export function staffCalls(target: () => { url: string; token: string } | Promise<{ url: string; token: string }>): StaffCall {
  return async <Answer>(method: string, path: string, { body, version }: Sent = {}) => {
    const { url, token } = await target()
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}/api/staff/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
}
