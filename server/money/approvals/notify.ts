import type { ApprovalRecord } from '#contract/money/staff/approvals.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { secondPerson } from './approval-list.ts'
import type { ActDeps } from './perform.ts'

const decidersOfApproval = statement<{ email: string; name: string }>(
  'deciders_of_approval',
  `select m.email, m.name from approvals a join staff m on ${secondPerson.mayDecide} where a.id = $1 order by m.id`,
)
const askerOfApproval = statement<{ email: string; name: string }>(
  'asker_of_approval',
  `select m.email, m.name from approvals a join staff m on m.id = a.asked_by where a.id = $1`,
)

const linkTo = (deps: ActDeps, { id }: ApprovalRecord) => `${deps.config.publicUrl}/console/approvals/${id}`

/** Mails everybody who can decide. */
export async function notifyDeciders(deps: ActDeps, tx: Queryable, approval: ApprovalRecord): Promise<void> {
  for (const { email, name } of await rows(tx, decidersOfApproval, [approval.id])) {
    await queueMail(deps, tx, {
      template: 'approval-asked',
      to: email,
      props: {
        name,
        kind: approval.kind,
        amountPaise: approval.amount_paise,
        student: approval.student,
        courseTitle: approval.course,
        by: approval.asked_by_name,
        reason: approval.reason,
        link: linkTo(deps, approval),
      },
    })
  }
}

/** Mails the decision to the person who asked. */
export async function notifyAsker(
  deps: ActDeps,
  tx: Queryable,
  approval: ApprovalRecord & { state: 'approved' | 'declined' | 'failed' },
): Promise<void> {
  const { email, name } = await one(tx, askerOfApproval, [approval.id])
  await queueMail(deps, tx, {
    template: 'approval-decided',
    to: email,
    props: {
      name,
      kind: approval.kind,
      state: approval.state,
      amountPaise: approval.amount_paise,
      student: approval.student,
      by: approval.decided_by_name ?? '',
      answer: approval.answer,
      returnsMoney: approval.kind === 'offline_payment' && approval.state !== 'approved',
      link: linkTo(deps, approval),
    },
  })
}
