import type { FastifyInstance } from 'fastify'
import { listInstructors as listEndpoint } from '#contract/catalog/catalog.ts'
import { instructors } from '#contract/catalog/staff/instructors.ts'
import type { Deps } from '#server/deps.ts'
import { resourceRoutes } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { helloRoutes } from '#server/catalog/instructors/hello/routes.ts'
import { instructorRecords } from './instructor-records.ts'
import { listInstructors } from './list-instructors.ts'

export function instructorRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, listEndpoint, (visitor) => listInstructors(deps, visitor))
  helloRoutes(app, deps)
  resourceRoutes(app, deps, instructors, {
    ...instructorRecords,
    actions: { archive: instructorRecords.setting({ archived: true }), restore: instructorRecords.setting({ archived: false }) },
  })
}
