import { expect, test } from 'vitest'
import type { PaymentChoice } from '#contract/money/choice.ts'
import type { OpenedLink } from '#contract/money/payment-link.ts'
import type { PaymentLinkRecord } from '#contract/money/staff/payment-links.ts'
import type { ScholarshipRecord } from '#contract/money/staff/scholarships.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { buy } from '#tests/school/sell-with-receipt.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { setSettings } from '#tests/school/set-settings.ts'
import { codeSentTo, newPerson, signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { staffClient } from '#tests/school/staff-client.ts'

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const secretOf = (url: string | null) => new URL(url ?? '').searchParams.get('offer') ?? ''

/** A course of ₹36,000 and a student. */
async function shopWithStudent() {
  const shop = await createPayingShop()
  const sold = await sellCourse(shop.db, { price: 3_600_000 })
  const student = await signIn(shop)
  const asker = await addStaff(shop, 'finance')
  const staff = staffClient(shop, 'finance', asker)
  const make = (given: object = {}) =>
    staff('POST', 'payment-links/', {
      body: {
        student_id: student.user.id,
        email: null,
        batch_id: sold.batchId,
        price_paise: 3_000_000,
        reason: 'Agreed on the phone.',
        expires_at: inDays(5),
        ...given,
      },
    })
  const made = async (given: object = {}) => {
    const answer = await make(given)
    expect([answer.status, answer.error]).toMatchObject([201, {}])
    const record = answer.as<PaymentLinkRecord>()
    return { ...record, secret: secretOf(record.url) }
  }
  const open = async (secret: string, access?: string) =>
    shop.post(access ? '/payment/link/open/' : '/payment/link/', { batch_id: sold.batchId, offer: secret }, access)
  const opened = async (secret: string, access?: string) => (await open(secret, access)).json<OpenedLink>()
  const priceFor = async (access = student.access) =>
    (await shop.get(`/payment/choice/${sold.batchId}/`, access)).json<PaymentChoice>()
  const read = async (id: number) => (await staff('GET', `payment-links/${id}/`)).as<PaymentLinkRecord>()
  const verify = (triple: object, access = student.access) =>
    shop.post(`/payment/payment-verify/${sold.batchId}/`, triple, access)
  return { shop, ...sold, student, staff, asker, make, made, open, opened, priceFor, read, verify }
}

test('an account pays the price of its link once', async () => {
  const { shop, batchId, student, made, opened, priceFor, read } = await shopWithStudent()
  const { id, url, secret } = await made()
  expect(url).toBe(`${shop.deps.config.publicUrl}/razarpayment/${batchId}?offer=${secret}`)
  expect(await opened(secret, student.access)).toMatchObject({ state: 'active', price_paise: 3_000_000 })
  expect(await priceFor()).toMatchObject({
    total_paise: 3_000_000,
    lines: [{ kind: 'list' }, { kind: 'link', label: 'Agreed discount', paise: -600_000 }, { kind: 'total' }],
  })
  expect((await priceFor((await signIn(shop)).access)).total_paise).toBe(3_600_000)
  await buy(shop, batchId, student)
  expect(await read(id)).toMatchObject({ state: 'paid', url: null, payment_id: expect.any(Number) })
  expect(await opened(secret, student.access)).toMatchObject({ state: 'paid', price_paise: null })
  const { rows } = await shop.db.query(
    `select p.amount_paise, r.printed #> '{price,discounts}' as discounts from payments p join receipts r on r.payment_id = p.id`,
  )
  expect(rows).toEqual([{ amount_paise: 3_000_000, discounts: [{ kind: 'link', label: 'Agreed discount', paise: -600_000 }] }])
})

test('another account and a visitor learn nothing of the person', async () => {
  const { shop, student, made, opened, priceFor } = await shopWithStudent()
  const { secret } = await made()
  const other = await signIn(shop)
  expect(await opened(secret, other.access)).toEqual({
    state: 'foreign',
    message: 'This link is for somebody else.',
    price_paise: null,
    expires_at: null,
  })
  expect((await priceFor(other.access)).total_paise).toBe(3_600_000)
  const stranger = await opened(secret)
  expect(stranger).toMatchObject({ state: 'active' })
  expect(JSON.stringify(stranger)).not.toContain(student.person.email)
})

test('the account that proves an address gets its link', async () => {
  const { shop, batchId, made, opened, read } = await shopWithStudent()
  const person = newPerson()
  const { id, secret } = await made({ student_id: null, email: person.email.toUpperCase() })
  const registered = await shop.post('/auth/register/', { ...person, type: 'enroll' })
  const { access } = registered.json<{ access: string }>()
  expect(await opened(secret, access)).toMatchObject({ state: 'unverified', price_paise: null })
  expect((await shop.start(batchId, access)).amount).toBe(36_000)
  expect(await opened(secret, (await signIn(shop)).access)).toMatchObject({ state: 'foreign' })
  await shop.passTime('2 minutes')
  await shop.post('/auth/login/', { email: person.email })
  const otp = await codeSentTo(shop, person.email)
  const verified = await shop.post(`/auth/verify-otp/?email=${encodeURIComponent(person.email)}`, { otp })
  const own = verified.json<{ access: string }>().access
  expect(await opened(secret, own)).toMatchObject({ state: 'active', price_paise: 3_000_000 })
  expect(await read(id)).toMatchObject({ student: person.full_name, opened_at: expect.any(String) })
  expect((await shop.start(batchId, own)).amount).toBe(30_000)
})

test('a verified address is the account from the beginning', async () => {
  const { student, made } = await shopWithStudent()
  expect(await made({ student_id: null, email: student.person.email })).toMatchObject({
    student_id: student.user.id,
    email: null,
  })
})

test('an expired link says so and gives no price', async () => {
  const { shop, student, made, opened, priceFor, read } = await shopWithStudent()
  const { id, secret } = await made({ expires_at: inDays(1) })
  await shop.passTime('25 hours')
  const { access } = (await shop.post('/auth/refresh/', { refresh: student.refresh })).json<{ access: string }>()
  expect(await opened(secret, access)).toMatchObject({
    state: 'expired',
    message: 'This link has expired. Please ask the school for a new one.',
  })
  expect((await priceFor(access)).total_paise).toBe(3_600_000)
  expect((await read(id)).state).toBe('expired')
})

test('a withdrawn link keeps its price while a seat is held', async () => {
  const { shop, batchId, student, staff, made, opened, priceFor, read, verify } = await shopWithStudent()
  const { id, secret } = await made()
  const order = await shop.start(batchId, student.access)
  const { version } = await read(id)
  expect((await staff('POST', `payment-links/${id}/withdraw/`, { version })).as<PaymentLinkRecord>().state).toBe('withdrawn')
  expect((await opened(secret, student.access)).state).toBe('withdrawn')
  expect((await priceFor()).total_paise).toBe(3_600_000)
  expect((await verify(await shop.pay(order.order_id))).json()).toMatchObject({ status: 'enrolled', amount: 30_000 })
  expect((await read(id)).state).toBe('paid')
})

test('a payment after the hold of a withdrawn link goes back', async () => {
  const { shop, batchId, student, staff, made, read } = await shopWithStudent()
  const { id, version } = await made()
  const order = await shop.start(batchId, student.access)
  await staff('POST', `payment-links/${id}/withdraw/`, { version })
  await shop.passTime('20 minutes')
  await shop.pay(order.order_id, 'captured', { webhook: true })
  await shop.deliverWebhooks()
  expect(await shop.ledger()).toMatchObject({ enrolments: 0, dispositions: ['refund_due'] })
  expect((await read(id)).state).toBe('withdrawn')
  const { rows } = await shop.db.query('select reason from refunds')
  expect(rows).toEqual([{ reason: 'link gone' }])
})

test('two orders of one link enrol once', async () => {
  const { shop, batchId, student, made, read, verify } = await shopWithStudent()
  const { id } = await made()
  const first = await shop.start(batchId, student.access)
  // Another price supersedes the order, which can still be paid.
  await shop.db.query(`update payment_orders set status = 'superseded'`)
  const second = await shop.start(batchId, student.access)
  expect([first.amount, second.amount, first.order_id === second.order_id]).toEqual([30_000, 30_000, false])
  const [one, other] = [await shop.pay(first.order_id), await shop.pay(second.order_id)]
  await Promise.all([verify(one), verify(other)])
  expect((await shop.ledger()).dispositions.toSorted()).toEqual(['enrolled', 'refund_due'])
  expect((await read(id)).state).toBe('paid')
})

test('a refund does not make a link active again', async () => {
  const { shop, batchId, student, made, opened, priceFor } = await shopWithStudent()
  const { secret } = await made()
  // An order that was opened before and is paid afterwards does not use the link a second time.
  const early = await shop.start(batchId, student.access)
  await shop.db.query(`update payment_orders set status = 'superseded'`)
  await buy(shop, batchId, student)
  const { rows } = await shop.db.query<{ id: number }>('select id from payments')
  const owner = staffClient(shop, 'owner', await addStaff(shop, 'owner'))
  const refund = {
    key: crypto.randomUUID(),
    amount_paise: null,
    reason: 'Asked for.',
    keeps_access: false,
    request_id: null,
    paid_back: null,
  }
  expect((await owner('POST', `payments/${rows[0]?.id}/refund/`, { body: refund })).status).toBe(201)
  await shop.sendRefunds()
  expect((await opened(secret, student.access)).state).toBe('paid')
  expect((await priceFor()).total_paise).toBe(3_600_000)
  await shop.pay(early.order_id, 'captured', { webhook: true })
  await shop.deliverWebhooks()
  expect((await shop.ledger()).enrolments).toBe(0)
  expect((await shop.db.query(`select 1 from refunds where reason in ('link gone', 'already enrolled')`)).rowCount).toBe(1)
})

test('two accounts cannot both open a link of an address', async () => {
  const { shop, made, opened } = await shopWithStudent()
  const owner = newPerson()
  const { secret } = await made({ student_id: null, email: owner.email })
  const [own, other] = [await signIn(shop, owner), await signIn(shop)]
  const states = await Promise.all([own, other, own, other].map(async ({ access }) => (await opened(secret, access)).state))
  expect(states).toEqual(['active', 'foreign', 'active', 'foreign'])
})

test('the usual price needs no second person', async () => {
  const { shop, batchId, student, made, read } = await shopWithStudent()
  await setSettings(shop.db, { approval_above_paise: 0 })
  const { id, approval_id } = await made({ price_paise: null })
  expect(approval_id).toBeNull()
  await buy(shop, batchId, student)
  expect(await read(id)).toMatchObject({ state: 'paid' })
})

test('a price above the limit waits for a second person', async () => {
  const { shop, student, made, make, opened, priceFor, staff } = await shopWithStudent()
  await setSettings(shop.db, { approval_above_paise: 500_000 })
  const waiting = await made({ mail: true })
  expect(waiting).toMatchObject({ state: 'waiting', approval_id: expect.any(Number), mailed_at: null })
  expect(await opened(waiting.secret, student.access)).toMatchObject({ state: 'waiting', price_paise: null })
  expect((await priceFor()).total_paise).toBe(3_600_000)
  expect((await make()).error.code).toBe('link_exists')
  const second = staffClient(shop, 'owner', await addStaff(shop, 'owner'))
  const approve = (client = staff) => client('POST', `approvals/${waiting.approval_id}/approve/`, { version: 1 })
  expect((await approve()).error.code).toBe('own_request')
  expect((await approve(second)).as<object>()).toMatchObject({
    state: 'approved',
    kind: 'payment_link',
    price_paise: 3_000_000,
    amount_paise: 600_000,
  })
  expect((await priceFor()).total_paise).toBe(3_000_000)
  // The mail has a new secret, and the copied address is over.
  const [mail] = await shop.mails(student.person.email)
  const mailed = /offer=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await opened(mailed, student.access)).state).toBe('active')
})

test('a declined price gives no link', async () => {
  const { shop, student, made, opened, priceFor } = await shopWithStudent()
  await setSettings(shop.db, { approval_above_paise: 0 })
  const { approval_id, secret } = await made()
  const second = staffClient(shop, 'owner', await addStaff(shop, 'owner'))
  await second('POST', `approvals/${approval_id}/decline/`, { version: 1, body: { reason: 'Not this year.' } })
  expect((await opened(secret, student.access)).state).toBe('withdrawn')
  expect((await priceFor()).total_paise).toBe(3_600_000)
})

test('prices of one address are counted together', async () => {
  const { shop, made } = await shopWithStudent()
  const other = await sellCourse(shop.db, { price: 3_600_000 })
  await setSettings(shop.db, { approval_above_paise: 1_000_000 })
  const link = { student_id: null, email: 'nobody@example.com' }
  expect(await made(link)).toMatchObject({ state: 'active', approval_id: null })
  expect(await made({ ...link, batch_id: other.batchId })).toMatchObject({ state: 'waiting', approval_id: expect.any(Number) })
  const third = await sellCourse(shop.db, { price: 3_600_000 })
  expect(await made({ ...link, batch_id: third.batchId, price_paise: null })).toMatchObject({ state: 'active' })
  // Another address has a sum of its own.
  expect(await made({ ...link, email: 'other@example.com' })).toMatchObject({ state: 'active' })
})

/** A link of ₹6,000 off for an address that has no account, with a limit of ₹5,000. */
async function waitingForAddress(given: object = {}) {
  const sold = await shopWithStudent()
  await setSettings(sold.shop.db, { approval_above_paise: 500_000 })
  const person = newPerson()
  const link = await sold.made({ student_id: null, email: person.email, ...given })
  const second = staffClient(sold.shop, 'owner', await addStaff(sold.shop, 'owner'))
  const decide = (verb: 'approve' | 'decline', client = second, version = 1) =>
    client('POST', `approvals/${link.approval_id}/${verb}/`, {
      version,
      ...(verb === 'decline' ? { body: { reason: 'Not this year.' } } : {}),
    })
  return { ...sold, person, link, second, decide }
}

test('a price for an address waits for a second person', async () => {
  const { shop, batchId, person, link, second, staff, decide, open, opened, priceFor, read } = await waitingForAddress({
    mail: true,
  })
  expect(link).toMatchObject({ state: 'waiting', student_id: null, approval_id: expect.any(Number), mailed_at: null })
  expect((await second('GET', 'approvals/?waits_for=me')).as<{ items: object[] }>().items).toMatchObject([
    { kind: 'payment_link', student_id: null, student: person.email, student_email: person.email, amount_paise: 600_000 },
  ])
  for (const q of [person.email, person.email.slice(0, 9)]) {
    expect((await second('GET', `approvals/?q=${encodeURIComponent(q)}`)).as<{ items: object[] }>().items).toHaveLength(1)
  }
  // The account that proves the address gets nothing yet.
  const owner = await signIn(shop, person)
  expect(await opened(link.secret, owner.access)).toMatchObject({ state: 'waiting', price_paise: null })
  expect((await priceFor(owner.access)).total_paise).toBe(3_600_000)
  expect(await read(link.id)).toMatchObject({ student_id: null })
  expect((await decide('approve', staff)).error.code).toBe('own_request')
  expect((await decide('approve')).as<object>()).toMatchObject({ state: 'approved', price_paise: 3_000_000 })
  expect((await decide('approve')).status).toBe(412)
  const mail = (await shop.mails(person.email)).find(({ text }) => text.includes('offer='))
  const mailed = /offer=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await open(link.secret, owner.access)).statusCode).toBe(404)
  expect((await opened(mailed, owner.access)).state).toBe('active')
  // It is the account's from here on, and so is the decision.
  expect((await second('GET', `approvals/${link.approval_id}/`)).as<object>()).toMatchObject({ student_id: owner.user.id })
  expect((await priceFor(owner.access)).total_paise).toBe(3_000_000)
  await buy(shop, batchId, owner)
  expect(await read(link.id)).toMatchObject({ state: 'paid', student_id: owner.user.id })
})

test('a declined price for an address gives no link', async () => {
  const { shop, person, link, decide, opened, priceFor } = await waitingForAddress()
  expect((await decide('decline')).as<object>()).toMatchObject({ state: 'declined', student: person.email })
  const owner = await signIn(shop, person)
  expect((await opened(link.secret, owner.access)).state).toBe('withdrawn')
  expect((await priceFor(owner.access)).total_paise).toBe(3_600_000)
})

test('two decisions about an address meet at one', async () => {
  const { shop, link, decide } = await waitingForAddress()
  const third = staffClient(shop, 'owner', await addStaff(shop, 'owner'))
  const answers = await Promise.all([decide('approve'), decide('approve', third), decide('decline', third)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await shop.db.query('select count(*)::int as count from approvals where payment_link_id = $1', [link.id])
  expect(rows).toEqual([{ count: 1 }])
})

test('a mailed link takes the place of the copied one', async () => {
  const { shop, student, staff, made, open, opened, read } = await shopWithStudent()
  const { id, secret, version } = await made()
  const mailed = (await staff('POST', `payment-links/${id}/mail/`, { version })).as<PaymentLinkRecord>()
  expect(mailed).toMatchObject({ url: null, mailed_at: expect.any(String) })
  expect((await staff('POST', `payment-links/${id}/mail/`, { version })).status).toBe(412)
  expect((await open(secret, student.access)).statusCode).toBe(404)
  const [mail] = await shop.mails(student.person.email)
  expect(mail?.subject).toMatch(/^Your link to pay for /)
  const fresh = /offer=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(await opened(fresh, student.access)).toMatchObject({ state: 'active' })
  expect((await read(id)).opened_at).not.toBeNull()
})

test('a mail at the making has the copied address', async () => {
  const { shop, student, made } = await shopWithStudent()
  const { secret, mailed_at } = await made({ mail: true })
  expect(mailed_at).not.toBeNull()
  expect((await shop.mails(student.person.email))[0]?.text).toContain(secret)
})

test('only the hash of a secret is stored [SEC-144]', async () => {
  const { shop, made, read, staff } = await shopWithStudent()
  const { id, secret } = await made({ mail: true })
  await shop.mails('nobody@example.com')
  expect(JSON.stringify(await read(id))).not.toContain(secret)
  expect((await staff('GET', 'payment-links/export/')).status).toBe(200)
  for (const table of ['payment_links', 'mail_outbox', 'audit_log', 'approvals']) {
    const { rows } = await shop.db.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t`)
    expect(
      rows.filter(({ row }) => row.includes(secret)),
      table,
    ).toEqual([])
  }
})

test('bad links are refused and change nothing', async () => {
  const { make, staff, student, shop, batchId, open } = await shopWithStudent()
  for (const [given, status, field] of [
    [{ price_paise: 3_600_000 }, 400, 'price_paise'],
    [{ price_paise: 50 }, 400, 'price_paise'],
    [{ expires_at: '2020-01-01T00:00:00.000Z' }, 400, 'expires_at'],
    [{ expires_at: inDays(400) }, 400, 'expires_at'],
    [{ student_id: null }, 400, 'student_id'],
    [{ email: 'asha@example.com' }, 400, 'email'],
    [{ student_id: null, email: 'not an address' }, 400, 'email'],
    [{ reason: '' }, 400, 'reason'],
    [{ batch_id: 999_999 }, 404, null],
    [{ student_id: 999_999 }, 404, null],
  ] as const) {
    const answer = await make(given)
    expect([answer.status, field === null || answer.error[field] !== undefined], JSON.stringify(given)).toEqual([status, true])
  }
  const body = { student_id: student.user.id }
  expect((await staffClient(shop, 'support')('POST', 'payment-links/', { body })).status).toBe(403)
  expect((await staffClient(shop, 'instructor')('GET', 'payment-links/')).status).toBe(403)
  expect((await staff('GET', 'payment-links/')).as<{ items: object[] }>().items).toEqual([])
  expect((await open('A'.repeat(43))).statusCode).toBe(404)
  expect((await open('short')).statusCode).toBe(400)
  await buy(shop, batchId, student)
  expect((await make()).error.code).toBe('already_enrolled')
})

test('the last moment can be moved while a link is open', async () => {
  const { staff, made } = await shopWithStudent()
  const { id, version } = await made()
  const moved = await staff('PATCH', `payment-links/${id}/`, { version, body: { expires_at: inDays(9) } })
  expect(moved.status).toBe(200)
  const past = { version: version + 1, body: { expires_at: '2020-01-01T00:00:00.000Z' } }
  expect((await staff('PATCH', `payment-links/${id}/`, past)).status).toBe(400)
  await staff('POST', `payment-links/${id}/withdraw/`, { version: version + 1 })
  const late = { version: version + 2, body: { expires_at: inDays(9) } }
  expect((await staff('PATCH', `payment-links/${id}/`, late)).error.code).toBe('link_closed')
})

test('a scholarship is mailed and copied as a link', async () => {
  const { shop, student, staff, opened, batchId } = await shopWithStudent()
  const body = {
    student_id: student.user.id,
    batch_id: batchId,
    price_paise: 1_000_000,
    reason: 'Alumni.',
    valid_until: '2089-01-01',
  }
  const granted = (await staff('POST', 'scholarships/', { body })).as<ScholarshipRecord>()
  await shop.passTime('1 minute')
  const [mail] = await shop.mails(student.person.email)
  const mailed = /offer=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  const { url } = (await staff('POST', `scholarships/${granted.id}/link/`)).as<{ url: string }>()
  const copied = secretOf(url)
  for (const secret of [mailed, copied])
    expect(await opened(secret, student.access)).toMatchObject({ state: 'active', price_paise: 1_000_000 })
  expect((await opened(copied, (await signIn(shop)).access)).state).toBe('foreign')
  await staff('POST', `scholarships/${granted.id}/end/`, { version: granted.version })
  for (const secret of [mailed, copied]) expect((await opened(secret, student.access)).state).toBe('withdrawn')
  expect((await staff('POST', `scholarships/${granted.id}/link/`)).error.code).toBe('scholarship_closed')
})

test('an erasure of an address empties what waits for it', async () => {
  const { shop, person, second, decide } = await waitingForAddress()
  const { linkPersonalData } = await import('./personal-data.ts')
  for (const { text } of linkPersonalData.erasures.address ?? []) await shop.db.query(text, [person.email])
  const { rows } = await shop.db.query(
    `select l.state, l.email, l.reason, a.reason as asked from payment_links l join approvals a on a.payment_link_id = l.id`,
  )
  expect(rows).toEqual([{ state: 'withdrawn', email: null, reason: 'Erased', asked: 'Erased' }])
  // Its price can't be given any more.
  expect((await decide('approve', second, 2)).as<object>()).toMatchObject({ state: 'failed', student: 'Erased' })
})

test('an erasure ends the links of the person', async () => {
  const { shop, student, made } = await shopWithStudent()
  await made()
  await shop.db.query(`update payment_links set email = null`)
  const { linkPersonalData } = await import('./personal-data.ts')
  for (const { text } of linkPersonalData.erasures.account ?? []) await shop.db.query(text, [student.user.id])
  const { rows } = await shop.db.query('select state, reason from payment_links')
  expect(rows).toEqual([{ state: 'withdrawn', reason: 'Erased' }])
})
