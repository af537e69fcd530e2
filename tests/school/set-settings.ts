import type pg from 'pg'
import { firstSettings } from '#server/platform/settings/site-settings.ts'
import type { SettingsInput } from '#contract/site/staff/settings.ts'

/** Changes settings of the school. The others are those of a new school until it saves its own. */
export async function setSettings(db: pg.Pool, settings: Partial<SettingsInput>): Promise<void> {
  await db.query(`insert into site_settings (settings) values ($1) on conflict do nothing`, [JSON.stringify(firstSettings)])
  await db.query(`update site_settings set settings = settings || $1`, [JSON.stringify(settings)])
}
