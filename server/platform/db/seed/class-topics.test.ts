import { expect, it } from 'vitest'
import { classTopics } from './class-topics.ts'
import type { CurriculumSection } from './course-schema.ts'

const curriculum: CurriculumSection[] = [{ Linux: ['Files', { Shell: ['Pipes', 'Jobs'] }] }, { Git: ['Branches'] }]

it('gives every class a topic, modules by their weeks', () => {
  expect(classTopics({ curriculum, module_weeks: [2, 1] }, 9)).toEqual([
    { module: 'Linux', topic: 'Files' },
    { module: 'Linux', topic: 'Files: practice' },
    { module: 'Linux', topic: 'Pipes' },
    { module: 'Linux', topic: 'Pipes: practice' },
    { module: 'Linux', topic: 'Jobs' },
    { module: 'Linux', topic: 'Jobs: practice' },
    { module: 'Git', topic: 'Branches' },
    { module: 'Git', topic: 'Branches: practice' },
    { module: 'Git', topic: 'Branches: review' },
  ])
})

it('joins lines when a module has fewer classes than lines', () => {
  expect(classTopics({ curriculum, module_weeks: [1, 1] }, 2).map(({ topic }) => topic)).toEqual([
    'Files · Pipes · Jobs',
    'Branches',
  ])
})
