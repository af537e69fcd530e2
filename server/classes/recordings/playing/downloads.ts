import { Readable } from 'node:stream'
import type { Deps } from '#server/deps.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { readRecordingDownloads } from '#server/platform/settings/site-settings.ts'
import { publishedPath } from '#server/classes/recordings/published-path.ts'
import { grantOf } from './recording-links.ts'

/** The file of an uploaded recording that stands for all parts of a rendition. */
export const joinedFile = 'recording.mp4'

/** Returns what is downloaded of a stored recording; undefined for one that another site plays, or whose parts are not ours. */
export function downloadPath(path: string): string | undefined {
  if (/^https?:\/\//i.test(path)) return undefined
  if (/\.(?:mp4|m4v|webm)$/.test(path)) return path
  const [, folder] = /^(\/?media\/recordings\/uploads\/[\da-f]{32}\/)index\.m3u8$/.exec(path) ?? []
  return folder && `${folder}${joinedFile}`
}

const grantOfEnrolled = statement<{ enrolled: boolean }>(
  'grant_of_enrolled',
  `select true as enrolled from recording_grants g
   join open_enrolments e on e.batch_id = g.batch_id and e.user_id = g.user_id where g.id = $1`,
)

/** Whether the owner of a link, who may watch, may download too: a student with a place, where the school allows it. */
export async function mayDownload(deps: Pick<Deps, 'config' | 'db'>, _visitor: Visitor, link: string): Promise<boolean> {
  const grant = grantOf(deps, link)
  if (grant === undefined) return false
  const [allows, enrolled] = await Promise.all([readRecordingDownloads(deps), row(deps.db, grantOfEnrolled, [grant])])
  return allows && enrolled !== undefined
}

/**
 * Opens the smallest rendition of an upload as one fragmented MP4, which its parts are after each other. Undefined when there is none.
 * @param key of the upload
 */
export async function openJoined(files: FileStore, key: string): Promise<Readable | undefined> {
  const folder = publishedPath(key)
  const playlist = (await files.read(`${folder}/v1.m3u8`)) ?? (await files.read(`${folder}/v0.m3u8`))
  return playlist && Readable.from(readParts(files, folder, partsOf(playlist.toString())), { objectMode: false })
}

/** The names of the files of a rendition: what begins it, then its parts in order. */
function partsOf(playlist: string): string[] {
  const [, first] = /^#EXT-X-MAP:URI="([^"]+)"/m.exec(playlist) ?? []
  const parts = playlist.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  return first === undefined ? parts : [first, ...parts]
}

async function* readParts(files: FileStore, folder: string, names: readonly string[]): AsyncGenerator<Buffer> {
  for (const name of names) {
    const part = await files.open(`${folder}/${name}`, undefined)
    // The answer has begun, so it breaks off: a file with a hole is worse.
    if (!part?.stream) throw new Error(`a part of a recording is missing: ${folder}/${name}`)
    yield* part.stream
  }
}
