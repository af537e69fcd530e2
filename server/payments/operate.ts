import { rows, statement } from '../db/query.ts'
import { HttpError } from '../errors.ts'
import { rupeesOf } from '../format.ts'
import { ledgerBalances, readLedger } from './settlement/check-ledger.ts'
import { operateRequests } from './operate-requests.ts'
import { listForReview, minuteOf, operateReview } from './operate-review.ts'
import { readArguments } from './read-arguments.ts'
import { type OperatorDeps, requestRefund } from './refunds/request-refund.ts'

interface Listed {
  id: number
  provider_payment_id: string
  paid_at: Date
  amount_paise: number
  status: string
  disposition: string
  email: string
  course_title: string
  batch_id: number
  refund_problem: string | null
}

const columns = `p.id, p.provider_payment_id, coalesce(p.captured_at, p.created_at) as paid_at, p.amount_paise, p.status,
  p.disposition, u.email, o.course_title, o.batch_id,
  (select r.last_error from refunds r where r.payment_id = p.id and r.last_error is not null order by r.id desc limit 1)
    as refund_problem
  from payments p join payment_orders o on o.id = p.order_id join users u on u.id = o.user_id`
const operatorPayments = statement<Listed>('operator_payments', `select ${columns} order by p.id desc limit 50`)
// Money that is owed with less than all of it on its way, and a refund of a part that failed and was not made up for.
const operatorReview = statement<Listed>(
  'operator_review',
  `select ${columns}
   where p.disposition = 'review'
     or p.disposition = 'refund_due' and p.amount_paise >
       (select coalesce(sum(r.amount_paise), 0) from refunds r where r.payment_id = p.id and r.status <> 'failed')
     or p.disposition = 'enrolled' and
       (select r.status from refunds r where r.payment_id = p.id order by r.id desc limit 1) = 'failed'
   order by p.id`,
)

export const usage = `npm run payments -- list                      the latest 50 payments
npm run payments -- review                    what a person has to look at
npm run payments -- disputes                  chargebacks, the latest first
npm run payments -- retry EVENT               work off again what was put aside
npm run payments -- dismiss EVENT|PAYMENT REASON
                                              what was put aside, or no order explains, has been dealt with
npm run payments -- books                     the books; exit code 1 when they do not balance
npm run payments -- refund ID REASON [--amount RUPEES] [--keep-access]
                                              send a payment back, all of it unless an amount is given
npm run payments -- requests                  what students ask for and nobody has decided
npm run payments -- approve ID [--keep-access]
                                              send the money back, or move the place to the other batch
npm run payments -- decline ID REASON         the student reads the reason`

/** What an operator does at a terminal until there is a console: the lines to print, and the exit code. */
export async function operate(deps: OperatorDeps, args: string[]): Promise<{ lines: string[]; code: number }> {
  const [command, ...rest] = args
  if (command === 'list') return { lines: (await rows(deps.db, operatorPayments)).map(line), code: 0 }
  if (command === 'review') {
    const lines = [...(await rows(deps.db, operatorReview)).map(line), ...(await listForReview(deps))]
    return { lines: lines.length > 0 ? lines : ['Nothing waits for a person.'], code: 0 }
  }
  if (command === 'books') return books(deps)
  if (command === 'refund') return refund(deps, rest)
  const decided = (await operateReview(deps, command ?? '', rest)) ?? (await operateRequests(deps, command ?? '', rest))
  if (decided) return decided
  return { lines: [usage], code: 2 }
}

function line(payment: Listed): string {
  const parts = [
    String(payment.id).padStart(6),
    payment.provider_payment_id,
    minuteOf(payment.paid_at),
    rupeesOf(payment.amount_paise).padStart(14),
    payment.disposition.padEnd(10),
    payment.email,
    `${payment.course_title} (batch ${payment.batch_id})`,
    payment.refund_problem ? `refund: ${payment.refund_problem}` : '',
  ]
  return parts.filter(Boolean).join('  ')
}

async function books(deps: OperatorDeps): Promise<{ lines: string[]; code: number }> {
  const found = await readLedger(deps)
  const balanced = ledgerBalances(found)
  return {
    lines: [
      `captured   ${found.captured} payments, ${rupeesOf(found.captured_paise)}`,
      `enrolled   ${found.enrolled}`,
      `refunded   ${found.refunded}, ${rupeesOf(found.refunded_paise)} sent back in all`,
      `refund due ${found.refund_due}`,
      `review     ${found.review}`,
      ...(found.unmatched > 0 ? [`unmatched  ${found.unmatched} payments that no order explains, ${rupeesOf(found.unmatched_paise)}`] : []),
      ...(found.disputes_lost > 0 ? [`lost       ${found.disputes_lost} disputes, ${rupeesOf(found.lost_paise)} deducted`] : []),
      found.compared_at
        ? `compared with the provider on ${minuteOf(found.compared_at)}: ${found.differences.length} differences`
        : 'not compared with the provider yet',
      ...found.differences,
      balanced
        ? 'The books balance.'
        : `The books do not balance: ${found.pending} stand nowhere, ${found.without_place} lack a place or receipt, ${found.misstated} differ from their refunds, ${found.differences.length} differ from the provider.`,
    ],
    code: balanced ? 0 : 1,
  }
}

async function refund(deps: OperatorDeps, args: string[]): Promise<{ lines: string[]; code: number }> {
  const given = readArguments(args, { amount: { type: 'string' }, 'keep-access': { type: 'boolean' } })
  const { amount } = given?.options ?? {}
  if (!given || (amount !== undefined && !/^\d{1,9}(\.\d{1,2})?$/.test(amount))) return { lines: [usage], code: 2 }
  try {
    const { refundId, amountPaise } = await requestRefund(deps, {
      paymentId: given.id,
      amountPaise: amount === undefined ? null : Math.round(Number(amount) * 100),
      reason: given.words,
      actor: 'operator',
      keepsAccess: given.options['keep-access'] === true,
    })
    return {
      lines: [`Refund ${refundId} of ${rupeesOf(amountPaise)} is queued; the running server sends it.`],
      code: 0,
    }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { lines: [error.message], code: 1 }
  }
}
