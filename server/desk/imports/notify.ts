import type { ImportRecord } from '#contract/desk/staff/imports.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import type { CheckDeps } from './predict-file.ts'
import { secondPerson } from './second-person.ts'

const decidersOfImport = statement<{ email: string; name: string }>(
  'deciders_of_import',
  `select m.email, m.name from student_imports r join staff m on ${secondPerson.mayDecide} where r.id = $1 order by m.id`,
)
const askerOfImport = statement<{ email: string; name: string }>(
  'asker_of_import',
  `select m.email, m.name from student_imports r join staff m on m.id = r.asked_by where r.id = $1`,
)

const linkTo = (deps: CheckDeps, { id }: ImportRecord) => `${deps.config.publicUrl}/console/imports/${id}`
const factsOf = (record: ImportRecord) => ({
  fileName: record.file_name,
  enrolments: record.enrolments,
  givenPaise: record.given_paise,
  paidPaise: record.received_paise,
})

/** Mails everybody who can run a list that waits. */
export async function notifyDeciders(deps: CheckDeps, tx: Queryable, record: ImportRecord): Promise<void> {
  for (const { email, name } of await rows(tx, decidersOfImport, [record.id])) {
    await queueMail(deps, tx, {
      template: 'import-asked',
      to: email,
      props: {
        ...factsOf(record),
        name,
        by: record.asked_by_name ?? '',
        reason: record.reason,
        link: linkTo(deps, record),
      },
    })
  }
}

/** Mails the decision to the person who asked. */
export async function notifyAsker(deps: CheckDeps, tx: Queryable, record: ImportRecord): Promise<void> {
  const { email, name } = await one(tx, askerOfImport, [record.id])
  await queueMail(deps, tx, {
    template: 'import-decided',
    to: email,
    props: {
      ...factsOf(record),
      name,
      isDone: record.state === 'done',
      by: record.decided_by_name ?? '',
      answer: record.answer,
      link: linkTo(deps, record),
    },
  })
}
