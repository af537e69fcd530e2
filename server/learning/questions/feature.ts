import type { Feature } from '#server/platform/features/define-feature.ts'
import { questionsPersonalData } from './personal-data.ts'
import { questionRoutes } from './routes.ts'

export const questionsFeature: Feature = {
  routes: questionRoutes,
  personalData: questionsPersonalData,
}
