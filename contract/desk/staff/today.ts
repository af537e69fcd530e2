import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { day, instant } from '#contract/fields.ts'
import { leadKinds } from './leads.ts'
import { sessionStates } from '#contract/classes/staff/sessions.ts'

/** Records of one part that the page shows. The rest is in the part's own list. */
export const shownToday = 5
/** Days ahead in which a batch that begins is shown with its seats. */
export const fillingDays = 45

const classToday = z.object({
  id: z.int(),
  batch_id: z.int(),
  course: z.string(),
  number: z.int().nullable(),
  total: z.int(),
  topic: z.string(),
  instructor: z.string(),
  starts_at: instant,
  ends_at: instant,
  state: z.enum(sessionStates),
  /** Other batches that its instructor teaches at that time. */
  clash: z.string().nullable(),
})
const lateRecording = z.object({
  session_id: z.int(),
  batch_id: z.int(),
  course: z.string(),
  number: z.int(),
  topic: z.string(),
  starts_at: instant,
})
const leadToday = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(leadKinds),
  state: z.enum(['new', 'due', 'waiting', 'closed']),
  due_at: instant,
  age_hours: z.number().nullable(),
  follow_up_on: day.nullable(),
})
const filling = z.object({
  batch_id: z.int(),
  course: z.string(),
  starts_at: instant,
  students: z.int(),
  /** Null when seats are unlimited. */
  capacity: z.int().nullable(),
})

/** A part that the role may not read is null. */
const today = z.object({
  /** The day in India. */
  day,
  /** Whether this is the demo, where a class can be started at any time. */
  is_demo: z.boolean(),
  classes: z.array(classToday).nullable(),
  /** Classes of the last days whose recording is missing; students read that staff know. The newest first. */
  late_recordings: z.object({ total: z.int(), newest: z.array(lateRecording) }).nullable(),
  leads: z.object({ todo: z.int(), late: z.int(), oldest: z.array(leadToday) }).nullable(),
  /** Acts of staff that wait for the person who reads this, and how many do not: who asks never approves. */
  approvals: z
    .object({
      waiting: z.int(),
      waiting_paise: z.int(),
      oldest_at: instant.nullable(),
      for_others: z.int(),
      /** When the first that the person asked for may be decided alone, because nobody else can. */
      alone_from: instant.nullable(),
    })
    .nullable(),
  /** Lists of students that wait for the person who reads this. */
  imports: z.object({ waiting: z.int(), oldest_at: instant.nullable() }).nullable(),
  requests: z.object({ open: z.int(), oldest_at: instant.nullable() }).nullable(),
  review: z
    .object({
      payments: z.int(),
      disputes: z.int(),
      /** The first deadline of a dispute. */
      respond_by: instant.nullable(),
      unmatched: z.int(),
      /** Captured by the provider for orders that are not in these books. */
      unmatched_paise: z.int(),
      events: z.int(),
      late_refunds: z.int(),
    })
    .nullable(),
  /** A restore after which nobody has said yet what was issued since, and the documents that wait for it. Null without one. */
  restore: z.object({ snapshot_at: instant, waiting: z.int() }).nullable(),
  /**
   * The newest verified backup is older than a day: the moment that it holds, and what the last run said. Null while one is of the last day,
   * and where nobody expects backups.
   */
  backup: z.object({ made_at: instant.nullable(), problem: z.string().nullable(), is_set_up: z.boolean() }).nullable(),
  money: z
    .object({
      /** Captured since midnight and since the first of the month, in India. */
      today_paise: z.int(),
      month_paise: z.int(),
      /** Refunds that were made since then, as the ledger sums them. */
      refunded_today_paise: z.int(),
      refunded_month_paise: z.int(),
      /** Refunds that the provider is about to make. */
      refunds: z.int(),
      refunds_paise: z.int(),
      /** Refunds of offline payments, which a person pays back by hand. */
      to_pay_back: z.int(),
      to_pay_back_paise: z.int(),
      /** Money that the school received and did not accept, which a person gives back by hand. */
      to_give_back: z.int(),
      to_give_back_paise: z.int(),
      /** Cheques that were neither accepted nor banked. */
      cheques_to_give_back: z.int(),
      /** Payments that were taken and are not settled yet. */
      confirming: z.int(),
      confirming_paise: z.int(),
    })
    .nullable(),
  /** Parts of prices that are late, and of how many places the access waits for them. */
  owed: z.object({ late: z.int(), late_paise: z.int(), paused: z.int() }).nullable(),
  /** Questions of students that wait for an answer of the school; of an instructor, own batches. */
  questions: z.object({ waiting: z.int(), late: z.int() }).nullable(),
  /** People who wait for a seat of a batch ahead, and the offers that are open. */
  waitlist: z.object({ waiting: z.int(), offered: z.int(), first_ends_at: instant.nullable() }).nullable(),
  /** Reviews of courses that wait for a decision. */
  course_reviews: z.object({ waiting: z.int(), oldest_at: instant.nullable() }).nullable(),
  failures: z.object({ mails: z.int(), jobs: z.int() }).nullable(),
  filling: z.array(filling).nullable(),
})
export type Today = z.output<typeof today>

export const readToday = endpoint({
  name: 'readToday',
  method: 'GET',
  path: '/staff/today/',
  tag: 'Staff: today',
  summary: 'What happens today and what waits, as far as the role may read it',
  access: { staff: 'today:read' },
  answers: { 200: today },
  example: {
    answer: {
      day: '2026-11-23',
      is_demo: false,
      classes: [
        {
          id: 2101,
          batch_id: 101,
          course: 'Full Stack Web Development',
          number: 7,
          total: 48,
          topic: 'Reading a query plan',
          instructor: 'Meera Kulkarni',
          starts_at: '2026-11-23T14:00:00.000Z',
          ends_at: '2026-11-23T15:30:00.000Z',
          state: 'scheduled',
          clash: null,
        },
      ],
      late_recordings: {
        total: 1,
        newest: [
          {
            session_id: 2098,
            batch_id: 101,
            course: 'Full Stack Web Development',
            number: 4,
            topic: 'Indexes',
            starts_at: '2026-11-18T14:00:00.000Z',
          },
        ],
      },
      leads: { todo: 4, late: 1, oldest: [] },
      approvals: { waiting: 1, waiting_paise: 6_500_000, oldest_at: '2026-11-22T09:30:00.000Z', for_others: 1, alone_from: null },
      imports: { waiting: 1, oldest_at: '2026-11-22T10:31:00.000Z' },
      requests: { open: 1, oldest_at: '2026-11-22T09:30:00.000Z' },
      review: { payments: 0, disputes: 0, respond_by: null, unmatched: 0, unmatched_paise: 0, events: 0, late_refunds: 0 },
      restore: null,
      backup: { made_at: '2026-11-20T20:30:00.000Z', problem: null, is_set_up: true },
      money: {
        today_paise: 3_600_000,
        month_paise: 43_200_000,
        refunded_today_paise: 1_000_000,
        refunded_month_paise: 4_600_000,
        refunds: 1,
        refunds_paise: 3_600_000,
        to_pay_back: 0,
        to_pay_back_paise: 0,
        to_give_back: 0,
        to_give_back_paise: 0,
        cheques_to_give_back: 0,
        confirming: 0,
        confirming_paise: 0,
      },
      owed: { late: 1, late_paise: 1_080_000, paused: 1 },
      questions: { waiting: 2, late: 0 },
      waitlist: { waiting: 4, offered: 1, first_ends_at: '2026-12-03T12:30:00.000Z' },
      course_reviews: { waiting: 1, oldest_at: '2026-11-29T06:00:00.000Z' },
      failures: { mails: 0, jobs: 0 },
      filling: [
        { batch_id: 102, course: 'Cloud Architecture', starts_at: '2026-12-01T14:00:00.000Z', students: 9, capacity: 20 },
      ],
    },
  },
})
