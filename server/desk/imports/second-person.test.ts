import { expect, test } from 'vitest'
import type { ImportRecord } from '#contract/desk/staff/imports.ts'
import type { Today } from '#contract/desk/staff/today.ts'
import { type Clerk, newReference, openDesk } from '#tests/school/desk.ts'
import { checkFile, linesOf, outcomesOf, runFile } from '#tests/school/imports.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import type { StaffAnswer } from '#tests/school/staff-client.ts'

const list = (batchId: number) =>
  `name,email,batch\nAsha,asha@example.com,${batchId}\nRavi,ravi@example.com,${batchId}\nNobody,,${batchId}`
const ask = (clerk: Clerk, { id, hash }: ImportRecord) => clerk.call('POST', `imports/${id}/ask/`, { body: { hash } })
const end = (clerk: Clerk, verb: 'decline' | 'withdraw', { id, version }: ImportRecord) =>
  clerk.call('POST', `imports/${id}/${verb}/`, {
    version,
    ...(verb === 'decline' ? { body: { reason: 'Two are in no class.' } } : {}),
  })
const refusalOf = ({ status, error }: StaffAnswer) => [status, error.code]

/** A school whose list price of one place is more than one person may give. */
async function openSchool() {
  const desk = await openDesk()
  await desk.setLimit(5_000_000)
  const { batchId } = await sellCourse(desk.shop.db, { price: 6_000_000 })
  const clerk = async (name: string) => {
    const member = await desk.clerk('support')
    await desk.shop.db.query('update staff set name = $2 where id = $1', [member.id, name])
    return { ...member, name }
  }
  return { desk, batchId, clerk: await clerk('Meera Kulkarni'), second: await clerk('Anil Rao') }
}

async function askedFor(clerk: Clerk, text: string, given: object = {}) {
  const found = await checkFile(clerk.call, { text, ...given })
  const asked = await ask(clerk, found)
  expect(asked.status).toBe(200)
  return asked.as<ImportRecord>()
}

test('a list above the limit is run by a second person', async () => {
  const { desk, batchId, clerk, second } = await openSchool()
  const found = await checkFile(clerk.call, { text: list(batchId) })
  expect(found).toMatchObject({ needs_approval: 2, problems: 3, enrolments: 0, given_paise: 0 })
  const asked = (await ask(clerk, found)).as<ImportRecord>()
  expect(asked).toMatchObject({
    state: 'waiting',
    needs_approval: 0,
    accounts: 2,
    enrolments: 2,
    problems: 1,
    given_paise: 12_000_000,
    received_paise: 0,
    asked_by: clerk.id,
    asked_by_name: clerk.name,
    alone_from: null,
  })
  expect(asked.deciders).toContain(second.name)
  expect(asked.deciders).not.toContain(clerk.name)
  expect(await outcomesOf(clerk.call, asked.id)).toEqual(['account_and_enrolment', 'account_and_enrolment', 'email'])
  expect((await desk.shop.mails(second.email))[0]).toMatchObject({ subject: 'Please decide: the list students.csv' })
  expect(await desk.count('users')).toBe(0)
  expect(refusalOf(await runFile(clerk.call, asked))).toEqual([409, 'own_request'])
  const done = (await runFile(second.call, asked)).as<ImportRecord>()
  expect(done).toMatchObject({ state: 'done', enrolments: 2, decided_by_name: second.name, asked_by: clerk.id, answer: null })
  const { rows } = await desk.shop.db.query('select enrolled_by from enrolments where ended_at is null')
  expect(rows).toEqual([{ enrolled_by: clerk.id }, { enrolled_by: clerk.id }])
  expect((await desk.shop.mails(clerk.email))[0]).toMatchObject({ subject: 'Imported: the list students.csv' })
  expect(refusalOf(await runFile(second.call, asked))).toEqual([409, 'already_run'])
})

test('a declined list says why and can be asked for again', async () => {
  const { desk, batchId, clerk, second } = await openSchool()
  const asked = await askedFor(clerk, list(batchId))
  expect(refusalOf(await end(clerk, 'decline', asked))).toEqual([409, 'own_request'])
  expect(refusalOf(await end(second, 'withdraw', asked))).toEqual([409, 'not_yours'])
  expect((await end(second, 'decline', { ...asked, version: asked.version - 1 })).status).toBe(412)
  const declined = (await end(second, 'decline', asked)).as<ImportRecord>()
  expect(declined).toMatchObject({
    state: 'checked',
    needs_approval: 2,
    enrolments: 0,
    decided_by_name: second.name,
    answer: 'Two are in no class.',
  })
  expect((await desk.shop.mails(clerk.email))[0]).toMatchObject({ subject: 'Declined: the list students.csv' })
  const again = (await ask(clerk, declined)).as<ImportRecord>()
  expect(again).toMatchObject({ state: 'waiting', answer: null, decided_by_name: null })
  const withdrawn = (await end(clerk, 'withdraw', again)).as<ImportRecord>()
  expect(withdrawn).toMatchObject({ state: 'checked', asked_by: null, needs_approval: 2, enrolments: 0 })
  // Alone, the run leaves these lines out as it says.
  expect(refusalOf(await runFile(clerk.call, again))).toEqual([409, 'check_changed'])
  expect(await desk.count('users')).toBe(0)
})

test('a list that waits is neither repaired nor asked for twice', async () => {
  const { batchId, clerk } = await openSchool()
  const asked = await askedFor(clerk, list(batchId))
  expect(refusalOf(await ask(clerk, asked))).toEqual([409, 'waits_already'])
  const cells = {
    name: 'N',
    email: 'n@example.com',
    phone: '',
    batch: '',
    amount: '',
    method: '',
    reference: '',
    received_on: '',
  }
  const repaired = await clerk.call('POST', `imports/${asked.id}/repair/`, {
    version: asked.version,
    body: { lines: [{ line: 4, ...cells }] },
  })
  expect(refusalOf(repaired)).toEqual([409, 'waits'])
})

test('a list within the limit needs no second person', async () => {
  const { desk, clerk } = await openSchool()
  const { batchId } = await sellCourse(desk.shop.db, { price: 100_000 })
  const found = await checkFile(clerk.call, { text: list(batchId) })
  expect(refusalOf(await ask(clerk, found))).toEqual([409, 'not_needed'])
  expect(refusalOf(await ask(clerk, { ...found, hash: '0'.repeat(64) }))).toEqual([409, 'check_changed'])
})

test('a price changed since is shown before a second person runs', async () => {
  const { desk, batchId, clerk, second } = await openSchool()
  const asked = await askedFor(clerk, list(batchId))
  await desk.shop.db.query('update courses set price_paise = 7000000')
  const refused = await runFile(second.call, asked)
  expect(refusalOf(refused)).toEqual([409, 'check_changed'])
  const current = (await second.call('GET', `imports/${asked.id}/`)).as<ImportRecord>()
  expect(current).toMatchObject({ state: 'waiting', given_paise: 14_000_000 })
  expect((await runFile(second.call, current)).as<ImportRecord>().state).toBe('done')
})

test('who is alone runs the list after a day', async () => {
  const { desk, batchId, clerk } = await openSchool()
  await desk.shop.db.query('update staff set disabled_at = app_now() where id <> $1', [clerk.id])
  const asked = await askedFor(clerk, list(batchId))
  expect(asked.deciders).toBeNull()
  expect(asked.alone_from).not.toBeNull()
  expect(refusalOf(await runFile(clerk.call, asked))).toEqual([409, 'too_early'])
  const waits = async () => (await clerk.call('GET', 'today/')).as<Today>().imports?.waiting
  expect(await waits()).toBe(0)
  await desk.shop.passTime('24 hours')
  expect(await waits()).toBe(1)
  expect((await runFile(clerk.call, asked)).as<ImportRecord>().state).toBe('done')
  const { rows } = await desk.shop.db.query('select decided_by, decided_alone from student_imports')
  expect(rows).toEqual([{ decided_by: clerk.id, decided_alone: true }])
})

test('today counts lists for those who may run them', async () => {
  const { desk, batchId, clerk, second } = await openSchool()
  await askedFor(clerk, list(batchId))
  const waits = async (one: Clerk) => (await one.call('GET', 'today/')).as<Today>().imports
  expect((await waits(second))?.waiting).toBe(1)
  expect(await waits(clerk)).toEqual({ waiting: 0, oldest_at: null })
  expect(await waits(await desk.clerk('finance'))).toBeNull()
})

test('a second person decides about the payments of the list too', async () => {
  const { desk, batchId } = await openSchool()
  const [owner, second] = [await desk.clerk('owner'), await desk.clerk('owner')]
  const head = 'name,email,batch,amount,method,reference,received on'
  const mapping = { amount: 'amount', method: 'method', reference: 'reference', 'received on': 'received_on' }
  const today = await desk.today()
  const lines = [
    `Asha,asha@example.com,${batchId},60000,upi,${newReference()},${today}`,
    `Ravi,ravi@example.com,${batchId},60000,cheque,HDFC 004512,${today}`,
    `Free,free@example.com,${batchId},0,,,`,
  ]
  const found = await checkFile(owner.call, { text: [head, ...lines].join('\n'), mapping })
  expect(found).toMatchObject({ needs_approval: 3, payments: 0, waiting: 2, received_paise: 12_000_000 })
  const asked = (await ask(owner, found)).as<ImportRecord>()
  expect(asked).toMatchObject({ state: 'waiting', payments: 1, waiting: 1, received_paise: 12_000_000, given_paise: 6_000_000 })
  // Support may not record payments, so it neither runs nor declines them.
  const clerk = await desk.clerk('support')
  expect((await end(clerk, 'decline', asked)).status).toBe(403)
  expect((await runFile(clerk.call, asked)).status).toBe(403)
  expect((await runFile(second.call, asked)).as<ImportRecord>()).toMatchObject({ state: 'done', payments: 1, waiting: 1 })
  const { rows } = await desk.shop.db.query('select state, asked_by, decided_by, decided_alone from approvals order by id')
  const approved = { state: 'approved', asked_by: owner.id, decided_by: second.id, decided_alone: false }
  expect(rows).toEqual([approved, approved])
  expect((await linesOf(owner.call, asked.id)).map(({ payment_state: state }) => state)).toEqual(['cleared', 'received', null])
  expect((await desk.shop.mails(second.email)).map(({ subject }) => subject)).toEqual(['Please decide: the list students.csv'])
  await desk.ledger()
})

test('a list is decided once when three decide at once', async () => {
  const { desk, batchId, clerk, second } = await openSchool()
  const third = await desk.clerk('support')
  const asked = await askedFor(clerk, list(batchId))
  const answers = await Promise.all([runFile(second.call, asked), runFile(third.call, asked), end(third, 'decline', asked)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await desk.shop.db.query<{ state: string }>('select state from student_imports')
  expect(await desk.count('enrolments')).toBe(rows[0]?.state === 'done' ? 2 : 0)
})

test('a list whose students are erased is withdrawn and not run', async () => {
  const { desk, batchId, clerk, second } = await openSchool()
  const asked = await askedFor(clerk, list(batchId))
  await desk.shop.db.query('delete from student_import_rows')
  expect(refusalOf(await runFile(second.call, asked))).toEqual([409, 'no_lines'])
  expect((await end(clerk, 'withdraw', asked)).as<ImportRecord>()).toMatchObject({ state: 'checked', lines: 0, enrolments: 0 })
})
