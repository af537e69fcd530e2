import { settings, type SettingsRecord } from '#contract/site/staff/settings.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { firstSettings } from '#server/platform/settings/site-settings.ts'

const settingsForStaff = statement<{ settings: unknown; version: number }>(
  'settings_for_staff',
  `select settings, version from site_settings`,
)

/** Returns the settings as stored, with defaults and version 0 before they are first saved. */
export async function readSettingsForStaff(deps: { db: Queryable }): Promise<SettingsRecord> {
  const found = await row(deps.db, settingsForStaff)
  return { ...settings.parse(found?.settings ?? firstSettings), version: found?.version ?? 0 }
}
