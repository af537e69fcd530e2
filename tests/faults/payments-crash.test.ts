import { expect, test, vi } from 'vitest'
import { enrolledOnce, enrolments, ledger, nothing, outcomeOf, prepareSale, startOrder } from './prepare-sale.ts'

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
  await shop.queueJob('process-webhooks')
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
  await shop.queueJob('reconcile')
  await shop.countBecomes(enrolments, 1)
  expect((await shop.post(verify, triple, token)).body).toMatchObject({ status: 'enrolled' })
  expect(await ledger(shop)).toEqual(enrolledOnce)
})
