import { useQueryClient } from '@tanstack/react-query'
import { recordingUploads } from '#contract/classes/staff/recording-uploads.ts'
import { classRecordings, recordings } from '#contract/classes/staff/recordings.ts'
import { ownClasses, readTeachingDay } from '#contract/classes/staff/teaching.ts'
import { readToday } from '#contract/desk/staff/today.ts'

/** Reads everything again that says whether a class has its recording. */
export function useRefreshRecordings(): () => Promise<unknown> {
  const client = useQueryClient()
  const names = [
    classRecordings.name,
    recordings.name,
    recordingUploads.name,
    ownClasses.name,
    readTeachingDay.name,
    readToday.name,
  ]
  return () => Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })))
}
