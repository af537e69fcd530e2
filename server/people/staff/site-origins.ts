/** Names of this machine. Browsers make passkeys for `localhost`, but not for an address of numbers. */
const loopback = ['127.0.0.1', 'localhost', '[::1]']

/** Returns the origins of the site's own pages. A site on this machine is reached by each of its names. */
export function siteOrigins(publicUrl: string): string[] {
  const url = new URL(publicUrl)
  if (!loopback.includes(url.hostname)) return [url.origin]
  return loopback.map((name) => `${url.protocol}//${name}${url.port && `:${url.port}`}`)
}

/** Returns the host that passkeys belong to. */
export function passkeyHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return loopback.includes(hostname) ? 'localhost' : hostname
}
