import sharp from 'sharp'

export type RasterFormat = 'webp' | 'avif'

/** Pixels. */
export const rasterWidth = 1280

/** Turns a drawing of ours into pixels, 1280 wide. */
export async function renderRaster(svg: string, format: RasterFormat): Promise<Buffer> {
  const { width } = await sharp(Buffer.from(svg)).metadata()
  // The density makes the vectors themselves that large; scaling pixels up would blur every edge.
  const picture = sharp(Buffer.from(svg), { density: (72 * rasterWidth) / width }).resize(rasterWidth)
  return format === 'avif'
    ? picture.avif({ quality: 60, effort: 3, chromaSubsampling: '4:4:4' }).toBuffer()
    : picture.webp({ quality: 86, effort: 4, smartSubsample: true }).toBuffer()
}

/** A card for sharing at its own size; what shows it wants JPEG. */
export async function renderCard(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).flatten().jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer()
}
