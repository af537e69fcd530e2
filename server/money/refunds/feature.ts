import { system } from '#server/platform/auth/principal.ts'
import { type Feature, work } from '#server/platform/features/define-feature.ts'
import { sendRefundJob } from './jobs.ts'
import { refundRoutes } from './routes.ts'
import { sendRefund } from './send-refund.ts'
import { sweepRefunds } from './sweep-refunds.ts'

export const refundsFeature: Feature = {
  routes: refundRoutes,
  jobs: [work(sendRefundJob, (deps, data) => sendRefund(deps, system, data))],
  sweep: sweepRefunds,
}
