import { pictureLimits } from '#contract/site/staff/media.ts'
import { invalid } from '#server/platform/errors/errors.ts'
import { loadSharp } from './load-sharp.ts'

/** Pixels of the longer side of a master. */
const masterSide = 3200
/** Seconds that decoding and encoding one picture may take. */
const longest = 30

const refused = 'This file is not a picture that we can read. Please use JPEG, PNG, WebP, AVIF or GIF.'

/** First bytes of the formats that we accept. sharp would also open SVG, PDF and others. */
function isPicture(bytes: Buffer): boolean {
  const ascii = (from: number, to: number) => bytes.toString('latin1', from, to)
  return (
    bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
    ascii(0, 8) === '\x89PNG\r\n\x1a\n' ||
    (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') ||
    (ascii(4, 8) === 'ftyp' && /^avi[fs]$/.test(ascii(8, 12))) ||
    /^GIF8[79]a$/.test(ascii(0, 6))
  )
}

/**
 * Decodes an uploaded picture and encodes its pixels anew, upright and without any metadata. An animation keeps its first
 * frame.
 * @throws HttpError 400 for anything but a whole picture within the limits
 */
export async function decodePicture(bytes: Buffer): Promise<{ master: Buffer; width: number; height: number }> {
  const wrong = (message: string) => invalid(message, { file: [message] })
  if (!isPicture(bytes)) throw wrong(refused)
  const sharp = await loadSharp()
  const options = { limitInputPixels: pictureLimits.pixels, failOn: 'truncated', pages: 1, sequentialRead: true } as const
  try {
    const { data, info } = await sharp(bytes, options)
      .timeout({ seconds: longest })
      .autoOrient()
      .resize(masterSide, masterSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 94, effort: 3, smartSubsample: true })
      .toBuffer({ resolveWithObject: true })
    return { master: data, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message))
      throw wrong(`This picture has too many pixels. At most ${pictureLimits.pixels / 1_000_000} megapixels are possible.`)
    throw wrong(refused)
  }
}
