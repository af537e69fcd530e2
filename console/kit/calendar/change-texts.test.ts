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

test('removed classes with a topic are counted', () => {
  const come = 'A longer plan brings'
  expect(sumUpTopics(planOf(['removed', 'Joins'], ['removed', ''], ['moved', 'Locks']))).toBe(
    `1 class is removed with its topic. ${come} it back.`,
  )
  expect(sumUpTopics(planOf(['removed', 'Joins'], ['removed', 'Locks']))).toBe(
    `2 classes are removed with their topics. ${come} them back.`,
  )
  expect(sumUpTopics(planOf(['removed', ''], ['moved', 'Locks']))).toBeNull()
})
