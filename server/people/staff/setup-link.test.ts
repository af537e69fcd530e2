import { expect, test } from 'vitest'
import { system } from '#server/platform/auth/principal.ts'
import { runStaff } from '#server/people/cli/staff.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { addStaff, codeAt } from '#tests/school/staff.ts'
import { offerSetupLink } from './setup-link.ts'

const tokenOf = (link = '') => /\/console\/setup#([\w-]{43})$/.exec(link)?.[1] ?? ''
const print = async (shop: TestApp) => tokenOf((await runStaff(shop.deps, ['setup-link'])).lines.at(-1))
const read = (shop: TestApp, token: string) => shop.post('/staff/auth/setup-link/', { token })
const claim = (shop: TestApp, token: string, email = 'meera@school.example') =>
  shop.post('/staff/auth/setup-owner/', { token, name: 'Meera Kulkarni', email })

async function accept(shop: TestApp, invitation: string) {
  const offered = await shop.post('/staff/auth/invitation/', { token: invitation })
  const { rows } = await shop.db.query<{ now: number }>('select extract(epoch from app_now())::float8 as now')
  const totp = codeAt(offered.json<{ totp_secret: string }>().totp_secret, rows[0]!.now)
  return shop.post('/staff/auth/accept/', { token: invitation, name: 'Meera Kulkarni', totp })
}

test('the link makes the first owner and is over then', async () => {
  const shop = await createTestApp({ isClosed: true })
  const token = await print(shop)
  expect((await read(shop, token)).json()).toMatchObject({ name: '', email: '' })
  await claim(shop, token, 'mera@school.example')
  // The page was loaded again, and the address is corrected.
  expect((await read(shop, token)).json()).toMatchObject({ name: 'Meera Kulkarni', email: 'mera@school.example' })
  const claimed = await claim(shop, token)
  expect(claimed.statusCode).toBe(201)
  const accepted = await accept(shop, claimed.json<{ token: string }>().token)
  expect([accepted.statusCode, accepted.json()]).toMatchObject([201, { staff: { email: 'meera@school.example', role: 'owner' } }])
  for (const answer of [await read(shop, token), await claim(shop, token)])
    expect([answer.statusCode, answer.json()]).toMatchObject([410, { code: 'setup_over' }])
  expect(await offerSetupLink(shop.deps, system)).toBeUndefined()
  expect(await runStaff(shop.deps, ['setup-link'])).toMatchObject({ code: 1 })
  expect((await shop.db.query('select email from staff')).rows).toEqual([{ email: 'meera@school.example' }])
  // No mail server is needed before the school has one.
  expect((await shop.mails()).map(({ subject }) => subject).filter((subject) => /invit/i.test(subject))).toEqual([])
})

test('stores only the hash of the secret and audits the command', async () => {
  const shop = await createTestApp({ isClosed: true })
  const token = await print(shop)
  const { rows } = await shop.db.query(
    `select octet_length(token_hash) as bytes, position($1 in setup_links::text) as found from setup_links`,
    [token],
  )
  expect(rows).toEqual([{ bytes: 32, found: 0 }])
  const log = await shop.db.query(`select actor_kind, changes->'token_hash'->>'after' as hash from audit_log`)
  expect(log.rows).toEqual([{ actor_kind: 'operator', hash: 'masked' }])
  expect(shop.logged.join('\n')).not.toContain(token)
})

test('a new link ends the former, and a day ends any', async () => {
  const shop = await createTestApp({ isClosed: true })
  const first = await print(shop)
  const second = await print(shop)
  expect((await read(shop, first)).json()).toMatchObject({ code: 'setup_link_invalid' })
  expect((await read(shop, second)).statusCode).toBe(200)
  await shop.passTime('24 hours 1 second')
  expect((await claim(shop, second)).statusCode).toBe(410)
})

test('processes that start together offer one link', async () => {
  const shop = await createTestApp({ isClosed: true })
  const offered = await Promise.all(Array.from({ length: 5 }, () => offerSetupLink(shop.deps, system)))
  expect(offered.filter((one) => one && 'link' in one)).toHaveLength(1)
  expect(offered.filter((one) => one && 'issuedAt' in one)).toHaveLength(4)
  await shop.passTime('25 hours')
  expect(await offerSetupLink(shop.deps, system)).toMatchObject({ link: expect.any(String) })
})

test('of two people with one link one becomes the owner', async () => {
  const shop = await createTestApp({ isClosed: true })
  const token = await print(shop)
  const claims = await Promise.all(['a@school.example', 'b@school.example'].map((email) => claim(shop, token, email)))
  expect(claims.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  const answers = await Promise.all(
    claims.map(async (answer) => {
      const offered = await shop.post('/staff/auth/invitation/', { token: answer.json<{ token: string }>().token })
      return offered.statusCode
    }),
  )
  expect(answers.toSorted((a, b) => a - b)).toEqual([200, 410])
  expect((await shop.db.query('select 1 from staff')).rowCount).toBe(1)
})

test('a school with an owner offers no link', async () => {
  const shop = await createTestApp()
  await addStaff(shop, 'owner')
  expect(await offerSetupLink(shop.deps, system)).toBeUndefined()
  expect((await read(shop, 'a'.repeat(43))).json()).toMatchObject({ code: 'setup_over' })
  expect((await read(shop, 'a'.repeat(42))).statusCode).toBe(400)
})

test('an address of another member is refused', async () => {
  const shop = await createTestApp({ isClosed: true })
  const { email } = await addStaff(shop, 'support')
  const refused = await claim(shop, await print(shop), email)
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'email_taken', email: [expect.any(String)] }])
})
