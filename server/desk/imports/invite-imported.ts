import type { ImportRecord } from '#contract/desk/staff/imports.ts'
import { pathTo } from '#contract/pages.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, HttpError } from '#server/platform/errors/errors.ts'
import { plainDayOf } from '#server/platform/text/format.ts'
import { queueMails } from '#server/messaging/mail/queue-mail.ts'
import { findImport, lockImport, toInvite } from './import-list.ts'

interface Invited {
  id: number
  name: string
  email: string
  is_new: boolean
  courses: { title: string; starts_at: string }[]
}

const studentsToInvite = statement<Invited>(
  'students_to_invite',
  `select u.id, u.full_name as name, u.email, bool_or(x.outcome in ('account_and_enrolment', 'account')) as is_new,
     coalesce(jsonb_agg(jsonb_build_object('title', c.title, 'starts_at', b.starts_at) order by b.starts_at, c.title)
       filter (where b.id is not null), '[]') as courses
   from student_imports r join student_import_rows x on ${toInvite}
   join users u on u.id = x.user_id
   left join enrolments e on e.id = x.enrolment_id
   left join batches b on b.id = e.batch_id left join courses c on c.id = b.course_id
   where r.id = $1 and r.state = 'done'
   group by u.id order by u.id`,
)
/** A week: a mail server that is away for longer loses them. */
const invitationMinutes = 7 * 24 * 60
const countInvited = statement('count_invited', `update student_imports set invited = invited + $2::int where id = $1`)

/**
 * Mails an invitation to every student of a run who has none. The cause of each mail makes it one a student, however often
 * this is called.
 * @param input.count what the person has confirmed
 * @throws HttpError 404; 409 when it was not run, nobody is left to invite, or their number has changed
 */
export async function inviteImported(
  deps: Deps,
  staff: Staff,
  { id, count }: { id: number; count: number },
): Promise<ImportRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const { state } = await lockImport(tx, id)
    if (state !== 'done') throw conflict('not_run', 'Only students of a run are invited.')
    const students = await rows(tx, studentsToInvite, [id])
    if (students.length === 0) throw conflict('nobody', 'Every student of this run has an invitation.')
    if (students.length !== count) {
      const has = students.length === 1 ? '1 student has' : `${students.length} students have`
      throw new HttpError(409, 'count_changed', `${has} no invitation yet. Please confirm this number.`, {
        current: await findImport(tx, id),
      })
    }
    await queueMails(deps, tx, {
      template: 'import-invitation',
      lane: 'batch',
      props: { loginUrl: `${deps.config.publicUrl}${pathTo('login')}` },
      mails: students.map((student) => ({
        to: student.email,
        cause: `import-invitation:${id}:${student.id}`,
        props: {
          name: student.name,
          email: student.email,
          isNew: student.is_new,
          courses: student.courses.map((course) => ({ title: course.title, startsOn: plainDayOf(course.starts_at) })),
        },
      })),
      expiresInMinutes: invitationMinutes,
    })
    await rows(tx, countInvited, [id, students.length])
    return findImport(tx, id)
  })
}
