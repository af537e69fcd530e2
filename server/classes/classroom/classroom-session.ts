import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { ClassroomSession } from './classroom.ts'

interface SessionRow {
  id: number
  course: string
  number: number
  topic: string
  starts_at: Date
  ends_at: Date
  instructor: string
  link: string | null
  /** Of the class, else of the batch. */
  provider: string
  cancelled: boolean
  external_id: string | null
  facts: Record<string, unknown> | null
}

const sessionForClassroom = statement<SessionRow>(
  'session_for_classroom',
  `select n.id, c.title as course, n.number, n.topic, n.starts_at, n.ends_at, i.name as instructor,
     coalesce(n.classroom_url, b.classroom_url) as link, coalesce(n.classroom_provider, b.classroom_provider) as provider,
     n.standing = 'cancelled' as cancelled, m.external_id, m.facts
   from numbered_sessions n join batches b on b.id = n.batch_id join courses c on c.id = b.course_id
   join instructors i on i.id = n.teacher_id
   left join classroom_meetings m on m.session_id = n.id and m.provider = coalesce($2::text, n.classroom_provider, b.classroom_provider)
   where n.id = $1`,
)

export interface FoundSession {
  provider: string
  cancelled: boolean
  session: ClassroomSession
}

/** @param provider whose meeting is read; null for that of the class */
export async function readClassroomSession(
  db: Queryable,
  id: number,
  provider: string | null = null,
): Promise<FoundSession | undefined> {
  const found = await row(db, sessionForClassroom, [id, provider])
  if (!found) return undefined
  const { course, number, topic, starts_at: startsAt, ends_at: endsAt, instructor, link, external_id: externalId, facts } = found
  return {
    provider: found.provider,
    cancelled: found.cancelled,
    session: {
      id,
      title: topic ? `${course}: ${topic}` : `${course}: class ${number}`,
      startsAt,
      endsAt,
      instructor,
      link,
      meeting: externalId === null ? undefined : { externalId, facts: facts ?? {} },
    },
  }
}
