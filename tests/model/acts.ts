import { system, operator } from '#server/auth/principal.ts'
import { expect } from 'vitest'
import { HttpError } from '#server/errors.ts'
import { approveRequest, declineRequest } from '#server/payments/requests/decide-request.ts'
import { GatewayError } from '#server/payments/provider/gateway.ts'
import { reconcile } from '#server/payments/settlement/reconcile.ts'
import { requestRefund } from '#server/payments/refunds/request-refund.ts'
import { reconcileLedger } from '#server/payments/settlement/reconcile-ledger.ts'
import type { World } from './open-world.ts'

/** What can happen; `pick` chooses among what there is, so that every sequence of acts is possible. */
export type Act =
  | { do: 'start'; student: number; batch: number }
  | { do: 'pay'; pick: number; outcome: 'captured' | 'authorized' | 'failed'; webhook: boolean }
  | { do: 'status'; student: number; batch: number }
  | { do: 'verify'; pick: number; forged: boolean }
  | { do: 'callback'; pick: number }
  | { do: 'webhook'; pick: number; altered: boolean }
  | { do: 'refund by staff'; pick: number; part: number | null; keepsAccess: boolean }
  | { do: 'refund at the provider'; pick: number; part: number | null }
  | { do: 'ask'; student: number; pick: number; batch: number | null }
  | { do: 'decide'; pick: number; how: 'approve' | 'decline' | 'withdraw'; keepsAccess: boolean }
  | { do: 'change price'; paise: number }
  | { do: 'cancel batch'; batch: number }
  | { do: 'end batch'; batch: number }
  | { do: 'time passes'; minutes: number }
  | { do: 'reconcile' }
  | { do: 'send refunds' }
  | { do: 'sweep books' }
  | { do: 'fault'; faults: object }

/** -1 is the latest. */
const at = <T>(items: readonly T[], pick: number): T | undefined => items.at(pick < 0 ? pick : pick % Math.max(1, items.length))
const isRefused = (error: unknown): void => {
  if (!(error instanceof HttpError)) throw error
}
/** The queue tries again later. */
const isUnanswered = (error: unknown): void => {
  if (!(error instanceof GatewayError)) throw error
}

/** Does it as a browser, the provider, staff or the schedule would, and checks what each is told. */
export async function perform(world: World, act: Act): Promise<void> {
  const { shop, known } = world
  const batchOf = (number: number) => world.batches[number] ?? 0
  switch (act.do) {
    case 'start': {
      const { status, body } = await world.start(act.student, batchOf(act.batch))
      expect([200, 409, 503], JSON.stringify(body)).toContain(status)
      return expectFairHolds(world)
    }
    case 'pay': {
      const order = at(known.orders, act.pick)
      if (!order) return
      // The provider refuses to take money for an order twice.
      const triple = await shop.pay(order.id, act.outcome, { webhook: act.webhook }).catch(() => undefined)
      if (triple) known.triples.push({ ...triple, student: order.student, batchId: order.batchId })
      return world.collect()
    }
    case 'status': {
      const { status, body } = await world.call('GET', `/payment/status/${batchOf(act.batch)}/`, act.student)
      expect([200, 503], JSON.stringify(body)).toContain(status)
      return
    }
    case 'verify':
      return verify(world, act)
    case 'callback': {
      const triple = at(known.triples, act.pick)
      if (!triple) return
      const { student: _, batchId, ...form } = triple
      const answer = await world.life.app.inject({
        method: 'POST',
        url: `/api/payment/callback/${batchId}/`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      })
      expect(answer.statusCode).toBe(303)
      return
    }
    case 'webhook': {
      const webhook = at(known.webhooks, act.pick)
      if (!webhook) return
      const body = act.altered ? Buffer.concat([webhook.body, Buffer.from(' ')]) : webhook.body
      expect(await world.deliver({ ...webhook, body })).toBe(act.altered ? 400 : 200)
      return
    }
    case 'refund by staff': {
      const payment = at(await paymentsOf(world), act.pick)
      if (!payment) return
      const { part, keepsAccess } = act
      const amountPaise = part === null ? null : Math.ceil((payment.amount_paise * part) / 100)
      await requestRefund(world.life.deps, operator, {
        paymentId: payment.id,
        amountPaise,
        reason: 'asked for',
        keepsAccess,
      }).catch(isRefused)
      return
    }
    case 'refund at the provider': {
      const triple = at(known.triples, act.pick)
      if (!triple) return
      const path = `/v1/payments/${triple.razorpay_payment_id}`
      const { amount } = ((await shop.provider('GET', path).catch(() => ({}))) as { amount?: number }) ?? {}
      const body = act.part === null || !amount ? {} : { amount: Math.ceil((amount * act.part) / 100) }
      // Refused for what was not captured or has gone back.
      await shop.provider('POST', `${path}/refund`, body).catch(() => undefined)
      return world.collect()
    }
    case 'ask': {
      const enrolmentId = at(await placesOf(world, act.student), act.pick)
      const wish = act.batch === null ? { kind: 'refund' } : { kind: 'transfer', to_batch_id: batchOf(act.batch) }
      if (enrolmentId === undefined) return
      const asked = { ...wish, enrolment_id: enrolmentId, reason: 'My shift has changed.' }
      const { status, body } = await world.call('POST', '/payment/requests/', act.student, asked)
      expect([201, 404, 409, 429], JSON.stringify(body)).toContain(status)
      return
    }
    case 'decide': {
      const request = at(await requestsOf(world), act.pick)
      if (!request) return
      const requestId = request.id
      if (act.how === 'withdraw') {
        const student = world.students.findIndex(({ id }) => id === request.user_id)
        const { status } = await world.call('POST', `/payment/requests/${requestId}/withdraw/`, student)
        expect([200, 409]).toContain(status)
      } else if (act.how === 'decline') {
        await declineRequest(world.life.deps, operator, { requestId, reason: 'No.' }).catch(isRefused)
      } else {
        await approveRequest(world.life.deps, operator, { requestId, keepsAccess: act.keepsAccess }).catch(isRefused)
      }
      return
    }
    case 'change price':
      await shop.db.query('update courses set price_paise = $2 where id = $1', [world.courseId, act.paise])
      return
    case 'cancel batch':
      await shop.db.query('update batches set cancelled_at = app_now() where id = $1', [batchOf(act.batch)])
      return
    case 'end batch':
      await shop.db.query(
        `update batches set starts_at = least(starts_at, app_now() - interval '1 day'), ends_at = app_now() where id = $1`,
        [batchOf(act.batch)],
      )
      return
    case 'time passes':
      return world.passTime(act.minutes)
    case 'reconcile':
      await reconcile(world.life.deps, system)
      return world.collect()
    case 'send refunds':
      await world.sendRefunds().catch(isUnanswered)
      return world.collect()
    case 'sweep books':
      await reconcileLedger(world.life.deps, system).catch(isUnanswered)
      return
    case 'fault':
      return shop.faults(act.faults)
  }
}

/** No account keeps more seats from others than its share, nor for longer than one hold. */
async function expectFairHolds(world: World): Promise<void> {
  const { rows } = await world.shop.db.query(
    `select o.user_id from payment_orders o join batches b on b.id = o.batch_id and b.capacity is not null
     where b.id = any ($1) and o.hold_until > app_now() and o.status in ('creating', 'open', 'attempted')
     group by o.user_id having count(*) > 2 or max(o.hold_until) > app_now() + interval '15 minutes'`,
    [world.batches],
  )
  expect(rows, 'accounts that hold more than their share').toEqual([])
}

/** Money that was taken is never called failed, whoever asks and however often. */
async function verify(world: World, act: { pick: number; forged: boolean }): Promise<void> {
  const triple = at(world.known.triples, act.pick)
  if (!triple) return
  const { student, batchId, ...given } = triple
  const path = `/payment/payment-verify/${batchId}/`
  if (act.forged) {
    const razorpay_signature = given.razorpay_signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    expect((await world.call('POST', path, student, { ...given, razorpay_signature })).status).toBe(400)
    return
  }
  const { status, body } = await world.call('POST', path, student, given)
  // Two hundred who wait for one batch may wait longer than a lock is waited for; the page asks again, the reconciler does not forget.
  if (status === 503) return
  expect(['200 enrolled', '202 confirming', '202 refund_due', '202 refunded', '202 review']).toContain(`${status} ${body.status}`)
  expect(body.message).not.toMatch(/fail/i)
}

async function paymentsOf(world: World) {
  const { rows } = await world.shop.db.query<{ id: number; amount_paise: number }>(
    `select p.id, p.amount_paise from payments p join payment_orders o on o.id = p.order_id
     where o.batch_id = any ($1) order by p.id`,
    [world.batches],
  )
  return rows
}

async function placesOf(world: World, student: number): Promise<number[]> {
  const { rows } = await world.shop.db.query<{ id: number }>('select id from enrolments where user_id = $1 order by id', [
    world.students[student]?.id,
  ])
  return rows.map(({ id }) => id)
}

async function requestsOf(world: World) {
  const { rows } = await world.shop.db.query<{ id: number; user_id: number }>(
    'select id, user_id from purchase_requests where from_batch_id = any ($1) order by id',
    [world.batches],
  )
  return rows
}
