import type { Feature } from '#server/platform/features/define-feature.ts'
import { studentsPersonalData } from './personal-data.ts'
import { studentRoutes } from './routes.ts'

export const studentsFeature: Feature = {
  routes: studentRoutes,
  personalData: studentsPersonalData,
}
