import type { Course, UpcomingBatch } from '#contract/catalog/catalog.ts'
import { formatShortDay } from '#ui/format.ts'

/** Texts about the length of a batch. The loader makes them, so that the browser needs no code for it. */
export interface BatchLength {
  /** `48 classes, 25 Nov to 12 Mar, about 8 hours a week outside class` */
  line: string
  /** `72 hours of live class in 48 classes` */
  hours: string
  /** Weeks and hours of each module; empty when they do not add up to the weeks of the batch. */
  modules: string[]
}

type Taught = Pick<Course, 'weekly_hours_outside' | 'module_weeks'>

export function batchLength(course: Taught, batch: UpcomingBatch): BatchLength {
  const classes = count(batch.class_count, 'class', 'classes')
  const outside = course.weekly_hours_outside
  return {
    line: [
      classes,
      `${formatShortDay(batch.starts_at)} to ${formatShortDay(batch.last_class_at)}`,
      ...(outside === null ? [] : [`about ${count(outside, 'hour', 'hours')} a week outside class`]),
    ].join(', '),
    hours: `${hoursOf(batch.class_count * batch.class_minutes)} of live class in ${classes}`,
    modules: moduleLengths(course.module_weeks, batch),
  }
}

function moduleLengths(weeks: number[], batch: UpcomingBatch): string[] {
  const perWeek = batch.weekdays.length
  const total = weeks.reduce((sum, one) => sum + one, 0)
  if (total === 0 || total * perWeek !== batch.class_count) return []
  let before = 0
  return weeks.map((length) => {
    const [first, last] = [before + 1, before + length]
    before = last
    const when = length === 1 ? `Week ${first}` : `Weeks ${first} to ${last}`
    return `${when}, ${hoursOf(length * perWeek * batch.class_minutes)}`
  })
}

/** Whole and half hours: `1 hour`, `4.5 hours`. */
const hoursOf = (minutes: number) => count(Math.round(minutes / 30) / 2, 'hour', 'hours')

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`
