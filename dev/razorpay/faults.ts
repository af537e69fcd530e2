import { z } from 'zod'
import type { Store } from './open-store.ts'

const transportNames = ['429', '500', '502', 'reset', 'hang', 'delay', 'lost_answer'] as const
const paymentNames = ['late_authorisation', 'stay_authorised', 'silent_capture', 'wrong_amount'] as const
const refundNames = ['failed', 'pending', 'speed_changed'] as const
/** What becomes of a payment or refund in the settlements. `wrong_sum` makes the amount of its settlement ₹1 less than its lines. */
const settlementNames = ['missing', 'twice', 'on_hold', 'wrong_sum'] as const
const webhookNames = ['delay', 'drop', 'duplicate', 'reorder', 'tamper'] as const

type TransportFault = (typeof transportNames)[number]
export type FaultName =
  | TransportFault
  | (typeof paymentNames)[number]
  | (typeof refundNames)[number]
  | (typeof webhookNames)[number]
  | (typeof settlementNames)[number]

/** One switch: the fault, its remaining count (unlimited without `times`) and its parameters. */
interface FaultSwitch {
  fault: FaultName
  times?: number | undefined
  after_seconds?: number | undefined
  copies?: number | undefined
  amount?: number | undefined
  currency?: string | undefined
}

function fault<const Names extends readonly [FaultName, ...FaultName[]]>(names: Names) {
  const name = z.preprocess((given) => (typeof given === 'number' ? String(given) : given), z.enum(names))
  const measured = z.strictObject({
    fault: name,
    times: z.int().min(1).optional(),
    after_seconds: z
      .number()
      .min(0)
      .max(30 * 86_400)
      .optional(),
    copies: z.int().min(2).max(50).optional(),
    amount: z.int().min(1).optional(),
    currency: z.string().length(3).optional(),
  })
  return z.preprocess((given) => (typeof given === 'object' && given !== null ? given : { fault: given }), measured)
}

const switches = z.strictObject({
  orders: fault(transportNames).optional(),
  payments: fault([...transportNames, ...paymentNames]).optional(),
  refunds: fault([...transportNames, ...refundNames]).optional(),
  webhooks: fault(webhookNames).optional(),
  settlements: fault(settlementNames).optional(),
})
/** The switches of one order: the body of `PUT /control/orders/{order_id}/faults`. */
export const orderFaults = switches
/** All switches: the body of `PUT /control/faults`. */
export const allFaults = switches.extend({ by_order: z.record(z.string(), switches).optional() })
export type FaultGroup = 'orders' | 'payments' | 'refunds' | 'webhooks' | 'settlements'
type AllFaults = z.infer<typeof allFaults>

export interface Faults {
  current(): AllFaults
  replace(all: AllFaults): void
  replaceForOrder(orderId: string, faults: z.infer<typeof orderFaults>): void
  /** Returns the active switch if it is one of `names`, and decrements `times`. An order's own switch takes precedence. */
  take(group: FaultGroup, orderId: string | undefined, names: readonly FaultName[]): FaultSwitch | undefined
}

export const transportFaults: readonly FaultName[] = transportNames
export const paymentFaults: readonly FaultName[] = paymentNames
export const refundFaults: readonly FaultName[] = refundNames

/** Loads the stored switches, so that they survive a restart. */
export function loadFaults(store: Store): Faults {
  const stored: unknown = JSON.parse(store.setting('faults') ?? '{}')
  let all = allFaults.parse(stored)
  const save = () => store.saveSetting('faults', JSON.stringify(all))
  return {
    current: () => all,
    replace(next) {
      all = next
      save()
    },
    replaceForOrder(orderId, next) {
      all = { ...all, by_order: { ...all.by_order, [orderId]: next } }
      save()
    },
    take(group, orderId, names) {
      const own = orderId === undefined ? undefined : all.by_order?.[orderId]
      for (const holder of [own, all]) {
        const found: FaultSwitch | undefined = holder?.[group]
        if (!holder || !found || !names.includes(found.fault)) continue
        if (found.times !== undefined) {
          if (found.times > 1) found.times -= 1
          else delete holder[group]
          save()
        }
        return { ...found }
      }
      return undefined
    },
  }
}
