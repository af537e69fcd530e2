import { operator } from '#server/platform/auth/principal.ts'
import { HttpError } from '#server/platform/errors/errors.ts'
import { rupeesOf } from '#server/platform/text/format.ts'
import { answerRestore, askAboutRestore } from '#server/money/invoicing/answer-restore.ts'
import { readSeries } from '#server/money/invoicing/read-series.ts'
import { readRestoreAnswer } from '#server/money/invoicing/restore-answer.ts'
import { deliveries } from '#server/messaging/mail/mail-lanes.ts'
import { sendRefundJob } from '#server/money/refunds/jobs.ts'
import { listRecentPayments } from '#server/money/settlement/list-recent-payments.ts'
import { type OperatorDeps, requestRefund } from '#server/money/refunds/queue-refund.ts'
import { approveRequest, declineRequest } from '#server/money/requests/decide-request.ts'
import { listOpenRequests } from '#server/money/requests/list-open-requests.ts'
import { ledgerBalances, readLedger } from '#server/money/settlement/read-ledger.ts'
import { dismissFromReview } from '#server/money/settlement/dismiss-from-review.ts'
import { listDisputes } from '#server/money/settlement/list-disputes.ts'
import { listReview } from '#server/money/settlement/list-review.ts'
import { retryEvent } from '#server/money/settlement/retry-event.ts'
import { disputeLine, ledgerLines, paymentLine, requestLine, reviewLines, seriesLines } from './payment-lines.ts'
import type { Printed } from '#server/platform/cli/printed.ts'
import { readArguments, readProviderId } from '#server/platform/cli/read-arguments.ts'

/** What a command may send to. A database that no server has prepared gets them. */
export const queues = [sendRefundJob, ...Object.values(deliveries)]

const usage = `npm run payments -- list                      the latest 50 payments
npm run payments -- review                    list the events and payments that need a decision
npm run payments -- disputes                  chargebacks, the latest first
npm run payments -- retry EVENT               process a quarantined event again
npm run payments -- dismiss EVENT|PAYMENT REASON
                                              take a quarantined event or an unmatched payment off the review list
npm run payments -- ledger                    print the totals of the ledger; exit code 1 when it does not balance
npm run payments -- series                    the last number of each series of documents; exit code 1 while a restore waits for its answer
npm run payments -- issued none|new|NUMBER…   answer what was issued after the snapshot of a restore: nothing; not known, so that new
                                              series begin; or the last number of each series
npm run payments -- restored                  have documents wait for that answer after a restore by other means than db:import
npm run payments -- refund ID REASON [--amount RUPEES] [--keep-access]
                                              refund a payment, in full unless an amount is given
npm run payments -- requests                  list the open requests of students
npm run payments -- approve ID [--keep-access]
                                              refund the payment, or move the enrolment to the other batch
npm run payments -- decline ID REASON         decline the request; the student reads the reason`

type Command = (deps: OperatorDeps, args: string[]) => Promise<Printed | undefined>

const ok = (...lines: string[]): Printed => ({ lines, code: 0 })

/** Each command returns undefined when its arguments are invalid. */
const commands: Record<string, Command> = {
  list: async (deps) => ok(...(await listRecentPayments(deps, operator)).map(paymentLine)),
  async review(deps) {
    const lines = reviewLines(await listReview(deps, operator))
    return ok(...(lines.length > 0 ? lines : ['Nothing waits for a person.']))
  },
  async disputes(deps) {
    const found = await listDisputes(deps, operator)
    return ok(...(found.length > 0 ? found.map(disputeLine) : ['No payment was ever disputed.']))
  },
  async retry(deps, args) {
    const parsed = readProviderId(args)
    if (!parsed) return undefined
    await retryEvent(deps, operator, { eventId: parsed.id })
    return ok(`The running server processes event ${parsed.id} again within a minute.`)
  },
  async dismiss(deps, args) {
    const parsed = readProviderId(args)
    if (!parsed) return undefined
    await dismissFromReview(deps, operator, { id: parsed.id, reason: parsed.words })
    return ok(`${parsed.id} is dismissed.`)
  },
  async ledger(deps) {
    const ledger = await readLedger(deps, operator)
    return { lines: ledgerLines(ledger), code: ledgerBalances(ledger) ? 0 : 1 }
  },
  async series(deps) {
    const states = await readSeries(deps, operator)
    return { lines: seriesLines(states), code: states.restore ? 1 : 0 }
  },
  async issued(deps, args) {
    const answer = readRestoreAnswer(args)
    return answer && ok(...(await answerRestore(deps, operator, answer)))
  },
  async restored(deps, args) {
    if (args.length > 0) return undefined
    await askAboutRestore(deps, operator)
    return ok(...seriesLines(await readSeries(deps, operator)))
  },
  async refund(deps, args) {
    const parsed = readArguments(args, { amount: { type: 'string' }, 'keep-access': { type: 'boolean' } })
    const { amount } = parsed?.options ?? {}
    if (!parsed || (amount !== undefined && !/^\d{1,9}(\.\d{1,2})?$/.test(amount))) return undefined
    const queued = await requestRefund(deps, operator, {
      paymentId: parsed.id,
      amountPaise: amount === undefined ? null : Math.round(Number(amount) * 100),
      reason: parsed.words,
      keepsAccess: parsed.options['keep-access'] === true,
    })
    return ok(refundQueued(queued))
  },
  async requests(deps) {
    const found = await listOpenRequests(deps, operator)
    return ok(...(found.length > 0 ? found.map(requestLine) : ['No request is open.']))
  },
  async approve(deps, args) {
    const parsed = readArguments(args, { 'keep-access': { type: 'boolean' } })
    if (!parsed) return undefined
    const keepsAccess = parsed.options['keep-access'] === true
    const done = await approveRequest(deps, operator, { requestId: parsed.id, keepsAccess })
    return ok(
      'refund' in done
        ? refundQueued(done.refund)
        : `The enrolment has moved to batch ${done.toBatchId}. No money moves: it is the same course.`,
    )
  },
  async decline(deps, args) {
    const parsed = readArguments(args, {})
    if (!parsed) return undefined
    await declineRequest(deps, operator, { requestId: parsed.id, reason: parsed.words })
    return ok(`Request ${parsed.id} is declined.`)
  },
}

function refundQueued({ refundId, amountPaise }: { refundId: number; amountPaise: number }): string {
  return `Refund ${refundId} of ${rupeesOf(amountPaise)} is queued; the running server sends it.`
}

/** Runs an operator's payment command. Code 1 is a refused command, code 2 a usage error. */
export async function runPayments(deps: OperatorDeps, [name = '', ...args]: string[]): Promise<Printed> {
  try {
    // `books` is the former name, which a school's own scripts may use.
    const known = name === 'books' ? 'ledger' : name
    const command = Object.hasOwn(commands, known) ? commands[known] : undefined
    return (await command?.(deps, args)) ?? { lines: [usage], code: 2 }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { lines: [error.message], code: 1 }
  }
}
