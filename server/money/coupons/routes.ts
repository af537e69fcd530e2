import type { FastifyInstance } from 'fastify'
import {
  coupons,
  couponUses,
  exportCouponFigures as exportContract,
  readCouponFigures as readContract,
} from '#contract/money/staff/coupons.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { readOnlyResourceRoutes, resourceRoutes } from '#server/platform/http/resource.ts'
import { couponRecords } from './coupon-records.ts'
import { exportCouponFigures } from './export-coupon-figures.ts'
import { readCouponFigures } from './read-coupon-figures.ts'
import { couponUseRecords } from './coupon-use-records.ts'

export function couponRoutes(app: FastifyInstance, deps: Deps): void {
  resourceRoutes(app, deps, coupons, { ...couponRecords, actions: { end: couponRecords.setting({ state: 'ended' }) } })
  readOnlyResourceRoutes(app, deps, couponUses, couponUseRecords)
  route(app, deps, readContract, (staff, { params }) => readCouponFigures(deps, staff, params))
  route(app, deps, exportContract, (staff, { params, query }, { request }) =>
    exportCouponFigures(deps, staff, { params, query, request }),
  )
}
