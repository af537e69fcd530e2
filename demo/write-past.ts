import { approveAct } from '#server/money/approvals/decide-approval.ts'
import { enrolWithoutPayment } from '#server/money/approvals/money-acts.ts'
import { sweepOrders } from '#server/money/checkout/sweep-orders.ts'
import { closeMonth } from '#server/money/month/close-month.ts'
import { listMonths } from '#server/money/month/list-months.ts'
import { reconcile } from '#server/money/settlement/reconcile.ts'
import { system } from '#server/platform/auth/principal.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { setActor } from '#server/platform/db/set-actor.ts'
import { after, dayMs, type Happening, hourMs, type Past, type PlannedEnrolment } from './past.ts'
import { buyForCompanies } from './buy-for-companies.ts'
import { buyWithCode, hasCode } from './buy-with-coupons.ts'
import { askForCalls } from './ask-for-calls.ts'
import { importCollege } from './import-college.ts'
import { askToCancel, decline, dispute, giveBack } from './move-money.ts'
import { payInParts, paysInParts } from './pay-in-parts.ts'
import { closeCheque, keyOf, takeAtDesk } from './sell-at-desk.ts'
import { leaveCheckout, sellOnline } from './sell-online.ts'
import { storeSales } from './store-sales.ts'
import { waitForSeats } from './wait-for-seats.ts'
import { writeToBatches } from './write-to-batches.ts'

// Verbs take an actor for their transaction, and all of them share one here.
const travel = statement(
  'travel',
  `with actor as (select set_config('app.actor_kind', '', true), set_config('app.actor_id', '', true))
   update app_clock set "offset" = $1::timestamptz - now() from actor`,
)
const offsetOfClock = statement<{ offset: string }>('offset_of_clock', `select "offset"::text from app_clock`)
const travelBack = statement('travel_back', `update app_clock set "offset" = $1::interval`)
const setLimitOfOnePerson = statement(
  'set_limit_of_one_person',
  `update site_settings set settings = settings || jsonb_build_object('approval_above_paise', $1::bigint)`,
)
/** Staff move more than this in a day only with a second person. Some courses cost more. */
const limitPaise = 4_500_000
// Every mail was sent within seconds, and a few came back.
const sendMails = statement(
  'send_mails',
  `update mail_outbox set attempts = 1, sent_at = least(created_at + interval '4 seconds', app_now()),
     bounced_at = case when id % 211 = 7 then least(created_at + interval '2 minutes', app_now()) end, sealed = null, held_until = null`,
)

/** A payment online that goes as it should. */
interface Sale {
  at: Date
  sale: PlannedEnrolment
}

type Way = 'online' | 'parts' | 'coupon' | 'upi' | 'bank_transfer' | 'cash' | 'cheque' | 'scholarship'

/** Ways of the few of a hundred who do not pay online. Each is an act of its own, which takes as long as ten payments online. */
const desk: readonly Way[] = ['upi', 'bank_transfer', 'cash', 'cheque', 'scholarship']

/** Most students pay online. Whoever comes after the first class pays at the desk, because the shop sells a batch until it starts. */
function wayOf(now: Date, one: PlannedEnrolment): Way {
  const { chance, at, starts_at: startsAt } = one
  if (at >= startsAt) return chance % 2 === 0 ? 'upi' : 'bank_transfer'
  return desk[chance] ?? (paysInParts(one) ? 'parts' : hasCode(now, one) ? 'coupon' : 'online')
}

/** Stores the planned enrolments as the school would have got them, with all the money around them. */
export async function writePast(past: Past, tx: Queryable, plan: readonly PlannedEnrolment[]): Promise<void> {
  const { offset } = await one(tx, offsetOfClock)
  await rows(tx, setLimitOfOnePerson, [limitPaise])
  await buyForCompanies(tx, plan)
  const money = [...plan.flatMap((one) => enrol(past, one)), ...exceptions(past, plan), ...importCollege(past)]
  // Many tables were empty until now, and every plan would read them as such.
  await tx.query('analyze (skip_locked)')
  await runInOrder(past, tx, money)
  // Apart, because each of these would end a run of sales that are stored at once. None takes a number of a series.
  await runInOrder(past, tx, [...routine(past, plan), ...askForCalls(past, plan), ...writeToBatches(past), ...waitForSeats(past)])
  await travelTo(past, tx, past.now)
  await sweepOrders(past.deps, system)
  await rows(tx, sendMails)
  await rows(tx, travelBack, [offset])
  await setActor(tx, ['system', null])
}

/**
 * Finance closed each month on the sixth of the next one. The last month that is over is still open. What the provider paid out is read before,
 * so that its fees are in the books of their months.
 */
export async function closeMonths(past: Past, tx: Queryable): Promise<void> {
  const { deps, staff } = past
  const { offset } = await one(tx, offsetOfClock)
  await travelTo(past, tx, past.now)
  const months = (await listMonths(deps, staff.finance)).filter(({ is_over: isOver }) => isOver)
  for (const { month } of months.slice(1).toReversed()) {
    const [year = 0, number = 1] = month.split('-').map(Number)
    await travelTo(past, tx, new Date(Date.UTC(year, number, 6, 6)))
    await closeMonth(deps, staff.finance, { month })
  }
  await rows(tx, travelBack, [offset])
  await setActor(tx, ['system', null])
}

/** Lets everything happen in its order, until now. */
async function runInOrder(past: Past, tx: Queryable, events: readonly (Happening | Sale)[]): Promise<void> {
  const sales: PlannedEnrolment[] = []
  for (const event of events.filter(({ at }) => at <= past.now).toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if ('sale' in event) {
      sales.push(event.sale)
      continue
    }
    if (!event.isIndependent) await storeSales(past, tx, sales.splice(0))
    await travelTo(past, tx, event.at)
    await event.happen()
  }
  await storeSales(past, tx, sales)
}

async function travelTo({ sandbox }: Past, tx: Queryable, at: Date): Promise<void> {
  await rows(tx, travel, [at])
  sandbox.clock.setOffset(at.getTime() - Date.now())
}

function enrol(past: Past, enrolment: PlannedEnrolment): (Happening | Sale)[] {
  const { at } = enrolment
  const way = wayOf(past.now, enrolment)
  if (way === 'online') return [{ at, sale: enrolment }]
  if (way === 'coupon') return [{ at, happen: () => buyWithCode(past, enrolment) }]
  if (way === 'parts') return payInParts(past, enrolment)
  if (way === 'scholarship') return [{ at, happen: () => giveScholarship(past, enrolment) }]
  if (way !== 'cheque') return [{ at, happen: async () => void (await takeAtDesk(past, enrolment, way)) }]
  return paysByCheque(past, enrolment, 'clears')
}

function paysByCheque(past: Past, enrolment: PlannedEnrolment, how: 'clears' | 'bounces'): Happening[] {
  let id = 0
  return [
    { at: enrolment.at, happen: async () => void (id = await takeAtDesk(past, enrolment, 'cheque')) },
    { at: after(enrolment.at, 0.9), happen: () => closeCheque(past, id, how) },
  ]
}

async function giveScholarship({ deps, staff }: Past, { email, user_id, batch_id }: PlannedEnrolment): Promise<void> {
  const asked = await enrolWithoutPayment(deps, staff.finance, {
    body: {
      key: keyOf(`${email}/${batch_id}/scholarship`),
      student_id: user_id,
      new_student: null,
      batch_id,
      reason: 'Scholarship after the interview of the admissions team.',
    },
  })
  if (asked.state === 'waiting') await approveAct(deps, staff.owner, { id: asked.id, versions: [asked.version] })
}

/** What does not go as planned. Each takes a student of its own. */
function exceptions(past: Past, plan: readonly PlannedEnrolment[]): Happening[] {
  const { now } = past
  const taken = new Set<number>()
  const has = new Set(plan.map((one) => `${one.user_id}/${one.batch_id}`))
  const paidOnline = plan.filter((one) => wayOf(now, one) === 'online')
  /** Students who paid online at least so many days before the batch, and so many days ago. */
  const choose = (count: number, wanted: (one: PlannedEnrolment, daysAgo: number, daysAhead: number) => boolean) => {
    const found = paidOnline.filter(
      (one) =>
        !taken.has(one.user_id) &&
        wanted(one, (now.getTime() - one.at.getTime()) / dayMs, (one.starts_at.getTime() - one.at.getTime()) / dayMs),
    )
    const chosen = Array.from({ length: count }, (_, index) => found[Math.floor((index * found.length) / count)]).flatMap(
      (one) => one ?? [],
    )
    for (const one of chosen) taken.add(one.user_id)
    return chosen
  }
  /** Somebody with an account who wants a place in a batch and gets none. */
  const comesTo = (like: PlannedEnrolment, at: Date): PlannedEnrolment[] => {
    const other = plan.find((one) => !taken.has(one.user_id) && one.at < at && !has.has(`${one.user_id}/${like.batch_id}`))
    if (!other) return []
    has.add(`${other.user_id}/${like.batch_id}`)
    return [{ ...like, user_id: other.user_id, email: other.email, full_name: other.full_name, at }]
  }
  const ahead = plan.filter((one) => one.starts_at > after(now, 5))
  const expensive = ahead.find((one) => one.amount_paise > limitPaise)
  const open = ahead.find((one) => one.amount_paise <= limitPaise)
  const closed = plan.findLast((one) => one.starts_at < after(now, -60) && one.amount_paise <= limitPaise)
  if (!expensive || !open || !closed) throw new Error('the demo lacks a batch for what the past needs')
  return [
    ...choose(5, (_, daysAgo, daysAhead) => daysAgo > 40 && daysAhead > 12).flatMap((one) => cancels(past, one)),
    ...choose(4, (_, daysAgo) => daysAgo > 60).map((one) => ({
      at: after(one.at, 45),
      happen: () => giveBack(past, one, { share: 0.25, reason: 'Two weeks of classes missed in hospital, agreed by phone.' }),
    })),
    ...choose(2, (_, daysAgo) => daysAgo > 90).flatMap((one) => isRefused(past, one)),
    ...choose(2, (one, daysAgo) => daysAgo > 6 && one.starts_at > now).map((one, index) => ({
      at: after(now, -0.2 - index),
      happen: async () => void (await askToCancel(past, one, 'My employer has moved my shift to the evening.')),
    })),
    ...choose(1, (one, daysAgo) => daysAgo > 5 && one.amount_paise > limitPaise).map((one) => ({
      at: after(now, -0.12),
      happen: () => giveBack(past, one, { share: 1, reason: 'Enrolled twice by mistake, confirmed by phone.', waits: true }),
    })),
    ...choose(1, (_, daysAgo) => daysAgo > 10 && daysAgo < 40).map((one) => ({
      at: after(now, -4),
      happen: () =>
        dispute(past, one, { id: 'disp_DemoOpenDispute', status: 'open', respondBy: after(now, 5), at: after(now, -4) }),
    })),
    ...choose(1, (_, daysAgo) => daysAgo > 150).map((one) => ({
      at: after(one.at, 30),
      happen: () =>
        dispute(past, one, { id: 'disp_DemoWonDispute', status: 'won', respondBy: after(one.at, 25), at: after(one.at, 30) }),
    })),
    ...comesTo(open, after(now, -2.1)).map((one) => ({ at: one.at, happen: () => sellOnline(past, one, { wrongAmount: true }) })),
    ...comesTo(expensive, after(now, -0.3)).map((one) => ({
      at: one.at,
      happen: async () => void (await takeAtDesk(past, one, 'bank_transfer', { waits: true })),
    })),
    ...comesTo(open, after(now, -0.4)).map((one) => ({
      at: one.at,
      happen: async () => void (await takeAtDesk(past, one, 'cheque')),
    })),
    ...comesTo(closed, after(closed.starts_at, -3)).flatMap((one) => paysByCheque(past, one, 'bounces')),
    ...plan
      .filter((one, index) => index % 31 === 5 && wayOf(now, one) === 'online')
      .flatMap((one) => comesTo(one, new Date(one.at.getTime() - 2 * hourMs)))
      .map((one) => ({ at: one.at, isIndependent: true, happen: () => leaveCheckout(past, one) }) as const),
  ]
}

/** A student asks to cancel before the first class and gets everything back. */
function cancels(past: Past, one: PlannedEnrolment): Happening[] {
  let request = 0
  const reason = 'I have to move to another city for my job.'
  return [
    { at: after(one.at, 4), happen: async () => void (request = await askToCancel(past, one, reason)) },
    { at: after(one.at, 5.2), happen: () => giveBack(past, one, { share: 1, reason, request }) },
  ]
}

/** A student asks to cancel after most of the classes. */
function isRefused(past: Past, one: PlannedEnrolment): Happening[] {
  let request = 0
  const answer = 'More than half of the classes were held. Our refund policy allows a transfer instead.'
  return [
    {
      at: after(one.starts_at, 50),
      happen: async () => void (request = await askToCancel(past, one, 'I do not find the time any more.')),
    },
    { at: after(one.starts_at, 51), happen: () => decline(past, request, answer) },
  ]
}

/** The reconciler closes checkouts that were left. */
function routine(past: Past, plan: readonly PlannedEnrolment[]): Happening[] {
  const first = plan[0]?.at ?? past.now
  const days = Math.floor((past.now.getTime() - first.getTime()) / dayMs)
  return Array.from({ length: Math.floor(days / 16) }, (_, index) => ({
    at: after(first, index * 16),
    happen: () => reconcile(past.deps, system),
  }))
}
