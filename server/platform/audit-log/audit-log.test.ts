import { expect, test } from 'vitest'
import { operator, system, type Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, transaction } from '#server/platform/db/query.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { staffTransaction, transactionAs } from '#server/platform/audit/staff-transaction.ts'

const meera: Staff = { kind: 'staff', id: 7, roles: ['owner'] }

interface Entry {
  id: number
  at: Date
  actor_kind: string
  actor_id: number | null
  table_name: string
  row_id: string
  operation: string
  changes: Record<string, { before: unknown; after: unknown }>
}

const entries = async (db: Queryable): Promise<Entry[]> => (await db.query<Entry>('select * from audit_log order by id')).rows

async function withCourse(): Promise<TestApp & { courseId: number; batchId: number }> {
  const shop = await createTestApp()
  return { ...shop, ...(await sellCourse(shop.db)) }
}

test('logs actor, row and values before and after a change [SEC-094]', async () => {
  const { deps, db, courseId } = await withCourse()
  await staffTransaction(deps, meera, async (tx) => {
    await tx.query(`update courses set title = 'Testing for Teams', price_paise = 5000000, category = category where id = $1`, [
      courseId,
    ])
    const [entry] = await entries(tx)
    expect(entry).toMatchObject({
      actor_kind: 'staff',
      actor_id: 7,
      table_name: 'courses',
      row_id: String(courseId),
      operation: 'update',
      changes: {
        title: { before: 'Testing in Practice', after: 'Testing for Teams' },
        price_paise: { before: 4_500_000, after: 5_000_000 },
        amount_paise: { before: 4_500_000, after: 5_000_000 },
      },
    })
    expect(Object.keys(entry?.changes ?? {}).toSorted()).toEqual(['amount_paise', 'price_paise', 'title'])
    // Other connections do not see the entry before the commit.
    expect(await entries(db)).toEqual([])
  })
  const [stored] = await entries(db)
  const { rows } = await db.query<{ now: Date }>('select app_now() as now')
  expect((rows[0]?.now.getTime() ?? 0) - (stored?.at.getTime() ?? 0)).toBeLessThan(60_000)
})

test('logs the whole row of an insert and a delete [SEC-094]', async () => {
  const { deps, db } = await withCourse()
  await staffTransaction(deps, meera, async (tx) => {
    await tx.query(
      `insert into companies (name, industry, city, why, is_partner, is_alumni_employer) values ('Acme', 'Tools', 'Pune', 'Why', true, false)`,
    )
    await tx.query(`delete from companies where name = 'Acme'`)
  })
  const found = await entries(db)
  expect(found.map(({ operation }) => operation)).toEqual(['insert', 'delete'])
  const columns = [
    'city',
    'id',
    'industry',
    'is_alumni_employer',
    'is_example',
    'is_partner',
    'name',
    'publication',
    'version',
    'why',
  ]
  for (const { changes } of found) expect(Object.keys(changes).toSorted()).toEqual(columns)
  expect(found[0]?.changes['name']).toEqual({ before: null, after: 'Acme' })
  expect(found[1]?.changes['name']).toEqual({ before: 'Acme', after: null })
})

test('an update that changes nothing leaves no entry', async () => {
  const { deps, db, courseId } = await withCourse()
  await staffTransaction(deps, meera, (tx) => tx.query('update courses set title = title where id = $1', [courseId]))
  expect(await entries(db)).toEqual([])
})

test('a rolled back change leaves no entry [SEC-094]', async () => {
  const { deps, db, courseId } = await withCourse()
  const change = staffTransaction(deps, meera, async (tx) => {
    await tx.query(`update courses set title = 'Gone' where id = $1`, [courseId])
    throw new Error('changed my mind')
  })
  await expect(change).rejects.toThrow('changed my mind')
  expect(await entries(db)).toEqual([])
})

test('a change without its entry is not committed [SEC-094]', async () => {
  const { deps, db, courseId } = await withCourse()
  await db.query('alter table audit_log add constraint closed check (false) not valid')
  const change = staffTransaction(deps, meera, (tx) => tx.query(`update courses set title = 'Unseen' where id = $1`, [courseId]))
  await expect(change).rejects.toThrow(/violates check constraint "closed"/)
  expect((await db.query('select title from courses')).rows).toEqual([{ title: 'Testing in Practice' }])
})

test('rejects a change by staff without an id [SEC-094]', async () => {
  const { db, courseId } = await withCourse()
  const change = transaction(db, async (tx) => {
    await tx.query(`set local app.actor_kind = 'staff'`)
    await tx.query(`update courses set title = 'Unsigned' where id = $1`, [courseId])
  })
  await expect(change).rejects.toThrow(/staff_are_named/)
})

test('masks personal values but logs that they changed [SEC-095]', async () => {
  const shop = await withCourse()
  const { deps, db } = shop
  const { person, user } = await signIn(shop)
  await staffTransaction(deps, meera, async (tx) => {
    await tx.query(`update users set full_name = 'Asha P.', phone = null where id = $1`, [user.id])
    await tx.query(
      `insert into enquiries (kind, name, email, phone, message, consent_version, consented_at, created_at)
       values ('callback', $1, $2, $3, 'Call me', '1', app_now(), app_now())`,
      [person.full_name, person.email, person.phone_number],
    )
    await tx.query('delete from enquiries where email = $1', [person.email])
  })
  const logged = await entries(db)
  const [changed] = logged
  const [inserted, deleted] = logged.filter(({ table_name: table }) => table === 'enquiries')
  expect(changed?.changes).toEqual({ full_name: { before: 'masked', after: 'masked' }, phone: { before: 'masked', after: null } })
  expect(inserted?.changes).toMatchObject({ kind: { before: null, after: 'callback' }, email: { before: null, after: 'masked' } })
  expect(deleted?.changes).toMatchObject({ message: { before: 'masked', after: null } })
  const text = JSON.stringify(await entries(db))
  for (const secret of [person.full_name, person.email, person.phone_number, 'Asha P.', 'Call me'])
    expect(text).not.toContain(secret)
})

test('masks the reason of a dismissal [SEC-095]', async () => {
  const { deps, db } = await createTestApp()
  await db.query(
    `insert into webhook_events (provider, event_id, event_type, body, received_at, next_attempt_at)
     values ('razorpay', 'evt_1', 'order.paid', '', app_now(), app_now())`,
  )
  await db.query(
    `insert into unmatched_payments (provider_payment_id, provider_order_id, receipt, amount_paise, currency, status, found_at)
     values ('pay_1', 'order_1', 'r1', 100, 'INR', 'captured', app_now())`,
  )
  await transactionAs(deps, operator, async (tx) => {
    await tx.query(`update webhook_events set dismissed_at = app_now(), dismissed_reason = 'Asha called'`)
    await tx.query(`update unmatched_payments set dismissed_at = app_now(), dismissed_reason = 'Asha called'`)
  })
  const found = await entries(db)
  expect(found.map(({ table_name }) => table_name)).toEqual(['webhook_events', 'unmatched_payments'])
  for (const { changes } of found) expect(changes['dismissed_reason']).toEqual({ before: null, after: 'masked' })
})

test('logs operator and staff but not the system [SEC-094]', async () => {
  const { deps, db, batchId } = await withCourse()
  const cancel = (tx: Queryable) => tx.query('update batches set cancelled_at = app_now() where id = $1', [batchId])
  await transactionAs(deps, operator, cancel)
  await transactionAs(deps, meera, cancel)
  await transactionAs(deps, system, cancel)
  expect((await entries(db)).map(({ actor_kind, actor_id }) => [actor_kind, actor_id])).toEqual([
    ['operator', null],
    ['staff', 7],
  ])
})

test('an actor ends with its transaction [SEC-096]', async () => {
  const { deps, courseId } = await withCourse()
  const client = await deps.db.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.actor_kind', 'staff', true), set_config('app.actor_id', '7', true)`)
    await client.query('commit')
    await expect(client.query(`update courses set title = 'Later' where id = $1`, [courseId])).rejects.toThrow(/names no actor/)
  } finally {
    client.release()
  }
})

test('changes by students, the provider and jobs leave no entry', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const student = await signIn(shop)
  const { order_id: orderId } = await shop.start(batchId, student.access)
  const paid = await shop.pay(orderId)
  expect((await shop.post(`/payment/payment-verify/${batchId}/`, paid, student.access)).statusCode).toBe(200)
  expect((await shop.ledger()).enrolments).toBe(1)
  expect(await entries(shop.db)).toEqual([])
})

test.each([
  ['update', `update audit_log set actor_id = 8`],
  ['update of nothing', `update audit_log set actor_id = 8 where false`],
  ['delete', `delete from audit_log`],
  ['truncate', `truncate audit_log`],
])('the log rejects %s, also by the table owner [SEC-097]', async (_what, sql) => {
  const { deps, db, courseId } = await withCourse()
  await staffTransaction(deps, meera, (tx) => tx.query('update batches set capacity = 30 where course_id = $1', [courseId]))
  await expect(db.query(sql)).rejects.toThrow(/append-only/)
  await expect(staffTransaction(deps, meera, (tx) => tx.query(sql))).rejects.toThrow(/append-only/)
  expect(await entries(db)).toHaveLength(1)
})
