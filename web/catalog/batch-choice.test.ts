import { expect, test } from 'vitest'
import { type BatchRow, type CourseCard, listCourses } from '#contract/catalog/catalog.ts'
import { byMonth, choicePath, daysText, queryOf, readChoice } from './batch-choice.ts'

const [course] = listCourses.example.answer as [CourseCard]
const [open] = course.upcoming_batches as [CourseCard['upcoming_batches'][number]]
const rowsOf = (...batches: Partial<typeof open>[]) =>
  batches.map((batch, index): BatchRow => ({ course, batch: { ...open, id: index + 1, ...batch } }))

test('the days of a batch are short names of weekdays', () => {
  expect(rowsOf({ weekdays: [5, 6] }).map(({ batch }) => daysText(batch))).toEqual(['Fri, Sat'])
})

test('a filter with an unknown value asks for nothing', () => {
  const query = (text: string) => queryOf(readChoice(new URLSearchParams(text)))
  expect(query('time=unknown')).toBeNull()
  expect(query('category=All&time=EVENING&compare=3')).toEqual({ time: 'evening', category: undefined, after: undefined })
  expect(query('category=DevOps&after=7')).toEqual({ category: 'devops', after: '7' })
})

test('months follow the date in India', () => {
  const rows = rowsOf({ starts_at: '2026-11-30T18:29:00.000Z' }, { starts_at: '2026-11-30T18:30:00.000Z' })
  expect(byMonth(rows).map(([name]) => name)).toEqual(['November 2026', 'December 2026'])
})

test('the choice survives its own URL', () => {
  const path = '/newbatches?category=devops&days=weekend&fee=up-to-30000&after=12&compare=3,1'
  expect(choicePath(readChoice(new URL(path, 'https://school.example').searchParams))).toBe(path)
})

test('at most three different batches are compared', () => {
  expect(readChoice(new URLSearchParams('compare=5,5,x,-1,7,8,9')).compare).toEqual([5, 7, 8])
  expect(readChoice(new URLSearchParams('compare=')).compare).toEqual([])
})
