import type { LightMyRequestResponse } from 'fastify'
import { generateSecret, generateSync } from 'otplib'
import type { Role } from '#contract/permissions.ts'
import type { StaffSignedIn } from '#contract/people/staff/sign-in.ts'
import { sealTotp } from '#server/people/staff/totp.ts'
import type { TestApp } from './create-test-app.ts'
import { codeSentTo } from './sign-in.ts'

export interface StaffMember {
  id: number
  roles: Role[]
  email: string
  secret: string
}

export const siteOrigin = 'http://127.0.0.1:3000'
let members = 0

/** Adds a member of staff who has accepted the invitation and has an authenticator app. */
export async function addStaff(shop: TestApp, ...roles: Role[]): Promise<StaffMember> {
  members += 1
  const email = `${roles.join('-')}-${members}@school.example`
  const secret = generateSecret()
  const { rows } = await shop.db.query<{ id: number }>(
    `with made as (insert into staff (email, name, roles, accepted_at) values ($1, $2, $3, app_now()) returning id),
       factor as (insert into staff_totp (staff_id, sealed, created_at) select id, $4, app_now() from made)
     select id from made`,
    [email, `Meera ${members}`, roles, sealTotp(shop.deps, secret)],
  )
  return { id: rows[0]!.id, roles, email, secret }
}

/** Returns a code of a member's app that was not used yet. Moves the clock when every step of the window was used. */
export async function totpCode(shop: TestApp, member: Pick<StaffMember, 'id' | 'secret'>): Promise<string> {
  const { rows } = await shop.db.query<{ now: number; last_step: number }>(
    `select floor(extract(epoch from app_now()))::float8 as now, coalesce(max(last_step), 0)::float8 as last_step
     from staff_totp where staff_id = $1`,
    [member.id],
  )
  const { now, last_step: last } = rows[0]!
  const step = Math.max(last + 1, Math.floor(now / 30))
  if (step > Math.floor(now / 30) + 1) {
    await shop.passTime('31 seconds')
    return totpCode(shop, member)
  }
  return codeAt(member.secret, step * 30)
}

/** @param epoch seconds */
export function codeAt(secret: string, epoch: number): string {
  return generateSync({ secret, epoch })
}

/** Requests a code by mail and returns it. A minute passes first, so that it can be called again. */
export async function mailedCode(shop: TestApp, email: string): Promise<string> {
  await shop.passTime('61 seconds')
  const answer = await shop.post('/staff/auth/login/', { email })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return codeSentTo(shop, email)
}

export interface StaffSession extends StaffSignedIn {
  member: StaffMember
  /** The value of the `Cookie` header. */
  cookie: string
}

/** Signs in over HTTP with a mailed code and an authenticator app. */
export async function enterConsole(shop: TestApp, member: StaffMember, userAgent = ''): Promise<StaffSession> {
  const otp = await mailedCode(shop, member.email)
  const answer = await verify(shop, { email: member.email, otp, totp: await totpCode(shop, member) }, userAgent)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return { ...answer.json<StaffSignedIn>(), member, cookie: cookieOf(answer) }
}

export async function verify(shop: TestApp, payload: object, userAgent = ''): Promise<LightMyRequestResponse> {
  return shop.app.inject({ method: 'POST', url: '/api/staff/auth/verify/', headers: { 'user-agent': userAgent }, payload })
}

export function cookieOf(answer: LightMyRequestResponse): string {
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}

/** Calls one of the two endpoints that read the cookie. */
export async function withCookie(
  shop: TestApp,
  call: 'refresh' | 'logout',
  cookie: string,
  origin: string | undefined = siteOrigin,
): Promise<LightMyRequestResponse> {
  const headers = { cookie, ...(origin === undefined ? {} : { origin }) }
  return shop.app.inject({ method: 'POST', url: `/api/staff/auth/${call}/`, headers })
}
