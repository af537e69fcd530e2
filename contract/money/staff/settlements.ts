import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant } from '#contract/fields.ts'
import { flag, readOnlyResource } from '#contract/resource.ts'
import { dayFilters } from '#contract/filters.ts'

export const settlementStates = ['created', 'processed', 'failed'] as const
export const settlementStateNames: Readonly<Record<(typeof settlementStates)[number], string>> = {
  created: 'On its way',
  processed: 'Paid out',
  failed: 'Failed',
}

const record = z.object({
  id: z.int(),
  settlement_id: z.string(),
  status: z.enum(settlementStates),
  /** Paise that reached the bank. */
  amount_paise: z.int(),
  /** Fees of its payments with their tax, and the tax alone. */
  fee_paise: z.int(),
  tax_paise: z.int(),
  /** The reference of the transfer at the bank. */
  utr: z.string().nullable(),
  settled_at: instant,
  entries: z.int(),
  /** How it differs from the payments and refunds here, a sentence each. */
  problems: z.array(z.string()),
})
export type Settlement = z.output<typeof record>

const example: Settlement = {
  id: 3,
  settlement_id: 'setl_MxT1bYcQdW2kPz',
  status: 'processed',
  amount_paise: 3_515_040,
  fee_paise: 84_960,
  tax_paise: 12_960,
  utr: 'KRY2611250000042',
  settled_at: '2026-11-25T06:30:00.000Z',
  entries: 1,
  problems: [],
}

/** What the payment provider paid out to the bank. */
export const settlements = readOnlyResource({
  name: 'settlements',
  singular: 'settlement',
  record,
  filters: { status: z.enum(settlementStates).optional(), has_problems: flag.optional(), ...dayFilters },
  sort: ['settled_at', 'id'],
  usualSort: '-settled_at',
  permission: { read: 'settlements:read' },
  words: { status: settlementStateNames },
  examples: { record: example },
})

const entry = z.object({
  id: z.int(),
  entity_id: z.string(),
  /** `payment`, `refund`, `adjustment` or another word of the provider. */
  type: z.string(),
  /** The payment here that it is of; null when none is known. */
  payment_id: z.int().nullable(),
  student: z.string().nullable(),
  debit_paise: z.int(),
  credit_paise: z.int(),
  amount_paise: z.int(),
  fee_paise: z.int(),
  tax_paise: z.int(),
})
export type SettlementEntry = z.output<typeof entry>

export const listSettlementEntries = endpoint({
  name: 'listSettlementEntries',
  method: 'GET',
  path: '/staff/settlements/:id/entries/',
  tag: 'Staff: settlements',
  summary: 'The first 500 lines of a settlement: payments, refunds and adjustments',
  access: { staff: 'settlements:read' },
  params: z.object({ id }),
  answers: { 200: z.object({ items: z.array(entry) }) },
  errors: [404],
  example: {
    answer: {
      items: [
        {
          id: 8,
          entity_id: 'pay_MxT1bYcQdW2kPz',
          type: 'payment',
          payment_id: 12,
          student: 'Asha Patil',
          debit_paise: 0,
          credit_paise: 3_515_040,
          amount_paise: 3_600_000,
          fee_paise: 84_960,
          tax_paise: 12_960,
        },
      ],
    },
  },
})

const unsettled = z.object({
  payment_id: z.int(),
  provider_payment_id: z.string(),
  student: z.string(),
  amount_paise: z.int(),
  captured_at: instant,
})
const waiting = z.object({
  /** Payments that are in no settlement yet and are younger than five working days. */
  waiting: z.int(),
  waiting_paise: z.int(),
  on_hold: z.int(),
  on_hold_paise: z.int(),
  /** Payments of five working days or more that are in no settlement and not on hold: at most 200. */
  late: z.array(unsettled),
  /** Settlements that differ from the payments here: at most 200. */
  differences: z.array(z.object({ id: z.int(), settlement_id: z.string(), problems: z.array(z.string()) })),
  /** When settlements were last read from the provider. */
  read_at: instant.nullable(),
})
export type UnsettledMoney = z.output<typeof waiting>

export const readUnsettled = endpoint({
  name: 'readUnsettled',
  method: 'GET',
  path: '/staff/settlements/waiting/',
  tag: 'Staff: settlements',
  summary: 'Captured money that has not reached the bank, and what a person has to look at',
  access: { staff: 'settlements:read' },
  answers: { 200: waiting },
  example: {
    answer: {
      waiting: 2,
      waiting_paise: 7_200_000,
      on_hold: 0,
      on_hold_paise: 0,
      late: [],
      differences: [],
      read_at: '2026-12-01T22:00:00.000Z',
    },
  },
})
