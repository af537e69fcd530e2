import { expect, test } from 'vitest'
import type { ClassPlan } from '#contract/classes/staff/batches.ts'
import { sumUpTopics } from './change-texts.ts'

const planOf = (...classes: [ClassPlan['sessions'][number]['change'], string][]): ClassPlan => ({
  sessions: classes.map(([change, topic]) => ({
    change,
    topic,
    session_id: 1,
    was_at: null,
    starts_at: null,
    ends_at: null,
    holiday: null,
  })),
  skipped: [],
  clashes: [],
  tells: { students: 0, instructors: [] },
})

test('a plan that removes a topic says what becomes of it', () => {
  expect(sumUpTopics(planOf(['removed', 'Joins'], ['removed', '']))).toBe('Topics of removed classes are kept for a longer plan.')
  expect(sumUpTopics(planOf(['removed', ''], ['moved', 'Locks']))).toBeNull()
})
