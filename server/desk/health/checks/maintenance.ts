import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { maintenanceFile } from '#server/platform/maintenance/maintenance.ts'
import type { Check } from '../define-check.ts'

/** Listed while the school is only read, which a person may forget to end. */
export const maintenance: Check = {
  name: 'maintenance',
  title: 'Maintenance',
  async find({ settings }) {
    const since = await stat(join(settings.dataDir, maintenanceFile)).catch(() => undefined)
    if (!since) return undefined
    return {
      ok: false,
      figure: `nobody can sign in or pay since ${since.mtime.toISOString()}`,
      advice: 'End it when the work is done: npm run maintenance -- off.',
    }
  },
}
