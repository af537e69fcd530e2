import { system } from '#server/platform/auth/principal.ts'
import { type Feature, workOnSchedule } from '#server/platform/features/define-feature.ts'
import { defineJob, fewRetries } from '#server/platform/jobs/define-job.ts'
import { notifyAbsent, sweepAbsenceNotices } from './notify-absent.ts'
import { attendancePersonalData } from './personal-data.ts'
import { attendanceRoutes } from './routes.ts'
import { sweepAttendanceImports } from './sweep-attendance-imports.ts'

const notifyAbsentJob = defineJob('notify-absent', fewRetries)

export const attendanceFeature: Feature = {
  routes: attendanceRoutes,
  jobs: [workOnSchedule('0 9 * * *', notifyAbsentJob, (deps) => notifyAbsent(deps, system))],
  async sweep(deps, system) {
    await sweepAttendanceImports(deps, system)
    await sweepAbsenceNotices(deps, system)
  },
  personalData: attendancePersonalData,
}
