import type { Feature } from '#server/platform/features/define-feature.ts'
import { enquiriesPersonalData } from './personal-data.ts'
import { enquiryRoutes } from './routes.ts'
import { sweepEnquiries } from './sweep-enquiries.ts'

export const enquiriesFeature: Feature = {
  routes: enquiryRoutes,
  sweep: sweepEnquiries,
  personalData: enquiriesPersonalData,
}
