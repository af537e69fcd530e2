import type pg from 'pg'
import { system } from '#server/platform/auth/principal.ts'
import { checkPatterns } from '#server/classes/batches/check-patterns.ts'
import type { Deps } from '#server/deps.ts'
import { openDeps } from '../open-deps.ts'
import { sinkMail } from '../sink-mail.ts'
import { type MainProcess, spawnMain } from '../spawn-main.ts'

/** A filled school with a server of its own, which runs as in a deployment. */
export interface School {
  /** Its size in courses. */
  parts: number
  databaseUrl: string
  db: pg.Pool
  deps: Deps
  server: MainProcess
  /** Ends the server. The database and its dependencies stay open. */
  stopServer(): Promise<void>
  close(): Promise<void>
}

export async function openSchool({ parts, databaseUrl, db }: Pick<School, 'parts' | 'databaseUrl' | 'db'>): Promise<School> {
  const { close, ...deps } = await openDeps(databaseUrl)
  // A running school has compared its batches with their patterns. One that was filled at once would do it while it is measured.
  await checkPatterns(deps, system)
  const sink = await sinkMail()
  const server = await spawnMain(databaseUrl, sink.url)
  let isServing = true
  const stopServer = async () => {
    if (!isServing) return
    isServing = false
    await server.stop()
    sink.close()
  }
  return {
    parts,
    databaseUrl,
    db,
    deps,
    server,
    stopServer,
    async close() {
      await stopServer()
      await close()
    },
  }
}
