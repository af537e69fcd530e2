import { row, rows, statement } from '#server/platform/db/query.ts'
import { readDisk } from '#server/platform/files/free-space.ts'
import type { Check, Finding, HealthSource } from '../define-check.ts'

/** Days of which the growth is taken, and the fewest that say something. */
const growthDays = { most: 14, fewest: 3 } as const
const keptDays = 60
/** Days until the disk is full from which on somebody has to act. */
const shortDays = 14

const indiaDay = `(app_now() at time zone 'Asia/Kolkata')::date`
const noteDiskDay = statement(
  'note_disk_day',
  `insert into disk_days (day, used_bytes) values (${indiaDay}, $1) on conflict (day) do update set used_bytes = excluded.used_bytes`,
)
const forgetDiskDays = statement('forget_disk_days', `delete from disk_days where day < ${indiaDay} - $1::integer`)
const earlierDiskDay = statement<{ used_bytes: number; days: number }>(
  'earlier_disk_day',
  `select used_bytes::float8 as used_bytes, ${indiaDay} - day as days from disk_days where day >= ${indiaDay} - $1::integer order by day limit 1`,
)

/** Notes how much of the disk is used today. */
export async function noteDisk({ db, settings }: HealthSource): Promise<void> {
  await rows(db, noteDiskDay, [(await readDisk(settings.dataDir)).used])
  await rows(db, forgetDiskDays, [keptDays])
}

export const disk: Check = {
  name: 'disk',
  title: 'Disk',
  async find({ db, settings }) {
    const now = await readDisk(settings.dataDir)
    const earlier = await row(db, earlierDiskDay, [growthDays.most])
    return judgeDisk(now, earlier, settings.diskReserveBytes)
  },
}

/** @param earlier what was used some days ago */
export function judgeDisk(
  { free, used }: { free: number; used: number },
  earlier: { used_bytes: number; days: number } | undefined,
  reserveBytes: number,
): Finding {
  const grown = earlier && earlier.days >= growthDays.fewest ? (used - earlier.used_bytes) / earlier.days : 0
  const days = grown > 0 ? Math.floor(Math.max(0, free - reserveBytes) / grown) : undefined
  const known = days !== undefined && days < 3650 ? `, full in ${days === 1 ? 'a day' : `${days} days`} as it grows now` : ''
  const figure = `${inGigabytes(free)} GB free of ${inGigabytes(free + used)} GB${known}`
  if (free < reserveBytes) {
    const advice =
      'Make room on the disk of DATA_DIR now: uploads, imports and exports are refused, and payments follow when it is full.'
    return { ok: false, figure, advice }
  }
  if (free < reserveBytes * 2 || (days !== undefined && days < shortDays)) {
    return { ok: false, figure, advice: 'Get a larger disk, or move recordings to a bucket (S3_URL), before it is full.' }
  }
  return { ok: true, figure }
}

const inGigabytes = (bytes: number) => (bytes / 1024 ** 3).toFixed(bytes < 10 * 1024 ** 3 ? 1 : 0)
