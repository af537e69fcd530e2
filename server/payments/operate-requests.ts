import { rows, statement } from '../db/query.ts'
import { HttpError } from '../errors.ts'
import { rupeesOf } from '../format.ts'
import { approveRequest, declineRequest } from './requests/decide-request.ts'
import { readArguments } from './read-arguments.ts'
import type { OperatorDeps } from './refunds/request-refund.ts'

interface Open {
  id: number
  kind: 'refund' | 'transfer'
  created_at: Date
  email: string
  course_title: string
  batch_id: number
  to_batch_id: number | null
  amount_paise: number
  reason: string
}

const operatorRequests = statement<Open>(
  'operator_requests',
  `select q.id, q.kind, q.created_at, u.email, o.course_title, e.batch_id, q.to_batch_id, p.amount_paise, q.reason
   from purchase_requests q join users u on u.id = q.user_id join enrolments e on e.id = q.enrolment_id
   join payments p on p.id = e.payment_id join payment_orders o on o.id = p.order_id
   where q.status = 'open' order by q.id`,
)

interface Printed {
  lines: string[]
  code: number
}

/** What an operator does about requests: undefined when the command is none of these, or wrongly put. */
export async function operateRequests(deps: OperatorDeps, command: string, args: string[]): Promise<Printed | undefined> {
  if (command === 'requests') {
    const found = await rows(deps.db, operatorRequests)
    return { lines: found.length > 0 ? found.map(line) : ['No request is open.'], code: 0 }
  }
  if (command !== 'approve' && command !== 'decline') return undefined
  const given = readArguments(args, command === 'approve' ? { 'keep-access': { type: 'boolean' } } : {})
  if (!given) return undefined
  const { id: requestId, words: reason } = given
  try {
    if (command === 'approve') {
      return {
        lines: [await approveRequest(deps, { requestId, actor: 'operator', keepsAccess: given.options['keep-access'] === true })],
        code: 0,
      }
    }
    await declineRequest(deps, { requestId, actor: 'operator', reason })
    return { lines: [`Request ${requestId} is declined.`], code: 0 }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { lines: [error.message], code: 1 }
  }
}

function line(request: Open): string {
  const batches =
    request.to_batch_id === null ? `batch ${request.batch_id}` : `batch ${request.batch_id} to ${request.to_batch_id}`
  return [
    String(request.id).padStart(6),
    request.kind.padEnd(8),
    request.created_at.toISOString().slice(0, 16).replace('T', ' '),
    rupeesOf(request.amount_paise).padStart(14),
    request.email,
    `${request.course_title} (${batches})`,
    // A reason may have lines of its own; here a request is one line.
    request.reason.replaceAll(/\s+/g, ' '),
  ].join('  ')
}
