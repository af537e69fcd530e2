import { randomUUID } from 'node:crypto'
import type { Crop } from '#contract/site/staff/media.ts'
import type { Deps } from '#server/deps.ts'
import { loadSharp } from './load-sharp.ts'
import { decodePicture } from './decode-picture.ts'
import { removeLater } from './removals.ts'
import { masterPath, renderPicture } from './render-picture.ts'

export interface StoredPicture {
  key: string
  whole_key: string
  master_key: string
  width: number
  height: number
}

const newKey = () => randomUUID().replaceAll('-', '')

/** One picture at a time: decoding takes hundreds of megabytes, and pages need the processor too. */
let queue: Promise<unknown> = Promise.resolve()
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const result = queue.then(work)
  queue = result.catch(() => undefined)
  return result
}

/**
 * Decodes an upload and writes its master and renderings. The files are removed in a day unless `keepFiles` keeps them in
 * the transaction that stores the picture, so that nothing stays behind after a crash.
 * @throws HttpError 400 for a file that is not a picture
 */
export async function storeUpload(deps: Deps, bytes: Buffer): Promise<StoredPicture> {
  return oneAtATime(async () => {
    const { master } = await decodePicture(bytes)
    const key = newKey()
    await removeLater(deps.db, [key])
    await deps.files.write(masterPath(key), master, 'image/webp')
    const size = await renderPicture(deps.files, master, { key, crop: null })
    return { key, whole_key: key, master_key: key, ...size }
  })
}

/** Renders another part of a stored picture. @throws Error when its master is missing */
export async function storeCrop(
  deps: Deps,
  { master_key, crop }: { master_key: string; crop: Crop },
): Promise<Pick<StoredPicture, 'key' | 'width' | 'height'>> {
  return oneAtATime(async () => {
    const master = await readMaster(deps, master_key)
    const key = newKey()
    await removeLater(deps.db, [key])
    return { key, ...(await renderPicture(deps.files, master, { key, crop })) }
  })
}

/** Pixels of the whole picture. */
export async function readMasterSize(deps: Pick<Deps, 'files'>, masterKey: string): Promise<{ width: number; height: number }> {
  const sharp = await loadSharp()
  const { width, height } = await sharp(await readMaster(deps, masterKey)).metadata()
  return { width, height }
}

async function readMaster({ files }: Pick<Deps, 'files'>, key: string): Promise<Buffer> {
  const master = await files.read(masterPath(key))
  if (!master) throw new Error(`the file store lacks the master ${key}`)
  return master
}
