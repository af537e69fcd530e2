import { expect, test } from 'vitest'
import type { StaffRecord } from '#contract/people/staff/staff.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { addStaff, enterConsole, mailedCode, type StaffMember, totpCode, verify } from '#tests/school/staff.ts'

interface List {
  items: StaffRecord[]
  total: number
}

async function managed() {
  const shop = await createTestApp()
  const owner = await enterConsole(shop, await addStaff(shop, 'owner'))
  const headers = { authorization: `Bearer ${owner.access}` }
  const read = async ({ id }: { id: number }) => (await shop.get(`/staff/staff/${id}/`, owner.access)).json<StaffRecord>()
  const send = async (member: { id: number }, verb: string, version?: number) =>
    shop.app.inject({
      method: 'POST',
      url: `/api/staff/staff/${member.id}/${verb}/`,
      headers: { ...headers, 'if-match': `"${version ?? (await read(member)).version}"` },
    })
  const change = async (member: { id: number }, payload: object, version?: number) =>
    shop.app.inject({
      method: 'PATCH',
      url: `/api/staff/staff/${member.id}/`,
      payload,
      headers: { ...headers, 'if-match': `"${version ?? (await read(member)).version}"` },
    })
  return { shop, owner, read, send, change }
}

const ownersOf = async (shop: TestApp) =>
  (await shop.db.query(`select id from staff where 'owner' = any (roles) and disabled_at is null`)).rowCount

test('the last active owner stays enabled and an owner [SEC-130]', async () => {
  const { shop, owner, send, change } = await managed()
  await addStaff(shop, 'content')
  // An invited owner cannot sign in yet.
  await shop.post('/staff/staff/', { email: 'new@school.example', role: 'owner' }, owner.access)
  expect((await send(owner.member, 'disable')).json()).toMatchObject({ code: 'last_owner' })
  expect((await change(owner.member, { role: 'support' })).json()).toMatchObject({
    code: 'last_owner',
    roles: [expect.any(String)],
  })
  await addStaff(shop, 'owner')
  expect((await change(owner.member, { role: 'support' })).statusCode).toBe(200)
})

test('two owners who disable each other at once leave one [SEC-130]', async () => {
  const { shop, owner } = await managed()
  const other = await enterConsole(shop, await addStaff(shop, 'owner'))
  const disable = (by: string, { id }: StaffMember) =>
    shop.app.inject({
      method: 'POST',
      url: `/api/staff/staff/${id}/disable/`,
      headers: { authorization: `Bearer ${by}`, 'if-match': '"1"' },
    })
  const answers = await Promise.all([disable(owner.access, other.member), disable(other.access, owner.member)])
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await ownersOf(shop)).toBe(1)
})

test('notifies every owner of a new role and audits it', async () => {
  const { shop, owner, change } = await managed()
  const second = await addStaff(shop, 'owner')
  const member = await addStaff(shop, 'support')
  expect((await change(member, { role: 'finance', name: 'Asha Patil' })).json()).toMatchObject({
    role: 'finance',
    name: 'Asha Patil',
  })
  for (const { email } of [owner.member, second]) {
    const mail = (await shop.mails(email)).find(({ subject }) => subject.startsWith('Roles changed'))
    expect(mail?.text).toMatch(new RegExp(`${member.email}[^]*Support[^]*Finance[^]*${owner.member.email}`))
  }
  const { rows } = await shop.db.query(`select actor_id, changes from audit_log where table_name = 'staff'`)
  expect(rows).toEqual([
    {
      actor_id: owner.member.id,
      changes: {
        role: { before: 'support', after: 'finance' },
        roles: { before: ['support'], after: ['finance'] },
        name: { before: 'masked', after: 'masked' },
      },
    },
  ])
  await change(member, { name: 'Asha P.' })
  expect((await shop.mails(second.email)).filter(({ subject }) => subject.startsWith('Roles changed'))).toHaveLength(1)
})

test('a new role holds at the next request', async () => {
  const { shop, change } = await managed()
  const { access, member } = await enterConsole(shop, await addStaff(shop, 'owner'))
  expect((await shop.get('/staff/staff/', access)).statusCode).toBe(200)
  await change(member, { role: 'content' })
  expect((await shop.get('/staff/staff/', access)).statusCode).toBe(403)
  expect((await shop.get('/staff/companies/', access)).statusCode).toBe(200)
})

test('a person has several roles, each once and in order', async () => {
  const { shop, owner, change, read } = await managed()
  const invite = (body: object) => shop.post('/staff/staff/', { email: 'two@school.example', ...body }, owner.access)
  for (const body of [{}, { roles: [] }, { roles: ['root'] }, { role: 'support', roles: ['finance'] }]) {
    expect((await invite(body)).statusCode, JSON.stringify(body)).toBe(400)
  }
  const invited = (await invite({ roles: ['finance', 'support', 'finance'] })).json<StaffRecord>()
  expect([invited.role, invited.roles]).toEqual(['support', ['support', 'finance']])
  const { text } = (await shop.mails('two@school.example'))[0]!
  expect(text).toMatch(/Support\s+and\s+Finance/)
  const total = async (role: string) => (await shop.get(`/staff/staff/?role=${role}`, owner.access)).json<List>().total
  expect([await total('support'), await total('finance'), await total('content')]).toEqual([1, 1, 0])
  expect((await change(invited, { name: 'Asha' })).json()).toMatchObject({ roles: ['support', 'finance'] })
  // A program that knows one role replaces all.
  expect((await change(invited, { role: 'content' })).json()).toMatchObject({ roles: ['content'] })
  expect((await change(invited, { role: 'content', roles: ['content'] })).statusCode).toBe(400)
  const csv = (await shop.get('/staff/staff/export/', owner.access)).body
  expect(csv).toContain('Content')
  expect((await read(invited)).roles).toEqual(['content'])
})

test('the last owner keeps the role owner among several [SEC-130]', async () => {
  const { shop, change } = await managed()
  const [first, second] = [await addStaff(shop, 'owner', 'finance'), await addStaff(shop, 'owner', 'instructor')]
  await shop.db.query(`update staff set disabled_at = app_now() where id not in ($1, $2)`, [first.id, second.id])
  const as = shop.asStaff('owner', first)
  const set = ({ id }: StaffMember, roles: string[]) =>
    shop.app.inject({
      method: 'PATCH',
      url: `/api/staff/staff/${id}/`,
      payload: { roles },
      headers: { ...as, 'if-match': '"1"' },
    })
  const answers = await Promise.all([set(first, ['finance']), set(second, ['instructor'])])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await ownersOf(shop)).toBe(1)
  expect((await change(first, { roles: ['owner'] })).statusCode).toBe(401)
})

test('the version before reads the first role and replaces all', async () => {
  const { db } = await createTestApp()
  const rolesAfter = async (sql: string) =>
    (await db.query<{ role: string; roles: string[] }>(`${sql} returning role, roles`)).rows[0]
  const email = "'old@school.example'"
  expect(await rolesAfter(`insert into staff (email, role) values (${email}, 'finance')`)).toEqual({
    role: 'finance',
    roles: ['finance'],
  })
  expect(await rolesAfter(`update staff set roles = '{support,finance}' where email = ${email}`)).toEqual({
    role: 'support',
    roles: ['support', 'finance'],
  })
  expect(await rolesAfter(`update staff set name = 'Asha', role = 'support' where email = ${email}`)).toMatchObject({
    roles: ['support', 'finance'],
  })
  expect(await rolesAfter(`update staff set role = 'content' where email = ${email}`)).toMatchObject({ roles: ['content'] })
  for (const wrong of ['{}', '{finance,support}', '{support,support}', '{root}', '{support,null}']) {
    await expect(db.query(`update staff set roles = $1 where email = ${email}`, [wrong]), wrong).rejects.toThrow(/violates/)
  }
})

test('a reset removes factors and sessions and sends a new link', async () => {
  const { shop, send, read } = await managed()
  const session = await enterConsole(shop, await addStaff(shop, 'support'))
  await shop.post('/staff/account/recovery-codes/', undefined, session.access)
  expect((await send(session.member, 'invite-again')).json()).toMatchObject({ code: 'accepted' })
  const reset = await send(session.member, 'reset')
  expect(reset.json()).toMatchObject({ status: 'invited', totp: false, passkeys: 0, recovery_codes_left: 0 })
  expect((await shop.get('/staff/account/', session.access)).statusCode).toBe(401)
  const otp = await mailedCode(shop, session.member.email)
  expect((await verify(shop, { email: session.member.email, otp, totp: await totpCode(shop, session.member) })).statusCode).toBe(
    400,
  )
  const invitation = (await shop.mails(session.member.email)).find(({ subject }) => subject.startsWith('Your invitation'))
  expect(invitation?.text).toMatch(/\/console\/invitation#[\w-]{43}/)
  expect((await send(session.member, 'invite-again')).statusCode).toBe(200)
  const { rows } = await shop.db.query(
    `select operation, changes -> 'sealed' as sealed from audit_log where table_name = 'staff_totp'`,
  )
  expect(rows).toEqual([{ operation: 'delete', sealed: { before: 'masked', after: null } }])
  expect((await read(session.member)).invitation_expires_at).toEqual(expect.any(String))
})

test('an instructor is linked to one account', async () => {
  const { shop, owner, read, change } = await managed()
  await sellCourse(shop.db)
  const { rows } = await shop.db.query<{ id: number; name: string }>('select id, name from instructors order by id limit 1')
  const { id: instructorId, name } = rows[0]!
  const invite = (body: object) => shop.post('/staff/staff/', body, owner.access)
  const linked = await invite({ email: 'one@school.example', role: 'instructor', instructor_id: instructorId })
  expect(linked.json()).toMatchObject({ instructor_id: instructorId, instructor_name: name })
  const taken = await invite({ email: 'two@school.example', role: 'instructor', instructor_id: instructorId })
  expect([taken.statusCode, taken.json<{ code: string }>().code]).toEqual([409, 'instructor_taken'])
  for (const body of [
    { role: 'content', instructor_id: instructorId },
    { roles: ['content', 'support'], instructor_id: instructorId },
    { role: 'instructor', instructor_id: 999_999 },
  ]) {
    const refused = await invite({ email: 'three@school.example', ...body })
    expect([refused.statusCode, refused.json<object>()]).toEqual([
      400,
      expect.objectContaining({ instructor_id: [expect.any(String)] }),
    ])
  }
  const member = linked.json<StaffRecord>()
  await change(member, { roles: ['support', 'instructor'] })
  expect((await read(member)).instructor_id).toBe(instructorId)
  await change(member, { role: 'content' })
  expect((await read(member)).instructor_id).toBeNull()
  expect((await shop.get('/staff/staff/', owner.access)).json<List>().total).toBe(2)
})

test('rejects a taken address, an old version and unknown fields', async () => {
  const { shop, owner, change, send } = await managed()
  const member = await addStaff(shop, 'support')
  const taken = await shop.post('/staff/staff/', { email: member.email.toUpperCase(), role: 'content' }, owner.access)
  expect([taken.statusCode, taken.json<object>()]).toEqual([409, expect.objectContaining({ email: [expect.any(String)] })])
  expect((await change(member, { name: 'Old' }, 7)).statusCode).toBe(412)
  expect((await send(member, 'disable', 7)).json()).toMatchObject({ code: 'stale', current: { id: member.id, status: 'active' } })
  for (const body of [{ email: 'other@school.example' }, { disabled_at: null }, { role: 'root' }, {}])
    expect((await change(member, body)).statusCode, JSON.stringify(body)).toBe(400)
})

test('filters and searches people', async () => {
  const { shop, owner } = await managed()
  const support = await addStaff(shop, 'support')
  await addStaff(shop, 'finance')
  await shop.post('/staff/staff/', { email: 'asha@school.example', role: 'support', name: 'Asha' }, owner.access)
  const emails = async (query: string) =>
    (await shop.get(`/staff/staff/${query}`, owner.access)).json<List>().items.map(({ email }) => email)
  expect(await emails('?role=support&sort=-id')).toEqual(['asha@school.example', support.email])
  expect(await emails('?status=invited')).toEqual(['asha@school.example'])
  expect(await emails(`?q=${support.email}`)).toEqual([support.email])
})
