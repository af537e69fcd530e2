import { system, operator } from '#server/platform/auth/principal.ts'
import { expect } from 'vitest'
import { HttpError } from '#server/platform/errors/errors.ts'
import { approveRequest, declineRequest } from '#server/money/requests/decide-request.ts'
import { GatewayError } from '#server/money/provider/gateway.ts'
import { reconcile } from '#server/money/settlement/reconcile.ts'
import { releaseLapsed } from '#server/money/coupons/use-coupon.ts'
import { tendWaitlists } from '#server/enrolment/waitlist/tend-waitlist.ts'
import { waive } from '#server/money/instalments/instalment-records.ts'
import { transaction } from '#server/platform/db/query.ts'
import { requestRefund } from '#server/money/refunds/queue-refund.ts'
import { reconcileLedger } from '#server/money/settlement/reconcile-ledger.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { startBatch } from '#tests/school/sell-course.ts'
import type { ModelSchool } from './open-model-school.ts'

/** An action of the model. `pick` selects among the existing items, so that every sequence of actions is possible. */
export type Act =
  | { do: 'start'; student: number; batch: number }
  | { do: 'choose'; student: number; batch: number; coupon: boolean; plan: boolean }
  | { do: 'start part'; student: number; batch: number; rest: boolean }
  | { do: 'forgive part'; pick: number }
  | { do: 'release uses' }
  | { do: 'join' | 'leave'; student: number; batch: number }
  | { do: 'tend waitlists' }
  | { do: 'make link'; student: number; batch: number; paise: number | null; minutes: number }
  | { do: 'withdraw link'; pick: number }
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
  | { do: 'reconcile ledger' }
  | { do: 'fault'; faults: object }

/** Returns an item by its number; -1 is the latest. */
const at = <T>(items: readonly T[], pick: number): T | undefined => items.at(pick < 0 ? pick : pick % Math.max(1, items.length))
const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof HttpError)) throw error
}
/** Ignores a provider failure, because the queue retries later. */
const ignoreProviderFailure = (error: unknown): void => {
  if (!(error instanceof GatewayError)) throw error
}

/** Performs an action as a browser, the provider, staff or the schedule would, and checks each response and the seats after it. */
export async function perform(world: ModelSchool, act: Act): Promise<void> {
  await performAct(world, act)
  await expectNoSeatTwice(world)
}

async function performAct(world: ModelSchool, act: Act): Promise<void> {
  const { shop, known } = world
  const batchOf = (number: number) => world.batches[number] ?? 0
  switch (act.do) {
    case 'start': {
      const { status, body } = await world.start(act.student, batchOf(act.batch))
      expect([200, 409, 503], JSON.stringify(body)).toContain(status)
      return expectFairHolds(world)
    }
    case 'choose': {
      const choice = {
        batch_id: batchOf(act.batch),
        plan: act.plan ? world.plan : 'full',
        coupon: act.coupon ? world.coupon : null,
      }
      const { status, body } = await world.call('PUT', '/payment/choice/', act.student, choice)
      // A network that tries many codes is refused.
      expect([200, 400, 429, 503], JSON.stringify(body)).toContain(status)
      return
    }
    case 'start part': {
      const { status, body } = await world.startPart(act.student, batchOf(act.batch), act.rest)
      expect([200, 404, 409, 503], JSON.stringify(body)).toContain(status)
      return
    }
    case 'forgive part': {
      const { rows: parts } = await shop.db.query<{ id: number }>(
        `select i.id from instalments i join enrolments e on e.id = i.enrolment_id where e.batch_id = any ($1) order by i.id`,
        [world.batches],
      )
      const part = at(parts, act.pick)
      if (part) await transaction(shop.db, (tx) => waive(tx, { id: part.id, reason: 'A hard year.' })).catch(ignoreRefusal)
      return
    }
    case 'join':
    case 'leave': {
      const { status, body } = await world.call(
        act.do === 'join' ? 'POST' : 'DELETE',
        `/batches/${batchOf(act.batch)}/waitlist/`,
        act.student,
      )
      expect(act.do === 'join' ? [201, 409, 429, 503] : [200, 404, 503], JSON.stringify(body)).toContain(status)
      return
    }
    case 'tend waitlists':
      return tendWaitlists(world.server.deps, system)
    case 'make link':
      return world.makeLink(act.student, batchOf(act.batch), act)
    case 'withdraw link': {
      const { rows: links } = await shop.db.query<{ id: number }>(
        'select id from payment_links where batch_id = any ($1) order by id',
        [world.batches],
      )
      const link = at(links, act.pick)
      if (link) await shop.db.query(`update payment_links set state = 'withdrawn' where id = $1 and state = 'active'`, [link.id])
      return
    }
    case 'release uses':
      return releaseLapsed(world.server.deps.db)
    case 'pay': {
      const order = at(known.orders, act.pick)
      if (!order) return
      // The provider refuses a second payment of an order.
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
      const answer = await world.server.app.inject({
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
      await requestRefund(world.server.deps, operator, {
        paymentId: payment.id,
        amountPaise,
        reason: 'asked for',
        keepsAccess,
      }).catch(ignoreRefusal)
      return
    }
    case 'refund at the provider': {
      const triple = at(known.triples, act.pick)
      if (!triple) return
      const path = `/v1/payments/${triple.razorpay_payment_id}`
      const { amount } = ((await shop.provider('GET', path).catch(() => ({}))) as { amount?: number }) ?? {}
      const body = act.part === null || !amount ? {} : { amount: Math.ceil((amount * act.part) / 100) }
      // The provider refuses a refund of an uncaptured or refunded payment.
      await shop.provider('POST', `${path}/refund`, body).catch(() => undefined)
      return world.collect()
    }
    case 'ask': {
      const enrolmentId = at(await enrolmentsOf(world, act.student), act.pick)
      const request = act.batch === null ? { kind: 'refund' } : { kind: 'transfer', to_batch_id: batchOf(act.batch) }
      if (enrolmentId === undefined) return
      const requestBody = { ...request, enrolment_id: enrolmentId, reason: 'My shift has changed.' }
      const { status, body } = await world.call('POST', '/payment/requests/', act.student, requestBody)
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
        await declineRequest(world.server.deps, operator, { requestId, reason: 'No.' }).catch(ignoreRefusal)
      } else {
        await approveRequest(world.server.deps, operator, { requestId, keepsAccess: act.keepsAccess }).catch(ignoreRefusal)
      }
      return
    }
    case 'change price':
      await shop.db.query('update courses set price_paise = $2 where id = $1', [world.courseId, act.paise])
      return
    case 'cancel batch':
      await cancelBatch(shop, batchOf(act.batch)).catch(ignoreRefusal)
      return
    case 'end batch':
      return startBatch(shop.db, batchOf(act.batch), '-2 days', '0 seconds')
    case 'time passes':
      return world.passTime(act.minutes)
    case 'reconcile':
      await reconcile(world.server.deps, system)
      return world.collect()
    case 'send refunds':
      await world.sendRefunds().catch(ignoreProviderFailure)
      return world.collect()
    case 'reconcile ledger':
      await reconcileLedger(world.server.deps, system).catch(ignoreProviderFailure)
      return
    case 'fault':
      return shop.faults(act.faults)
  }
}

/** Checks that places, holds and offers together never exceed the seats, at any time. */
async function expectNoSeatTwice(world: ModelSchool): Promise<void> {
  const { rows } = await world.shop.db.query(
    `select b.id, b.capacity, unheld_seats(b.id, b.capacity) as unheld from batches b
     where b.id = any ($1) and unheld_seats(b.id, b.capacity) < 0`,
    [world.batches],
  )
  expect(rows, 'batches with more places, holds and offers than seats').toEqual([])
}

/** Checks that no account holds more than two seats or longer than one hold. */
async function expectFairHolds(world: ModelSchool): Promise<void> {
  const { rows } = await world.shop.db.query(
    `select o.user_id from payment_orders o join batches b on b.id = o.batch_id and b.capacity is not null
     where b.id = any ($1) and o.hold_until > app_now() and o.status in ('creating', 'open', 'attempted')
     group by o.user_id having count(*) > 2 or max(o.hold_until) > app_now() + interval '15 minutes'`,
    [world.batches],
  )
  expect(rows, 'accounts that hold more than their share').toEqual([])
}

/** Verifies a payment and checks that captured money is never reported as failed. */
async function verify(world: ModelSchool, act: { pick: number; forged: boolean }): Promise<void> {
  const triple = at(world.known.triples, act.pick)
  if (!triple) return
  const { student, batchId, ...fields } = triple
  const path = `/payment/payment-verify/${batchId}/`
  if (act.forged) {
    const razorpay_signature = fields.razorpay_signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    expect((await world.call('POST', path, student, { ...fields, razorpay_signature })).status).toBe(400)
    return
  }
  const { status, body } = await world.call('POST', path, student, fields)
  // With two hundred concurrent calls the batch lock may time out. Then the page retries, and the reconciler settles.
  if (status === 503) return
  expect(['200 enrolled', '202 confirming', '202 refund_due', '202 refunded', '202 review']).toContain(`${status} ${body.status}`)
  expect(body.message).not.toMatch(/fail/i)
}

async function paymentsOf(world: ModelSchool) {
  const { rows } = await world.shop.db.query<{ id: number; amount_paise: number }>(
    `select p.id, p.amount_paise from payments p join payment_orders o on o.id = p.order_id
     where o.batch_id = any ($1) order by p.id`,
    [world.batches],
  )
  return rows
}

async function enrolmentsOf(world: ModelSchool, student: number): Promise<number[]> {
  const { rows } = await world.shop.db.query<{ id: number }>('select id from enrolments where user_id = $1 order by id', [
    world.students[student]?.id,
  ])
  return rows.map(({ id }) => id)
}

async function requestsOf(world: ModelSchool) {
  const { rows } = await world.shop.db.query<{ id: number; user_id: number }>(
    'select id, user_id from purchase_requests where from_batch_id = any ($1) order by id',
    [world.batches],
  )
  return rows
}
