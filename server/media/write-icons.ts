import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { drawMark, drawTile } from './draw-mark.ts'

// Run manually after a change of the mark: node server/media/write-icons.ts
const folder = new URL('../../public/', import.meta.url)
await writeFile(new URL('favicon.svg', folder), `${drawTile()}\n`)
await writeFile(new URL('mark.svg', folder), `${drawMark('#0f5c5c')}\n`)
// Operating systems round the corners of icons themselves, so these are squares.
for (const size of [180, 512]) {
  const square = Buffer.from(drawTile(0))
  const png = await sharp(square, { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ palette: true })
    .toBuffer()
  await writeFile(new URL(`icon-${size}.png`, folder), png)
}
