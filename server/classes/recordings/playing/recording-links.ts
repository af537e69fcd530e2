import { timingSafeEqual } from 'node:crypto'
import type { Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { row, statement } from '#server/platform/db/query.ts'
import { hmac, keysFor } from '#server/platform/secrets/secrets.ts'

const ownPath = /^\/?media\/recordings\/((?:\w[\w.-]*\/)*\w[\w.-]*)$/
/** Matches relative paths without `..`. */
const plainFile = /^(?:\w[\w.-]*\/)*\w[\w.-]*$/

const recordingGrantCurrent = statement<{ id: string }>(
  'recording_grant_current',
  `select id from recording_grants
   where user_id is not distinct from $1 and batch_id = $2 and expires_at > app_now() + make_interval(mins => $3)`,
)
/** Extends a grant to an hour from now. An expired grant gets a new id, so its old links stay invalid. */
const recordingGrantRenewed = statement<{ id: string }>(
  'recording_grant_renewed',
  `insert into recording_grants as g (id, user_id, batch_id, expires_at)
   values (gen_random_uuid(), $1, $2, app_now() + interval '1 hour')
   on conflict (user_id, batch_id) do update
     set id = case when g.expires_at > app_now() then g.id else excluded.id end, expires_at = excluded.expires_at
   returning id`,
)

/**
 * Returns the grant of a student, or of all visitors, for the recordings of a batch. It expires 55 to 60 minutes after its
 * last use here. Undefined when no grant is stored and the database is read-only.
 */
export async function grantRecordings(deps: Deps, batchId: number, studentId: number | undefined): Promise<string | undefined> {
  const owner = [studentId ?? null, batchId]
  const current = await row(deps.db, recordingGrantCurrent, [...owner, 55])
  const grant =
    current ?? (await row(deps.db, recordingGrantRenewed, owner).catch(() => row(deps.db, recordingGrantCurrent, [...owner, 0])))
  return grant?.id
}

/** Returns the browser's address of a stored path: signed with the grant for our own files, unchanged otherwise. */
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
   join ready_recordings r on r.batch_id = g.batch_id
   cross join lateral (select 'media/recordings/' || $2 as file, ltrim(r.video_url, '/') as video) p
   where g.id = $1 and g.expires_at > app_now()
     and (p.file in (p.video, ltrim(r.captions_url, '/'))
       -- A playlist allows the files of its own folder. In the top folder it allows only itself.
       or p.video ~ '^media/recordings/.+/[^/]+[.]m3u8$' and starts_with(p.file, regexp_replace(p.video, '[^/]+$', '')))
     and (r.is_preview and c.published or exists (
       select 1 from open_enrolments e join users u on u.id = e.user_id
       where e.batch_id = g.batch_id and e.user_id = g.user_id and u.disabled_at is null))
   limit 1`,
)

/** Checks that a link is signed by us and unexpired, and that its owner may still watch this file. */
export async function mayFetchRecording(
  deps: Pick<Deps, 'config' | 'db'>,
  _visitor: Visitor,
  { link, file }: { link: string; file: string },
): Promise<boolean> {
  const grant = plainFile.test(file) ? grantOf(deps, link) : undefined
  return grant !== undefined && (await row(deps.db, recordingGrantAllows, [grant, file])) !== undefined
}

/** Returns the grant that a link names, when we have signed it. */
export function grantOf({ config }: Pick<Deps, 'config'>, link: string): string | undefined {
  const [, grant, signature] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/.exec(link) ?? []
  if (grant === undefined || signature === undefined) return undefined
  const received = Buffer.from(signature, 'base64url')
  const isSigned = keysFor(config.authSecrets, 'recording').some((key) => {
    const expected = sign(key, grant)
    return expected.length === received.length && timingSafeEqual(expected, received)
  })
  return isSigned ? grant : undefined
}

function sign(key: Buffer, grant: string): Buffer {
  return hmac(key, `grant\n${grant}`)
}

/** The path of captions that the database holds. The version makes a changed text another address. */
export const captionPath = (id: number, version: number): string => `media/recordings/captions/${id}-${version}.vtt`

const captionsOfGrant = statement<{ vtt: string }>(
  'captions_of_grant',
  `select k.vtt
   from recording_grants g
   join batches b on b.id = g.batch_id join courses c on c.id = b.course_id
   join ready_recordings r on r.batch_id = g.batch_id
   join recording_captions k on k.recording_id = r.id
   where g.id = $1 and g.expires_at > app_now() and k.id = $2
     and (r.is_preview and c.published or exists (
       select 1 from open_enrolments e join users u on u.id = e.user_id
       where e.batch_id = g.batch_id and e.user_id = g.user_id and u.disabled_at is null))`,
)

/** Returns the captions that a link names. Undefined when it is not signed by us, has expired, or its owner may not watch. */
export async function readCaptions(
  deps: Pick<Deps, 'config' | 'db'>,
  _visitor: Visitor,
  { link, id }: { link: string; id: number },
): Promise<string | undefined> {
  const grant = grantOf(deps, link)
  return grant === undefined ? undefined : (await row(deps.db, captionsOfGrant, [grant, id]))?.vtt
}
