import { expect, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { codesIn, leaksOf } from './leaks-of.ts'
import { addStaff, cookieOf, enterConsole, mailedCode, totpCode, verify, withCookie } from '#tests/school/staff.ts'
import { everyRow } from './every-row.ts'

test('database and log never contain secrets of staff [SEC-025]', async () => {
  const shop = await createTestApp()
  const owner = await enterConsole(shop, await addStaff(shop, 'owner'))
  const tokens = [owner.access, owner.cookie, cookieOf(await withCookie(shop, 'refresh', owner.cookie))]
  const recovery = (await shop.post('/staff/account/recovery-codes/', undefined, owner.access)).json<{
    recovery_codes: string[]
  }>()
  const offer = (await shop.post('/staff/account/totp/', {}, owner.access)).json<{ totp_secret: string }>()
  await shop.post('/staff/staff/', { email: 'asha@school.example', role: 'support' }, owner.access)
  const invitations = await shop.mails('asha@school.example')
  const token = /#([\w-]{43})/.exec(invitations[0]?.text ?? '')?.[1] ?? ''
  const invitation = (await shop.post('/staff/auth/invitation/', { token })).json<{ totp_secret: string }>()
  // Queued and not sent.
  await shop.post('/staff/staff/', { email: 'ravi@school.example', role: 'support' }, owner.access)
  const mailed = await mailedCode(shop, owner.member.email)
  const used = await totpCode(shop, owner.member)
  await verify(shop, { email: owner.member.email, otp: mailed, totp: '000000' })
  await verify(shop, { email: owner.member.email, otp: mailed, totp: used })

  const dump = await everyRow(shop.db)
  const secrets = [
    ...tokens.map((value) => value.replace('staff_refresh=', '')),
    ...recovery.recovery_codes.flatMap((code) => [code, code.replaceAll('-', '')]),
    owner.member.secret,
    offer.totp_secret,
    invitation.totp_secret,
    token,
    mailed,
    used,
  ]
  expect(secrets.every((secret) => secret.length >= 6)).toBe(true)
  for (const secret of secrets)
    expect(
      dump.filter((row) => new RegExp(`(?<![\\w.-])${secret}(?![\\w-])`).test(row)),
      secret,
    ).toEqual([])
  const mails = await shop.mails()
  expect(leaksOf(shop.logged, codesIn(mails))).toEqual([])
})
