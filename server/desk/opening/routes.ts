import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/desk/staff/opening.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { writePreviewCookie } from '#server/platform/opening/preview-cookie.ts'
import { confirmPolicies } from './confirm-policies.ts'
import { openSchool } from './open-school.ts'
import { readOpening } from './read-opening.ts'

export function openingRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.readOpening, () => readOpening(deps))
  route(app, deps, contract.openSchool, (staff) => openSchool(deps, staff))
  route(app, deps, contract.confirmPolicies, (staff) => confirmPolicies(deps, staff))
  route(app, deps, contract.previewSchool, async (_staff, _input, reply) => {
    reply.header('set-cookie', writePreviewCookie(deps))
    return { path: '/home' }
  })
}
