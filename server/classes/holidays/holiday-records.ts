import { holidays } from '#contract/classes/staff/holidays.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'

export const holidayRecords = staffRecords(holidays, {
  name: 'holidays_for_staff',
  table: 'holidays',
  select: { day: `to_char(r.day, 'YYYY-MM-DD')` },
  writes: ['calendar', 'day', 'name'],
  fixed: { is_tentative: false },
  // Who gives another day has checked it.
  columnsOf: (body) => (body.day === undefined ? body : { ...body, is_tentative: false }),
  search: `r.name || ' ' || r.calendar`,
  filters: {
    calendar: 'text',
    from: { type: 'date', sql: (value) => `r.day >= ${value}` },
    to: { type: 'date', sql: (value) => `r.day <= ${value}` },
  },
  sorts: {
    day: { type: 'date', sql: 'r.day' },
    name: { type: 'text', sql: 'r.name' },
    id: { type: 'integer', sql: 'r.id' },
  },
  conflicts: {
    holidays_day_key: { code: 'day_taken', field: 'day', message: 'This day is in the calendar already.' },
  },
})
