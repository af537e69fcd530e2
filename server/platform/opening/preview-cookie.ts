import { fastifyCookie } from '@fastify/cookie'
import { readPreview, signPreview } from '#server/platform/auth/preview.ts'
import type { Deps } from '#server/deps.ts'

type Configured = Pick<Deps, 'config' | 'clock'>

const name = 'school_preview'
/** A preview of the whole site: it shows no unpublished record, and lets its browser pass before the school opens. */
const wholeSite = { resource: 'school', id: 1 }

/** Returns a `Set-Cookie` header with which a browser sees the site before it opens, for a day. */
export function writePreviewCookie(deps: Configured): string {
  return fastifyCookie.serialize(name, signPreview(deps, wholeSite), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.config.publicUrl.startsWith('https:'),
    maxAge: 24 * 3600,
  })
}

/** Returns the token of a browser of staff that may see the site before it opens. */
export function readPreviewCookie(deps: Configured, header: string | undefined): string | undefined {
  if (header?.includes(name) !== true) return undefined
  const token = fastifyCookie.parse(header)[name]
  return readPreview(deps, token)?.resource === wholeSite.resource ? token : undefined
}
