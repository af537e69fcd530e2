import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { addStaff, mailedCode, totpCode, verify } from '#tests/school/staff.ts'
import { system } from '#server/platform/auth/principal.ts'
import { startFeatures } from '#server/features.ts'
import { transaction } from '#server/platform/db/query.ts'
import { issueRecoveryCodes } from '#server/people/staff/recovery-codes.ts'
import { hmac, keysFor } from './secrets.ts'
import { runStaff } from '#server/people/cli/staff.ts'

const former = 'former-secret-7Qm2xV9tLkR4wZ8bNc1yHd6s'
const next = 'next-secret-3Jf8pT5vXq0aGu7eKi2oMw9rLz'

async function schoolWith(...secrets: string[]) {
  const shop = await createTestApp({ config: { authSecrets: [former] } })
  const member = await addStaff(shop, 'owner')
  const [recovery = ''] = await transaction(shop.db, (tx) => issueRecoveryCodes(shop.deps, tx, member.id))
  await startFeatures(shop.deps, system)
  shop.deps.config.authSecrets = secrets
  await startFeatures(shop.deps, system)
  return { shop, member, recovery }
}

const keys = async (shop: TestApp) => {
  const answer = await shop.app.inject('/.well-known/did.json')
  return { status: answer.statusCode, keys: answer.json<{ verificationMethod: unknown[] }>().verificationMethod.length }
}

test('a rotated secret seals keys and apps anew', async () => {
  const { shop, member } = await schoolWith(next, former)
  shop.deps.config.authSecrets = [next]
  await startFeatures(shop.deps, system)
  expect(await keys(shop)).toEqual({ status: 200, keys: 1 })
  const otp = await mailedCode(shop, member.email)
  expect((await verify(shop, { email: member.email, otp, totp: await totpCode(shop, member) })).statusCode).toBe(200)
  expect(shop.logged.join('\n')).not.toContain('no longer opens')
})

test('a lost secret is named and no call answers 500', async () => {
  const { shop, member } = await schoolWith(next)
  expect(shop.logged.join('\n')).toMatch(/AUTH_SECRET no longer opens authenticator apps.*npm run staff -- list/)
  // The former public key stays, so what it signed remains verifiable.
  expect(await keys(shop)).toEqual({ status: 200, keys: 2 })
  const otp = await mailedCode(shop, member.email)
  const answer = await verify(shop, { email: member.email, otp, totp: '123456' })
  const way = [expect.stringContaining('npm run staff -- reset')]
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { totp: way }])
  const code = await verify(shop, { email: member.email, otp, recovery: 'abcd-efgh-ijkl-mnop' })
  expect([code.statusCode, code.json()]).toMatchObject([400, { recovery: way }])
  await startFeatures(shop.deps, system)
  expect(await keys(shop)).toEqual({ status: 200, keys: 2 })
})

test('a recovery code works when the secret is lost', async () => {
  const { shop, member, recovery } = await schoolWith(next)
  const otp = await mailedCode(shop, member.email)
  expect((await verify(shop, { email: member.email, otp, recovery })).statusCode).toBe(200)
})

test('a recovery code of an earlier version works with its secret', async () => {
  const { shop, member, recovery } = await schoolWith(next, former)
  const [key] = keysFor([former], 'staff-recovery-code')
  if (!key) throw new Error('no key')
  const hash = hmac(key, `${member.id}\n${recovery.replaceAll('-', '')}`)
  await shop.db.query(
    `with gone as (delete from staff_recovery_codes) insert into staff_recovery_codes (staff_id, code_hash) values ($1, $2)`,
    [member.id, hash],
  )
  const otp = await mailedCode(shop, member.email)
  expect((await verify(shop, { email: member.email, otp, recovery })).statusCode).toBe(200)
})

test('the list of staff says whose app needs a reset', async () => {
  const { shop, member } = await schoolWith(next)
  const other = await addStaff(shop, 'support')
  const lineOf = async ({ email }: { email: string }) =>
    (await runStaff(shop.deps, ['list'])).lines.find((line) => line.startsWith(email))
  expect(await lineOf(member)).toMatch(/active {2,}needs a reset: its authenticator app can't be opened$/)
  expect(await lineOf(other)).toMatch(/active$/)
  await runStaff(shop.deps, ['reset', member.email])
  expect(await lineOf(member)).toMatch(/invited$/)
})

test('mails with codes of a lost secret are given up once', async () => {
  const shop = await createTestApp({ config: { authSecrets: [former] } })
  const { email } = await addStaff(shop, 'owner')
  await shop.post('/staff/auth/login/', { email })
  shop.deps.config.authSecrets = [next]
  await startFeatures(shop.deps, system)
  expect((await shop.db.query('select sealed, given_up_at is not null as given_up from mail_outbox')).rows).toEqual([
    { sealed: null, given_up: true },
  ])
})
