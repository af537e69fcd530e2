import type { ClipPart } from '#contract/classes/clips.ts'
import type { RecordingRecord } from '#contract/classes/staff/recordings.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { conflict, invalid } from '#server/platform/errors/errors.ts'

const deleteClip = statement('delete_clip', `delete from recording_clips where recording_id = $1`)
// Two persons who give the home page a clip at once come after each other.
const lockClipOfHome = statement('lock_clip_of_home', `select pg_advisory_xact_lock(hashtextextended('clip-of-home', 77))`)
const takeHomeFromOthers = statement(
  'take_home_from_others',
  `update recording_clips set on_home = false where on_home and recording_id <> $1`,
)
// One that stays as it is leaves no trace in the log.
const upsertClip = statement<{ fits: boolean }>(
  'upsert_clip',
  `with fitting as (
     select id from recordings where id = $1 and is_preview and (duration_seconds = 0 or $3::integer <= duration_seconds)
   ), written as (
     insert into recording_clips as k (recording_id, from_seconds, to_seconds, on_home) select id, $2, $3, $4 from fitting
     on conflict (recording_id) do update
       set from_seconds = excluded.from_seconds, to_seconds = excluded.to_seconds, on_home = excluded.on_home
       where (k.from_seconds, k.to_seconds, k.on_home) is distinct from (excluded.from_seconds, excluded.to_seconds, excluded.on_home)
   )
   select exists (select from fitting) as fits`,
)

/**
 * Gives a recording, whose row the transaction has changed and so locked, its clip; null ends it. A clip for the home page takes the place of the
 * one there.
 * @throws HttpError 409 for a recording that is not free; 400 for a clip that ends after it
 */
export async function writeClip(
  tx: Queryable,
  { id, is_preview: isFree }: RecordingRecord,
  clip: ClipPart | null,
): Promise<void> {
  if (clip === null) {
    await rows(tx, deleteClip, [id])
    return
  }
  if (clip.on_home) {
    await rows(tx, lockClipOfHome)
    await rows(tx, takeHomeFromOthers, [id])
  }
  const written = await row(tx, upsertClip, [id, clip.from_seconds, clip.to_seconds, clip.on_home])
  if (written?.fits) return
  if (!isFree) throw conflict('not_free', 'Only a free preview has a clip. Make the recording one first.')
  const message = 'The clip ends after the recording.'
  throw invalid(message, { clip: [message] })
}
