import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type ClusterLocation, placeCluster } from '#postgres/place-cluster.ts'

/** Returns the embedded cluster of a data folder when it is what `client` is connected to; undefined for another PostgreSQL. */
export async function findCluster(client: pg.Client, dataDir: string): Promise<ClusterLocation | undefined> {
  const home = join(dataDir, 'postgres')
  if (!existsSync(home)) return undefined
  const location = placeCluster(home)
  // Only a superuser may read it, which nobody is at a managed server.
  const { rows } = await client
    .query<{ folder: string }>(`select setting as folder from pg_settings where name = 'data_directory'`)
    .catch(() => ({ rows: [] }))
  const folder = rows[0]?.folder
  const isHere = folder !== undefined && existsSync(folder) && existsSync(location.cluster)
  return isHere && realpathSync(folder) === realpathSync(location.cluster) ? location : undefined
}

/** Opens a connection that waits for long statements. @throws Error when the database can't be reached */
export async function openClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, application_name: 'karyashala-backup' })
  client.on('error', () => {})
  await client.connect()
  return client
}
