import { type ImportProblem, paymentColumns, type PaidLines } from '#contract/desk/staff/imports.ts'
import type { OfflineMethod } from '#contract/money/staff/approvals.ts'
import { namesCheque } from '#contract/money/staff/offline-payments.ts'
import { readPaise } from '#server/platform/tabular/amounts.ts'
import { isShortened } from '#server/platform/tabular/cells.ts'
import { readDay } from '#server/platform/tabular/days.ts'
import type { TypedRow } from './typed-row.ts'

/** A payment of a line. Without an amount it is the price of the batch. */
export interface Sale {
  amountPaise: number | null
  method: OfflineMethod
  reference: string
  receivedOn: string
}

/** What people write for the ways to pay, in lower case and without signs. */
const methods: Readonly<Record<OfflineMethod, RegExp>> = {
  cheque: /cheque|check\b|चेक/,
  cash: /cash|नकद|रोख/,
  upi: /\bupi\b|g ?pay|google pay|phone ?pe|paytm|bhim|यूपीआई/,
  bank_transfer: /transfer|neft|imps|rtgs|bank|online|बैंक/,
}

/** What an amount says of a line that is not paid, such as a scholarship. */
const unpaid = /^(?:0+(?:\.0+)?|no|nil|none|free|unpaid|not paid|scholarship|-|नहीं)$/i

/** Whether a line has a payment: all have one when the person said how they were paid, else those whose cells name one. */
export function isPaid(row: TypedRow, paid: PaidLines): boolean {
  if (unpaid.test(row.amount)) return false
  return paid.method !== null || paymentColumns.some((column) => row[column] !== '')
}

/** Reads the payment of a line, or returns all of its problems. */
export function readSale(row: TypedRow, paid: PaidLines): Sale | ImportProblem[] {
  const amountPaise = row.amount === '' ? paid.amount_paise : readPaise(row.amount)
  const method = row.method === '' ? paid.method : readMethod(row.method)
  const receivedOn = row.received_on === '' ? paid.received_on : readDay(row.received_on)
  const reference = row.reference.trim().slice(0, 60)
  const isReference =
    /[A-Za-z0-9]/.test(reference) && row.reference.length <= 60 && (method !== 'cheque' || namesCheque(reference))
  const problems: ImportProblem[] = [
    ...(amountPaise === undefined ? ['amount' as const] : []),
    ...(method === null ? ['method' as const] : []),
    ...(isShortened(reference) ? ['reference_shortened' as const] : isReference ? [] : ['reference' as const]),
    ...(receivedOn === null ? ['received_on' as const] : []),
  ]
  if (amountPaise === undefined || method === null || receivedOn === null || problems.length > 0) return problems
  return { amountPaise, method, reference, receivedOn }
}

function readMethod(text: string): OfflineMethod | null {
  const written = text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
  const found = Object.entries(methods).find(([, pattern]) => pattern.test(written))
  return (found?.[0] as OfflineMethod | undefined) ?? null
}
