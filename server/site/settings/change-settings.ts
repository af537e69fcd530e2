import { sharedLedger } from '#contract/tally-ledgers.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import type { changeSettings as endpoint, SettingsRecord } from '#contract/site/staff/settings.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { invalid, StaleVersion } from '#server/platform/errors/errors.ts'
import { readSettingsForStaff } from './read-settings-for-staff.ts'
import { lockPictures } from '#server/site/media/lock-pictures.ts'
import { firstSettings } from '#server/platform/settings/site-settings.ts'

/** The first save inserts the row with all fields. A later one replaces the given fields. */
const saveSettings = statement<{ version: number }>(
  'save_settings',
  `with changed as (
     update site_settings set settings = settings || $2::jsonb where version = any ($1::integer[]) returning version
   ), made as (
     insert into site_settings (settings)
     select $3::jsonb || $2::jsonb where 0 = any ($1::integer[]) and not exists (select 1 from site_settings)
     on conflict (id) do nothing returning version
   )
   select version from changed union all select version from made`,
)

/** @throws StaleVersion when the settings have none of `versions`; HttpError 400 for a ledger that can't be told from another */
export async function changeSettings(
  deps: Deps,
  staff: Staff,
  { versions, body }: { versions: number[]; body: ParsedOf<typeof endpoint>['body'] },
): Promise<SettingsRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    await lockPictures(tx, body)
    const saved = await row(tx, saveSettings, [versions, JSON.stringify(body), JSON.stringify(firstSettings)])
    const current = await readSettingsForStaff({ db: tx })
    if (!saved) throw new StaleVersion(current)
    const shared = sharedLedger(current)
    if (shared) {
      const text = 'Students, provider, bank and cash each need a ledger of their own.'
      throw invalid(text, { [shared]: [text] })
    }
    return current
  })
}
