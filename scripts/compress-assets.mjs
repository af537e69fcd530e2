import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const compressible = /\.(?:js|css|svg|json|txt|webmanifest|html)$/
/** Smaller files gain less than the extra headers cost. */
const minimumBytes = 500

/**
 * Writes a `.br` and a `.gz` of each compressible file in `folder`, with the highest compression.
 * @param {string} folder
 */
export function compressAssets(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const stat = statSync(path)
    if (stat.isDirectory()) compressAssets(path)
    else if (compressible.test(name) && stat.size >= minimumBytes) {
      const content = readFileSync(path)
      writeFileSync(`${path}.br`, compress(content))
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
    }
  }
}

/**
 * How distances are written (RFC 7932, 4), and the power of two of a block, where 0 leaves it to the encoder. The best of these differs from
 * file to file by some thousandths of its size, and the encoder does not try them by itself.
 */
const ways = [
  [0, 0, 0],
  [1, 8, 0],
  [2, 16, 0],
  [0, 2, 0],
  [0, 12, 19],
]

/**
 * The smallest brotli of some, with the highest compression.
 * @param {Buffer} content
 */
function compress(content) {
  const all = ways.map(([postfix, direct, block]) =>
    brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        [constants.BROTLI_PARAM_NDIRECT]: direct,
        [constants.BROTLI_PARAM_LGBLOCK]: block,
      },
    }),
  )
  return all.reduce((smallest, one) => (one.length < smallest.length ? one : smallest))
}
