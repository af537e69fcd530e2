import type { CurriculumItem, CurriculumSection } from './course-schema.ts'

interface Taught {
  curriculum: readonly CurriculumSection[]
  /** Weeks of each module. */
  module_weeks: readonly number[]
}

/** What the second and later classes of one topic add to its name. */
const continued = ['', ': practice', ': review', ': questions and answers']

/** Spreads the curriculum of a course over its classes: modules by their weeks, the lines of a module evenly. */
export function classTopics({ curriculum, module_weeks }: Taught, classes: number): { module: string; topic: string }[] {
  const modules = curriculum.flatMap((section) => Object.entries(section))
  const weeks = modules.map((_, index) => module_weeks[index] ?? 1)
  const total = sum(weeks)
  const topics: { module: string; topic: string }[] = []
  modules.forEach(([module, items], index) => {
    const until = Math.round((classes * sum(weeks.slice(0, index + 1))) / total)
    for (const topic of spread(items.flatMap(linesOf), until - topics.length)) topics.push({ module, topic })
  })
  return topics
}

/** Returns `count` topics. With more lines than classes, one class has several lines. */
function spread(lines: string[], count: number): string[] {
  return Array.from({ length: count }, (_, place) => {
    const first = Math.floor((place * lines.length) / count)
    const next = Math.max(first + 1, Math.floor(((place + 1) * lines.length) / count))
    // The class of this line in which `place` falls, from 0.
    const part = place - Math.ceil((first * count) / lines.length)
    return lines.slice(first, next).join(' · ') + (continued[Math.min(part, continued.length - 1)] ?? '')
  })
}

function linesOf(item: CurriculumItem): string[] {
  return typeof item === 'string' ? [item] : Object.values(item).flatMap((items) => items.flatMap(linesOf))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
