import { z } from 'zod'
import { snapshotHeader } from '#server/platform/db/snapshot.ts'

/**
 * The archive of a school is a gzipped tar. `manifest.json` is its last file and has the checksum of `checksums.sha256`, which has that of every other
 * file. An archive without it was broken off.
 */
export const manifestFile = 'manifest.json'
export const checksumsFile = 'checksums.sha256'
export const schemaFile = 'schema.json'
export const readmeFile = 'README.md'

/** The rows of a table: how many, and the sum of a number made of each, which no order changes. */
const checkedRows = z.object({ rows: z.int(), sum: z.string().regex(/^\d+$/) })
export type CheckedRows = z.output<typeof checkedRows>

export const schoolManifest = snapshotHeader.omit({ format: true }).extend({
  format: z.literal('karyashala-school'),
  format_version: z.literal(1),
  /** The name of the school. */
  school: z.string(),
  /** Of the program that made it. */
  version: z.string(),
  /** By the name of the table. */
  checks: z.record(z.string(), checkedRows),
  /** Sums of each column of money, in paise. Sums may exceed exact numbers, so they are texts. */
  money: z.record(z.string(), z.string().regex(/^-?\d+$/)),
  /** Of `checksums.sha256`. */
  checksums: z.string().regex(/^[\da-f]{64}$/),
})
export type SchoolManifest = z.output<typeof schoolManifest>

interface Named {
  schema: string
  name: string
}

/** How a table is called in the archive. */
export const nameOf = ({ schema, name }: Named): string => (schema === 'public' ? name : `${schema}.${name}`)
export const dataFile = (table: Named): string => `data/${nameOf(table)}.jsonl`

const media = 'media/'
/** The path that a file of the school has in the archive. @param path in the file store */
export const mediaFile = (path: string): string => `${media}${path}`
/** The path in the file store; undefined for another part of the archive. */
export const storedPath = (path: string): string | undefined => (path.startsWith(media) ? path.slice(media.length) : undefined)

/** Whether a path stays below the folder that it is put into. */
export const isInside = (path: string): boolean =>
  path !== '' && !path.startsWith('/') && !path.includes('\\') && path.split('/').every((part) => !['', '.', '..'].includes(part))
