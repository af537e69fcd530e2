import type { SiteSettings } from '#contract/site/content.ts'
import type { Deps } from '#server/deps.ts'
import { brandFile } from '#server/platform/settings/brand-look.ts'
import { loadSharp } from '#server/site/media/load-sharp.ts'
import type { Mark } from './draw-mark.ts'
import { memoise } from './memoise.ts'

/** Pixels of the picture in a drawing: sharp in a header and on a share card, and small as a file. */
const side = 192
const pictures = memoise<string>(8)

/** What the school's mark is drawn from. A picture that can't be read is left out: the letter stands in its place. */
export async function readMark(deps: Pick<Deps, 'files'>, site: Pick<SiteSettings, 'brand' | 'accent' | 'mark'>): Promise<Mark> {
  const { brand: name, accent, mark } = site
  if (mark === null) return { name, accent, picture: null }
  const picture = await pictures(mark, async () => {
    const bytes = await deps.files.read(brandFile(mark, 'webp'))
    if (!bytes) throw new Error('the file store lacks the mark')
    const sharp = await loadSharp()
    const png = await sharp(bytes).resize(side, side, { fit: 'inside' }).png({ palette: true }).toBuffer()
    return `data:image/png;base64,${png.toString('base64')}`
  }).catch(() => null)
  return { name, accent, picture }
}
