import { chmodSync, rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { launchPostgres } from '#postgres/launch.ts'
import { makeFolder } from '#tests/runner/make-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL of the cluster. Its database is the migrated template. */
    clusterUrl: string
  }
}

/** Starts one cluster without fsync for the whole run, and migrates the template that tests copy. */
export async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  // Loaded while PostgreSQL starts. A failure is thrown below, where PostgreSQL is stopped.
  const loading = import('./migrate-template.ts')
  loading.catch(() => undefined)
  const folder = makeFolder('karyashala-tests-')
  // PostgreSQL's account needs access to the folder when the tests run as root.
  chmodSync(folder, 0o711)
  const postgres = await launchPostgres({ dataDir: folder, fsync: false, log: (line) => console.error(line) })
  const teardown = async (): Promise<void> => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const { migrateTemplate } = await loading
    await migrateTemplate(postgres.connectionString)
    project.provide('clusterUrl', postgres.connectionString)
  } catch (error) {
    await teardown()
    throw error
  }
  return teardown
}
