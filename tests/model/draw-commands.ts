import fc from 'fast-check'
import { type Act, perform } from './acts.ts'
import type { Known, ModelSchool } from './open-model-school.ts'

type Command = fc.AsyncCommand<Known, ModelSchool>

const pick = fc.nat({ max: 20 })
const student = fc.nat({ max: 2 })
const batch = fc.nat({ max: 2 })
const often = <T>(usual: T, rare: T) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(rare) })

const start = fc.record({ do: fc.constant('start' as const), student, batch })
const choose = fc.record({ do: fc.constant('choose' as const), student, batch, coupon: often(true, false), plan: fc.boolean() })
const startPart = fc.record({ do: fc.constant('start part' as const), student, batch, rest: fc.boolean() })
const forgivePart = fc.record({ do: fc.constant('forgive part' as const), pick })
const wait = fc.record({ do: fc.constantFrom('join' as const, 'join' as const, 'leave' as const), student, batch })
const tend = fc.constant({ do: 'tend waitlists' as const })
const makeLink = fc.record({
  do: fc.constant('make link' as const),
  student,
  batch,
  paise: often<number | null>(3_000_000, null),
  minutes: fc.constantFrom(5, 30, 1441, 20_000),
})
const withdrawLink = fc.record({ do: fc.constant('withdraw link' as const), pick })
const pay = fc.record({
  do: fc.constant('pay' as const),
  pick,
  outcome: fc.constantFrom(
    'captured' as const,
    'captured' as const,
    'captured' as const,
    'authorized' as const,
    'failed' as const,
  ),
  webhook: fc.boolean(),
})
const status = fc.record({ do: fc.constant('status' as const), student, batch })
const verify = fc.record({ do: fc.constant('verify' as const), pick, forged: often(false, true) })
const callback = fc.record({ do: fc.constant('callback' as const), pick })
const webhook = fc.record({ do: fc.constant('webhook' as const), pick, altered: often(false, true) })
const part = fc.option(fc.constantFrom(10, 50, 90), { nil: null })
const staffRefund = fc.record({ do: fc.constant('refund by staff' as const), pick, part, keepsAccess: fc.boolean() })
const dashboardRefund = fc.record({ do: fc.constant('refund at the provider' as const), pick, part })
const ask = fc.record({ do: fc.constant('ask' as const), student, pick, batch: fc.option(batch, { nil: null }) })
const decide = fc.record({
  do: fc.constant('decide' as const),
  pick,
  how: fc.constantFrom('approve' as const, 'approve' as const, 'decline' as const, 'withdraw' as const),
  keepsAccess: fc.boolean(),
})
const reconcile = fc.constant({ do: 'reconcile' as const })
const sendRefunds = fc.constant({ do: 'send refunds' as const })
const reconcileLedger = fc.constant({ do: 'reconcile ledger' as const })

const once = (fault: string) => ({ fault, times: 1 })
const faults = fc.constantFrom<object>(
  {},
  { orders: once('502') },
  { orders: once('429') },
  { orders: once('lost_answer') },
  { orders: once('reset') },
  { payments: once('500') },
  { payments: once('lost_answer') },
  { payments: once('stay_authorised') },
  { payments: once('late_authorisation') },
  { payments: once('wrong_amount') },
  { refunds: once('lost_answer') },
  { refunds: once('429') },
  { refunds: once('failed') },
  { refunds: { fault: 'failed', times: 1, after_seconds: 7200 } },
  { refunds: once('pending') },
)
// The last value is a week, after which a changed price counts.
const minutes = fc.constantFrom(1, 3, 10, 16, 16, 61, 361, 1441, 2881, 10_081)

/** Actions of the server that can be killed midway or run concurrently. */
const serverAction: fc.Arbitrary<Act> = fc.oneof(
  start,
  choose,
  startPart,
  wait,
  wait,
  tend,
  makeLink,
  verify,
  verify,
  callback,
  webhook,
  webhook,
  status,
  staffRefund,
  decide,
  reconcile,
  sendRefunds,
  reconcileLedger,
)

const single = (act: Act): Command => ({
  check: () => true,
  run: (_, world) => perform(world, act),
  toString: () => JSON.stringify(act),
})

/** Kills the process at one of its statements or provider calls and starts a new one. */
const killDuring = (act: Act, effect: number, when: 'before' | 'after'): Command => ({
  check: () => true,
  async run(_, world) {
    world.server.killAt(effect, when)
    // The response of a killed process is lost.
    await perform(world, act).catch(() => undefined)
    await world.restart()
  },
  toString: () => `killed ${when} effect ${effect} of ${JSON.stringify(act)}`,
})

/** Performs the steps of a sale in order, as most students do. */
const sale = fc
  .tuple(
    choose,
    fc.boolean(),
    fc.option(makeLink, { nil: null }),
    start,
    pay,
    fc.constantFrom<Act[]>([{ do: 'verify', pick: -1, forged: false }], [{ do: 'webhook', pick: -1, altered: false }], []),
    fc.option(startPart, { nil: null }),
  )
  .map(([chosen, isChosen, link, started, paid, reports, next]): Command => {
    const { student: buyer, batch: bought } = started
    const before: Act[] = isChosen ? [{ ...chosen, student: buyer, batch: bought }] : []
    if (link) before.push({ ...link, student: buyer, batch: bought })
    const after: Act[] = next ? [{ ...next, student: buyer, batch: bought }, { ...paid, pick: -1 }, ...reports] : []
    const acts = [...before, started, { ...paid, pick: -1 }, ...reports, ...after]
    return {
      check: () => true,
      async run(_, world) {
        for (const act of acts) await perform(world, act)
      },
      toString: () => `sale ${JSON.stringify(acts)}`,
    }
  })

const concurrently = (acts: Act[]): Command => ({
  check: () => true,
  run: async (_, world) => void (await Promise.all(acts.map((act) => perform(world, act)))),
  toString: () => `concurrently ${JSON.stringify(acts)}`,
})

const singles = (...acts: fc.Arbitrary<Act>[]) => acts.map((act) => act.map(single))

/** All commands, weighted by repetition; sales are frequent. */
export const commands = fc.commands<Known, ModelSchool, false>(
  [
    ...singles(start, start, choose, choose, pay, pay, verify, verify, webhook, webhook, webhook, callback, status),
    ...singles(wait, wait, tend),
    ...singles(makeLink, makeLink, withdrawLink),
    ...singles(startPart, startPart, forgivePart),
    ...singles(staffRefund, dashboardRefund, ask, decide, reconcile, sendRefunds, reconcileLedger),
    ...singles(
      minutes.map((passed) => ({ do: 'time passes' as const, minutes: passed })),
      faults.map((chosen) => ({ do: 'fault' as const, faults: chosen })),
      fc.constant({ do: 'release uses' as const }),
      fc.constantFrom(4_500_000, 4_600_000).map((paise) => ({ do: 'change price' as const, paise })),
      batch.map((number) => ({ do: 'cancel batch' as const, batch: number })),
      batch.map((number) => ({ do: 'end batch' as const, batch: number })),
    ),
    sale,
    sale,
    sale,
    sale,
    sale,
    fc
      .tuple(serverAction, fc.nat({ max: 24 }), fc.constantFrom('before' as const, 'after' as const))
      .map((given) => killDuring(...given)),
    fc.array(serverAction, { minLength: 2, maxLength: 4 }).map(concurrently),
  ],
  { maxCommands: 60, size: 'max' },
)
