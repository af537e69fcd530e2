import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * A backup set is a folder: `database/`, `wal/`, `media/`, `recordings/`, `keys.sealed`, `checksums.sha256` (each file, as sha256sum writes
 * them) and `manifest.json`, which is written last. A folder without it is no set.
 */
export const manifestFile = 'manifest.json'
export const checksumsFile = 'checksums.sha256'
export const keysFile = 'keys.sealed'
export const parts = ['database', 'wal', 'media', 'recordings', 'keys'] as const
export type Part = (typeof parts)[number]

const part = z.object({
  files: z.int(),
  bytes: z.int(),
  /** Of the part's lines in `checksums.sha256`; that of the file itself for `keys`. */
  sha256: z.string().regex(/^[\da-f]{64}$/),
})

/** What a database holds: rows by table, and sums of every column of money, in paise. Sums may exceed exact numbers, so they are texts. */
const facts = z.object({ rows: z.record(z.string(), z.int()), money: z.record(z.string(), z.string().regex(/^-?\d+$/)) })
export type Facts = z.output<typeof facts>

const manifest = facts.extend({
  format: z.literal('karyashala-backup'),
  format_version: z.literal(1),
  name: z.string(),
  /** Of the program that made it. */
  version: z.string(),
  /** Null when the program was no git checkout. */
  commit: z.string().nullable(),
  /** The moment that the set holds. */
  time: z.iso.datetime(),
  bytes: z.int(),
  parts: z.record(z.enum(parts), part),
  database: z.discriminatedUnion('kind', [
    /** A copy of the embedded PostgreSQL's files, and the segments of its log up to a named restore point. */
    z.object({
      kind: z.literal('cluster'),
      server_version: z.string(),
      /** The same for every copy of one cluster. */
      system: z.string(),
      restore_point: z.string(),
      first_segment: z.string(),
      last_segment: z.string(),
      segment_bytes: z.int(),
    }),
    /** A snapshot as of `npm run db:export`, of another PostgreSQL. */
    z.object({ kind: z.literal('snapshot'), server_version: z.string(), file: z.string() }),
  ]),
})
export type Manifest = z.output<typeof manifest>

/** Returns undefined when a folder is no complete set. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  let value: unknown
  try {
    value = JSON.parse(await readFile(join(folder, manifestFile), 'utf8'))
  } catch {
    return undefined
  }
  return manifest.safeParse(value).data
}

export interface BackupSet {
  folder: string
  manifest: Manifest
}

/** Complete sets of a folder, the newest first. A folder that is missing has none. */
export async function listSets(place: string): Promise<BackupSet[]> {
  const names = await readdir(place).catch(() => [])
  const found = await Promise.all(
    names
      .filter((name) => !name.startsWith('.'))
      .map(async (name) => ({ folder: join(place, name), manifest: await readManifest(join(place, name)) })),
  )
  return found
    .flatMap(({ folder, manifest }) => (manifest ? [{ folder, manifest }] : []))
    .toSorted((a, b) => b.manifest.time.localeCompare(a.manifest.time))
}

/** The name of a set that begins at a time, without characters that a shell or another system minds. */
export const nameOfSet = (begun: Date): string => `backup-${begun.toISOString().replaceAll(/[:.]/g, '-')}`
