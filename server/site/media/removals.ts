import type { System } from '#server/platform/auth/principal.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { helloPath } from './hello-path.ts'
import { masterPath, renderedPaths } from './render-picture.ts'

/** A file is removed a day after the last page could show it, because browsers and proxies keep pages. */
const scheduleRemovals = statement(
  'schedule_removals',
  `insert into media_removals (key, removable_at) select distinct key, app_now() + interval '1 day' from unnest($1::text[]) as key
   on conflict (key) do update set removable_at = excluded.removable_at`,
)
const cancelRemovals = statement('cancel_removals', `delete from media_removals where key = any ($1::text[])`)
const dueRemovals = statement<{ key: string }>(
  'due_removals',
  `select key from media_removals where removable_at <= app_now() order by removable_at limit 100`,
)

/** Schedules files that are about to be written, or whose picture is gone. */
export async function removeLater(db: Queryable, keys: readonly string[]): Promise<void> {
  await rows(db, scheduleRemovals, [keys])
}

/** Keeps files whose picture is stored in the same transaction. */
export async function keepFiles(tx: Queryable, keys: readonly string[]): Promise<void> {
  await rows(tx, cancelRemovals, [keys])
}

/** Deletes the files whose time has come. A row goes after its files, so that a failure repeats them. */
export async function sweepMedia(deps: Pick<Deps, 'db' | 'files'>, _system: System): Promise<void> {
  const due = await rows(deps.db, dueRemovals)
  for (const { key } of due) {
    await deps.files.remove([masterPath(key), ...renderedPaths(key), helloPath(key, 'mp4'), helloPath(key, 'webm')])
    await rows(deps.db, cancelRemovals, [[key]])
  }
}
