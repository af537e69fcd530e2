import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { OnFinished, TestApp } from '#tests/school/create-test-app.ts'

/** Opens a connection that fills a school. A pool ends a statement that a busy machine needs too long for. */
export async function openClient({ deps }: Pick<TestApp, 'deps'>, onFinished: OnFinished = onTestFinished): Promise<pg.Client> {
  const client = new pg.Client(deps.config.databaseUrl)
  await client.connect()
  onFinished(() => client.end())
  return client
}
