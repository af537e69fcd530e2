import type { Chapter } from '#contract/classes/chapters.ts'
import type { RecordingRecord } from '#contract/classes/staff/recordings.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { invalid } from '#server/platform/errors/errors.ts'

const deleteOtherChapters = statement(
  'delete_other_chapters',
  `delete from class_chapters where recording_id = $1 and at_seconds <> all ($2::integer[])`,
)
// One that stays as it is leaves no trace in the log.
const upsertChapters = statement(
  'upsert_chapters',
  `insert into class_chapters (recording_id, at_seconds, title)
   select $1, n.at_seconds, n.title from jsonb_to_recordset($2::jsonb) as n (at_seconds integer, title text)
   on conflict (recording_id, at_seconds) do update set title = excluded.title where class_chapters.title <> excluded.title`,
)

/**
 * Replaces the chapters of a recording whose row the transaction has changed, and so locked.
 * @throws HttpError 400 when one begins after the end of the recording, where that is known
 */
export async function writeChapters(
  tx: Queryable,
  { id, duration_seconds: length }: RecordingRecord,
  chapters: readonly Chapter[],
): Promise<void> {
  const late = chapters.find(({ at_seconds: at }) => length > 0 && at >= length)
  if (late) {
    const message = `“${late.title}” begins after the end of the recording.`
    throw invalid(message, { chapters: [message] })
  }
  await rows(tx, deleteOtherChapters, [id, chapters.map(({ at_seconds: at }) => at)])
  await rows(tx, upsertChapters, [id, JSON.stringify(chapters)])
}
