import type { Crop } from '#contract/site/staff/media.ts'
import { loadSharp } from './load-sharp.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'

/** Pixels of the widths that each picture is rendered in, and the formats of each width. */
const pictureWidths = [480, 960, 1600] as const
export const pictureTypes = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const
type Format = keyof typeof pictureTypes

export const masterPath = (key: string): string => `media/masters/${key}.webp`

/** Paths of all files of a key. */
export function renderedPaths(key: string): string[] {
  return pictureWidths.flatMap((width) => Object.keys(pictureTypes).map((format) => `media/library/${key}/${width}.${format}`))
}

/** Renders the visible part of a master in all widths and formats. Returns the pixels of the visible part. */
export async function renderPicture(
  files: FileStore,
  master: Buffer,
  { key, crop }: { key: string; crop: Crop | null },
): Promise<{ width: number; height: number }> {
  const sharp = await loadSharp()
  const { width: wholeWidth, height: wholeHeight } = await sharp(master).metadata()
  const left = Math.min(wholeWidth - 1, Math.round((crop?.x ?? 0) * wholeWidth))
  const top = Math.min(wholeHeight - 1, Math.round((crop?.y ?? 0) * wholeHeight))
  const width = Math.max(1, Math.min(wholeWidth - left, Math.round((crop?.width ?? 1) * wholeWidth)))
  const height = Math.max(1, Math.min(wholeHeight - top, Math.round((crop?.height ?? 1) * wholeHeight)))
  const visible = await sharp(master).extract({ left, top, width, height }).png({ compressionLevel: 1 }).toBuffer()
  // One after the other: the encoders of one picture would take every core.
  for (const size of pictureWidths) {
    const scaled = await sharp(visible).resize(size, null, { withoutEnlargement: true }).png({ compressionLevel: 1 }).toBuffer()
    for (const format of ['avif', 'webp', 'jpg'] as const) {
      await files.write(`media/library/${key}/${size}.${format}`, await encode(scaled, format), pictureTypes[format])
    }
  }
  return { width, height }
}

async function encode(scaled: Buffer, format: Format): Promise<Buffer> {
  const picture = (await loadSharp())(scaled)
  if (format === 'avif') return picture.avif({ quality: 55, effort: 2 }).toBuffer()
  if (format === 'webp') return picture.webp({ quality: 80, effort: 4, smartSubsample: true }).toBuffer()
  // JPEG has no transparency.
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true }).toBuffer()
}
