import { readBackupState } from '#server/desk/backups/read-backup-state.ts'
import type { Check } from '../define-check.ts'

export const backups: Check = {
  name: 'backups',
  title: 'Backups',
  async find({ db, settings }) {
    const state = await readBackupState({ db, config: settings })
    if (state === null) return settings.backupDir === undefined ? undefined : { ok: true, figure: 'verified within a day' }
    const figure = state.made_at === null ? 'no verified backup' : `the newest verified one is of ${state.made_at.slice(0, 10)}`
    const advice = state.is_set_up
      ? `Run npm run backup, then npm run backup:verify${state.problem === null ? '.' : `. The last one failed: ${state.problem}`}`
      : 'Set BACKUP_DIR and BACKUP_PASSPHRASE: a backup is then made and verified each night.'
    return { ok: false, figure, advice }
  },
}
