import { expect, test } from 'vitest'
import { type BatchRow, type CourseCard, listCourses } from '#contract/catalog/catalog.ts'
import { findThree } from './find-three.ts'

const [course] = listCourses.example.answer as [CourseCard]
const [open] = course.upcoming_batches as [CourseCard['upcoming_batches'][number]]

/** Finds among batches that are listed by the filters that they fit. */
async function find(filters: Record<string, string>, byFilters: Record<string, number[]>, full: readonly number[] = []) {
  const asked: string[] = []
  const found = await findThree(filters, (given) => {
    const names = Object.keys(given)
      .filter((name) => given[name])
      .toSorted()
      .join()
    asked.push(names)
    const items = (byFilters[names] ?? []).map(
      (id): BatchRow => ({ course, batch: { ...open, id, can_enroll: !full.includes(id) } }),
    )
    return Promise.resolve({ items, total: items.length })
  })
  return { ids: found.items.map(({ batch }) => batch.id), fitting: found.fitting, total: found.total, asked }
}

test('three fitting batches need no second look', async () => {
  const found = await find({ days: 'weekend' }, { days: [4, 5, 6, 7] })
  expect(found).toEqual({ ids: [4, 5, 6], fitting: 3, total: 4, asked: ['days'] })
})

test('too few fitting batches are followed by close ones', async () => {
  const found = await find(
    { days: 'weekend', level: 'beginner', fee: 'above-40000' },
    { 'days,fee,level': [1], 'days,level': [1, 2], days: [1, 2, 3, 4] },
  )
  expect(found).toEqual({ ids: [1, 2, 3], fitting: 1, total: 1, asked: ['days,fee,level', 'days,level', 'days', ''] })
})

test('a full batch is not found', async () => {
  expect((await find({ days: 'weekend' }, { days: [1, 2], '': [3, 1] }, [1])).ids).toEqual([2, 3])
})
