import type { Today } from '#contract/desk/staff/today.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { one, type Queryable, statement } from '#server/platform/db/query.ts'
import type { Config } from '#server/config.ts'

/** A day, and the time that a night's run takes more than the last one did. */
const lateHours = 26

// A school that has just begun is given its first night.
const newestBackup = statement<{ made_at: string | null; problem: string | null; is_late: boolean }>(
  'newest_backup',
  `select ${isoInstant('v.made_at')} as made_at, n.problem,
     coalesce(v.made_at, (select min(applied_at) from schema_migrations)) < app_now() - make_interval(hours => $1) as is_late
   from (select max(made_at) as made_at from backups where verified_at is not null) v
     left join (select problem from backups order by started_at desc, id desc limit 1) n on true`,
)

/** Whether anybody expects backups: a server that was told where, and any that serves a school. */
const isExpected = ({ environment, backupDir }: Pick<Config, 'environment' | 'backupDir'>) =>
  backupDir !== undefined || environment === 'production'

/** Returns what is wrong with the backups: null when the newest verified set is of the last day, or when nobody expects one. */
export async function readBackupState(deps: {
  db: Queryable
  config: Pick<Config, 'environment' | 'backupDir'>
}): Promise<Today['backup']> {
  if (!isExpected(deps.config)) return null
  const { made_at, problem, is_late } = await one(deps.db, newestBackup, [lateHours])
  return is_late ? { made_at, problem, is_set_up: deps.config.backupDir !== undefined } : null
}
