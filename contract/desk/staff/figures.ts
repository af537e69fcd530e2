import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { fileFormat } from '#contract/exported-files.ts'
import { enrolmentSources } from '#contract/enrolment/staff/enrolments.ts'
import { leadKinds } from './leads.ts'

/** Months of one answer at most. */
const mostMonths = 120
/** A financial year lasts from April to March. */
export const figureRanges = ['financial_year', 'previous_financial_year', 'last_12_months'] as const
export const figureGroups = ['month', 'course', 'source', 'lead_kind'] as const
/** Where the enrolments come from, in the words of the tables and files of figures. */
export const figureSourceNames: Readonly<Record<(typeof enrolmentSources)[number], string>> = {
  online: 'Checkout online',
  offline: 'Paid offline',
  hand: 'Enrolled by hand',
}

/** What each figure counts. Months are those of India. */
export const figureDefinitions = {
  revenue_paise: 'Money captured in this period, whatever becomes of it later.',
  refunds_paise: 'Refunds processed in this period, whenever the payment was made.',
  lost_paise: 'Deductions for disputes that were lost in this period.',
  net_paise: 'Revenue less refunds and lost disputes.',
  enrolments: 'Enrolments that began in this period, also those that have ended since.',
  seats: 'Seats of limited batches that start in this period and are not cancelled.',
  seats_taken: 'Students who are enrolled now in the batches of these seats.',
  leads: 'Leads that came in during this period, without spam.',
  leads_enrolled: 'Leads of this period who have enrolled since: closed as enrolled, or by an enrolment of their address.',
} as const

const amounts = {
  revenue_paise: z.int(),
  refunds_paise: z.int(),
  lost_paise: z.int(),
  net_paise: z.int(),
  enrolments: z.int(),
}
const figures = z.object({ ...amounts, seats: z.int(), seats_taken: z.int(), leads: z.int(), leads_enrolled: z.int() })
export type Figures = z.output<typeof figures>

const month = z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, 'Please give a month from 2000-01 to 2099-12.')

const answer = z.object({
  /** The first and the last month, both included. */
  from: month,
  to: month,
  total: figures,
  months: z.array(figures.extend({ month })),
  /**
   * The hundred courses with the most revenue, of those with a figure. `course_id` is null for leads that name none of our courses.
   * A file has all courses.
   */
  courses: z.array(figures.extend({ course_id: z.int().nullable(), title: z.string() })),
  /** The sums of the courses beyond them. */
  other_courses: figures.extend({ count: z.int() }).nullable(),
  sources: z.array(z.object({ source: z.enum(enrolmentSources), ...amounts })),
  lead_kinds: z.array(z.object({ kind: z.enum(leadKinds), leads: z.int(), leads_enrolled: z.int() })),
})
export type FiguresAnswer = z.output<typeof answer>

const monthsBetween = (from: string, to: string) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5)) - Number(from.slice(5)) + 1

const asked = z.strictObject({
  /** Default: this financial year. */
  range: z.enum(figureRanges, `Please give one of ${figureRanges.join(', ')}.`).optional(),
  /** Months of another range. */
  from: month.optional(),
  to: month.optional(),
})
interface Asked {
  range?: string | undefined
  from?: string | undefined
  to?: string | undefined
}
const isOneRange = ({ range, from, to }: Asked) =>
  (from === undefined) === (to === undefined) && (range === undefined || from === undefined)
const oneRange = { path: ['from'], error: 'Please give a range, or the first and the last month.' }
const isInOrder = ({ from, to }: Asked) => from === undefined || to === undefined || from <= to
const inOrder = { path: ['to'], error: 'The last month must not be before the first.' }
const isShort = ({ from, to }: Asked) => from === undefined || to === undefined || monthsBetween(from, to) <= mostMonths
const short = { path: ['to'], error: `Please choose ${mostMonths} months at most.` }

const totalExample: Figures = {
  revenue_paise: 18_000_000,
  refunds_paise: 3_600_000,
  lost_paise: 0,
  net_paise: 14_400_000,
  enrolments: 5,
  seats: 30,
  seats_taken: 4,
  leads: 12,
  leads_enrolled: 3,
}
const { seats: _seats, seats_taken: _taken, leads, leads_enrolled, ...amountsExample } = totalExample
const tag = 'Staff: figures'
const access = { staff: 'figures:read' } as const

export const readFigures = endpoint({
  name: 'readFigures',
  method: 'GET',
  path: '/staff/figures/',
  tag,
  summary: 'Revenue, refunds, enrolments, seats and leads of a range of months, by month, course and source',
  access,
  query: asked.refine(isOneRange, oneRange).refine(isInOrder, inOrder).refine(isShort, short),
  answers: { 200: answer },
  example: {
    answer: {
      from: '2026-11',
      to: '2026-11',
      total: totalExample,
      months: [{ month: '2026-11', ...totalExample }],
      courses: [{ course_id: 1, title: 'Full Stack Web Development', ...totalExample }],
      other_courses: null,
      sources: [{ source: 'online', ...amountsExample }],
      lead_kinds: [{ kind: 'callback', leads, leads_enrolled }],
    },
  },
})

export const exportFigures = endpoint({
  name: 'exportFigures',
  method: 'GET',
  path: '/staff/figures/export/',
  tag,
  summary: 'The same figures as CSV or as a workbook of Excel, in rupees, a line for each month, course or source',
  access,
  query: asked
    .extend({
      format: fileFormat,
      by: z.enum(figureGroups, `Please give one of ${figureGroups.join(', ')}.`).default('month'),
    })
    .refine(isOneRange, oneRange)
    .refine(isInOrder, inOrder)
    .refine(isShort, short),
  answers: { 200: z.string() },
  answerType: 'text/csv',
  example: { answer: 'month,revenue,refunds,lost_in_disputes,net,enrolments,seats,seats_taken,leads,leads_enrolled' },
})
