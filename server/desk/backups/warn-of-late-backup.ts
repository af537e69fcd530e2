import type { System } from '#server/platform/auth/principal.ts'
import { rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { readBackupState } from './read-backup-state.ts'

const ownersToWarn = statement<{ id: number; email: string; name: string; day: string }>(
  'owners_to_warn',
  `select id, email, name, to_char(app_now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day
   from staff where disabled_at is null and 'owner' = any (roles) order by id`,
)

/** Queues one mail a day for each owner while the newest verified backup is older than a day. */
export async function warnOfLateBackup(deps: Pick<Deps, 'db' | 'config' | 'jobs'>, _system: System): Promise<void> {
  const backup = await readBackupState(deps)
  if (!backup) return
  await transaction(deps.db, async (tx) => {
    for (const { id, email, name, day } of await rows(tx, ownersToWarn)) {
      await queueMail(
        deps,
        tx,
        { template: 'backup-late', to: email, props: { name, ...backup, url: `${deps.config.publicUrl}/console/backups` } },
        { cause: `backup-late:${id}:${day}`, expiresInMinutes: 12 * 60 },
      )
    }
  })
}
