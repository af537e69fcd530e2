import { expect, test } from 'vitest'
import type { UpcomingBatch } from '#contract/catalog/catalog.ts'
import { batchLength } from './batch-length.ts'

const batch: UpcomingBatch = {
  id: 101,
  date: '2026-11-25',
  time: '7:30 PM – 9:00 PM IST',
  starts_at: '2026-11-25T14:00:00.000Z',
  mode_of_training: 'Live online',
  batch_type: 'Weekday evening',
  instructor_name: 'Aditi Kulkarni',
  status: 'Enrolment open',
  can_enroll: true,
  seats_left: null,
  capacity: null,
  instructor_id: 1,
  weekdays: [1, 3, 5],
  class_minutes: 90,
  class_count: 12,
  last_class_at: '2026-12-21T14:00:00.000Z',
}

test('names classes, dates, hours outside class and the weeks of modules', () => {
  expect(batchLength({ weekly_hours_outside: 8, module_weeks: [1, 3] }, batch)).toEqual({
    line: '12 classes, 25 Nov to 21 Dec, about 8 hours a week outside class',
    hours: '18 hours of live class in 12 classes',
    modules: ['Week 1, 4.5 hours', 'Weeks 2 to 4, 13.5 hours'],
  })
})

test('leaves out hours outside class when the school does not say', () => {
  expect(batchLength({ weekly_hours_outside: null, module_weeks: [] }, batch)).toMatchObject({
    line: '12 classes, 25 Nov to 21 Dec',
    modules: [],
  })
})

test('gives no weeks that do not add up', () => {
  expect(batchLength({ weekly_hours_outside: 1, module_weeks: [2, 3] }, batch)).toMatchObject({
    line: '12 classes, 25 Nov to 21 Dec, about 1 hour a week outside class',
    modules: [],
  })
})
