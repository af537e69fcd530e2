import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { codeSentTo, signIn } from '#tests/school/sign-in.ts'
import { addStaff, codeAt, enterConsole, mailedCode, type StaffMember, totpCode, verify } from '#tests/school/staff.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

/** Seconds of the database clock. */
const now = async (shop: TestApp) =>
  (await shop.db.query<{ now: number }>('select extract(epoch from app_now())::float8 as now')).rows[0]!.now

async function wrongCode(shop: TestApp, member: StaffMember): Promise<string> {
  const valid = await Promise.all([-60, -30, 0, 30, 60].map(async (offset) => codeAt(member.secret, (await now(shop)) + offset)))
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !valid.includes(code)) ?? ''
}

test('signs in with the mailed code and an app [SEC-120]', async () => {
  const shop = await createTestApp()
  const member = await addStaff(shop, 'support')
  const { access, staff } = await enterConsole(shop, member, windows)
  expect(staff).toMatchObject({ id: member.id, email: member.email, role: 'support' })
  expect(staff.permissions).toContain('account:own')
  expect(staff.permissions).not.toContain('staff:read')
  expect((await shop.get('/staff/staff/', access)).statusCode).toBe(403)
  const owner = await enterConsole(shop, await addStaff(shop, 'owner'))
  expect((await shop.get('/staff/staff/', owner.access)).statusCode).toBe(200)
})

test.each([{}, { totp: '123456', recovery: 'abcd-efgh-ijkl-mnop' }, { totp: '12345' }, { totp: '123456', role: 'owner' }])(
  'rejects the factors %o with 400',
  async (factors) => {
    const shop = await createTestApp()
    const answer = await verify(shop, { email: 'meera@school.example', otp: '123456', ...factors })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'invalid'])
  },
)

test('an address without an account gets the same answer, no code [SEC-121]', async () => {
  const shop = await createTestApp()
  const { email } = await addStaff(shop, 'owner')
  const disabled = await addStaff(shop, 'support')
  await shop.db.query('update staff set disabled_at = app_now() where id = $1', [disabled.id])
  const { person } = await signIn(shop)
  await shop.mails()
  const known = await shop.post('/staff/auth/login/', { email })
  expect(await codeSentTo(shop, email)).toHaveLength(6)
  for (const other of ['nobody@school.example', disabled.email, person.email]) {
    const answer = await shop.post('/staff/auth/login/', { email: other })
    expect([answer.statusCode, answer.body], other).toEqual([known.statusCode, known.body])
    const [mail] = await shop.mails(other)
    expect(mail?.subject, other).toMatch(/^No staff account/)
    // A wrong code of a known and of an unknown address is one answer.
    const wrong = await verify(shop, { email: other, otp: '000000', totp: '000000' })
    expect([wrong.statusCode, wrong.json<{ code: string }>().code], other).toEqual([400, 'invalid_code'])
  }
  const soon = await shop.post('/staff/auth/login/', { email: 'nobody@school.example' })
  expect([soon.statusCode, Number(soon.headers['retry-after']) > 0]).toEqual([429, true])
})

test('a wrong second factor leaves the mailed code valid [SEC-122]', async () => {
  const shop = await createTestApp()
  const member = await addStaff(shop, 'finance')
  const otp = await mailedCode(shop, member.email)
  const wrong = await verify(shop, { email: member.email, otp, totp: await wrongCode(shop, member) })
  expect(wrong.json()).toMatchObject({ code: 'invalid_factor', totp: [expect.any(String)] })
  expect((await verify(shop, { email: member.email, otp, totp: await totpCode(shop, member) })).statusCode).toBe(200)
  // The code was used.
  const again = await verify(shop, { email: member.email, otp, totp: await totpCode(shop, member) })
  expect(again.json()).toMatchObject({ code: 'invalid_code' })
})

test('after five wrong factors the right one fails for 15 minutes [SEC-122]', async () => {
  const shop = await createTestApp()
  const member = await addStaff(shop, 'finance')
  const otp = await mailedCode(shop, member.email)
  const attempt = async (totp: string, remoteAddress = '127.0.0.1') => {
    const body = { email: member.email, otp, totp }
    return shop.app.inject({ method: 'POST', url: '/api/staff/auth/verify/', payload: body, remoteAddress })
  }
  const codes: string[] = []
  for (let tries = 0; tries < 5; tries += 1)
    codes.push((await attempt(await wrongCode(shop, member))).json<{ code: string }>().code)
  expect(codes).toEqual(['invalid_factor', 'invalid_factor', 'invalid_factor', 'invalid_factor', 'too_many_tries'])
  expect((await attempt(await totpCode(shop, member))).json()).toMatchObject({ code: 'too_many_tries' })
  // Another network has tries of its own, so a stranger shuts nobody out.
  expect((await attempt(await totpCode(shop, member), '198.51.100.7')).statusCode).toBe(200)
  await shop.passTime('15 minutes')
  const later = await mailedCode(shop, member.email)
  expect((await verify(shop, { email: member.email, otp: later, totp: await totpCode(shop, member) })).statusCode).toBe(200)
})

test('a step-up shares the five tries of its account [SEC-122]', async () => {
  const shop = await createTestApp()
  const member = await addStaff(shop, 'finance')
  const { access } = await enterConsole(shop, member)
  const stepUp = (totp: string) => shop.post('/staff/auth/step-up/', { totp }, access)
  for (let tries = 0; tries < 5; tries += 1) expect((await stepUp(await wrongCode(shop, member))).statusCode).toBe(400)
  expect((await stepUp(await totpCode(shop, member))).json()).toMatchObject({ code: 'too_many_tries' })
})

test('after five wrong mailed codes the right one fails [SEC-122]', async () => {
  const shop = await createTestApp()
  const member = await addStaff(shop, 'content')
  const otp = await mailedCode(shop, member.email)
  const wrong = otp === '000000' ? '111111' : '000000'
  const attempt = async (code: string) =>
    (await verify(shop, { email: member.email, otp: code, totp: await totpCode(shop, member) })).json<{ code: string }>().code
  const codes: string[] = []
  for (let tries = 0; tries < 5; tries += 1) codes.push(await attempt(wrong))
  expect(codes).toEqual([...Array.from({ length: 4 }, () => 'invalid_code'), 'too_many_guesses'])
  expect(await attempt(otp)).toBe('too_many_guesses')
})

test('an app code works one step early or late, once [SEC-123]', async () => {
  const shop = await createTestApp()
  const member = await addStaff(shop, 'owner')
  const { access } = await enterConsole(shop, member)
  await shop.passTime('5 minutes')
  const stepUp = async (offset: number) =>
    (await shop.post('/staff/auth/step-up/', { totp: codeAt(member.secret, (await now(shop)) + offset) }, access)).statusCode
  expect(await stepUp(-60)).toBe(400)
  expect(await stepUp(60)).toBe(400)
  expect(await stepUp(-30)).toBe(200)
  expect(await stepUp(-30)).toBe(400)
  expect(await stepUp(30)).toBe(200)
  // A step before a used one is over.
  expect(await stepUp(0)).toBe(400)
})

test('of twenty parallel uses of one app code one succeeds [SEC-123]', async () => {
  const shop = await createTestApp()
  const member = await addStaff(shop, 'owner')
  const { access } = await enterConsole(shop, member)
  const totp = await totpCode(shop, member)
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.post('/staff/auth/step-up/', { totp }, access)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('of twenty parallel sign-ins with one mailed code one succeeds [SEC-120]', async () => {
  const shop = await createTestApp()
  const member = await addStaff(shop, 'owner')
  const body = { email: member.email, otp: await mailedCode(shop, member.email), totp: await totpCode(shop, member) }
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(shop, body)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('a recovery code signs in once [SEC-125]', async () => {
  const shop = await createTestApp()
  const member = await addStaff(shop, 'owner')
  const { access } = await enterConsole(shop, member)
  const codes = async (token: string) =>
    (await shop.post('/staff/account/recovery-codes/', undefined, token)).json<{ recovery_codes: string[] }>().recovery_codes
  const [old = ''] = await codes(access)
  const [first = '', second = '', ...more] = await codes(access)
  expect([first, second, ...more]).toHaveLength(10)
  const attempt = async (recovery: string) =>
    verify(shop, { email: member.email, otp: await mailedCode(shop, member.email), recovery })
  expect((await attempt(old)).statusCode).toBe(400)
  // Typed without dashes, in capitals.
  expect((await attempt(first.replaceAll('-', '').toUpperCase())).statusCode).toBe(200)
  expect((await attempt(first)).json()).toMatchObject({ code: 'invalid_factor', recovery: [expect.any(String)] })
  expect((await attempt(second)).statusCode).toBe(200)
  expect((await shop.get('/staff/account/', access)).json()).toMatchObject({ recovery_codes_left: 8 })
})

test('mails the person and the owners about a new device only', async () => {
  const shop = await createTestApp()
  const owner = await addStaff(shop, 'owner')
  const member = await addStaff(shop, 'support')
  const notified = async (email: string) =>
    (await shop.mails(email)).filter(({ subject }) => subject.startsWith('New device')).length
  await enterConsole(shop, member, windows)
  expect([await notified(member.email), await notified(owner.email)]).toEqual([1, 1])
  await enterConsole(shop, member, windows.replace('Chrome/143', 'Chrome/144'))
  expect([await notified(member.email), await notified(owner.email)]).toEqual([1, 1])
  await enterConsole(shop, member, '')
  expect([await notified(member.email), await notified(owner.email)]).toEqual([2, 2])
})
