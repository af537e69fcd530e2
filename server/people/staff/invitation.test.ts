import { expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import type { CreationOptions } from '#contract/people/staff/sign-in.ts'
import type { StaffRecord } from '#contract/people/staff/staff.ts'
import { Authenticator } from '#tests/school/authenticator.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { addStaff, codeAt, cookieOf, enterConsole, mailedCode, verify, withCookie } from '#tests/school/staff.ts'

interface Offered {
  totp_secret: string
  totp_uri: string
  passkey_options: CreationOptions
}

async function invited(role: Role = 'support') {
  const shop = await createTestApp()
  const owner = await enterConsole(shop, await addStaff(shop, 'owner'))
  const answer = await shop.post('/staff/staff/', { email: 'asha@school.example', role }, owner.access)
  expect(answer.statusCode, answer.body).toBe(201)
  return { shop, owner, record: answer.json<StaffRecord>(), token: await tokenSentTo(shop, 'asha@school.example') }
}

async function tokenSentTo(shop: TestApp, email: string): Promise<string> {
  const [mail] = await shop.mails(email)
  return /\/console\/invitation#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}

const open = (shop: TestApp, token: string) => shop.post('/staff/auth/invitation/', { token })
const appCode = async (shop: TestApp, secret: string) => {
  const { rows } = await shop.db.query<{ now: number }>('select extract(epoch from app_now())::float8 as now')
  return codeAt(secret, rows[0]!.now)
}

test('accepts an invitation with an app and signs in [SEC-129]', async () => {
  const { shop, record, token } = await invited()
  expect(record).toMatchObject({ status: 'invited', name: '', totp: false, invitation_expires_at: expect.any(String) })
  const offered = (await open(shop, token)).json<Offered>()
  expect(offered).toMatchObject({ email: 'asha@school.example', role: 'support' })
  expect(offered.totp_uri).toContain(`secret=${offered.totp_secret}`)
  // The page can be loaded again after the secret was scanned.
  expect((await open(shop, token)).json<Offered>().totp_secret).toBe(offered.totp_secret)
  const wrong = await shop.post('/staff/auth/accept/', { token, name: 'Asha Patil', totp: '000000' })
  expect(wrong.json()).toMatchObject({ code: 'invalid_factor', totp: [expect.any(String)] })
  const totp = await appCode(shop, offered.totp_secret)
  const accepted = await shop.post('/staff/auth/accept/', { token, name: 'Asha Patil', totp })
  expect(accepted.statusCode).toBe(201)
  const { access, staff, recovery_codes: codes } = accepted.json<{ access: string; staff: object; recovery_codes: string[] }>()
  expect(staff).toMatchObject({ name: 'Asha Patil', role: 'support' })
  expect(new Set(codes).size).toBe(10)
  expect((await shop.get('/staff/account/', access)).json()).toMatchObject({ totp: true, recovery_codes_left: 10 })
  expect((await withCookie(shop, 'refresh', cookieOf(accepted))).statusCode).toBe(200)
  // The accepted code is used, as in any sign-in.
  const otp = await mailedCode(shop, 'asha@school.example')
  expect((await verify(shop, { email: 'asha@school.example', otp, recovery: codes[0] })).statusCode).toBe(200)
})

test('accepts an invitation with a passkey', async () => {
  const { shop, token } = await invited()
  const device = new Authenticator()
  const { passkey_options: options } = (await open(shop, token)).json<Offered>()
  const accepted = await shop.post('/staff/auth/accept/', { token, name: 'Asha Patil', passkey: device.register(options) })
  expect(accepted.statusCode).toBe(201)
  const account = await shop.get('/staff/account/', accepted.json<{ access: string }>().access)
  expect(account.json()).toMatchObject({ totp: false, passkeys: [{ label: 'Unknown device' }] })
})

test('an invitation works once, also for parallel calls [SEC-129]', async () => {
  const { shop, token } = await invited()
  const { totp_secret: secret } = (await open(shop, token)).json<Offered>()
  const body = { token, name: 'Asha Patil', totp: await appCode(shop, secret) }
  const answers = await Promise.all(Array.from({ length: 5 }, () => shop.post('/staff/auth/accept/', body)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 410, 410, 410, 410])
  expect((await open(shop, token)).json()).toMatchObject({ code: 'invitation_invalid' })
})

test.each(['a day passes', 'the account is disabled', 'a newer one is sent'])(
  'an invitation ends when %s [SEC-129]',
  async (what) => {
    const { shop, owner, record, token } = await invited()
    const act = (verb: string, version = record.version) =>
      shop.app.inject({
        method: 'POST',
        url: `/api/staff/staff/${record.id}/${verb}/`,
        headers: { authorization: `Bearer ${owner.access}`, 'if-match': `"${version}"` },
      })
    if (what === 'a day passes') await shop.passTime('24 hours 1 second')
    else expect((await act(what.includes('newer') ? 'invite-again' : 'disable')).statusCode).toBe(200)
    expect((await open(shop, token)).statusCode).toBe(410)
    expect((await shop.post('/staff/auth/accept/', { token, name: 'Asha', totp: '123456' })).statusCode).toBe(410)
    if (what.includes('newer')) expect((await open(shop, await tokenSentTo(shop, 'asha@school.example'))).statusCode).toBe(200)
    if (what.includes('disabled')) {
      expect((await act('invite-again', record.version + 1)).json()).toMatchObject({ code: 'disabled' })
      expect((await act('enable', record.version + 1)).json()).toMatchObject({ status: 'invited' })
    }
  },
)

test('a person who has not accepted cannot sign in', async () => {
  const { shop } = await invited()
  const otp = await mailedCode(shop, 'asha@school.example')
  expect((await verify(shop, { email: 'asha@school.example', otp, totp: '123456' })).json()).toMatchObject({
    code: 'invalid_code',
  })
})

test('an unknown token gets 410 and a malformed one 400', async () => {
  const shop = await createTestApp()
  expect((await open(shop, 'a'.repeat(43))).statusCode).toBe(410)
  expect((await open(shop, 'a'.repeat(42))).statusCode).toBe(400)
})
