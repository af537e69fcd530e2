import { fastifyCookie } from '@fastify/cookie'
import { sessionLimits } from '#contract/staff-rules.ts'
import type { Deps } from '#server/deps.ts'

type Configured = Pick<Deps, 'config'>

const isSecure = ({ config }: Configured) => config.publicUrl.startsWith('https:')
/** Browsers refuse the prefix `__Host-` without HTTPS, which the demo on this machine does not have. */
const nameOf = (deps: Configured) => (isSecure(deps) ? '__Host-staff_refresh' : 'staff_refresh')

/** Returns the refresh token of a raw `Cookie` header. */
export function readRefreshCookie(deps: Configured, header: string | undefined): string | undefined {
  const token = fastifyCookie.parse(header ?? '')[nameOf(deps)]
  return token && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** Returns a `Set-Cookie` header that only this site's requests send and no script reads; without a token it is removed. */
export function writeRefreshCookie(deps: Configured, token?: string): string {
  return fastifyCookie.serialize(nameOf(deps), token ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(deps),
    maxAge: token === undefined ? 0 : sessionLimits.idleHours * 3600,
  })
}
