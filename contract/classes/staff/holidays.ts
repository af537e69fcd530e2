import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { schoolDay } from '#contract/filters.ts'
import { day, line } from '#contract/fields.ts'
import { recordFields, resource } from '#contract/resource.ts'

/** `is_tentative`: the day depends on the moon or a notice, and nobody has confirmed it. */
const record = z.object({ ...recordFields, calendar: z.string(), day, name: z.string(), is_tentative: z.boolean() })
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
  verbs: {
    remove: 'Remove the day from its calendar; answers it as it was',
    confirm: 'Say that the day is right',
    doubt: 'Mark the day as to be checked',
  },
  examples: { record: { ...example, id: 1, version: 1, is_tentative: false }, input: example },
})

const offer = z.object({
  /** Name of the State, such as "Maharashtra"; null when none is set or the State has no fixed days here. */
  state: z.string().nullable(),
  /** Days from today to the end of the next year that are not in the calendar. Empty when the offer was answered. */
  days: z.array(z.object({ day, name: z.string() })),
})

export const readStateHolidays = endpoint({
  name: 'readStateHolidays',
  method: 'GET',
  path: '/staff/state-holidays/',
  tag: 'Staff: holidays',
  summary: "Fixed days of the school's State that its calendar lacks, until staff answer the offer",
  access: { staff: 'holidays:read' },
  answers: { 200: offer },
  example: { answer: { state: 'Maharashtra', days: [{ day: '2027-05-01', name: 'Maharashtra Day' }] } },
})

export const answerStateHolidays = endpoint({
  name: 'answerStateHolidays',
  method: 'POST',
  path: '/staff/state-holidays/',
  tag: 'Staff: holidays',
  summary: "Add the fixed days of the school's State to the calendar, or decline them. A State is offered once",
  access: { staff: 'holidays:write' },
  body: z.strictObject({ add: z.boolean() }),
  /** How many days were added. None when somebody answered before. */
  answers: { 200: z.object({ added: z.int() }) },
  example: { body: { add: true }, answer: { added: 6 } },
})
