import { expect, test, vi } from 'vitest'
import { sellCourse } from '../sell-course.ts'
import { type SpawnedShop, spawnShop } from './spawn-shop.ts'

// Each starts the whole server twice.
vi.setConfig({ testTimeout: 120_000 })

const enrolments = 'select count(*)::int from enrolments where ended_at is null'

async function started() {
  const shop = await spawnShop()
  const { batchId } = await sellCourse(shop.db)
  const token = await shop.register()
  return { shop, batchId, token, path: `/payment/start-payment/${batchId}/` }
}

async function open(shop: SpawnedShop, path: string, token: string): Promise<string> {
  const answer = await shop.post(path, undefined, token)
  expect(answer.status).toBe(200)
  return String(answer.body.order_id)
}

/** What becomes of a call whose server is killed. */
const endOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    () => 'cut off',
  )

/** A count of each thing that may be there once per payment. */
async function books(shop: SpawnedShop) {
  const { rows } = await shop.db.query(
    `select (select count(*)::int from enrolments where ended_at is null) as enrolments,
       (select count(*)::int from receipts) as receipts, (select count(*)::int from refunds) as refunds,
       (select count(*)::int from mail_outbox where template = 'receipt') as mails,
       array(select disposition from payments order by id) as dispositions`,
  )
  return rows[0] as object
}
const once = { enrolments: 1, receipts: 1, refunds: 0, mails: 1, dispositions: ['enrolled'] }
const nothing = { enrolments: 0, receipts: 0, refunds: 0, mails: 0, dispositions: [] }

test('a server killed after it stored an event and before it worked on it is followed by one that does [PAY-21]', async () => {
  const { shop, path, token } = await started()
  const orderId = await open(shop, path, token)
  const held = await shop.lock('select 1 from batches for update')
  await shop.provider('POST', `/control/orders/${orderId}/pay`, { outcome: 'captured', webhook: true })
  await shop.provider('POST', '/control/webhooks/deliver')
  await shop.serverWaits()
  await shop.kill()
  await held.release()
  const acknowledged = await shop.provider<{ items: { state: string }[] }>('GET', `/control/webhooks?order_id=${orderId}`)
  expect(new Set(acknowledged.items.map((item) => item.state))).toEqual(new Set(['delivered']))
  expect(await books(shop)).toEqual(nothing)
  const { rows } = await shop.db.query('select count(*)::int as waiting from webhook_events where processed_at is null')
  expect(rows).toEqual([{ waiting: acknowledged.items.length }])

  await shop.revive()
  await shop.ring('process-webhooks')
  await shop.countBecomes('select count(*)::int from webhook_events where processed_at is null', 0)
  expect(await books(shop)).toEqual(once)
})

test('a server killed with money captured and nothing committed is followed by one that enrols, once [PAY-22]', async () => {
  const { shop, batchId, path, token } = await started()
  const triple = await shop.provider('POST', `/control/orders/${await open(shop, path, token)}/pay`, {
    outcome: 'captured',
    webhook: false,
  })
  const verify = `/payment/payment-verify/${batchId}/`
  // The receipt is the last thing that is written: everything else of the transaction is done by then.
  const held = await shop.lock('lock table receipts in exclusive mode')
  const cut = endOf(shop.post(verify, triple, token))
  await shop.serverWaits()
  await shop.kill()
  expect(await cut).toBe('cut off')
  await held.release()
  expect(await books(shop)).toEqual(nothing)

  await shop.revive()
  await shop.passTime('2 minutes 1 second')
  await shop.ring('reconcile')
  await shop.countBecomes(enrolments, 1)
  expect((await shop.post(verify, triple, token)).body).toMatchObject({ status: 'enrolled' })
  expect(await books(shop)).toEqual(once)
})

test('a server killed between placing an order and storing its id is followed by one that adopts it [PAY-24]', async () => {
  const { shop, batchId, path, token } = await started()
  const placed = shop.passage.holdAnswerTo('POST', /^\/v1\/orders$/)
  const cut = endOf(shop.post(path, undefined, token))
  await placed
  await shop.kill()
  expect(await cut).toBe('cut off')
  expect((await shop.db.query('select status, provider_order_id from payment_orders')).rows).toEqual([
    { status: 'creating', provider_order_id: null },
  ])

  await shop.revive()
  await shop.passTime('11 seconds')
  const adopted = await open(shop, path, token)
  const atProvider = await shop.provider<{ items: { id: string }[] }>('GET', '/v1/orders')
  expect(atProvider.items.map((order) => order.id)).toEqual([adopted])
  const triple = await shop.provider('POST', `/control/orders/${adopted}/pay`, { outcome: 'captured', webhook: false })
  expect((await shop.post(`/payment/payment-verify/${batchId}/`, triple, token)).body).toMatchObject({ status: 'enrolled' })
  expect(await books(shop)).toEqual(once)
})

test('also when nobody starts again: the reconciler adopts it and finds what was paid [PAY-24]', async () => {
  const { shop, path, token } = await started()
  const placed = shop.passage.holdAnswerTo('POST', /^\/v1\/orders$/)
  const cut = endOf(shop.post(path, undefined, token))
  await placed
  await shop.kill()
  expect(await cut).toBe('cut off')
  const [order] = (await shop.provider<{ items: { id: string }[] }>('GET', '/v1/orders')).items
  await shop.provider('POST', `/control/orders/${order?.id}/pay`, { outcome: 'captured', webhook: false })

  await shop.revive()
  await shop.passTime('2 minutes 1 second')
  await shop.ring('reconcile')
  await shop.countBecomes(enrolments, 1)
  expect(await books(shop)).toEqual(once)
})

test('a server killed between capturing and storing it is followed by one that enrols [PAY-33]', async () => {
  const { shop, path, token } = await started()
  const orderId = await open(shop, path, token)
  await shop.provider('PUT', '/control/faults', { payments: 'stay_authorised' })
  await shop.provider('POST', `/control/orders/${orderId}/pay`, { outcome: 'authorized', webhook: false })
  await shop.passTime('2 minutes 1 second')
  await shop.ring('reconcile')
  await shop.countBecomes(`select count(*)::int from payments where status = 'authorized'`, 1)
  await shop.passTime('16 minutes')
  const captured = shop.passage.holdAnswerTo('POST', /\/capture$/)
  await shop.ring('reconcile')
  await captured
  await shop.kill()
  expect(await books(shop)).toMatchObject({ enrolments: 0, dispositions: ['pending'] })

  await shop.revive()
  await shop.passTime('1 hour')
  await shop.ring('reconcile')
  await shop.countBecomes(enrolments, 1)
  expect(await books(shop)).toEqual(once)
})

test('a server killed while a refund is on its way is followed by one that sends it once [PAY-35 SEC-072]', async () => {
  const { shop, batchId, path, token } = await started()
  const triple = await shop.provider<Record<string, string>>('POST', `/control/orders/${await open(shop, path, token)}/pay`, {
    outcome: 'captured',
    webhook: false,
  })
  await shop.db.query('update batches set cancelled_at = app_now()')
  const sent = shop.passage.holdAnswerTo('POST', /\/refund$/)
  expect((await shop.post(`/payment/payment-verify/${batchId}/`, triple, token)).body).toMatchObject({ status: 'refund_due' })
  await sent
  await shop.kill()
  expect((await shop.db.query('select status, provider_refund_id from refunds')).rows).toEqual([
    { status: 'sent', provider_refund_id: null },
  ])

  // The queue takes a job up whose worker is not heard of any more.
  await shop.revive()
  await shop.countBecomes(`select count(*)::int from refunds where status = 'processed'`, 1)
  const refunds = await shop.provider<{ items: object[] }>('GET', `/v1/payments/${triple.razorpay_payment_id}/refunds`)
  expect(refunds.items).toHaveLength(1)
  expect(await books(shop)).toMatchObject({ enrolments: 0, refunds: 1, dispositions: ['refunded'] })
})
