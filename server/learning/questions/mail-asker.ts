import { mailKinds } from '#contract/classes/mail-preferences.ts'
import { pathTo } from '#contract/pages.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { isReachable } from '#server/messaging/mail/reachable-user.ts'

interface Asker {
  question_id: number
  user_id: number
  to: string
  name: string
  title: string
  course: string
}

const askerToMail = statement<Asker>(
  'asker_to_mail',
  `select q.id as question_id, u.id::float8 as user_id, u.email as "to", u.full_name as name, q.title, c.title as course
   from answers a join questions q on q.id = a.question_id join users u on u.id = q.user_id
   join batches b on b.id = q.batch_id join courses c on c.id = b.course_id
   left join mail_preferences p on p.user_id = u.id and p.kind = 'answer'
   where a.id = $1 and a.user_id is distinct from q.user_id and ${isReachable('u')} and coalesce(p.wanted, $2::boolean)
     and q.title is not null
     and (a.user_id is null or not exists (select from answers b where b.question_id = a.question_id and b.user_id = a.user_id
       and b.id < a.id and b.created_at > a.created_at - interval '1 hour'))
     and exists (select from active_enrolments e where e.batch_id = q.batch_id and e.user_id = q.user_id)`,
)

/** Days after which a mail that could not be sent says nothing new. */
const days = 3

/**
 * Queues the one mail about an answer of somebody else. A student who goes on within the hour causes no other. It has none of the words, so that an answer that is deleted is nowhere else.
 * @param by name of who answered; null for a student
 */
export async function mailAsker(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Queryable,
  { answerId, by }: { answerId: number; by: string | null },
): Promise<void> {
  const asker = await row(tx, askerToMail, [answerId, mailKinds.answer])
  if (!asker) return
  const { question_id: questionId, to, name, title, course } = asker
  const questionUrl = `${deps.config.publicUrl}${pathTo('question', questionId)}`
  const props = { name, title, courseTitle: course, by, questionUrl, userId: asker.user_id }
  const options = { cause: `answer:${answerId}`, expiresInMinutes: days * 24 * 60 }
  await queueMail(deps, tx, { template: 'question-answered', to, props }, options)
}
