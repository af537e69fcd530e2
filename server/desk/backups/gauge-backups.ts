import { Gauge, type Registry } from '@prometheus-io/client'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

const verifiedBackup = statement<{ seconds: number | null; bytes: number | null }>(
  'verified_backup',
  `select extract(epoch from made_at)::float8 as seconds, bytes::float8 as bytes from backups
   where verified_at is not null order by made_at desc limit 1`,
)

/** Registers gauges of the newest verified backup. The returned function updates them before each scrape. */
export function gaugeBackups(register: Registry, deps: Pick<Deps, 'db'>): () => Promise<void> {
  const made = new Gauge({
    name: 'karyashala_backup_verified_timestamp_seconds',
    help: 'The moment that the newest verified backup holds; 0 without one',
    registers: [register],
  })
  const size = new Gauge({
    name: 'karyashala_backup_verified_bytes',
    help: 'The size of the newest verified backup; 0 without one',
    registers: [register],
  })
  return async () => {
    const found = await row(deps.db, verifiedBackup).catch(() => undefined)
    made.set(found?.seconds ?? 0)
    size.set(found?.bytes ?? 0)
  }
}
