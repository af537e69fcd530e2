import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { System } from '#server/platform/auth/principal.ts'
import { one, statement } from '#server/platform/db/query.ts'
import { readBackupSettings } from '#server/platform/settings/site-settings.ts'
import type { Deps } from '#server/deps.ts'

/** Tries of one night, an hour apart. More would fill the disk with sets that are all found damaged. */
const triesEachNight = 3

const dueBackup = statement<{ is_due: boolean }>(
  'due_backup',
  `with night as (
     select max(n.begins) as begins from (
       select (date_trunc('day', app_now() at time zone 'Asia/Kolkata') - make_interval(days => d) + make_interval(hours => $1))
         at time zone 'Asia/Kolkata' as begins from unnest(array[0, 1]) d) n
     where n.begins <= app_now())
   select count(b.id) < $2 and count(b.verified_at) = 0 as is_due
   from night left join backups b on b.is_automatic and b.started_at >= night.begins`,
)

/** Whether this night's backup is still to be made: none is verified, and it was not tried too often. */
export async function isBackupDue(deps: Pick<Deps, 'db'>): Promise<boolean> {
  const { backup_hour: hour } = await readBackupSettings(deps)
  return (await one(deps.db, dueBackup, [hour, triesEachNight])).is_due
}

const program = join(import.meta.dirname, '..', '..', '..', 'scripts', 'backup.ts')

/**
 * Makes and verifies this night's backup in a process of its own, which stops with this one and lets calls go first. Without BACKUP_DIR and
 * BACKUP_PASSPHRASE nothing is made.
 */
export async function runDueBackup(
  deps: Pick<Deps, 'db' | 'config' | 'log' | 'stopping'>,
  _system: System,
  entry = program,
): Promise<void> {
  if (deps.config.backupDir === undefined || !(await isBackupDue(deps))) return
  // It has the variables of this process, and so the same school.
  const child = spawn(process.execPath, [entry, 'nightly'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => void child.kill('SIGTERM')
  deps.stopping.addEventListener('abort', stop)
  try {
    const [out, problem, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    if (code === 0) deps.log.info({ backup: out.trim() }, 'the backup of this night is made and verified')
    else if (!deps.stopping.aborted) deps.log.error({ problem: problem.trim().slice(-2000) }, 'the backup of this night failed')
  } finally {
    deps.stopping.removeEventListener('abort', stop)
  }
}
