import { expect, test } from 'vitest'
import { createTestApp } from '#tests/create-test-app.ts'
import { codeSentTo } from '#tests/sign-in.ts'
import { addStaff, cookieOf, enterConsole, mailedCode, totpCode, verify, withCookie } from '#tests/staff.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

test('signs in with the mailed code and an app [SEC-120]', async () => {
  const shop = await createTestApp()
  const member = await addStaff(shop, 'support')
  const { access, staff, cookie } = await enterConsole(shop, member, windows)
  expect(staff).toEqual({
    id: member.id,
    name: expect.any(String),
    email: member.email,
    role: 'support',
    permissions: ['account:own'],
  })
  expect(cookie).toMatch(/^staff_refresh=[\w-]{43}$/)
  expect((await shop.get('/staff/companies/', access)).statusCode).toBe(403)
  const owner = await enterConsole(shop, await addStaff(shop, 'owner'))
  expect((await shop.get('/staff/companies/', owner.access)).statusCode).toBe(200)
})

test('refresh rotates the cookie and logout ends the session at once', async () => {
  const shop = await createTestApp()
  const { access, cookie, staff } = await enterConsole(shop, await addStaff(shop, 'content'))
  const refreshed = await withCookie(shop, 'refresh', cookie)
  expect(refreshed.json()).toMatchObject({ staff })
  expect(cookieOf(refreshed)).not.toBe(cookie)
  expect((await shop.get('/staff/companies/', access)).statusCode).toBe(200)
  const out = await withCookie(shop, 'logout', cookieOf(refreshed))
  expect([out.statusCode, String(out.headers['set-cookie'])]).toEqual([200, expect.stringMatching(/^staff_refresh=; Max-Age=0;/)])
  expect((await shop.get('/staff/companies/', access)).statusCode).toBe(401)
  expect((await withCookie(shop, 'refresh', cookieOf(refreshed))).statusCode).toBe(401)
})

test('an unknown address gets the same answer and no code [SEC-121]', async () => {
  const shop = await createTestApp()
  const { email } = await addStaff(shop, 'owner')
  const known = await shop.post('/staff/auth/login/', { email })
  const unknown = await shop.post('/staff/auth/login/', { email: 'nobody@school.example' })
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
  await expect(codeSentTo(shop, 'nobody@school.example')).rejects.toThrow('no code was mailed')
  expect(await codeSentTo(shop, email)).toHaveLength(6)
})

test('a wrong second factor leaves the mailed code valid [SEC-122]', async () => {
  const shop = await createTestApp()
  const member = await addStaff(shop, 'finance')
  const otp = await mailedCode(shop, member.email)
  const wrong = await verify(shop, { email: member.email, otp, totp: '000000' })
  expect(wrong.json()).toMatchObject({ code: 'invalid_factor', totp: [expect.any(String)] })
  expect((await verify(shop, { email: member.email, otp, totp: await totpCode(shop, member) })).statusCode).toBe(200)
})
