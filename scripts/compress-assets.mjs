import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|webmanifest|html)$/
/** Below this many bytes the headers outweigh what is saved. */
const WORTHWHILE = 500

/**
 * Lays a `.br` and a `.gz` beside each file of `folder` that becomes smaller, as small as they get: it happens once a build.
 * @param {string} folder
 */
export function compressAssets(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const stat = statSync(path)
    if (stat.isDirectory()) compressAssets(path)
    else if (COMPRESSIBLE.test(name) && stat.size >= WORTHWHILE) {
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
