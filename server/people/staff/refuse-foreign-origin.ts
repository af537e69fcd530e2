import type { Deps } from '#server/deps.ts'
import { forbidden } from '#server/platform/errors/errors.ts'
import { siteOrigins } from './site-origins.ts'

/**
 * The two calls that read a cookie accept only the site's own pages. Browsers send `Origin` with every POST.
 * @throws HttpError 403 for another origin or none
 */
export function refuseForeignOrigin({ config }: Pick<Deps, 'config'>, origin: string | undefined): void {
  if (origin === undefined || !siteOrigins(config.publicUrl).includes(origin))
    throw forbidden('This call is for pages of this site.')
}
