import { expect, test } from 'vitest'
import { buyOnline, type Desk, openDesk, refund, take } from '#tests/school/desk.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { newPerson, signIn } from '#tests/school/sign-in.ts'
import type { StaffClient } from '#tests/school/staff-client.ts'

/** Lists of staff in which a person is found by phone number and address. */
const lists = ['students', 'enquiries', 'leads', 'orders', 'payments', 'enrolments', 'offline-payments', 'approvals', 'refunds']

/**
 * A school where two students bought online, paid at the desk twice, got a refund, and asked something. The last payment waits for
 * a second person. Returns calls of the owner.
 */
async function openSchool(desk: Desk, asha: { email: string; phone_number: string }): Promise<StaffClient> {
  const { shop } = desk
  const clerk = await desk.clerk('owner')
  const sell = () => sellCourse(shop.db, { price: 100_000 })
  const [online, offline, waiting] = [await sell(), await sell(), await sell()]
  for (const person of [{ full_name: 'Asha Patil', ...asha }, newPerson('Ravi Kumar')]) {
    const { user, access } = await signIn(shop, person)
    const paymentId = await buyOnline(desk, online.batchId, access)
    const taken = await take(desk, clerk, { student_id: user.id, batch_id: offline.batchId, amount_paise: 100_000 })
    const refunded = await refund(clerk, paymentId)
    await desk.setLimit(1)
    const waits = await take(desk, clerk, { student_id: user.id, batch_id: waiting.batchId, amount_paise: 100_000 })
    await desk.setLimit(null)
    expect([taken.status, refunded.status, waits.status]).toEqual([201, 201, 201])
    await shop.db.query(
      `insert into enquiries (kind, name, email, phone, consent_version, consented_at, created_at)
       values ('hire', $1, $2, $3, '1', app_now(), app_now())`,
      [person.full_name, person.email, person.phone_number],
    )
  }
  return clerk.call
}

/** Whose records a search of a list finds, and how many. */
async function namesIn(call: StaffClient, list: string, q: string): Promise<{ asha: boolean; ravi: boolean; total: number }> {
  const found = await call('GET', `${list}/?q=${encodeURIComponent(q)}`)
  const { items } = found.as<{ items: unknown[] }>()
  const text = JSON.stringify(items)
  return { asha: text.includes('Asha Patil'), ravi: text.includes('Ravi Kumar'), total: items.length }
}

test('staff find a phone number however it is written', async () => {
  const desk = await openDesk()
  const call = await openSchool(desk, { ...newPerson(), phone_number: '9876543210' })
  const written = [
    '9876543210',
    '+91 98765 43210',
    '0 98765-43210',
    '0091 9876543210',
    '919876543210',
    '९८७६५ ४३२१०',
    '৯৮৭৬৫৪৩২১০',
    '९८७६५',
  ]
  for (const list of lists)
    for (const q of written) expect(await namesIn(call, list, q), `${list} ${q}`).toMatchObject({ asha: true, ravi: false })
  for (const q of written) {
    const found = (await call('GET', `students/find/?q=${encodeURIComponent(q)}`)).as<{ students: { name: string }[] }>()
    const names = found.students.map(({ name }) => name)
    expect(names, q).toEqual(['Asha Patil'])
    const answer = await call('GET', `search/?q=${encodeURIComponent(q)}`)
    const { results } = answer.as<{ results: { resource: string; title: string }[] }>()
    const titles = results.map(({ resource, title }) => `${resource}: ${title}`)
    expect(titles, q).toEqual(['students: Asha Patil', 'leads: Asha Patil'])
  }
})

test('a reference that looks like a phone number is found', async () => {
  const desk = await openDesk()
  const { batchId } = await sellCourse(desk.shop.db, { price: 100_000 })
  const student = await desk.student()
  const clerk = await desk.clerk('owner')
  await take(desk, clerk, { student_id: student.id, batch_id: batchId, amount_paise: 100_000, reference: '9191 2345 6789' })
  for (const list of ['students', 'payments', 'offline-payments'])
    for (const q of ['919123456789', '9191 2345 6789', '9191-2345-6789'])
      expect((await namesIn(clerk.call, list, q)).total, `${list} ${q}`).toBe(1)
})

test('staff find the holder of a whole address alone', async () => {
  const desk = await openDesk()
  const call = await openSchool(desk, { ...newPerson(), email: 'asha.patil@example.com' })
  const all = [...lists, 'documents']
  for (const list of all) {
    for (const q of ['asha.patil@example.com', ' ASHA.Patil@Example.com', 'asha.patil@example.co'])
      expect(await namesIn(call, list, q), `${list} ${q}`).toMatchObject({ asha: true, ravi: false })
    for (const q of ['patil@example.com', 'asha_patil@example.com', 'nobody@example.com'])
      expect((await namesIn(call, list, q)).total, `${list} ${q}`).toBe(0)
    // Not a whole address.
    expect((await namesIn(call, list, 'sha.patil@example')).asha, list).toBe(true)
  }
  const found = async (q: string) => (await call('GET', `students/find/?q=${q}`)).as<{ students: { name: string }[] }>().students
  expect(await found('asha.patil@example.com')).toMatchObject([{ name: 'Asha Patil' }])
  expect(await found('patil@example.com')).toEqual([])
})

test('exports and totals follow a whole address', async () => {
  const desk = await openDesk()
  const call = await openSchool(desk, { ...newPerson(), email: 'asha.patil@example.com' })
  expect((await call('GET', 'orders/?q=asha.patil@example.com')).as<{ total: number }>().total).toBe(2)
  const file = await desk.shop.app.inject({
    url: '/api/staff/orders/export/?q=asha.patil@example.com',
    headers: { ...desk.shop.asStaff('owner') },
  })
  expect(file.body).toContain('Asha Patil')
  expect(file.body).not.toContain('Ravi Kumar')
})
