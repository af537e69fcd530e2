import type { readNavigation as endpoint, UtilityHead } from '#contract/site/content.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { policyIds, servicesInMenu } from '#contract/rules.ts'
import { previewedId } from '#server/platform/auth/preview.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { type Asked, shownUtilities, utilityPreviews } from './read-content.ts'

const servicesOfMenu = statement<Omit<UtilityHead, 'utils_type'>>(
  'services_of_menu',
  `select id, title, summary from utility_items
   where utils_type = 'SERV' and (publication = 'published' or id = $1) order by id limit $2`,
)
const linkedPolicies = statement<{ id: number }>(
  'linked_policies',
  `select u.id ${shownUtilities} and u.utils_type = 'POL' and u.id = any ($4::integer[]) order by u.id`,
)

/** Returns what the menu and the footer of every page link to. */
export async function readNavigation(deps: Deps, _visitor: Visitor, { preview }: Asked): Promise<AnswerOf<typeof endpoint>> {
  const [services, policies] = await Promise.all([
    // The extra row shows whether there are more.
    rows(deps.db, servicesOfMenu, [previewedId(preview, 'services'), servicesInMenu + 1]),
    rows(deps.db, linkedPolicies, [...utilityPreviews(preview), Object.values(policyIds)]),
  ])
  return {
    services: services.slice(0, servicesInMenu),
    has_more_services: services.length > servicesInMenu,
    policies: policies.map(({ id }) => id),
  }
}
