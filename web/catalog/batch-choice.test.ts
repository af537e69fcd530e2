import { expect, test } from 'vitest'
import { type CourseCard, listCourses } from '#contract/catalog.ts'
import { batchRows, byMonth, choicePath, daysText, isChosen, readChoice } from './batch-choice.ts'

const [course] = listCourses.example.answer as [CourseCard]
const [open] = course.upcoming_batches as [CourseCard['upcoming_batches'][number]]
const rowsOf = (...batches: Partial<typeof open>[]) =>
  batchRows([{ ...course, upcoming_batches: batches.map((batch, index) => ({ ...open, id: index + 1, ...batch })) }])
const idsOf = (rows: ReturnType<typeof rowsOf>, query: string) =>
  rows.filter((row) => isChosen(row, readChoice(new URLSearchParams(query)))).map(({ batch }) => batch.id)

test('started, cancelled and completed batches are left out, full ones stay', () => {
  const rows = rowsOf(
    { status: 'Batch already started', can_enroll: false, seats_left: 0 },
    { status: 'Cancelled', can_enroll: false, seats_left: 3 },
    { status: 'Starts on 7 Dec 2026', can_enroll: false, seats_left: 0 },
    { status: 'Enrolment open' },
  )
  expect(rows.map(({ batch }) => batch.id)).toEqual([3, 4])
})

test('each filter narrows the list', () => {
  const rows = rowsOf(
    { weekdays: [1, 3, 5], starts_at: '2026-12-07T14:00:00.000Z' },
    { weekdays: [6, 7], starts_at: '2026-12-12T03:30:00.000Z' },
    { weekdays: [7], starts_at: '2026-12-13T09:30:00.000Z' },
  )
  expect(idsOf(rows, 'days=weekday')).toEqual([1])
  expect(idsOf(rows, 'days=weekend')).toEqual([2, 3])
  expect(idsOf(rows, 'time=afternoon')).toEqual([3])
  expect(idsOf(rows, 'days=weekend&time=morning')).toEqual([2])
  expect(idsOf(rows, 'level=intermediate&fee=30000-to-40000')).toEqual([1, 2, 3])
  expect(idsOf(rows, 'level=advanced')).toEqual([])
  expect(idsOf(rows, 'fee=above-40000')).toEqual([])
  expect(idsOf(rows, 'category=full+stack')).toEqual([1, 2, 3])
  expect(idsOf(rows, 'time=unknown')).toEqual([])
})

test('a batch on Friday and Saturday matches both kinds of days', () => {
  const rows = rowsOf({ weekdays: [5, 6] })
  expect(idsOf(rows, 'days=weekend')).toEqual([1])
  expect(idsOf(rows, 'days=weekday')).toEqual([1])
  expect(rows.map(({ batch }) => daysText(batch))).toEqual(['Fri, Sat'])
})

test('evening begins at 5 PM in Indian time', () => {
  const rows = rowsOf({ starts_at: '2026-12-07T11:29:00.000Z' }, { starts_at: '2026-12-07T11:30:00.000Z' })
  expect([idsOf(rows, 'time=afternoon'), idsOf(rows, 'time=evening')]).toEqual([[1], [2]])
})

test('months follow the date in India', () => {
  const rows = rowsOf({ starts_at: '2026-11-30T18:29:00.000Z' }, { starts_at: '2026-11-30T18:30:00.000Z' })
  expect(byMonth(rows).map(([name]) => name)).toEqual(['November 2026', 'December 2026'])
})

test('the choice survives its own URL', () => {
  const path = '/newbatches?category=devops&days=weekend&fee=up-to-30000&compare=3,1'
  expect(choicePath(readChoice(new URL(path, 'https://school.example').searchParams))).toBe(path)
})

test('at most three different batches are compared', () => {
  expect(readChoice(new URLSearchParams('compare=5,5,x,-1,7,8,9')).compare).toEqual([5, 7, 8])
  expect(readChoice(new URLSearchParams('compare=')).compare).toEqual([])
})
