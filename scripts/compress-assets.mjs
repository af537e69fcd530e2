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
      writeFileSync(
        `${path}.br`,
        brotliCompressSync(content, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: stat.size },
        }),
      )
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
    }
  }
}
