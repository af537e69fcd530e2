import type { Feature } from '#server/platform/features/define-feature.ts'
import { scholarshipPersonalData } from './personal-data.ts'

export const scholarshipsFeature: Feature = { personalData: scholarshipPersonalData }
