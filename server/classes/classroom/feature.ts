import { system } from '#server/platform/auth/principal.ts'
import { everyMinute, type Feature, workOnSchedule } from '#server/platform/features/define-feature.ts'
import { defineJob, nextRun } from '#server/platform/jobs/define-job.ts'
import { updateClassrooms } from './update-classrooms.ts'

const updateClassroomsJob = defineJob('update-classrooms', nextRun)

export const classroomFeature: Feature = {
  jobs: [workOnSchedule(everyMinute, updateClassroomsJob, (deps) => updateClassrooms(deps, system))],
}
