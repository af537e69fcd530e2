/** The database that is migrated once and copied for each test. */
export const templateName = 'karyashala'

export function addressOf(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${database}`
  return url.href
}
