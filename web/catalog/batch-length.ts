import type { Course, UpcomingBatch } from '#contract/catalog.ts'
import { formatShortDay } from '#ui/format.ts'

/** How much a batch is: `48 classes, 25 Nov to 12 Mar, about 8 hours a week outside class`. */
export function batchLength(batch: UpcomingBatch, course: Pick<Course, 'weekly_hours_outside'>): string {
  const classes = batch.class_count === 1 ? '1 class' : `${batch.class_count} classes`
  const outside = course.weekly_hours_outside
  return [
    classes,
    `${formatShortDay(batch.starts_at)} to ${formatShortDay(batch.last_class_at)}`,
    ...(outside === null ? [] : [`about ${outside} ${outside === 1 ? 'hour' : 'hours'} a week outside class`]),
  ].join(', ')
}

export interface ModuleLength {
  weeks: string
  hours: string
}

/** The weeks and class hours of each module; none when they do not add up to the weeks of the batch. */
export function moduleLengths(weeks: number[], batch: UpcomingBatch | undefined): ModuleLength[] {
  const perWeek = batch?.weekdays.length ?? 0
  const total = weeks.reduce((sum, one) => sum + one, 0)
  if (!batch || total === 0 || total * perWeek !== batch.class_count) return []
  let before = 0
  return weeks.map((count) => {
    const first = before + 1
    before += count
    return {
      weeks: count === 1 ? `Week ${first}` : `Weeks ${first} to ${before}`,
      hours: hoursText(count * perWeek * batch.class_minutes),
    }
  })
}

/** Whole and half hours: `1 hour`, `4.5 hours`. */
export function hoursText(minutes: number): string {
  const hours = Math.round(minutes / 30) / 2
  return hours === 1 ? '1 hour' : `${hours} hours`
}
