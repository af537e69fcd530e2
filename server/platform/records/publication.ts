import type { FastifyInstance } from 'fastify'
import type { previewEndpoint, Publication, publicationVerbs } from '#contract/resource.ts'
import { signPreview } from '#server/platform/auth/preview.ts'
import type { Deps } from '#server/deps.ts'
import { type RecordOf, type Resource, resourceRoutes, type ResourceVerbs } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import type { StaffRecords } from './staff-records.ts'

const states: Record<keyof typeof publicationVerbs, Publication> = {
  publish: 'published',
  unpublish: 'draft',
  archive: 'archived',
}

type Published = Resource & { actions: { [verb in keyof typeof publicationVerbs]: Resource['actions'][string] } }

interface Preview<C extends Published> {
  endpoint: ReturnType<typeof previewEndpoint>
  /** The page of the site that shows the record. */
  path: (record: RecordOf<C>) => string
}

/**
 * Mounts the calls of a resource whose table has the column `publication`, and the one that makes a preview link. A publish
 * that does more than set the state is given as `own`.
 */
export function publishedRoutes<C extends Published>(
  app: FastifyInstance,
  deps: Deps,
  contract: C,
  records: StaffRecords<C>,
  preview: Preview<C>,
  own: Partial<Pick<ResourceVerbs<C>['actions'], 'publish'>> = {},
): void {
  route(app, deps, preview.endpoint, async (staff, { params: { id } }) => {
    const path = preview.path(await records.read(deps, staff, { id }))
    return { path: `${path}?preview=${signPreview(deps, { resource: contract.name, id })}` }
  })
  const actions = Object.fromEntries(
    Object.entries(states).map(([verb, publication]) => [verb, records.setting({ publication })]),
  ) as ResourceVerbs<C>['actions']
  resourceRoutes(app, deps, contract, { ...records, actions: { ...actions, ...own } })
}
