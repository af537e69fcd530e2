import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { byPath, hashFile, isMissing, partOf, readChecksums, sumParts, walk } from './checksums.ts'
import { type BackupSet, checksumsFile, listSets, manifestFile, parts, readManifest } from './manifest.ts'

/**
 * Finds the set that a command names: a set, or a folder of sets, of which the newest counts, or the newest that is not later than a time.
 * @throws Error when there is none
 */
export async function findSet(folder: string, notAfter?: Date): Promise<BackupSet> {
  const manifest = await readManifest(folder)
  if (manifest) return { folder, manifest }
  const sets = await listSets(folder)
  const set = sets.find((one) => notAfter === undefined || new Date(one.manifest.time) <= notAfter)
  if (set) return set
  if (sets.length > 0)
    throw new Error(`Each set in ${folder} is later than that time: its oldest is of ${sets.at(-1)?.manifest.time}.`)
  const isThere = await stat(folder).catch((error: unknown) => (isMissing(error) ? undefined : Promise.reject(error)))
  throw new Error(
    isThere
      ? `${folder} is no complete backup set, and has none: ${manifestFile} is missing or of another version.`
      : `${folder} does not exist.`,
  )
}

/** A segment of the log after the set, which an operator put there to restore a later moment. PostgreSQL checks each of its records. */
const isSegment = (path: string) => /^wal\/[\dA-F]{24}$/.test(path)

/**
 * Reads every file of a set and compares it with its checksum.
 * @throws Error that names the first file that is missing, changed or added
 */
export async function checkSet({ folder, manifest }: BackupSet, signal?: AbortSignal): Promise<void> {
  const checksums = await readChecksums(folder)
  const files = []
  for await (const path of walk(folder)) {
    signal?.throwIfAborted()
    if (path === manifestFile || path === checksumsFile) continue
    const expected = checksums.get(path)
    if (expected === undefined && isSegment(path)) continue
    if (expected === undefined) throw new Error(`${join(folder, path)} was not in the set when it was made.`)
    const found = { path, ...(await hashFile(join(folder, path))) }
    if (found.sha256 !== expected)
      throw new Error(`${join(folder, path)} has changed since the set was made: its checksum differs. Use another set.`)
    files.push(found)
  }
  const present = new Set(files.map(({ path }) => path))
  const missing = [...checksums.keys()].find((path) => !present.has(path))
  if (missing !== undefined) throw new Error(`${join(folder, missing)} is missing. Use another set.`)
  const sums = sumParts(files.toSorted(byPath))
  const differing = parts.find((name) => sums[name].sha256 !== manifest.parts[name].sha256)
  if (differing !== undefined)
    throw new Error(`The list of checksums of ${folder} differs from its manifest in ${differing}: use another set.`)
  if (files.some(({ path }) => partOf(path) === undefined)) throw new Error(`${folder} has files of no part.`)
}
