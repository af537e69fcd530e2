import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { readOnlyResource } from '#contract/resource.ts'

export const backupStates = ['verified', 'made', 'damaged', 'failed', 'removed'] as const
export const backupStateNames: Readonly<Record<(typeof backupStates)[number], string>> = {
  verified: 'Verified',
  made: 'Not verified yet',
  damaged: 'Damaged',
  failed: 'Not made',
  removed: 'Removed',
}

const record = z.object({
  id: z.int(),
  /** The folder of the set in its place. */
  name: z.string(),
  /** The folder on the machine that made it. */
  place: z.string(),
  state: z.enum(backupStates),
  started_at: instant,
  /** The moment that the set holds; null when none was made. */
  made_at: instant.nullable(),
  bytes: z.int().nullable(),
  /** Whether the product made it by its schedule, and not an operator. */
  is_automatic: z.boolean(),
  /** Why no set was made, or what a verification found. */
  problem: z.string().nullable(),
  /** When the set was last restored elsewhere and compared without a difference. */
  verified_at: instant.nullable(),
  /** When the set was removed because it is old, or found missing. */
  removed_at: instant.nullable(),
})
export type Backup = z.output<typeof record>

const example: Backup = {
  id: 12,
  name: 'backup-2026-11-30T20-30-00-412Z',
  place: '/mnt/backups',
  state: 'verified',
  started_at: '2026-11-30T20:30:00.412Z',
  made_at: '2026-11-30T20:30:09.120Z',
  bytes: 512_000_000,
  is_automatic: true,
  problem: null,
  verified_at: '2026-11-30T20:31:44.000Z',
  removed_at: null,
}

/** Backup sets that were made, or that could not be made. An operator makes and restores them. */
export const backups = readOnlyResource({
  name: 'backups',
  singular: 'backup',
  record,
  filters: { state: z.enum(backupStates).optional() },
  sort: ['started_at', 'id'],
  usualSort: '-started_at',
  permission: { read: 'backups:read' },
  words: { state: backupStateNames },
  examples: { record: example },
})
