import type { FastifyInstance } from 'fastify'
import { coupons, couponUses } from '#contract/money/staff/coupons.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes, resourceRoutes } from '#server/platform/http/resource.ts'
import { couponRecords } from './coupon-records.ts'
import { couponUseRecords } from './coupon-use-records.ts'

export function couponRoutes(app: FastifyInstance, deps: Deps): void {
  resourceRoutes(app, deps, coupons, { ...couponRecords, actions: { end: couponRecords.setting({ state: 'ended' }) } })
  readOnlyResourceRoutes(app, deps, couponUses, couponUseRecords)
}
