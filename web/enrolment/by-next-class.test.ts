import { expect, it } from 'vitest'
import type { EnrolledCourse } from '#contract/enrolment/enrolment.ts'
import { byNextClass } from './by-next-class.ts'

const course = (id: number, ...batches: [date: string, next: string | null][]) => ({
  id,
  enrolled_batches: batches.map(([batch_date, next]): EnrolledCourse['enrolled_batches'][number] => ({
    batch_id: id,
    batch_date,
    status: '',
    classroom_url: null,
    next_class: next ? { session_id: id, day_number: 1, starts_at: next, ends_at: next } : null,
    classes_held: 0,
    classes_total: 1,
    classes_recorded: 0,
  })),
})

it('courses stand by their next class, finished ones last', () => {
  const sorted = byNextClass([
    course(1, ['2030-01-07', null]),
    course(2, ['2031-02-03', '2031-02-10T14:00:00Z']),
    course(3, ['2030-09-07', null]),
    course(4, ['2031-01-03', null], ['2031-02-01', '2031-02-05T14:00:00Z']),
    course(5),
  ])
  expect(sorted.map(({ id }) => id)).toEqual([4, 2, 3, 1, 5])
})
