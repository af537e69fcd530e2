import type pg from 'pg'

interface Recording {
  /** Of the class, 1 by default. */
  number?: number
  title?: string
  url?: string
  captions?: string | null
  preview?: boolean
}

/** Gives a class of a batch a recording of 54 seconds, and returns its id. */
export async function addRecording(db: pg.Pool, batchId: number, given: Recording = {}): Promise<number> {
  const {
    number = 1,
    title = 'A lesson',
    url = 'media/recordings/full-stack-day-1.mp4',
    captions = null,
    preview = false,
  } = given
  const { rows } = await db.query<{ id: number }>(
    `insert into recordings (session_id, title, kind, video_url, captions_url, duration_seconds, is_preview)
     select n.id, $3, $4, $5, $6, 54, $7 from numbered_sessions n where n.batch_id = $1 and n.number = $2 and n.state <> 'cancelled'
     returning id`,
    [batchId, number, title, url.endsWith('.m3u8') ? 'hls' : 'file', url, captions, preview],
  )
  const [added] = rows
  if (!added) throw new Error(`there is no class ${number}`)
  return added.id
}
