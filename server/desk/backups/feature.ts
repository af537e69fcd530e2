import { system } from '#server/platform/auth/principal.ts'
import { readRetention, trimArchive } from '#server/platform/backups/retain-sets.ts'
import { type Feature, workOnSchedule } from '#server/platform/features/define-feature.ts'
import { defineJob, nextRun } from '#server/platform/jobs/define-job.ts'
import { gaugeBackups } from './gauge-backups.ts'
import { backupRoutes } from './routes.ts'
import { runDueBackup } from './run-due-backup.ts'
import { warnOfLateBackup } from './warn-of-late-backup.ts'

const longestBackupHours = 12
const backupJob = defineJob('backup', { ...nextRun, expireInSeconds: longestBackupHours * 3600 })

export const backupsFeature: Feature = {
  routes: backupRoutes,
  gauges: gaugeBackups,
  // Each hour, because the hour of the night is a setting, and a run that failed is tried again.
  jobs: [workOnSchedule('5 * * * *', backupJob, (deps) => runDueBackup(deps, system))],
  async sweep(deps) {
    await warnOfLateBackup(deps, system)
    await trimArchive(deps, system, await readRetention(deps))
  },
}
