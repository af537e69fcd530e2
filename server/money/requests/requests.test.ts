import { system, operator } from '#server/platform/auth/principal.ts'
import { expect, test } from 'vitest'
import type { PaymentRecord, Purchase, PurchaseRequest } from '#contract/money/payments.ts'
import { cancelBatch, changeBatch } from '#tests/school/change-batch.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { addBatch, sellCourse, startBatch } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { ledgerBalances, readLedger } from '#server/money/settlement/read-ledger.ts'
import { approveRequest, declineRequest } from './decide-request.ts'
import { runPayments } from '#server/money/cli/payments.ts'
import { reconcile } from '#server/money/settlement/reconcile.ts'
import { requestRefund } from '#server/money/refunds/queue-refund.ts'

/** A student enrolled in the first of two batches of a course. */
async function enrolled(target: Parameters<typeof addBatch>[2] = { startsIn: '40 days' }, capacity?: number) {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db, capacity ? { capacity } : {})
  const otherId = await addBatch(shop.db, courseId, target)
  const { access, person } = await signIn(shop)
  const order = await shop.start(batchId, access)
  const triple = await shop.pay(order.order_id)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  const purchases = async () => (await shop.get(`/payment/purchases/${courseId}/`, access)).json<Purchase[]>()
  const [purchase] = await purchases()
  if (!purchase) throw new Error('no purchase')
  const sendRequest = async (request: object) =>
    shop.post('/payment/requests/', { enrolment_id: purchase.enrolment_id, reason: 'My shift has changed.', ...request }, access)
  const requestTransfer = async () => (await sendRequest({ kind: 'transfer', to_batch_id: otherId })).json<PurchaseRequest>()
  const history = async () => (await shop.get('/payment/payment-details/', access)).json<PaymentRecord[]>()
  const enrolments = async () =>
    (
      await shop.db.query<{ batch_id: number; active: boolean }>(
        'select batch_id, ended_at is null as active from enrolments order by id',
      )
    ).rows
  const approve = (requestId: number) => approveRequest(shop.deps, operator, { requestId, keepsAccess: false })
  return {
    shop,
    batchId,
    otherId,
    courseId,
    access,
    person,
    triple,
    purchase,
    purchases,
    sendRequest,
    requestTransfer,
    history,
    enrolments,
    approve,
  }
}

test('a purchase shows receipt, refundable amount and transfer choices', async () => {
  const { purchase, batchId, otherId, shop, courseId } = await enrolled()
  expect(purchase).toMatchObject({
    batch_id: batchId,
    refundable: 45_000,
    payment: { status: 'paid', refunds: [], request: null },
  })
  expect(purchase.payment.receipt?.serial).toMatch(/^KS\//)
  expect(purchase.transfer_choices.map((choice) => choice.id)).toEqual([otherId])
  const stranger = await signIn(shop)
  expect((await shop.get(`/payment/purchases/${courseId}/`, stranger.access)).json()).toEqual([])
  expect((await shop.get(`/payment/purchases/${courseId}/`)).statusCode).toBe(401)
})

test('an approved transfer moves the enrolment and not payment or receipt', async () => {
  const { shop, batchId, otherId, access, person, requestTransfer, history, purchases, approve, enrolments, purchase } =
    await enrolled({ capacity: 5, startsIn: '40 days' }, 1)
  const created = await requestTransfer()
  expect(created).toMatchObject({ kind: 'transfer', status: 'open', to_batch: { id: otherId } })
  expect((await history())[0]?.request).toEqual(created)
  expect(await enrolments()).toEqual([{ batch_id: batchId, active: true }])
  await approve(created.id)
  expect(await enrolments()).toEqual([{ batch_id: otherId, active: true }])
  expect(await purchases()).toMatchObject([
    { batch_id: otherId, payment: { receipt: purchase.payment.receipt, request: { status: 'approved' } } },
  ])
  expect((await shop.get('/enrolled-courses/', access)).json()).toMatchObject({ 'enrolled courses': [{ batch_id: otherId }] })
  const next = await signIn(shop)
  expect((await shop.post(`/payment/start-payment/${batchId}/`, undefined, next.access)).statusCode).toBe(200)
  expect(ledgerBalances(await readLedger(shop.deps, operator))).toBe(true)
  const { rows } = await shop.db.query('select decided_by_kind, decided_at is not null as at from purchase_requests')
  expect(rows).toEqual([{ decided_by_kind: 'operator', at: true }])
  const subjects = (await shop.mails(person.email)).map((mail) => mail.subject)
  expect(subjects.filter((subject) => subject.startsWith('We have your batch transfer request'))).toHaveLength(1)
  expect(subjects.filter((subject) => subject.startsWith('You have moved to another batch'))).toHaveLength(1)
  const school = (await shop.mails()).filter((mail) => mail.subject.startsWith('Batch transfer request no.'))
  expect(school).toHaveLength(1)
  expect(school[0]?.text).toContain('> My shift has changed.')
})

test('a transfer to an unlimited batch invalidates the cache', async () => {
  const { shop, requestTransfer, approve, courseId } = await enrolled({ startsIn: '40 days' }, 3)
  const { id } = await requestTransfer()
  const listener = await shop.db.connect()
  const notifications: string[] = []
  listener.on('notification', (note) => void notifications.push(note.payload ?? ''))
  await listener.query('listen cache_invalidated')
  await approve(id)
  await listener.query('select 1')
  await listener.query('unlisten cache_invalidated')
  listener.release()
  expect(notifications).toContain(`seats:${courseId}`)
})

test('repeated and late payments after a transfer enrol nobody again', async () => {
  const { shop, batchId, otherId, access, triple, requestTransfer, approve, enrolments, courseId, history } = await enrolled()
  const late = await (async () => {
    await shop.db.query('update courses set price_paise = price_paise + 100 where id = $1', [courseId])
    await shop.db.query('update enrolments set ended_at = now()')
    const order = await shop.start(batchId, access)
    await shop.db.query('update enrolments set ended_at = null')
    return order
  })()
  await approve((await requestTransfer()).id)
  expect((await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)).json()).toMatchObject({ status: 'enrolled' })
  await shop.provider('POST', '/control/webhooks/deliver')
  await shop.pay(late.order_id, 'captured', { webhook: true })
  await shop.deliverWebhooks()
  expect(await enrolments()).toEqual([{ batch_id: otherId, active: true }])
  expect((await history()).map((payment) => payment.status)).toEqual(['refund_due', 'paid'])
  await shop.sendRefunds()
  expect((await shop.ledger()).dispositions).toEqual(['enrolled', 'refunded'])
})

test('a transferred student can buy the first batch again', async () => {
  const { shop, batchId, otherId, access, requestTransfer, approve, enrolments } = await enrolled()
  await approve((await requestTransfer()).id)
  const { order_id: orderId } = await shop.start(batchId, access)
  expect((await shop.get(`/payment/status/${batchId}/`, access)).json()).toMatchObject({ status: 'open' })
  await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(orderId), access)
  expect(await enrolments()).toEqual([
    { batch_id: otherId, active: true },
    { batch_id: batchId, active: true },
  ])
})

test('buying the first batch after a transfer makes a new order', async () => {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db)
  const otherId = await addBatch(shop.db, courseId, {})
  const { access } = await signIn(shop)
  const paid = await shop.start(batchId, access)
  await shop.db.query('update courses set price_paise = price_paise + 100 where id = $1', [courseId])
  const left = await shop.start(batchId, access)
  await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(paid.order_id), access)
  const [{ id } = { id: 0 }] = (await shop.db.query<{ id: number }>('select id from enrolments')).rows
  const created = await shop.post(
    '/payment/requests/',
    { kind: 'transfer', enrolment_id: id, to_batch_id: otherId, reason: 'A new shift.' },
    access,
  )
  await approveRequest(shop.deps, operator, { requestId: created.json<{ id: number }>().id, keepsAccess: false })
  const again = await shop.start(batchId, access)
  expect(again.order_id).not.toBe(left.order_id)
  expect((await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(again.order_id), access)).json()).toMatchObject({
    status: 'enrolled',
  })
  await shop.pay(left.order_id)
  await shop.passTime('3 minutes')
  await reconcile(shop.deps, system)
  expect((await shop.ledger()).dispositions).toEqual(['enrolled', 'enrolled', 'refund_due'])
})

test('a full refund after a transfer ends the moved enrolment', async () => {
  for (const by of ['staff', 'provider']) {
    const { shop, access, triple, requestTransfer, approve, purchase } = await enrolled()
    await approve((await requestTransfer()).id)
    if (by === 'staff') {
      await requestRefund(shop.deps, operator, {
        paymentId: purchase.payment.id,
        amountPaise: null,
        reason: 'left',
        keepsAccess: false,
      })
      await shop.sendRefunds()
    } else {
      await shop.provider('POST', `/v1/payments/${triple.razorpay_payment_id}/refund`, {})
      await shop.deliverWebhooks()
    }
    expect((await shop.get('/enrolled-courses/', access)).json(), by).toEqual({ 'enrolled courses': [] })
    expect((await shop.ledger()).dispositions).toEqual(['refunded'])
  }
})

test('an approved refund ends access unless staff keep it', async () => {
  const { shop, sendRequest, person, enrolments, history, approve } = await enrolled()
  const { id } = (await sendRequest({ kind: 'refund' })).json<PurchaseRequest>()
  await approve(id)
  expect(await enrolments()).toMatchObject([{ active: false }])
  expect((await history())[0]).toMatchObject({
    status: 'refund_due',
    refunds: [{ amount: 45_000, status: 'due' }],
    request: { status: 'approved' },
  })
  await shop.sendRefunds()
  expect((await history())[0]).toMatchObject({ status: 'refunded' })
  expect((await shop.mails(person.email)).map((mail) => mail.subject)).toEqual(
    expect.arrayContaining([expect.stringContaining('Your refund is approved'), expect.stringContaining('Refund of ₹45,000.00')]),
  )
  const withAccess = await enrolled()
  const second = (await withAccess.sendRequest({ kind: 'refund' })).json<PurchaseRequest>()
  await approveRequest(withAccess.shop.deps, operator, { requestId: second.id, keepsAccess: true })
  expect(await withAccess.enrolments()).toMatchObject([{ active: true }])
})

test('one of twenty concurrent requests opens, one of ten approvals counts', async () => {
  const { shop, sendRequest, approve, enrolments, otherId } = await enrolled()
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendRequest({ kind: 'transfer', to_batch_id: otherId })))
  expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1)
  expect(answers.filter((answer) => answer.json<{ code: string }>().code === 'request_open')).toHaveLength(19)
  const { rows } = await shop.db.query<{ id: number }>('select id from purchase_requests')
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => approve(rows[0]?.id ?? 0)))
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  expect(await enrolments()).toEqual([{ batch_id: otherId, active: true }])
})

test.each([
  ['full', { capacity: 1 }, 'That batch is full'],
  ['started', { startsIn: '-1 day' }, 'already started'],
  ['cancelled', { cancelled: true }, 'has been cancelled'],
])('refuses a transfer to a %s batch at request and approval', async (_state, change, message) => {
  const { shop, sendRequest, requestTransfer, otherId, approve, enrolments, batchId } = await enrolled()
  const { id } = await requestTransfer()
  if ('capacity' in change) {
    await changeBatch(shop, otherId, { capacity: 1 })
    // Another student holds the only seat.
    await shop.start(otherId, (await signIn(shop)).access)
  }
  if ('startsIn' in change) await startBatch(shop.db, otherId, '-1 day')
  if ('cancelled' in change) await cancelBatch(shop, otherId)
  await expect(approve(id)).rejects.toThrow(message)
  expect(await enrolments()).toEqual([{ batch_id: batchId, active: true }])
  expect((await shop.db.query('select status from purchase_requests')).rows).toEqual([{ status: 'open' }])
  await shop.db.query(`update purchase_requests set status = 'withdrawn', decided_at = now(), decided_by_kind = 'student'`)
  const again = await sendRequest({ kind: 'transfer', to_batch_id: otherId })
  expect([again.statusCode, again.json<{ message: string }>().message]).toEqual([409, expect.stringContaining(message)])
})

test('refuses requests of other students and for other courses [SEC-031]', async () => {
  const { shop, sendRequest, purchase, requestTransfer, batchId } = await enrolled()
  const stranger = await signIn(shop)
  const foreign = await sellCourse(shop.db)
  const request = { enrolment_id: purchase.enrolment_id, kind: 'refund', reason: 'mine now' }
  expect((await shop.post('/payment/requests/', request, stranger.access)).statusCode).toBe(404)
  expect((await shop.post('/payment/requests/', request)).statusCode).toBe(401)
  expect((await sendRequest({ kind: 'transfer', to_batch_id: foreign.batchId })).statusCode).toBe(404)
  expect((await sendRequest({ kind: 'transfer', to_batch_id: batchId })).statusCode).toBe(409)
  expect((await sendRequest({ kind: 'refund', reason: ' ' })).json()).toMatchObject({ reason: ['Please say why.'] })
  expect((await sendRequest({ kind: 'refund', reason: 'x'.repeat(1001) })).statusCode).toBe(400)
  const { id } = await requestTransfer()
  expect((await shop.post(`/payment/requests/${id}/withdraw/`, undefined, stranger.access)).statusCode).toBe(404)
  expect((await shop.db.query('select status from purchase_requests')).rows).toEqual([{ status: 'open' }])
})

test('an open request can be withdrawn; a fourth request gets 429', async () => {
  const { shop, sendRequest, access } = await enrolled()
  for (let count = 0; count < 3; count += 1) {
    const { id } = (await sendRequest({ kind: 'refund' })).json<PurchaseRequest>()
    for (const _again of [1, 2]) {
      expect((await shop.post(`/payment/requests/${id}/withdraw/`, undefined, access)).json()).toMatchObject({
        status: 'withdrawn',
      })
    }
  }
  const fourth = await sendRequest({ kind: 'refund' })
  expect([fourth.statusCode, Number(fourth.headers['retry-after']) > 80_000]).toEqual([429, true])
  await shop.passTime('1 day 1 second')
  expect((await sendRequest({ kind: 'refund' })).statusCode).toBe(201)
})

test('refuses a refund request when a refund is already queued', async () => {
  const { shop, sendRequest, purchase } = await enrolled()
  await requestRefund(shop.deps, operator, {
    paymentId: purchase.payment.id,
    amountPaise: null,
    reason: 'asked',
    keepsAccess: true,
  })
  expect((await sendRequest({ kind: 'refund' })).json()).toMatchObject({ code: 'nothing_to_refund' })
})

test('a batch that has ended takes no request', async () => {
  const { shop, sendRequest, batchId, otherId, purchases } = await enrolled()
  await startBatch(shop.db, batchId, '-60 days', '1 day')
  expect(await purchases()).toMatchObject([{ has_ended: false, transfer_choices: [{ id: otherId }] }])
  await startBatch(shop.db, batchId, '-60 days', '-1 day')
  expect(await purchases()).toMatchObject([{ has_ended: true, transfer_choices: [], payment: { status: 'paid' } }])
  for (const request of [{ kind: 'refund' }, { kind: 'transfer', to_batch_id: otherId }]) {
    const refused = await sendRequest(request)
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'batch_ended'])
  }
})

test('the operator approves and declines requests with a reason', async () => {
  const { shop, sendRequest, requestTransfer, person, access, enrolments, otherId } = await enrolled()
  expect(await runPayments(shop.deps, ['requests'])).toEqual({ lines: ['No request is open.'], code: 0 })
  const first = (await sendRequest({ kind: 'refund', reason: 'Two\nlines' })).json<PurchaseRequest>()
  const listed = (await runPayments(shop.deps, ['requests'])).lines.join('\n')
  for (const part of [person.email, '₹45,000.00', 'Two lines', 'refund']) expect(listed).toContain(part)
  expect(await runPayments(shop.deps, ['decline', String(first.id)])).toMatchObject({ code: 1 })
  expect(await runPayments(shop.deps, ['decline', String(first.id), 'after', 'the', 'third', 'class'])).toMatchObject({ code: 0 })
  expect(await runPayments(shop.deps, ['approve', String(first.id)])).toEqual({
    lines: ['This request has been decided already.'],
    code: 1,
  })
  expect((await shop.post(`/payment/requests/${first.id}/withdraw/`, undefined, access)).statusCode).toBe(409)
  const declined = (await shop.mails(person.email)).find((mail) => mail.subject.includes('was declined'))
  expect(declined?.text).toContain('> after the third class')
  const second = await requestTransfer()
  expect(await runPayments(shop.deps, ['approve', String(second.id)])).toMatchObject({ code: 0 })
  expect(await enrolments()).toEqual([{ batch_id: otherId, active: true }])
  expect(await runPayments(shop.deps, ['approve', '999'])).toEqual({ lines: ['There is no such request.'], code: 1 })
  expect((await runPayments(shop.deps, ['approve', 'x'])).code).toBe(2)
  await expect(declineRequest(shop.deps, operator, { requestId: second.id, reason: 'late' })).rejects.toThrow('decided already')
})

test('twelve concurrent batch swaps succeed without a deadlock [SEC-092]', async () => {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db, { capacity: 20, startsIn: '30 days' })
  const otherId = await addBatch(shop.db, courseId, { capacity: 20, startsIn: '40 days' })
  const batches = [batchId, otherId]
  const students = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const { access } = await signIn(shop)
      const ownBatch = batches[index % 2] ?? 0
      const triple = await shop.pay((await shop.start(ownBatch, access)).order_id)
      await shop.post(`/payment/payment-verify/${ownBatch}/`, triple, access)
      const [purchase] = (await shop.get(`/payment/purchases/${courseId}/`, access)).json<Purchase[]>()
      return { access, enrolmentId: purchase?.enrolment_id ?? 0, ownBatch }
    }),
  )
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(
      students.map(async ({ access, enrolmentId, ownBatch }, index) => {
        const created = await shop.post(
          '/payment/requests/',
          {
            kind: 'transfer',
            enrolment_id: enrolmentId,
            to_batch_id: round % 2 === 0 ? (batches[(index + 1) % 2] ?? 0) : ownBatch,
            reason: 'We swap.',
          },
          access,
        )
        const { id } = created.json<PurchaseRequest>()
        if (created.statusCode === 201) await approveRequest(shop.deps, operator, { requestId: id, keepsAccess: false })
        return created.statusCode
      }),
    )
    expect(answers, `round ${round}`).toEqual(students.map(() => 201))
  }
  expect(shop.logged.join('\n')).not.toMatch(/40P01|deadlock/)
})
