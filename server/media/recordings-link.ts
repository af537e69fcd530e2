import { timingSafeEqual } from 'node:crypto'
import type { Visitor } from '../auth/principal.ts'
import type { Deps } from '../deps.ts'
import { row, statement } from '../db/query.ts'
import { hmac, keysFor } from '../secrets.ts'

const ownPath = /^\/?media\/recordings\/((?:\w[\w.-]*\/)*\w[\w.-]*)$/
/** No part of it leads upwards. */
const plainFile = /^(?:\w[\w.-]*\/)*\w[\w.-]*$/

const recordingGrantCurrent = statement<{ id: string }>(
  'recording_grant_current',
  `select id from recording_grants
   where user_id is not distinct from $1 and batch_id = $2 and expires_at > app_now() + make_interval(mins => $3)`,
)
/** An hour from now; one that had ended comes back under another name, so that its old links stay dead. */
const recordingGrantRenewed = statement<{ id: string }>(
  'recording_grant_renewed',
  `insert into recording_grants as g (id, user_id, batch_id, expires_at)
   values (gen_random_uuid(), $1, $2, app_now() + interval '1 hour')
   on conflict (user_id, batch_id) do update
     set id = case when g.expires_at > app_now() then g.id else excluded.id end, expires_at = excluded.expires_at
   returning id`,
)

/**
 * The grant of a student, or of every visitor, for the recordings of a batch; it lives an hour from when it was asked for
 * last, give or take five minutes. Undefined while none can be written.
 */
export async function grantRecordings(deps: Deps, batchId: number, studentId: number | undefined): Promise<string | undefined> {
  const whose = [studentId ?? null, batchId]
  const young = await row(deps.db, recordingGrantCurrent, [...whose, 55])
  const grant = young ?? (await row(deps.db, recordingGrantRenewed, whose).catch(() => row(deps.db, recordingGrantCurrent, [...whose, 0])))
  return grant?.id
}

/** Where a browser fetches what is stored as `path`: below the grant for our own files, any other address as it is. */
export function recordingLink({ config }: Pick<Deps, 'config'>, path: string, grant: string | undefined): string | null {
  if (/^https?:\/\//i.test(path)) return path
  const file = ownPath.exec(path)?.[1]
  if (!file) return `${config.imageBaseUrl}/${path.replace(/^\/+/, '')}`
  if (grant === undefined) return null
  return `/media/recordings/${grant}.${sign(keysFor(config.authSecrets, 'recording')[0], grant).toString('base64url')}/${file}`
}

const recordingGrantAllows = statement<{ allowed: boolean }>(
  'recording_grant_allows',
  `select true as allowed
   from recording_grants g
   join batches b on b.id = g.batch_id join courses c on c.id = b.course_id
   join recordings r on r.batch_id = g.batch_id
   cross join lateral (select 'media/recordings/' || $2 as file, ltrim(r.video_url, '/') as video) p
   where g.id = $1 and g.expires_at > app_now()
     and (p.file in (p.video, ltrim(r.captions_url, '/'))
       -- A playlist opens its own folder, where its parts are; none opens all recordings.
       or p.video ~ '^media/recordings/.+/[^/]+[.]m3u8$' and starts_with(p.file, regexp_replace(p.video, '[^/]+$', '')))
     and (r.is_preview and c.published or exists (
       select 1 from enrolments e join users u on u.id = e.user_id
       where e.batch_id = g.batch_id and e.user_id = g.user_id and e.ended_at is null and u.disabled_at is null))
   limit 1`,
)

/** Whether a link was made by us, still lasts, and whoever it was made for may still watch this file. */
export async function mayFetchRecording(
  deps: Pick<Deps, 'config' | 'db'>,
  _visitor: Visitor,
  { link, file }: { link: string; file: string },
): Promise<boolean> {
  const [, grant, signature] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/.exec(link) ?? []
  if (grant === undefined || signature === undefined || !plainFile.test(file)) return false
  const given = Buffer.from(signature, 'base64url')
  const genuine = keysFor(deps.config.authSecrets, 'recording').some((key) => {
    const expected = sign(key, grant)
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  return genuine && (await row(deps.db, recordingGrantAllows, [grant, file])) !== undefined
}

function sign(key: Buffer, grant: string): Buffer {
  return hmac(key, `grant\n${grant}`)
}
