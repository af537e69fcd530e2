import type { FastifyInstance } from 'fastify'
import { instructors } from '#contract/catalog/staff/instructors.ts'
import type { Deps } from '#server/deps.ts'
import { resourceRoutes } from '#server/platform/http/resource.ts'
import { instructorRecords } from './instructor-records.ts'

export function instructorRoutes(app: FastifyInstance, deps: Deps): void {
  resourceRoutes(app, deps, instructors, {
    ...instructorRecords,
    actions: { archive: instructorRecords.setting({ archived: true }), restore: instructorRecords.setting({ archived: false }) },
  })
}
