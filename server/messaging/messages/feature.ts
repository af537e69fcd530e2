import type { Feature } from '#server/platform/features/define-feature.ts'
import { messagesPersonalData } from './personal-data.ts'
import { messageRoutes } from './routes.ts'

export const messagesFeature: Feature = {
  routes: messageRoutes,
  personalData: messagesPersonalData,
}
