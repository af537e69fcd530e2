import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import type { Operator, System } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { type BackupSet, manifestFile } from './manifest.ts'

const storeBackup = statement(
  'store_backup',
  `insert into backups (name, place, is_automatic, started_at, made_at, bytes, first_segment, problem)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)
const storeVerification = statement(
  'store_verification',
  `update backups set verified_at = case when $2::text is null then app_now() end, problem = $2 where name = $1 and removed_at is null`,
)
const keptBackups = statement<{ name: string; place: string; first_segment: string | null; made_at: Date; is_verified: boolean }>(
  'kept_backups',
  `select name, place, first_segment, made_at, verified_at is not null as is_verified from backups
   where made_at is not null and removed_at is null order by made_at desc`,
)
const storeRemoval = statement(
  'store_removal',
  `update backups set removed_at = app_now() where name = $1 and removed_at is null`,
)

type Keeper = Operator | System

interface Begun {
  place: string
  startedAt: Date
}

export async function recordBackup(deps: Pick<Deps, 'db'>, keeper: Keeper, { manifest }: BackupSet, begun: Begun): Promise<void> {
  const first = manifest.database.kind === 'cluster' ? manifest.database.first_segment : null
  await store(deps, keeper, [manifest.name, begun.place, begun.startedAt, manifest.time, manifest.bytes, first, null])
}

/** Stores that no set was made. */
export async function recordFailure(deps: Pick<Deps, 'db'>, keeper: Keeper, problem: string, begun: Begun): Promise<void> {
  const name = `failed-${begun.startedAt.toISOString().replaceAll(/[:.]/g, '-')}`
  await store(deps, keeper, [name, begun.place, begun.startedAt, null, null, null, problem.slice(0, 1000)])
}

async function store(
  deps: Pick<Deps, 'db'>,
  keeper: Keeper,
  [name, place, startedAt, madeAt, bytes, first, problem]: unknown[],
): Promise<void> {
  const values = [name, place, keeper.kind === 'system', startedAt, madeAt, bytes, first, problem]
  await transactionAs(deps, keeper, async (tx) => void (await row(tx, storeBackup, values)))
}

/** Stores what a verification found; null when nothing differs. A set of another school has no row here. */
export async function recordVerification(
  deps: Pick<Deps, 'db'>,
  keeper: Keeper,
  name: string,
  problem: string | null,
): Promise<void> {
  await transactionAs(
    deps,
    keeper,
    async (tx) => void (await row(tx, storeVerification, [name, problem?.slice(0, 1000) ?? null])),
  )
}

export interface KeptBackup {
  name: string
  folder: string
  place: string
  madeAt: Date
  firstSegment: string | null
  isVerified: boolean
}

/**
 * Sets that are still in their place, the newest first. Those that are gone from it are stored as removed. A place that this machine does not
 * have, such as a disk that is not mounted, says nothing.
 */
export async function readKeptBackups(deps: Pick<Deps, 'db'>, keeper: Keeper): Promise<KeptBackup[]> {
  const kept: KeptBackup[] = []
  for (const { name, place, first_segment, made_at, is_verified } of await rows(deps.db, keptBackups)) {
    const folder = join(place, name)
    if (existsSync(join(folder, manifestFile)) || !existsSync(place))
      kept.push({ name, folder, place, madeAt: made_at, firstSegment: first_segment, isVerified: is_verified })
    else await recordRemoval(deps, keeper, name)
  }
  return kept
}

export async function recordRemoval(deps: Pick<Deps, 'db'>, keeper: Keeper, name: string): Promise<void> {
  await transactionAs(deps, keeper, async (tx: Queryable) => void (await row(tx, storeRemoval, [name])))
}
