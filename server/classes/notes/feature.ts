import type { Feature } from '#server/platform/features/define-feature.ts'
import { notesPersonalData } from './personal-data.ts'
import { noteRoutes } from './routes.ts'

export const notesFeature: Feature = {
  routes: noteRoutes,
  personalData: notesPersonalData,
}
