import type { FastifyInstance } from 'fastify'
import { paymentPlans } from '#contract/money/staff/payment-plans.ts'
import type { Deps } from '#server/deps.ts'
import { resourceRoutes } from '#server/platform/http/resource.ts'
import { planRecords } from './plan-records.ts'

export function planRoutes(app: FastifyInstance, deps: Deps): void {
  resourceRoutes(app, deps, paymentPlans, { ...planRecords, actions: { end: planRecords.setting({ state: 'ended' }) } })
}
