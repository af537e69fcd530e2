import { z } from 'zod'
import { schoolDay } from '#contract/filters.ts'
import { day, line } from '#contract/fields.ts'
import { recordFields, resource } from '#contract/resource.ts'

const record = z.object({ ...recordFields, calendar: z.string(), day, name: z.string() })
export type HolidayRecord = z.output<typeof record>

const input = z.strictObject({
  /** Name of the calendar, to which patterns refer. */
  calendar: line(60, 'Calendar is required.'),
  day: schoolDay,
  name: line(120, 'Name is required.'),
})

const example = { calendar: 'India', day: '2027-01-26', name: 'Republic Day' }

/** Days without classes. A new one moves no class until staff generate the classes of a batch again. */
export const holidays = resource({
  name: 'holidays',
  singular: 'holiday',
  record,
  input,
  filters: { calendar: line(60).optional(), from: schoolDay.optional(), to: schoolDay.optional() },
  sort: ['day', 'name', 'id'],
  permission: { read: 'holidays:read', write: 'holidays:write' },
  verbs: { remove: 'Remove the day from its calendar; answers it as it was' },
  examples: { record: { ...example, id: 1, version: 1 }, input: example },
})
