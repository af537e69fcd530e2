import { expect, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { addStaff, enterConsole } from '#tests/school/staff.ts'
import { runStaff, usage } from './staff.ts'

const tokenOf = (lines: string[]) => /\/console\/invitation#([\w-]{43})$/.exec(lines.at(-1) ?? '')?.[1]

test('invites the first owner, prints and mails the link', async () => {
  const shop = await createTestApp()
  const { lines, code } = await runStaff(shop.deps, ['invite', 'Meera@School.example', 'owner', '--name', 'Meera Kulkarni'])
  const token = tokenOf(lines)
  expect([code, token]).toEqual([0, expect.any(String)])
  const [mail] = await shop.mails('meera@school.example')
  expect(mail?.text).toContain(`#${token}`)
  const offered = await shop.post('/staff/auth/invitation/', { token })
  expect(offered.json()).toMatchObject({ email: 'meera@school.example', name: 'Meera Kulkarni', role: 'owner' })
  const { rows } = await shop.db.query(`select table_name, actor_kind from audit_log order by id`)
  expect(rows).toEqual([
    { table_name: 'staff', actor_kind: 'operator' },
    { table_name: 'staff_invitations', actor_kind: 'operator' },
  ])
  // A second link replaces the first one.
  const again = await runStaff(shop.deps, ['invite', 'meera@school.example'])
  expect((await shop.post('/staff/auth/invitation/', { token })).statusCode).toBe(410)
  expect((await shop.post('/staff/auth/invitation/', { token: tokenOf(again.lines) })).statusCode).toBe(200)
})

test('lists accounts with role, state and instructor', async () => {
  const shop = await createTestApp()
  const none = 'There are no accounts. Print the link of the first owner: npm run staff -- setup-link'
  expect(await runStaff(shop.deps, ['list'])).toEqual({ lines: [none], code: 0 })
  await sellCourse(shop.db)
  const { rows } = await shop.db.query<{ id: number; name: string }>('select id, name from instructors order by id limit 1')
  await runStaff(shop.deps, ['invite', 'meera@school.example', 'instructor', '--instructor', String(rows[0]!.id)])
  await addStaff(shop, 'owner')
  const { lines } = await runStaff(shop.deps, ['list'])
  expect(lines.map((line) => line.split(/\s{2,}| (?=active|invited)/).slice(1))).toEqual([
    ['instructor', `invited`, rows[0]!.name],
    ['owner', 'active'],
  ])
})

test('disables and resets an account', async () => {
  const shop = await createTestApp()
  const owner = await enterConsole(shop, await addStaff(shop, 'owner'))
  expect(await runStaff(shop.deps, ['disable', owner.member.email])).toEqual({
    lines: ['This is the last active owner. Make somebody else an owner first.'],
    code: 1,
  })
  const { lines, code } = await runStaff(shop.deps, ['reset', owner.member.email])
  expect([code, tokenOf(lines)]).toEqual([0, expect.any(String)])
  expect((await shop.get('/staff/account/', owner.access)).statusCode).toBe(401)
  const other = await enterConsole(shop, await addStaff(shop, 'support'))
  expect(await runStaff(shop.deps, ['disable', other.member.email])).toEqual({
    lines: [`${other.member.email} is disabled.`],
    code: 0,
  })
  expect((await shop.get('/staff/account/', other.access)).statusCode).toBe(401)
  expect((await runStaff(shop.deps, ['reset', other.member.email])).lines).toEqual(['This account is disabled. Enable it first.'])
})

test.each([
  [],
  ['invite'],
  ['invite', 'meera', 'owner'],
  ['invite', 'meera@school.example', 'root'],
  ['invite', 'meera@school.example', 'instructor', '--instructor', 'x'],
  ['invite', 'meera@school.example', 'owner', 'support'],
  ['invite', 'meera@school.example', 'owner', '--rol', 'support'],
  ['disable'],
  ['toString'],
])('prints the usage for %j', async (...args) => {
  const { deps, db } = await createTestApp()
  expect(await runStaff(deps, args)).toEqual({ lines: [usage], code: 2 })
  expect((await db.query('select 1 from staff')).rowCount).toBe(0)
})

test('names an address without an account', async () => {
  const { deps } = await createTestApp()
  for (const command of ['disable', 'reset', 'invite'])
    expect(await runStaff(deps, [command, 'nobody@school.example'])).toEqual({
      lines: ['No member of staff has the address nobody@school.example.'],
      code: 1,
    })
})
