import { expect, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { addStaff, codeAt, enterConsole, mailedCode, totpCode, verify } from '#tests/school/staff.ts'

test('a confirmed new app replaces the present one', async () => {
  const shop = await createTestApp()
  const member = await addStaff(shop, 'support')
  const { access } = await enterConsole(shop, member)
  const { totp_secret: secret } = (await shop.post('/staff/account/totp/', {}, access)).json<{ totp_secret: string }>()
  expect((await shop.post('/staff/account/totp/', { totp: await totpCode(shop, member) }, access)).statusCode).toBe(400)
  // The present app works until then.
  expect((await shop.post('/staff/auth/step-up/', { totp: await totpCode(shop, member) }, access)).statusCode).toBe(200)
  const { rows } = await shop.db.query<{ now: number }>('select extract(epoch from app_now())::float8 as now')
  const code = codeAt(secret, rows[0]!.now)
  expect((await shop.post('/staff/account/totp/', { totp: code }, access)).statusCode).toBe(201)
  const otp = await mailedCode(shop, member.email)
  const old = await verify(shop, { email: member.email, otp, totp: await totpCode(shop, member) })
  expect(old.json()).toMatchObject({ code: 'invalid_factor' })
  const current = await verify(shop, { email: member.email, otp, totp: await totpCode(shop, { ...member, secret }) })
  expect(current.statusCode).toBe(200)
})

test('an offered secret expires after five minutes', async () => {
  const shop = await createTestApp()
  const { access } = await enterConsole(shop, await addStaff(shop, 'support'))
  const { totp_secret: secret } = (await shop.post('/staff/account/totp/', {}, access)).json<{ totp_secret: string }>()
  await shop.passTime('5 minutes 1 second')
  const { rows } = await shop.db.query<{ now: number }>('select extract(epoch from app_now())::float8 as now')
  expect((await shop.post('/staff/account/totp/', { totp: codeAt(secret, rows[0]!.now) }, access)).statusCode).toBe(400)
})

test('a changed factor is audited and mailed to its owner', async () => {
  const shop = await createTestApp()
  const { access, member } = await enterConsole(shop, await addStaff(shop, 'support'))
  await shop.post('/staff/account/recovery-codes/', undefined, access)
  const mail = (await shop.mails(member.email)).find(({ subject }) => subject.startsWith('Your second factor'))
  expect(mail?.text).toContain('the recovery codes of your account were')
  const { rows } = await shop.db.query(
    `select distinct actor_id, operation, changes -> 'code_hash' as hash from audit_log where table_name = 'staff_recovery_codes'`,
  )
  expect(rows).toEqual([{ actor_id: member.id, operation: 'insert', hash: { before: null, after: 'masked' } }])
})
