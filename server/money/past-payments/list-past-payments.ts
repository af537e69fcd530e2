import type { AnswerOf } from '#contract/endpoint.ts'
import type { listPastPayments as endpoint } from '#contract/money/payments.ts'
import type { Deps } from '#server/deps.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import { pastPaymentsSql } from './past-payments.ts'

const pastPaymentsOfStudent = statement<AnswerOf<typeof endpoint>['items'][number]>('past_payments_of_student', pastPaymentsSql)

/** Returns what a student has paid to another system, the newest first. */
export async function listPastPayments(deps: Pick<Deps, 'db'>, student: Pick<Student, 'id'>): Promise<AnswerOf<typeof endpoint>> {
  return { items: await rows(deps.db, pastPaymentsOfStudent, [student.id]) }
}
