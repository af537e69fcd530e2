import { expect, test } from 'vitest'
import type { ClassGuests } from '#contract/classes/staff/trials.ts'
import { createClassShop, february } from '#tests/school/class-shop.ts'
import { addStaff } from '#tests/school/staff.ts'
import { staffClient } from '#tests/school/staff-client.ts'

async function createShop() {
  const shop = await createClassShop()
  const first = await shop.nth(1)
  const [read, set] = [`sessions/${first.id}/guests/`, `sessions/${first.id}/trial-seats/`]
  await shop.db.query(
    `with asked as (
       insert into enquiries (kind, name, email, consent_version, consented_at, created_at)
       values ('trial', 'Asha Patil', 'guest@example.com', '1', app_now(), app_now()) returning id)
     insert into trial_guests (session_id, enquiry_id, created_at, told_starts_at)
     select s.id, asked.id, app_now(), s.starts_at from asked, class_sessions s where s.id = $1`,
    [first.id],
  )
  return { shop, first, read, set }
}

test('staff and the instructor open a class to guests', async () => {
  const { shop, first, read, set } = await createShop()
  const teacher = staffClient(shop, 'instructor', shop.instructor)
  for (const [seats, call] of [shop.call, teacher].entries()) {
    const { version } = await shop.nth(1)
    const answer = await call('PATCH', set, { body: { seats: seats + 3 }, version })
    expect([answer.status, answer.as()]).toMatchObject([200, { seats: seats + 3, taken: 1, version: version + 1 }])
  }
  const { rows } = await shop.db.query(
    `select actor_kind, changes -> 'trial_seats' as seats from audit_log where table_name = 'class_sessions' order by id`,
  )
  expect(rows).toEqual([
    { actor_kind: 'staff', seats: { before: 0, after: 3 } },
    { actor_kind: 'staff', seats: { before: 3, after: 4 } },
  ])
  expect((await shop.nth(1)).sequence).toBe(first.sequence)
  expect((await teacher('GET', read)).as<ClassGuests>().guests).toMatchObject([{ name: 'Asha Patil', lead_id: null }])
  const owner = await staffClient(shop, 'owner')('GET', read)
  expect(owner.as<ClassGuests>().guests[0]?.lead_id).toBeGreaterThan(0)
  expect(JSON.stringify(owner.as())).not.toContain('guest@example.com')
})

test('seats refuse strangers, old versions, bad numbers and begun classes', async () => {
  const { shop, first, read, set } = await createShop()
  const other = staffClient(shop, 'instructor', await addStaff(shop, 'instructor'))
  expect([(await other('GET', read)).status, (await other('PATCH', set, { body: { seats: 1 }, version: 1 })).status]).toEqual([
    404, 404,
  ])
  expect((await staffClient(shop, 'finance')('GET', read)).status).toBe(403)
  expect((await staffClient(shop, 'support')('PATCH', set, { body: { seats: 1 }, version: 1 })).status).toBe(403)
  const change = async (seats: unknown, version: number | undefined = first.version) =>
    (await shop.call('PATCH', set, { body: { seats }, ...(version ? { version } : {}) })).status
  for (const seats of [-1, 501, 1.5, '3', null]) expect(await change(seats), String(seats)).toBe(400)
  expect([await change(3, 0), await change(3, first.version + 1)]).toEqual([428, 412])
  await shop.setClock(february('03', '14:00'))
  expect(await change(3)).toBe(409)
  expect((await shop.call('GET', read)).as()).toMatchObject({ seats: 0, may_change: false })
})
