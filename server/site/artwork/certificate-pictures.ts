import { createHash } from 'node:crypto'
import type { Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { brandFile } from '#server/platform/settings/brand-look.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { loadSharp } from '#server/site/media/load-sharp.ts'
import { drawArt } from './draw-art.ts'
import { drawSeal } from './draw-seal.ts'
import { findIllustration } from './find-illustration.ts'
import { memoise } from './memoise.ts'
import { readMark } from './read-mark.ts'
import { document, inset } from './svg.ts'

/** Pixels at about 220 dots per inch of the printed size. */
const artSize = { width: 770, height: 1820 }
const sealSide = 400
const pictures = memoise<string>(60)

/** The pictures of a certificate in base64: the art is a JPEG, the others are PNG. */
export interface CertificatePictures {
  art: string | null
  seal: string | null
  signature: string | null
}

/**
 * Returns the pictures of a certificate for print. One that can't be read is left out.
 * @param given the paths of the library; a drawn seal stands in place of none, when `sealed`
 */
export async function readCertificatePictures(
  deps: Pick<Deps, 'db' | 'files'>,
  visitor: Visitor,
  given: { courseId: number; sealed: boolean; seal: string | null; signature: string | null },
): Promise<CertificatePictures> {
  const subject = await findIllustration(deps, visitor, { kind: 'course', id: given.courseId })
  return {
    art: subject ? await drawn(coverOf(drawArt(subject)), 'jpeg') : null,
    seal: given.sealed ? await readSeal(deps, given.seal) : null,
    signature: given.signature === null ? null : await readPicture(deps, given.signature),
  }
}

/** Returns the school's own seal, or else the drawn one, as a PNG in base64. @param path of the library */
export async function readSeal(deps: Pick<Deps, 'db' | 'files'>, path: string | null): Promise<string> {
  const own = path === null ? null : await readPicture(deps, path)
  return own ?? drawn(drawSeal(await readMark(deps, await readSiteSettings(deps))), 'png')
}

/** A drawing that fills the upright part of the sheet. */
function coverOf(drawing: string): string {
  const [, view = '0 0 640 400'] = /viewBox="([^"]+)"/.exec(drawing) ?? []
  return document(
    artSize.width,
    artSize.height,
    inset({ x: 0, y: 0, ...artSize }, view, drawing.replace(/^<svg[^>]*>|<\/svg>$/g, '')),
  )
}

function drawn(svg: string, format: 'jpeg' | 'png'): Promise<string> {
  return pictures(createHash('sha256').update(svg).digest('base64'), async () => {
    const sharp = await loadSharp()
    const picture = sharp(Buffer.from(svg), { density: format === 'png' ? (72 * sealSide) / 240 : 72 })
    const bytes = await (format === 'png' ? picture.resize(sealSide).png() : picture.flatten().jpeg({ quality: 88 })).toBuffer()
    return bytes.toString('base64')
  })
}

function readPicture(deps: Pick<Deps, 'files'>, path: string): Promise<string | null> {
  return pictures(path, async () => {
    const bytes = await deps.files.read(brandFile(path, 'webp'))
    if (!bytes) throw new Error('the file store lacks the picture')
    const sharp = await loadSharp()
    return (await sharp(bytes).png().toBuffer()).toString('base64')
  }).catch(() => null)
}
