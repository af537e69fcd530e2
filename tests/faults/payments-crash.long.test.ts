import { expect, test, vi } from 'vitest'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { enrolledOnce, enrolments, ledger, nothing, outcomeOf, prepareSale, startOrder } from './prepare-sale.ts'
import { processWebhooksJob, reconcileJob } from '#server/money/settlement/jobs.ts'

// Each test starts the whole server twice.
vi.setConfig({ testTimeout: 120_000 })

test('a restarted server processes an event stored before a kill [PAY-21]', async () => {
  const { shop, path, token } = await prepareSale()
  const orderId = await startOrder(shop, path, token)
  const held = await shop.lock('select 1 from batches for update')
  await shop.provider('POST', `/control/orders/${orderId}/pay`, { outcome: 'captured', webhook: true })
  await shop.provider('POST', '/control/webhooks/deliver')
  await shop.serverWaits()
  await shop.kill()
  await held.release()
  const acknowledged = await shop.provider<{ items: { state: string }[] }>('GET', `/control/webhooks?order_id=${orderId}`)
  expect(new Set(acknowledged.items.map((item) => item.state))).toEqual(new Set(['delivered']))
  expect(await ledger(shop)).toEqual(nothing)
  const { rows } = await shop.db.query('select count(*)::int as waiting from webhook_events where processed_at is null')
  expect(rows).toEqual([{ waiting: acknowledged.items.length }])

  await shop.restart()
  await shop.queueJob(processWebhooksJob)
  await shop.countBecomes('select count(*)::int from webhook_events where processed_at is null', 0)
  expect(await ledger(shop)).toEqual(enrolledOnce)
})

test('a restarted server enrols once after a kill before the commit [PAY-22]', async () => {
  const { shop, batchId, path, token } = await prepareSale()
  const triple = await shop.provider('POST', `/control/orders/${await startOrder(shop, path, token)}/pay`, {
    outcome: 'captured',
    webhook: false,
  })
  const verify = `/payment/payment-verify/${batchId}/`
  // The receipt is the last row of the transaction; everything else is written by then.
  const held = await shop.lock('lock table receipts in exclusive mode')
  const interrupted = outcomeOf(shop.post(verify, triple, token))
  await shop.serverWaits()
  await shop.kill()
  expect(await interrupted).toBe('disconnected')
  await held.release()
  expect(await ledger(shop)).toEqual(nothing)

  await shop.restart()
  await shop.passTime('2 minutes 1 second')
  await shop.queueJob(reconcileJob)
  await shop.countBecomes(enrolments, 1)
  expect((await shop.post(verify, triple, token)).body).toMatchObject({ status: 'enrolled' })
  expect(await ledger(shop)).toEqual(enrolledOnce)
})

test('a restarted server adopts an order whose id was not stored [PAY-24]', async () => {
  const { shop, batchId, path, token } = await prepareSale()
  const created = shop.providerProxy.dropResponseTo('POST', /^\/v1\/orders$/)
  const interrupted = outcomeOf(shop.post(path, undefined, token))
  await created
  await shop.kill()
  expect(await interrupted).toBe('disconnected')
  expect((await shop.db.query('select status, provider_order_id from payment_orders')).rows).toEqual([
    { status: 'creating', provider_order_id: null },
  ])

  await shop.restart()
  await shop.passTime('11 seconds')
  const adopted = await startOrder(shop, path, token)
  const atProvider = await shop.provider<{ items: { id: string }[] }>('GET', '/v1/orders')
  expect(atProvider.items.map((order) => order.id)).toEqual([adopted])
  const triple = await shop.provider('POST', `/control/orders/${adopted}/pay`, { outcome: 'captured', webhook: false })
  expect((await shop.post(`/payment/payment-verify/${batchId}/`, triple, token)).body).toMatchObject({ status: 'enrolled' })
  expect(await ledger(shop)).toEqual(enrolledOnce)
})

test('the reconciler adopts such an order and enrols its payer [PAY-24]', async () => {
  const { shop, path, token } = await prepareSale()
  const created = shop.providerProxy.dropResponseTo('POST', /^\/v1\/orders$/)
  const interrupted = outcomeOf(shop.post(path, undefined, token))
  await created
  await shop.kill()
  expect(await interrupted).toBe('disconnected')
  const [order] = (await shop.provider<{ items: { id: string }[] }>('GET', '/v1/orders')).items
  await shop.provider('POST', `/control/orders/${order?.id}/pay`, { outcome: 'captured', webhook: false })

  await shop.restart()
  await shop.passTime('2 minutes 1 second')
  await shop.queueJob(reconcileJob)
  await shop.countBecomes(enrolments, 1)
  expect(await ledger(shop)).toEqual(enrolledOnce)
})

test('a restarted server enrols after a kill between capture and storing [PAY-33]', async () => {
  const { shop, path, token } = await prepareSale()
  const orderId = await startOrder(shop, path, token)
  await shop.provider('PUT', '/control/faults', { payments: 'stay_authorised' })
  await shop.provider('POST', `/control/orders/${orderId}/pay`, { outcome: 'authorized', webhook: false })
  await shop.passTime('2 minutes 1 second')
  await shop.queueJob(reconcileJob)
  await shop.countBecomes(`select count(*)::int from payments where status = 'authorized'`, 1)
  await shop.passTime('16 minutes')
  const captured = shop.providerProxy.dropResponseTo('POST', /\/capture$/)
  await shop.queueJob(reconcileJob)
  await captured
  await shop.kill()
  expect(await ledger(shop)).toMatchObject({ enrolments: 0, dispositions: ['pending'] })

  await shop.restart()
  await shop.passTime('1 hour')
  await shop.queueJob(reconcileJob)
  await shop.countBecomes(enrolments, 1)
  expect(await ledger(shop)).toEqual(enrolledOnce)
})

test('a restarted server refunds once after a kill during a refund [PAY-35 SEC-072]', async () => {
  const { shop, batchId, path, token } = await prepareSale()
  const triple = await shop.provider<Record<string, string>>(
    'POST',
    `/control/orders/${await startOrder(shop, path, token)}/pay`,
    {
      outcome: 'captured',
      webhook: false,
    },
  )
  await cancelBatch(shop, batchId)
  const sent = shop.providerProxy.dropResponseTo('POST', /\/refund$/)
  expect((await shop.post(`/payment/payment-verify/${batchId}/`, triple, token)).body).toMatchObject({ status: 'refund_due' })
  await sent
  await shop.kill()
  expect((await shop.db.query('select status, provider_refund_id from refunds')).rows).toEqual([
    { status: 'sent', provider_refund_id: null },
  ])

  // The queue restarts a job whose worker sends no heartbeat.
  await shop.restart()
  await shop.countBecomes(`select count(*)::int from refunds where status = 'processed'`, 1)
  const refunds = await shop.provider<{ items: object[] }>('GET', `/v1/payments/${triple.razorpay_payment_id}/refunds`)
  expect(refunds.items).toHaveLength(1)
  expect(await ledger(shop)).toMatchObject({ enrolments: 0, refunds: 1, dispositions: ['refunded'] })
})
