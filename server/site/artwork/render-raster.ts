import { loadSharp } from '#server/site/media/load-sharp.ts'

export type RasterFormat = 'webp' | 'avif'

/** Width in pixels. */
const rasterWidth = 1280

/** Renders one of our drawings at a width of 1280 pixels. */
export async function renderRaster(svg: string, format: RasterFormat): Promise<Buffer> {
  const sharp = await loadSharp()
  const { width } = await sharp(Buffer.from(svg)).metadata()
  // The density renders the vectors at full size; scaling pixels up would blur the edges.
  const picture = sharp(Buffer.from(svg), { density: (72 * rasterWidth) / width }).resize(rasterWidth)
  return format === 'avif'
    ? picture.avif({ quality: 60, effort: 3, chromaSubsampling: '4:4:4' }).toBuffer()
    : picture.webp({ quality: 86, effort: 4, smartSubsample: true }).toBuffer()
}

/** Renders the school's mark as a square of `size` pixels. Operating systems round the corners themselves. */
export async function renderIcon(svg: string, size: number): Promise<Buffer> {
  const sharp = await loadSharp()
  const picture = sharp(Buffer.from(svg), { density: (72 * size) / 64 }).resize(size, size)
  return picture.png({ palette: true }).toBuffer()
}

/** Renders a share card at its own size, as JPEG, which link previews require. */
export async function renderCard(svg: string): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(svg)).flatten().jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer()
}
