import type { RoomBatch, RoomClass } from '#contract/classes/classes.ts'
import { recordingChaseDays } from '#contract/rules.ts'

export type Recording = RoomBatch['recordings'][number]

/** A class with its recordings. */
export interface TimelineClass extends RoomClass {
  recordings: Recording[]
}

/** A run of classes of one module. A module that other classes interrupt has a second run. */
export interface ModuleRun {
  name: string
  /** Whether an earlier run has the same name. */
  continued: boolean
  classes: TimelineClass[]
}

/** The state of a class at a time of the server's clock; the answer knows only that of its own moment. */
export function stateAt({ state, starts_at, ends_at }: RoomClass, now: number): RoomClass['state'] {
  if (state === 'cancelled') return state
  if (now >= Date.parse(ends_at)) return 'held'
  return now >= Date.parse(starts_at) ? 'live' : 'scheduled'
}

export function withRecordings({ classes, recordings }: Pick<RoomBatch, 'classes' | 'recordings'>): TimelineClass[] {
  const of = Map.groupBy(recordings, (recording) => recording.session_id)
  return classes.map((one) => ({ ...one, recordings: of.get(one.session_id) ?? [] }))
}

/** Groups classes by module in order of time. A class without a module belongs to that of the class before. */
export function byModule(classes: readonly TimelineClass[]): ModuleRun[] {
  const runs: ModuleRun[] = []
  for (const one of classes) {
    const last = runs.at(-1)
    if (last && (one.module === '' || one.module === last.name)) last.classes.push(one)
    else {
      const continued = runs.some(({ name }) => name === one.module)
      runs.push({ name: one.module, continued, classes: [one] })
    }
  }
  return runs
}

export const recordingLate = 'The recording is late; we have been told.'
export const recordingWithheld = 'The recording is not available.'

/** Whether the recording of a class is missing and staff are asked for it. After that time nobody says that it still comes. */
export function isRecordingLate({ recording, ends_at }: Pick<RoomClass, 'recording' | 'ends_at'>, now: number): boolean {
  return recording === 'missing' && now < Date.parse(ends_at) + recordingChaseDays * 86_400_000
}

/** Whether a recording can be continued where the student left it. */
export function isBegun({
  position_seconds,
  duration_seconds,
  completed,
}: Pick<Recording, 'position_seconds' | 'duration_seconds' | 'completed'>): boolean {
  return position_seconds > 0 && (duration_seconds === 0 ? !completed : position_seconds < duration_seconds - 10)
}

/** How many of the classes with a recording the student has watched. */
export function watchedOf(classes: readonly TimelineClass[]): { watched: number; all: number } {
  const recorded = classes.filter(({ recordings }) => recordings.length > 0)
  return { watched: recorded.filter(({ recordings }) => recordings.every((one) => one.completed)).length, all: recorded.length }
}

/** What a class is called: its topic, or its number while it has none. */
export const titleOf = ({ topic, number }: Pick<RoomClass, 'topic' | 'number'>): string =>
  topic || (number === null ? 'Class' : `Class ${number}`)
