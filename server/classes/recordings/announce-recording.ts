import { pathTo } from '#contract/pages.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { classLabelOf } from '#server/platform/text/format.ts'
import { deleteWaitingMails } from '#server/messaging/mail/delete-mail.ts'
import { queueMails } from '#server/messaging/mail/queue-mail.ts'
import { isReachable } from '#server/messaging/mail/reachable-user.ts'

// The row is the only one of its class. It is written with the mails or not at all.
const insertRecordingNotice = statement<{ session_id: number }>(
  'insert_recording_notice',
  `insert into recording_notices (session_id, created_at)
   select k.session_id, app_now() from session_recordings k
   where k.session_id = $1 and exists (select from ready_recordings r where r.session_id = k.session_id)
   on conflict do nothing returning session_id`,
)
interface RecordedClass {
  batch_id: number
  course_id: number
  course: string
  number: number
  total: number
  topic: string
  starts_at: string
}
const announcedClass = statement<RecordedClass>(
  'announced_class',
  `select n.batch_id, c.id as course_id, c.title as course, n.number, n.total, n.topic, ${isoInstant('n.starts_at')} as starts_at
   from numbered_sessions n join batches b on b.id = n.batch_id join courses c on c.id = b.course_id where n.id = $1`,
)
const studentsOfRecording = statement<{ id: number; to: string; name: string }>(
  'students_of_recording',
  `select u.id::float8 as id, u.email as "to", u.full_name as name from active_enrolments e join users u on u.id = e.user_id
   where e.batch_id = $1 and ${isReachable('u')} order by u.id`,
)

// The row goes too, so that a recording that is ready again tells those who have no mail yet.
const deleteRecordingNotice = statement<{ session_id: number }>(
  'delete_recording_notice',
  `delete from recording_notices where session_id = $1
     and not exists (select from ready_recordings r where r.session_id = $1) returning session_id`,
)

/** A mail that could not be sent for this long is no news any more. */
const expiresInMinutes = 3 * 24 * 60

/** Tells the students of a batch, once for each class, that its recording is there. One that is withheld by then tells nobody. */
export async function announceRecording(
  deps: Pick<Deps, 'db' | 'config' | 'jobs'>,
  _system: System,
  { sessionId }: { sessionId: number },
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    if (!(await row(tx, insertRecordingNotice, [sessionId]))) return
    const found = await row(tx, announcedClass, [sessionId])
    if (!found) return
    const students = await rows(tx, studentsOfRecording, [found.batch_id])
    await queueMails(deps, tx, {
      template: 'recording-ready',
      lane: 'batch',
      props: {
        courseTitle: found.course,
        label: classLabelOf(found),
        startsAt: found.starts_at,
        recordingUrl: `${deps.config.publicUrl}${pathTo('room-class', [found.course_id, sessionId])}`,
      },
      mails: students.map(({ id, to, name }) => ({ to, cause: `${causeOf(sessionId)}${id}`, props: { name } })),
      expiresInMinutes,
    })
  })
}

/** Withdraws the mails about a class that has no recording any more and that wait still. */
export async function withdrawAnnouncement(tx: Queryable, sessionId: number): Promise<void> {
  if (await row(tx, deleteRecordingNotice, [sessionId])) await deleteWaitingMails(tx, causeOf(sessionId))
}

/** The beginning of the causes of a class's mails. */
const causeOf = (sessionId: number): string => `recording-ready:${sessionId}:`
