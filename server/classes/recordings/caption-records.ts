import { captions, type CaptionsRecord } from '#contract/classes/staff/captions.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { ownClassesOnly } from '#server/classes/sessions/taught-classes.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, StaleVersion } from '#server/platform/errors/errors.ts'
import { type BodyOf, type ResourceVerbs, type Target } from '#server/platform/http/resource.ts'
import { equals } from '#server/platform/records/filters.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'
import { findRecordedClass } from './find-recorded-class.ts'
import { recordingRecords } from './recording-records.ts'

const records = staffRecords(captions, {
  name: 'captions_for_staff',
  table: 'recording_captions',
  from: `recording_captions r join recordings v on v.id = r.recording_id`,
  writes: ['recording_id', 'language', 'vtt'],
  search: 'r.language',
  filters: { recording: equals('integer', 'r.recording_id') },
  sorts: { language: { type: 'text', sql: 'r.language' }, id: { type: 'integer', sql: 'r.id' } },
  own: ownClassesOnly('v.session_id'),
})

const insertCaptions = statement<{ id: number }>(
  'insert_captions',
  `insert into recording_captions (recording_id, language, vtt) values ($1, $2, $3)
   on conflict on constraint recording_captions_language do nothing returning id`,
)
const deleteCaptions = statement<{ id: number }>(
  'delete_captions',
  `delete from recording_captions where id = $1 and version = any ($2::integer[]) returning id`,
)

/** Captions of a recording. Who may write the recording may write them: an instructor those of the classes that they teach. */
export const captionVerbs: ResourceVerbs<typeof captions> = {
  list: records.list,
  total: records.total,
  read: records.read,
  /** @throws HttpError 404, 403; 409 for a language that is there, and for an embedded video, which has captions of its own */
  create: async (deps: Deps, staff: Staff, { body }: { body: BodyOf<typeof captions, 'create'> }) =>
    staffTransaction(deps, staff, async (tx) => {
      const recording = await findWritten(tx, staff, body.recording_id)
      if (recording.kind === 'youtube' || recording.kind === 'vimeo') {
        throw conflict('embedded', 'An embedded video has the captions of its host. Add them there.')
      }
      const made = await row(tx, insertCaptions, [body.recording_id, body.language, body.vtt])
      if (!made) throw conflict('language_taken', 'There are captions in this language already.')
      return records.find(tx, made.id, staff)
    }),
  change: async (deps: Deps, staff: Staff, { id, versions, body }: Target & { body: BodyOf<typeof captions, 'change'> }) =>
    staffTransaction(deps, staff, async (tx) => {
      await findOwn(tx, staff, id)
      return records.update(tx, { id, versions }, body, staff)
    }),
  actions: {
    remove: async (deps: Deps, staff: Staff, { id, versions }: Target) =>
      staffTransaction(deps, staff, async (tx) => {
        const before = await findOwn(tx, staff, id)
        if (!(await row(tx, deleteCaptions, [id, versions]))) throw new StaleVersion(before)
        return before
      }),
  },
}

async function findOwn(tx: Queryable, staff: Staff, id: number): Promise<CaptionsRecord> {
  const found = await records.find(tx, id, staff)
  await findWritten(tx, staff, found.recording_id)
  return found
}

async function findWritten(tx: Queryable, staff: Staff, recordingId: number) {
  const recording = await recordingRecords.find(tx, recordingId, staff)
  await findRecordedClass(tx, staff, recording.session_id)
  return recording
}
