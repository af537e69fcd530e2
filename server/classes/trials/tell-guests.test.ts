import { expect, test } from 'vitest'
import type { SessionRecord } from '#contract/classes/staff/sessions.ts'
import { system } from '#server/platform/auth/principal.ts'
import { addInstructor } from '#tests/school/add-instructor.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { type ClassShop, createClassShop, february } from '#tests/school/class-shop.ts'
import { transaction } from '#server/platform/db/query.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { releaseTrialSeat } from './release-trial-seat.ts'
import { tellGuests } from './tell-guests.ts'

const address = 'guest@example.com'

/** A batch whose fourth class, on Monday 10 February, has a guest. */
async function createShop() {
  const shop = await createClassShop()
  const { rows } = await shop.db.query<{ id: number }>(
    `with asked as (
       insert into enquiries (kind, name, email, consent_version, consented_at, created_at)
       values ('trial', 'Asha Patil', $2, '1', app_now(), app_now()) returning id)
     insert into trial_guests (session_id, enquiry_id, created_at, told_starts_at)
     select s.id, asked.id, app_now(), s.starts_at from asked, class_sessions s where s.id = $1 returning id::float8 as id`,
    [(await shop.nth(4)).id, address],
  )
  const tell = () => Promise.all([tellGuests(shop.deps, system), tellGuests(shop.deps, system)])
  const subjects = async () => {
    await tell()
    return (await shop.mails(address)).map(({ subject }) => subject).toReversed()
  }
  return { shop, guest: rows[0]?.id ?? 0, tell, subjects }
}

const act = async (shop: ClassShop, session: SessionRecord, name: string, body?: object) =>
  (await shop.verb(session, name, body)).as<{ session: SessionRecord }>().session

test('moved, cancelled and restored classes tell their guest once', async () => {
  const { shop, subjects } = await createShop()
  expect(await subjects()).toEqual([])
  const moved = await act(shop, await shop.nth(4), 'move/', { starts_at: february('11'), minutes: 90 })
  expect(await subjects()).toHaveLength(1)
  const off = await act(shop, moved, 'cancel/', { reason: 'The instructor is ill.' })
  expect(await subjects()).toHaveLength(2)
  const [mail] = await shop.mails(address)
  expect(mail?.text).toContain('The instructor is ill.')
  expect(mail?.text).not.toContain('/join/')
  await act(shop, off, 'restore/')
  expect(await subjects()).toEqual([
    'Your class is moved to Tuesday, 11 February 2031, 7:30 PM IST (Testing in Practice)',
    'No class on Tuesday, 11 February 2031, 7:30 PM IST (Testing in Practice)',
    'The class on Tuesday, 11 February 2031, 7:30 PM IST takes place after all (Testing in Practice)',
  ])
  // There and back before anybody is told is no change.
  const again = await act(shop, await shop.nth(4), 'move/', { starts_at: february('09'), minutes: 90 })
  await act(shop, again, 'move/', { starts_at: february('11'), minutes: 90 })
  expect(await subjects()).toHaveLength(3)
})

test('a change that can be undone tells nobody yet', async () => {
  const { shop, subjects } = await createShop()
  const change = (age: string) =>
    shop.db.query(
      `update class_sessions set starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour',
         updated_at = app_now() - $1::interval where id = (select session_id from trial_guests)`,
      [age],
    )
  await shop.db.query('alter table class_sessions disable trigger class_sessions_touch')
  await change('5 seconds')
  expect(await subjects()).toEqual([])
  await change('20 seconds')
  expect(await subjects()).toHaveLength(1)
})

test('a cancelled batch tells its guests', async () => {
  const { shop, subjects } = await createShop()
  await cancelBatch(shop, shop.batchId)
  expect(await subjects()).toEqual(['No class on Monday, 10 February 2031, 7:30 PM IST (Testing in Practice)'])
})

test('a guest is reminded a day and 15 minutes before, once', async () => {
  const { shop, subjects } = await createShop()
  await shop.setClock(february('09', '13:59'))
  expect(await subjects()).toEqual([])
  await shop.setClock(february('09', '14:01'))
  expect(await subjects()).toEqual(['The class begins tomorrow at 7:30 PM IST: Testing in Practice'])
  await shop.setClock(february('10', '13:51'))
  expect((await subjects()).slice(1)).toEqual(['The class begins in 9 minutes: Testing in Practice'])
  await shop.setClock(february('10', '14:01'))
  expect(await subjects()).toHaveLength(2)
})

test('no reminder after a seat is given back or just taken', async () => {
  const { shop, guest, subjects } = await createShop()
  await shop.setClock(february('09', '18:00'))
  await shop.db.query('update trial_guests set created_at = app_now()')
  expect(await subjects()).toEqual([])
  await shop.setClock(february('10', '13:51'))
  await shop.db.query('update trial_guests set released_at = app_now() where id = $1', [guest])
  expect(await subjects()).toEqual([])
})

test('a waiting reminder dies with its seat, time and class', async () => {
  const ends: ((shop: ClassShop) => Promise<unknown>)[] = [
    ({ db }) => db.query('update trial_guests set released_at = app_now()'),
    async (shop) => act(shop, await shop.nth(4), 'move/', { starts_at: february('10', '15:00'), minutes: 90 }),
    (shop) => cancelBatch(shop, shop.batchId),
  ]
  for (const end of ends) {
    const { shop, tell } = await createShop()
    await shop.setClock(february('10', '13:51'))
    await tell()
    await end(shop)
    expect(await shop.mails(address), String(end)).toEqual([])
  }
})

test('a guest who gave the seat back is told no more', async () => {
  const { shop, guest, tell } = await createShop()
  const moved = await act(shop, await shop.nth(4), 'move/', { starts_at: february('11'), minutes: 90 })
  await shop.passTime('1 minute')
  await tell()
  expect((await shop.db.query(`select from mail_outbox where template = 'trial-changed'`)).rowCount).toBe(1)
  await releaseTrialSeat(shop.deps, { kind: 'guest', id: guest, fullName: 'Asha Patil' }, moved.id)
  expect(await shop.mails(address)).toEqual([])
})

test('a guest who gave a seat back gets no mail', async () => {
  const { shop, guest } = await createShop()
  const { id } = await shop.nth(4)
  const instant = february('10')
  const props = {
    name: 'Asha Patil',
    courseTitle: 'Testing in Practice',
    label: 'Class 4 of 6',
    startsAt: instant,
    endsAt: instant,
    instructor: 'Meera Kulkarni',
  }
  await transaction(shop.deps.db, async (tx) =>
    queueMail(shop.deps, tx, { template: 'trial-seat', to: address, props: { ...props, guestId: guest, sessionId: id } }),
  )
  await releaseTrialSeat(shop.deps, { kind: 'guest', id: guest, fullName: 'Asha Patil' }, id)
  expect(await shop.mails(address)).toEqual([])
})

test('a waiting reminder of a guest names who teaches now', async () => {
  const { shop, tell } = await createShop()
  await shop.setClock(february('10', '13:51'))
  await tell()
  await act(shop, await shop.nth(4), 'substitute/', { instructor_id: await addInstructor(shop) })
  await tell()
  const mails = await shop.mails(address)
  expect(mails.map(({ text }) => text.includes('Tara Venkatesh'))).toEqual([true])
})

test('a class that returns to its time reminds its guest once', async () => {
  const { shop, tell, subjects } = await createShop()
  const moveThereAndBack = async () => {
    const moved = await act(shop, await shop.nth(4), 'move/', { starts_at: february('10', '15:00'), minutes: 90 })
    await act(shop, moved, 'move/', { starts_at: february('10'), minutes: 90 })
  }
  await shop.setClock(february('10', '13:51'))
  await tell()
  await moveThereAndBack()
  expect(await subjects()).toEqual(['The class begins in 9 minutes: Testing in Practice'])
  await moveThereAndBack()
  expect(await subjects()).toHaveLength(1)
})

test('another pattern keeps a class that a guest waits for', async () => {
  const { shop } = await createShop()
  const sixth = await shop.nth(6)
  await shop.db.query('update trial_guests set session_id = $1, told_starts_at = $2', [sixth.id, sixth.starts_at])
  const { version } = (await shop.call('GET', `batches/${shop.batchId}/`)).as<{ version: number }>()
  const changed = await shop.call('PATCH', `batches/${shop.batchId}/`, { body: { last_day: '2031-02-10' }, version })
  expect(changed.status).toBe(200)
  expect((await shop.classes()).map(({ id }) => id)).toContain(sixth.id)
})

test('erasing the enquiry takes the seat along', async () => {
  const { shop } = await createShop()
  await shop.db.query('delete from enquiries where email = $1', [address])
  expect((await shop.db.query('select 1 from trial_guests')).rowCount).toBe(0)
})
