import type { HolidayRecord } from '#contract/classes/staff/holidays.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { holidayRecords } from './holiday-records.ts'

const deleteHoliday = statement<{ id: number }>(
  'delete_holiday',
  `delete from holidays where id = $1 and version = any ($2::integer[]) returning id`,
)

/**
 * Removes a day from its calendar. Classes move only when staff generate them again.
 * @throws HttpError 404; StaleVersion
 */
export async function removeHoliday(deps: Deps, staff: Staff, { id, versions }: Target): Promise<HolidayRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const record = await holidayRecords.find(tx, id)
    if (!(await row(tx, deleteHoliday, [id, versions]))) throw new StaleVersion(record)
    return record
  })
}
